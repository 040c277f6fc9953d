"""The admin's view of people. Signing in to the admin goes the way of the site, second factor included."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm, UserCreationForm
from django.http import HttpRequest

from portal.accounts.models import User
from portal.accounts.names import clean_name
from portal.accounts.taken import refuse_taken

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class _KeepsNameRules(forms.ModelForm):  # type: ignore[type-arg]
    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        if name != self.initial.get("username"):
            name = clean_name(name)
            refuse_taken(name, besides=self.instance.pk)
        return name


class _ChangeForm(_KeepsNameRules, UserChangeForm):  # type: ignore[type-arg]
    pass


class _CreationForm(_KeepsNameRules, UserCreationForm):  # type: ignore[type-arg]
    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username",)


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Who has an account; reviewers are made by putting them into the group "reviewer"."""

    form = _ChangeForm
    add_form = _CreationForm
    list_display = ("display_name", "email", "is_active", "is_closed", "is_staff", "last_seen")
    list_filter = ("is_active", "is_closed", "is_staff", "groups")
    search_fields = ("username", "name_key", "email")
    readonly_fields = ("is_closed", "last_seen", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("is_closed", "last_seen", "last_login", "date_joined")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody is deleted: their games belong to others too. Accounts are closed."""
        return False

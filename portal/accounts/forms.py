"""The forms about one's account."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.accounts.models import User
from portal.accounts.names import LONGEST, SHORTEST, clean_name
from portal.accounts.password_forms import PASSWORD_HELP
from portal.accounts.taken import name_taken, refuse_taken

NAME_HELP = f"{SHORTEST} to {LONGEST} characters. Everybody sees it."


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """Name, address, password, in the portal's words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = name_field()
        self.fields["email"].label = "E-mail address"
        self.fields["email"].error_messages["invalid"] = (
            "This is no e-mail address. One looks like name@example.com."
        )
        self.fields["email"].help_text = "Nobody sees it. It brings you back in if you forget your password."
        self.fields["password1"].help_text = PASSWORD_HELP
        _drop_placeholders(self)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """As ever; of two at the same moment the database takes one, and the other is told so."""
        try:
            with transaction.atomic():
                made: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return made
        except IntegrityError:
            self._say_what_is_taken()
            return None, render(request, "account/signup.html", {"form": self})

    def _say_what_is_taken(self) -> None:
        try:
            refuse_taken(self.cleaned_data["username"])
        except ValidationError as refusal:
            self.add_error("username", refusal)
        else:
            self.add_error("email", "There is an account with this address already. Sign in instead.")


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    """Name or address, password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Name or e-mail address"
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""
        _drop_placeholders(self)


class RenameForm(forms.Form):
    """Another name for an account."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["username"] = name_field()

    def clean_username(self) -> str:
        name = clean_name(self.cleaned_data["username"])
        refuse_taken(name, besides=self.user.pk)
        return name

    def save(self) -> bool:
        """Whether the name was written; where somebody else was faster the form says so."""
        name = self.cleaned_data["username"]
        try:
            with transaction.atomic():
                User.objects.get(pk=self.user.pk).rename(name)
        except IntegrityError:
            self.add_error("username", name_taken(name))
            return False
        return True


class CloseForm(forms.Form):
    """The password once more, before an account is closed."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise ValidationError("This is not your password. Nothing was closed.", code="wrong-password")
        return password


class GuestForm(forms.Form):
    """The name of somebody without an account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = name_field()

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"], guest=True)
        refuse_taken(name)
        return name


def name_field() -> forms.CharField:
    """A field for a name; whether it will do is said by `clean_name`, not cut off by the browser."""
    widget = forms.TextInput(
        attrs={"autocomplete": "username", "autocapitalize": "off", "spellcheck": "false"}
    )
    return forms.CharField(label="Name", help_text=NAME_HELP, widget=widget)


def _drop_placeholders(form: forms.Form) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)

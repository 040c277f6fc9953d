"""The user model, there from the first migration on."""

from typing import Any

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from portal.accounts.name_key import KEY_LENGTH, name_key
from portal.accounts.names import CLOSED_NAME, LONGEST


class NameKeyField(models.CharField):  # type: ignore[type-arg]
    """The folded form of `username`, worked out on every write: no way in (bulk, admin) can forget it.

    A closed account keeps its key: nobody may pass for somebody who was here.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        if not getattr(model_instance, "is_closed", False):
            setattr(model_instance, self.attname, name_key(getattr(model_instance, "username")))  # noqa: B009
        return str(getattr(model_instance, self.attname))


class Users(UserManager["User"]):
    """Finds people by any spelling of their name."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(name_key=name_key(username or ""))

    async def aget_by_natural_key(self, username: str | None) -> "User":
        return await self.aget(name_key=name_key(username or ""))


class User(AbstractUser):
    """A person with an account. `username` is the name that others see; show it through `display_name`."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField("name", max_length=LONGEST, unique=True)
    name_key = NameKeyField(max_length=KEY_LENGTH, unique=True, editable=False)
    email = models.EmailField("e-mail address", blank=True)
    is_closed = models.BooleanField("closed", default=False, editable=False)
    sign_out_count = models.PositiveIntegerField(default=0, editable=False)
    """Part of what makes a session valid: one more, and every session of this account is over."""
    last_seen = models.DateTimeField(null=True, blank=True, editable=False)

    objects = Users()  # type: ignore[misc]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_name_any_case"),
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="user_email_any_case"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name to show, or "closed account"."""
        return CLOSED_NAME if self.is_closed else self.username

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def rename(self, name: str) -> None:
        """Writes another name, which has been cleaned. Raises IntegrityError where somebody has it."""
        self.username = name
        self.save(update_fields=["username"])

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        signed = f"{self.password} {self.sign_out_count}"
        return salted_hmac("portal.accounts.session", signed, secret=secret, algorithm="sha256").hexdigest()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """As ever; a write of the name alone takes the key along."""
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

"""allauth's other forms, in the portal's words: labels say all, nothing is repeated inside the fields."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms

PASSWORD_HELP = "At least 8 characters, and not a common password."  # noqa: S105


class _Worded(forms.Form):
    """Replaces labels and help by those of `words`: field → (label, help)."""

    words: dict[str, tuple[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, help_text) in self.words.items():
            field = self.fields[name]
            field.label, field.help_text = label, help_text
            field.widget.attrs.pop("placeholder", None)


class AddEmailForm(_Worded, allauth_forms.AddEmailForm):  # type: ignore[misc]
    words = {"email": ("New address", "")}


class ResetPasswordForm(_Worded, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    words = {"email": ("E-mail address", "")}


class ChangePasswordForm(_Worded, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    words = {
        "oldpassword": ("Present password", ""),
        "password1": ("New password", PASSWORD_HELP),
        "password2": ("New password again", ""),
    }


class ResetPasswordKeyForm(_Worded, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    words = {"password1": ("New password", PASSWORD_HELP), "password2": ("New password again", "")}


class ReauthenticateForm(_Worded, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    words = {"password": ("Your password", "")}


class CodeForm(_Worded, AuthenticateForm):  # type: ignore[misc]
    words = {"code": ("Code", "")}


class ActivateForm(_Worded, ActivateTOTPForm):  # type: ignore[misc]
    words = {"code": ("The six digits", "")}

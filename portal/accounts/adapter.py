"""What allauth asks the portal: which names will do, how refusals are worded, whose address is whose."""

from smtplib import SMTPException
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from portal.accounts.models import User
from portal.accounts.name_key import name_key
from portal.accounts.names import clean_name
from portal.accounts.taken import refuse_taken

log = structlog.get_logger(__name__)

_NO_MATCH = "This name or address and this password do not belong together. Check both and try again."
_TOO_MANY = "Too many tries with a wrong password. Wait five minutes, or reset your password by e-mail."


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up, sign-in and addresses by the portal's rules (spec: table-page, Accounts)."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed or switched off.",
        "email_password_mismatch": _NO_MATCH,
        "username_password_mismatch": _NO_MATCH,
        "incorrect_password": "This is not your password. Try again.",
        "enter_current_password": "This is not your present password. Try again.",
        "email_taken": "There is an account with this address already. Sign in, or reset its password.",
        "unknown_email": "No account has this address. Check its spelling, or sign up.",
        "too_many_login_attempts": _TOO_MANY,
        "incorrect_code": "This code is not right, or it is too old. Type the one that is shown now.",
        "rate_limited": "That was too often in a short time. Wait a minute and try again.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = clean_name(username)
        if not shallow:
            refuse_taken(name)
        return name

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Counts failures by person, not by spelling."""
        if credentials.get("username"):
            credentials["username"] = name_key(credentials["username"])
        super().pre_authenticate(request, **credentials)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends a mail. Where the mail server fails, what was asked for stands, and the asker is told."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            log.exception("mail_failed", template=template_prefix)
            messages.error(self.request, "The mail could not be sent just now. Ask for it again later.")

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Who proves an address has it: others who only claimed it lose it, and with it the clash."""
        with transaction.atomic():
            others = EmailAddress.objects.filter(email__iexact=email_address.email, verified=False)
            others.exclude(user_id=email_address.user_id).delete()
            claims = User.objects.filter(email__iexact=email_address.email).exclude(pk=email_address.user_id)
            claims.exclude(emailaddress__email__iexact=email_address.email).update(email="")
            return bool(super().confirm_email(request, email_address))

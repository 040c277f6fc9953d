"""Whether somebody has a name already, in whatever spelling."""

from django.core.exceptions import ValidationError

from portal.accounts.models import User
from portal.accounts.name_key import name_key


def is_taken(name: str, *, besides: int | None = None) -> bool:
    """Whether an account other than `besides` (a user's id) has this name; closed accounts keep theirs."""
    same = User.objects.filter(name_key=name_key(name))
    return (same if besides is None else same.exclude(pk=besides)).exists()


def refuse_taken(name: str, *, besides: int | None = None) -> None:
    """Raises ValidationError where the name is taken."""
    if is_taken(name, besides=besides):
        raise name_taken(name)


def name_taken(name: str) -> ValidationError:
    """The refusal; also for the one of two simultaneous sign-ups that came second."""
    return ValidationError(
        f"The name {name}, or one that looks like it, is taken. Take another one.", code="taken"
    )

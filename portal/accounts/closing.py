"""Closing an account: running games are left by the rules, then everything personal goes
(spec: portal, Leaving).

What stays is what belongs to others too: the games played, the points in them, and the folded form of the
name, so that nobody can come back as this person.
"""

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import F

from portal.accounts.awaited import awaited
from portal.accounts.models import User


def cost_of_closing(user_id: int) -> Sequence[str]:
    """What closing would cost now, one plain sentence a running scored game."""
    from portal.tables import lobby  # the tables know accounts, so accounts meet them only when called

    return list(awaited(lobby.cost_of_closing(user_id)))


def close_account(user_id: int) -> None:
    """Leaves every running game, then closes. Done again after a crash in between it ends in the same."""
    from portal.tables import lobby

    awaited(lobby.close_account(user_id))
    forget_person(user_id)


@transaction.atomic
def forget_person(user_id: int) -> None:
    """Takes name, address, password, second factor and rights off an account and ends its sessions."""
    user = User.objects.select_for_update().get(pk=user_id)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.is_closed = True
    user.username = f"closed@{user.pk}"  # no living name holds @
    user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.last_seen = None
    user.set_unusable_password()
    user.sign_out_count += 1
    user.save()


def sign_out_everywhere(user_id: int) -> None:
    """Ends every session of the account, the asker's own too."""
    User.objects.filter(pk=user_id).update(sign_out_count=F("sign_out_count") + 1)

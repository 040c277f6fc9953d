"""Cases to decide about: real records, a timeline, people signed in."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from games.api import Basis, Leaving
from games.record import apply, document
from games.registry import game
from ladder.leaving import Cause
from ladder.models import Abandonment
from ladder.postings import CaseFile
from tests.ladder.conftest import left, person, post, ref

PARTNERS = Basis(sides=((0, 2), (1, 3)), scores=(20, 60), hands_completed=1, one_hand=False)


@cache
def record(acts: int = 13) -> dict[str, Any]:
    """A game of Black Lady after so many events; the deal is always the same one."""
    engine = game("black-lady").engine
    options = engine.normalise({"rule_set": "portal", "length": {"hands": 2}}, 4)
    state, log, random = engine.new(options, 4), [], Random(1)
    for _ in range(acts):
        if step := engine.chance(state):
            order = list(step.items)
            random.shuffle(order)
            event: dict[str, Any] = step.event(order)
        else:
            seat = min(engine.due(state))
            legal = engine.legal(state, seat)
            text = legal.acts[0] if legal.acts else " ".join((legal.verb, *legal.of[: legal.choose]))
            event = {"seat": seat, "act": text}
        state = apply(engine, state, event)
        log.append(event)
    return document("black-lady", options, 4, log)


def hands_dealt() -> list[list[str]]:
    """The cards of each seat before passing."""
    return [hand.split() for hand in record()["events"][0]["hands"]]


def leave(
    people: list[Any], seat: int, *, file: CaseFile | None = None, cause: Cause = Cause.EXIT, **given: Any
) -> int:
    """Somebody leaves; the case's number."""
    given.setdefault("at", timezone.now() - timedelta(hours=1))
    told = left(people, seat, **given)
    assert post(replace(told, cause=cause, case_file=file or CaseFile(record=record()))) == [True]
    where = {"table_ref": told.ref.table_ref, "game_number": told.ref.game_number, "seat": seat}
    return Abandonment.objects.get(**where).pk


def leave_behind_with_partner(four: list[Any]) -> int:
    """Seat 0 leaves while the side is behind: −1 for both partners, +1 for both opponents."""
    return leave(four, 0, ref=ref(table="partners", game="spades"), rule=Leaving.PARTNERS, basis=PARTNERS)


def reviewer(name: str = "Rita") -> Any:
    found = person(name)
    found.user_permissions.add(Permission.objects.get(codename="review_abandonments"))
    return found


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(response: Any) -> str:
    """The page in one line, without the form's tokens: 64 random letters hold any short word some day."""
    return " ".join(re.sub(r'value="\w{64}"', "", response.content.decode()).split())


def decide_by_form(
    client: Client, case: str, verdict: str = "void", reason: str = "The line was cut."
) -> str:
    """Sends the desk's form; the page that follows."""
    told = {"case": case, "verdict": verdict, "reason": reason, "next": "/review/?state=all"}
    response = client.post("/review/decide/", told, follow=True)
    assert response.status_code == 200
    return text(response)

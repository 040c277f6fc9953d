"""A finished game as a list to be read, hand by hand and trick by trick: what there is without JavaScript."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.record import Record
from portal.fairness.replay import Step, steps
from portal.fairness.wording import dealt_in_words


@dataclass(kw_only=True)
class Group:
    """The acts of one trick (passing; chess: one move), in words; `step` is its first."""

    step: int
    acts: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Part:
    """A hand, or what there is before one: each seat's cards as dealt, then the groups."""

    title: str
    step: int
    dealt: list[str]
    groups: list[Group] = field(default_factory=list)


def parts(record: Record, names: Sequence[str]) -> list[Part]:
    """The whole game. Raises BadRecord."""
    found: list[Part] = []
    before: Step | None = None
    fresh = True
    for number, step in enumerate(steps(record, names)):
        if step.is_deal:
            found.append(Part(title=step.text, step=number, dealt=dealt_in_words(step.views, names)))
            fresh = True
        elif before is not None:
            if not found:
                found.append(Part(title="The moves", step=number, dealt=[]))
            if fresh:
                found[-1].groups.append(Group(step=number))
            found[-1].groups[-1].acts.extend(text for text in (step.text, step.note) if text)
            fresh = (step.moment, step.phase) != (before.moment, before.phase)
        before = step
    return found

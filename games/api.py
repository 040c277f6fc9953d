"""What a game is to everything above it: the engine protocol and its values.

An engine is a set of pure functions over an immutable state. Chance enters as data (`chance`, `resolve`), so
a log of events replays exactly; time, presence and leaving belong to the table, not to the game. Seats are
numbered 0…n-1 clockwise; the seat to the left of s is (s + 1) % n.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Protocol

Json = Any  # a JSON value

Seat = int
Event = Mapping[str, Any]
"""One step of a record (`portal-record/1`): `{"chance": kind, …}` or `{"seat": s, "act": text}`."""
View = Mapping[str, Any]
"""All that one viewer may know, as JSON: the page, the API and the computer players get this and nothing
else.

Every view has `"phase"` (a short word of the game's own: passing, playing, over …), `"hand_number"` (from 1),
`"due"` (seats from whom an act is due), `"legal"` (the viewer's own `Legal.as_json()`, or null) and
`"options"` (the full option list in force). The rest is the game's own and documented in its engine's `view`.
"""
Options = Mapping[str, Any]
"""What a record holds: `rule_set`, `length`, and whatever differs from the rule set's preset."""


class Leaving(StrEnum):
    """Which rows of the leaving table a game falls under (spec: portal, Leaving)."""

    SINGLES = "singles"  # three or more single players
    PARTNERS = "partners"  # two sides of several seats
    MATERIAL = "material"  # chess: material decides
    DUEL = "duel"  # other two-player games


class IllegalAct(Exception):
    """An act that the rules refuse; the state is as it was.

    `code` is stable (`not-in-hand`, `follow-suit`, …), `rule` names the rule of the game's RULES.md, and the
    sentence says in plain words what was wrong and what would be allowed.
    """

    def __init__(self, code: str, rule: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.rule, self.sentence = code, rule, sentence


class BadOptions(Exception):
    """Options that cannot be played: `option` names the one at fault, the sentence says what would do."""

    def __init__(self, option: str, sentence: str) -> None:
        super().__init__(sentence)
        self.option, self.sentence = option, sentence


class UnknownGame(LookupError):
    """There is no game of that slug; `known` are those that there are."""

    def __init__(self, slug: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no game {slug!a}; there is {', '.join(known)}.")
        self.slug, self.known = slug, known


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One value that an option can take, with the words that the form shows."""

    value: Json
    label: str


@dataclass(frozen=True, kw_only=True)
class Option:
    """One line of the option form, for one rule set and number of seats.

    `unavailable` says in one sentence why it cannot be chosen here (then only `default` stands); else it is
    "".
    """

    name: str
    label: str
    help: str
    choices: tuple[Choice, ...]
    default: Json
    unavailable: str = ""
    test_only: bool = False
    """Only test games may change it."""
    free_text: bool = False
    """Any text may be given; `choices` then holds the default alone, and `normalise` judges the text."""


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """A named preset of options. Games without rule sets have one whose slug is ""."""

    slug: str
    title: str
    summary: str
    seats: tuple[int, ...]
    default_seats: int


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """The fixed facts of a game kind."""

    slug: str
    title: str
    summary: str
    leaving: Leaving
    hidden: bool
    """Whether a viewer can be kept from knowing part of the state."""
    rule_sets: tuple[RuleSet, ...]
    min_move_time_s: int = 30
    max_move_time_s: int = 300
    default_move_time_s: int = 60
    levels: tuple[int, ...] = (1, 2)
    """Levels at which there are computer players."""
    hands: bool = True
    """Whether it is played in hands that give points; where not, records and pages show neither."""
    seat_names: tuple[str, ...] = ()
    """Names of the seats where the game has them ("White", "Black")."""
    endings: Mapping[str, str] = field(default_factory=dict)
    """How a game ended, in a sentence each: the reason of its `Result` → "Checkmate."."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Wording of the computer players' reasons: code → sentence with `{name}` fields."""


@dataclass(frozen=True, kw_only=True)
class Chance:
    """A chance step that is due: an order of `items`, split into consecutive parts of the sizes `parts`.

    `kind` is the record's name for it ("deal"), `parts` one size a seat for a deal.
    """

    kind: str
    items: tuple[str, ...]
    parts: tuple[int, ...]

    def event(self, order: Sequence[str]) -> dict[str, Any]:
        """The record's event for `order`, a permutation of `items`: seat 0 gets the first part, and so on."""
        hands, at = [], 0
        for size in self.parts:
            hands.append(" ".join(order[at : at + size]))
            at += size
        return {"chance": self.kind, "hands": hands}


@dataclass(frozen=True, kw_only=True)
class Legal:
    """What a seat may do now: whole acts as text, or `choose` cards `of` these behind the word `verb`.

    `optional` acts may be made by a seat that is not due (resign, another choice to pass); they start no
    clock.
    """

    acts: tuple[str, ...] = ()
    choose: int = 0
    of: tuple[str, ...] = ()
    verb: str = ""
    optional: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.acts or self.choose or self.optional)

    def as_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = {"acts": list(self.acts), "optional": list(self.optional)}
        if self.choose:
            shape |= {"choose": self.choose, "of": list(self.of), "verb": self.verb}
        return shape


@dataclass(frozen=True, kw_only=True)
class HandScore:
    """One finished hand: points of that hand and totals after it, by scorer (a seat, or a side in
    partnerships).

    `notes` are short facts for the end-of-hand window, as `{"code": "moon", "seat": 2}`.
    """

    points: tuple[int, ...]
    totals: tuple[int, ...]
    notes: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What the leaving rule compares (spec: portal, Leaving), on completed hands only.

    `sides` partition the seats; `scores` are by side, higher is better (totals turned round where low wins;
    material in chess).
    """

    sides: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    hands_completed: int
    one_hand: bool


@dataclass(frozen=True, kw_only=True)
class Result:
    """The end of a game: places by seat (1 is first, ties equal; partners share one), and how it ended."""

    places: tuple[int, ...]
    sides: tuple[tuple[Seat, ...], ...]
    reason: str


class Engine(Protocol):
    """The rules of one game kind. `S` below is the engine's own immutable state; nobody else looks inside."""

    info: GameInfo

    def options(self, rule_set: str, seats: int) -> tuple[Option, ...]:
        """The option form for a rule set and number of seats, in order; includes `length`."""

    def normalise(self, raw: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """What a record holds for `raw`: rule_set, length, differences from the preset. Raises BadOptions."""

    def describe(self, options: Options, seats: int) -> tuple[str, ...]:
        """The rules of such a table in plain sentences, derived from the options that the engine runs."""

    def max_acts(self, options: Options, seats: int) -> int:
        """A bound on the number of acts of a whole game, so that random games are known to end."""

    def new(self, options: Options, seats: int) -> Any:
        """A fresh game. `options` have been normalised."""

    def chance(self, state: Any) -> Chance | None:
        """The chance step that is due before anybody can act, or None."""

    def resolve(self, state: Any, event: Event) -> Any:
        """The state after a chance event. Raises IllegalAct where the event does not fit (`seat` is None
        then).
        """

    def due(self, state: Any) -> frozenset[Seat]:
        """Whose clock runs; empty while chance is due and when the game is over."""

    def legal(self, state: Any, seat: Seat) -> Legal:
        """What this seat may do."""

    def act(self, state: Any, seat: Seat, act: str) -> Any:
        """The state after the act. Raises IllegalAct."""

    def view(self, state: Any, viewer: Seat | None) -> View:
        """All that this viewer may know; None is a spectator. Once the game is over nothing is hidden."""

    def moment(self, state: Any) -> int:
        """Grows by one with each finished trick or move: the unit of the spectators' delay."""

    def completed_hands(self, state: Any) -> tuple[HandScore, ...]:
        """The finished hands so far, in order (empty in games without hands)."""

    def leaving_basis(self, state: Any, seat: Seat) -> Basis:
        """What the leaving rule compares if this seat leaves now."""

    def result(self, state: Any) -> Result | None:
        """The end of the game, or None while it goes on."""

    def dump(self, state: Any) -> dict[str, Any]:
        """The state as JSON with a `"v"` for its version."""

    def load(self, dumped: Mapping[str, Any]) -> Any:
        """The state of a dump."""

    def check(self, state: Any) -> None:
        """Raises AssertionError where an invariant is broken (distinct cards, hand totals)."""

    def recorded(self, events: Sequence[Event]) -> list[Event]:
        """What the record keeps of a log: choices that were taken back or changed drop out."""


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a computer player did what it did: a code of `GameInfo.reasons` with its data. Tells nothing
    hidden.
    """

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class BotChoice:
    """An act with its reason."""

    act: str
    reason: Reason


class Bot(Protocol):
    """A computer player: a pure function of its seat's view, its level and how much it may search."""

    def __call__(self, view: View, seat: Seat, level: int, budget: int) -> BotChoice: ...


@dataclass(frozen=True, kw_only=True)
class Game:
    """What a game folder's `__init__` offers as `GAME`: the registry finds nothing else."""

    engine: Engine
    bot: Bot
    budgets: Mapping[int, int] = field(default_factory=dict)
    """Full search budget by level (playouts or nodes); 0 where a level does not search."""
    exchange: Callable[[Any, Seat | None, Random], Any] | None = None
    """Another state that looks the same to this viewer: what they cannot see is dealt anew (games that hide).
    """
    asked: Callable[[Any], frozenset[Seat]] | None = None
    """Seats to whom a question is put that they may answer though nothing is due from them (an offered draw): no
    clock runs, but a computer there is asked for an act. The first of its `Legal.optional` does no harm.
    """
    warm: Callable[[], None] | None = None
    """Gets ready what computer players need in this process (an engine, a table), so that the first choice is as quick
    as the others; called once in each process that serves them.
    """

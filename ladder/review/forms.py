"""What reviewers and players fill in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.utils.functional import lazy

from ladder.kinds import kinds
from ladder.leaving import Cause
from ladder.models import Decision
from ladder.models.abandonments import APPEAL_LENGTH
from ladder.review.cases import Filters
from ladder.review.decisions import Wish

REASON_LENGTH = 1000
MOST_AT_ONCE = 100
STATES = (("undecided", "undecided"), ("decided", "decided"), ("all", "all"))


class Lines(forms.CharField):
    """A text of several lines, whose ends count as one sign each, as the browser counts them."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        return super().to_python(value.replace("\r\n", "\n") if isinstance(value, str) else value) or ""


def _games() -> list[tuple[str, str]]:
    return [("", "any"), *((info.slug, info.title) for info in kinds())]


class FilterForm(forms.Form):
    """The queue's filters; what is left out asks for everything, but that the state is undecided."""

    state = forms.ChoiceField(choices=STATES, required=False)
    cause = forms.ChoiceField(
        choices=[("", "any"), *((cause.value, cause.value.replace("-", " ")) for cause in Cause)],
        required=False,
    )
    game = forms.ChoiceField(choices=lazy(_games, list), required=False)
    player = forms.CharField(max_length=60, required=False)
    appealed = forms.BooleanField(required=False, label="appealed only")
    repeated = forms.BooleanField(required=False, label="repeated only")
    before = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)

    def clean_player(self) -> Any:
        """The account of that name, or None where none is asked for."""
        if not (name := self.cleaned_data["player"]):
            return None
        users = get_user_model()
        try:
            found: Any = users._default_manager.get_by_natural_key(name)
        except users.DoesNotExist:
            found = None
        if found is None or found.is_closed:
            raise forms.ValidationError("Nobody has that name. Write it as it stands on the leaderboard.")
        return found

    @property
    def filters(self) -> Filters:
        cleaned = self.cleaned_data
        player = cleaned["player"]
        return Filters(
            state=cleaned["state"] or "undecided", cause=cleaned["cause"], game=cleaned["game"],
            player_id=player and player.pk, appealed=cleaned["appealed"], repeated=cleaned["repeated"],
        )  # fmt: skip


class DecisionForm(forms.Form):
    """Uphold or void, with a reason; `case` says which and what the page showed, as "31:7", several times."""

    reason = Lines(
        max_length=REASON_LENGTH,
        error_messages={"required": "Write a reason: the player reads it."},
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    verdict = forms.ChoiceField(
        choices=Decision.Verdict, error_messages={"required": "Press Uphold or Void."}
    )

    def clean(self) -> dict[str, Any]:
        """Adds the wishes."""
        chosen = self.data.getlist("case")  # type: ignore[attr-defined]
        if not chosen:
            raise forms.ValidationError("Choose at least one case.")
        if len(chosen) > MOST_AT_ONCE:
            raise forms.ValidationError(f"Choose {MOST_AT_ONCE} cases at most.")
        return {**self.cleaned_data, "wishes": [_wish(text) for text in dict.fromkeys(chosen)]}


def _wish(text: str) -> Wish:
    case_id, _, seen = text.partition(":")
    if not all(part.isascii() and part.isdigit() and len(part) < 19 for part in (case_id, seen)):
        raise forms.ValidationError("This page was cut or changed. Load it again.")
    return Wish(case_id=int(case_id), seen=int(seen))


class AppealForm(forms.Form):
    """What the player says."""

    text = Lines(
        max_length=APPEAL_LENGTH,
        label="Your appeal",
        help_text=f"Up to {APPEAL_LENGTH:,} characters. You can appeal once.",
        error_messages={"required": "Write what the reviewers should know."},
        widget=forms.Textarea(attrs={"rows": 6}),
    )

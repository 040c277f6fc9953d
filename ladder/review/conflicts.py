"""Who must not decide a case: whoever had a seat in its game (spec: portal, Review)."""

from django.db.models import Exists, OuterRef, Q
from django.db.models.expressions import Combinable

from ladder.models import Abandonment, PlayedSeat


def took_part(user_id: int) -> Q | Combinable:
    """For a filter or annotation of cases: those of games in which this user had a seat, left or not."""
    others = Abandonment.objects.filter(
        player_id=user_id, table_ref=OuterRef("table_ref"), game_number=OuterRef("game_number")
    )
    seats = PlayedSeat.objects.filter(
        player_id=user_id,
        played__table_ref=OuterRef("table_ref"),
        played__game_number=OuterRef("game_number"),
    )
    sat_then = Q(case_file__seats__contains=[{"player_id": user_id}])
    return Q(player_id=user_id) | sat_then | Q(Exists(others)) | Q(Exists(seats))

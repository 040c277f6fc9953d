"""The sheet of card faces is the one that its command draws."""

from portal.data import ROOT
from portal.management.commands.draw_cards import RANKS, SHEET, SIGNS, both, moved, sheet


def test_the_sheet_is_as_the_command_draws_it() -> None:
    assert (ROOT / SHEET).read_text(encoding="utf-8") == sheet()
    assert all(f'id="{rank}{suit}"' in sheet() for rank in RANKS for suit in SIGNS)


def test_a_path_is_scaled_turned_round_and_moved() -> None:
    assert moved("M1 2H3V4A5 6 0 1 0-7 8Z", 10, 20, 2) == "M12 24H16V28A10 12 0 1 0-4 36Z"
    assert moved("M1 2H3V4", 100, 140, turned=True) == "M99 138H97V136"
    assert moved(both("M1 2Q3 4 5 6"), 100, 140, turned=True) == "M99 138Q97 136 95 134M1 2Q3 4 5 6"

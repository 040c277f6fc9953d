"""The lobby, and the pages that anybody may read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.signals import got_request_exception
from django.test import Client

from games import registry
from portal.accounts.who import Who
from portal.pages import views
from portal.tables import lobby
from portal.tables.lobby import Row

pytestmark = pytest.mark.django_db

MARKUP = "<b onclick=x>q</b>"
PAGES = ["/", "/rules/", "/versions/", "/privacy/", "/accounts/signup/", "/accounts/login/", "/guest/"]


def row(**told: Any) -> Row:
    facts = {"code": "K7MX2", "game": "chess", "game_title": "Chess", "rule_set_title": "", "scored": True}
    facts |= {"level_title": "Beginner", "length_text": "one game", "move_time_s": 60, "status": "open"}
    facts |= {"people_only": False, "host": "Ann", "host_is_guest": False, "seats_taken": 1, "seats": 2}
    return Row(**(facts | told))


@pytest.fixture(autouse=True)
def seated(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What the tables answer, which have tests of their own: nothing, or the rows given."""

    def answer(board: tuple[Row, ...] = (), running: tuple[Row, ...] = ()) -> None:
        async def public_tables() -> list[Row]:
            return list(board)

        async def running_tables(asker: Who) -> list[Row]:
            return list(running)

        monkeypatch.setattr(lobby, "public_tables", public_tables)
        monkeypatch.setattr(lobby, "running_tables", running_tables)

    monkeypatch.setattr(views, "_tops", list)
    answer()
    return answer


@pytest.mark.parametrize("address", PAGES)
def test_everybody_may_read(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", PAGES)
def test_no_page_asks_another_host_for_anything(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "http://" not in page
    assert "https://" not in page


def test_a_first_visitor_plays_each_game_with_one_click(client: Client) -> None:
    page = client.get("/").content.decode()
    for game in registry.all_games():
        assert f'<input type="hidden" name="game" value="{game.engine.info.slug}">' in page
    assert page.count('action="/play/"') == len(registry.all_games())


def test_a_first_visitor_reads_what_a_scored_game_is_and_why_it_needs_an_account(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "counts on a leaderboard under your name, so it needs" in page
    assert "Scored: it counts" not in page


def test_who_is_signed_in_may_play_scored(client: Client) -> None:
    client.force_login(get_user_model().objects.create_user("Ann Bee"))
    assert "Scored: it counts" in client.get("/").content.decode()


def test_the_level_of_last_time_is_chosen_again(client: Client) -> None:
    slug = registry.all_games()[0].engine.info.slug
    client.get("/guest/")
    session = client.session
    session["last_choice"] = {slug: {"level": 2, "rule_set": ""}}
    session.save()
    assert '<option value="2" selected>' in client.get("/").content.decode()


def test_an_empty_board_names_the_next_step(client: Client) -> None:
    assert "Nobody is waiting." in client.get("/").content.decode()


def test_the_board_shows_each_open_table(client: Client, seated: Callable[..., None]) -> None:
    seated(board=(row(host="Bea", length_text="100 points", move_time_s=45),))
    page = client.get("/").content.decode()
    for words in ("Chess", "Bea", "Beginner", "100 points", "45 s a move", "1 of 2", "/tables/K7MX2/"):
        assert words in page


def test_a_guest_who_hosts_is_marked_as_a_guest(client: Client, seated: Callable[..., None]) -> None:
    seated(board=(row(host="Bea", host_is_guest=True),))
    assert '<bdi>Bea</bdi> <span class="tag">Guest</span>' in client.get("/").content.decode()


def test_markup_in_a_hosts_name_is_shown_literally(client: Client, seated: Callable[..., None]) -> None:
    """SEC-02."""
    seated(board=(row(host=MARKUP),))
    page = client.get("/").content.decode()
    assert "&lt;b onclick=x&gt;q&lt;/b&gt;" in page
    assert MARKUP not in page


def test_ones_own_running_table_is_found_again(client: Client, seated: Callable[..., None]) -> None:
    client.post("/guest/", {"name": "Bea"})
    seated(running=(row(status="running"),))
    assert "Back to table K7MX2" in client.get("/").content.decode()


def test_a_code_from_a_link_is_filled_in(client: Client) -> None:
    assert 'name="code" value="K7MX2"' in client.get("/?code=K7MX2").content.decode()


def test_the_rules_of_a_game_come_from_its_folder(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "RULES.md").write_text("# The game\n\n## Dealing\n\nOne by one.\n")
    monkeypatch.setattr(registry, "folder", lambda slug: tmp_path)
    slug = registry.all_games()[0].engine.info.slug
    page = client.get(f"/rules/{slug}/").content.decode()
    assert "<h1>The game</h1>" in page
    assert '<a href="#dealing">Dealing</a>' in page


def test_an_unknown_page_or_game_is_said_in_the_portals_own_look(client: Client) -> None:
    for address in ("/nothing-here/", "/rules/whist/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "There is nothing here" in answer.content.decode()
        assert "site-header" in answer.content.decode()


def test_a_form_without_its_secret_is_refused_with_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/guest/", {"name": "Bea"})
    assert answer.status_code == 403
    assert "reload the page and send it again" in answer.content.decode()


def test_our_own_faults_have_a_page_that_needs_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(lobby, "public_tables", broken)
    client.raise_request_exception = False
    seen: list[Any] = []
    got_request_exception.connect(lambda **told: seen.append(told), weak=False, dispatch_uid="test")
    answer = client.get("/")
    got_request_exception.disconnect(dispatch_uid="test")
    assert answer.status_code == 500
    assert "Nothing was lost" in answer.content.decode()
    assert seen


def test_the_privacy_page_tells_the_times_in_force(client: Client, settings: Any) -> None:
    settings.TEST_TABLE_END_MIN, settings.TEST_TABLE_IDLE_H = 17, 29
    page = client.get("/privacy/").content.decode()
    assert "17 minutes" in page
    assert "29 hours" in page

"""`manage.py selfplay`: computer players against each other, without database or server."""

import json
import re
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.api import BadOptions, UnknownGame
from games.selfplay import Keep, run, setup
from portal.management.record_file import plain


class Command(BaseCommand):
    help = "Lets computer players play each other; prints points a hand and how long decisions take."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True, help="black-lady, …")
        parser.add_argument("--rule-set", help="of the game's rule sets, if it has any")
        parser.add_argument(
            "--options", default="{}", metavar="JSON", help='changes, as {"length": {"hands": 4}}'
        )
        parser.add_argument("--hands", default="200", help="how many hands, over as many games as it takes")
        parser.add_argument("--seed", default="1", help="the same seed gives the same games")
        parser.add_argument("--players", required=True, help="one a seat: a level or random, as 2,1,1,random")
        parser.add_argument("--budget", help="search budget of each decision; each level's own if left out")
        parser.add_argument(
            "--mirror", action="store_true", help="play each deal in every rotation of the players"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
        parser.add_argument("--records", metavar="DIR", help="write a record of every game into this folder")

    def handle(self, *args: Any, **given: Any) -> None:
        try:
            wanted = setup(
                given["game"],
                _options(given["options"], given["rule_set"]),
                given["players"].split(","),
                hands=_number("--hands", given["hands"]),
                seed=given["seed"],
                mirror=given["mirror"],
                budget=None if given["budget"] is None else _number("--budget", given["budget"]),
            )
            report = run(wanted, time.perf_counter, _keeper(given["records"]))
        except UnknownGame as error:
            raise CommandError(plain(str(error))) from error
        except BadOptions as error:
            raise CommandError(plain(f"{error.option}: {error.sentence}")) from error
        except OSError as error:
            raise CommandError(f"The records cannot be written: {error.strerror}.") from error
        for line in report.lines():
            self.stdout.write(line)
        if given["json"]:
            self.stdout.write(json.dumps(report.as_json()))


def _options(text: str, rule_set: str | None) -> dict[str, Any]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandError('--options is a JSON object, as {"length": {"hands": 4}}.') from error
    if not isinstance(options, dict):
        raise CommandError('--options is a JSON object, as {"length": {"hands": 4}}.')
    return options if rule_set is None else {**options, "rule_set": rule_set}


def _number(name: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII):
        raise CommandError(f"{name} is a whole number, as 200.")
    return int(text)


def _keeper(folder: str | None) -> Keep:
    def keep(name: str, record: dict[str, Any]) -> None:
        if folder is not None:
            Path(folder, name).write_text(json.dumps(record) + "\n")

    if folder is not None:
        Path(folder).mkdir(parents=True, exist_ok=True)
    return keep

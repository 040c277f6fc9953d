"""`manage.py replay FILE`: play a record again by the engine, without database or server."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record import BadRecord, check_extras, read, replay
from games.verify import check_fairness
from ladder.points import points_of
from portal.management.record_file import bytes_of, plain, reader_may_stop


class Command(BaseCommand):
    help = "Plays a game record again and prints each hand and the end of the game."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record (portal-record/1), as JSON")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        parser.add_argument("--legal", action="store_true", help="before each event, what was allowed")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        write = self._write_json if options["json"] else self._write_words
        try:
            record, line = read(bytes_of(file)), {}
            with reader_may_stop():
                for line in replay(record, points_of, with_legal=options["legal"]):
                    write(line)
                check_extras(record, line)
                check_fairness(record)
        except BadRecord as error:
            raise CommandError(f"{plain(file)}: {plain(str(error))}") from error

    def _write_json(self, line: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(line))

    def _write_words(self, line: dict[str, Any]) -> None:
        if "hand" in line:
            self.stdout.write(
                f"Hand {line['hand']}: points {_row(line['points'])}, totals {_row(line['totals'])}."
            )
        elif "event" in line:
            self.stdout.write(
                f"Event {line['event']}: due {_row(line['to_act']) or 'chance'}; {line['legal']}"
            )
        else:
            self.stdout.write(_end(line))


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _end(line: dict[str, Any]) -> str:
    said = f"{line['events']} events, {line['hands_completed']} hands, totals {_row(line['totals'])}."
    if not line["over"]:
        return f"{said} The game is not over."
    return f"{said} The game is over: places {_row(line['places'])}, points {_row(line['result'])}."

"""`manage.py verify FILE`: derive every deal of a record anew from its `fairness` part."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record import BadRecord, read
from games.verify import Verdict, findings
from portal.management.record_file import bytes_of, plain


class Command(BaseCommand):
    help = "Says of each deal of a record whether it is the one that its seed and the players' nonces give."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record (portal-record/1) with its fairness part")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        matching, hands = 0, 0
        try:
            for finding in findings(read(bytes_of(file))):
                self.stdout.write(finding.sentence)
                hands += finding.verdict is not Verdict.NOT_DEALT
                matching += finding.verdict is Verdict.MATCHES
        except BadRecord as error:
            raise CommandError(f"{plain(file)}: {plain(str(error))}") from error
        if matching < hands:
            raise CommandError(f"{plain(file)}: {matching} of {hands} deals match.")
        self.stdout.write(f"All {hands} deals match.")

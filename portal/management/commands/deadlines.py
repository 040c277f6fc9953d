"""`manage.py deadlines --set-aside` lists what the clock has given up on, `--retry ID` makes it try again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from portal.tables.models import Deadline


class Command(BaseCommand):
    """A deadline that fails again and again is set aside so that it stops no others; why is in the clock's log."""

    help = "List deadlines that were set aside after failing, or try one again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        wish = parser.add_mutually_exclusive_group(required=True)
        wish.add_argument("--set-aside", action="store_true", help="list them")
        wish.add_argument("--retry", type=int, metavar="ID", help="let the clock serve this one again")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["retry"] is not None:
            return self._retry(options["retry"])
        rows = Deadline.objects.filter(set_aside=True).select_related("table").order_by("due_at")
        for row in rows:
            self.stdout.write(
                f"{row.pk}: {row.kind} of seat {row.seat} at table {row.table_id} ({row.table.game}, code "
                f"{row.table.code}), due {row.due_at:%Y-%m-%d %H:%M:%S} UTC, tried {row.attempts} times"
            )
        if not rows:
            self.stdout.write("No deadline is set aside.")
        else:
            self.stdout.write(
                "Why: 'deadline_failed' in the clock's log. Again: manage.py deadlines --retry ID"
            )

    def _retry(self, row_id: int) -> None:
        found = Deadline.objects.filter(pk=row_id, set_aside=True)
        if not found.update(set_aside=False, attempts=0, run_at=timezone.now()):
            raise CommandError(
                f"No deadline {row_id} is set aside. `manage.py deadlines --set-aside` lists those that are."
            )
        self.stdout.write(f"The clock serves deadline {row_id} again within a second.")

"""`manage.py check_ladder`: are boards and ranks what the ledger and the abandonments say?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ladder.statements import statement

SHOWN = 20


class Command(BaseCommand):
    """Ends with exit code 1 and the first differences where they are not. Changes nothing."""

    help = "Compare standings and rank counts with the ledger and the abandonments."

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement("differences"))
            differences = [line for (line,) in cursor.fetchall()]
        if differences:
            shown = "\n".join(differences[:SHOWN])
            raise CommandError(
                f"{len(differences)} rows differ from the ledger (`rebuild_ladder` makes them anew):\n{shown}"
            )
        self.stdout.write("Standings and rank counts agree with the ledger.")

"""`manage.py rebuild_ladder`: work out boards and ranks anew from the ledger and the abandonments."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction

from ladder.models import Standing
from ladder.statements import statement


class Command(BaseCommand):
    """One transaction: games that end meanwhile wait for it, pages show the old state until it is done."""

    help = "Work out standings and rank counts anew."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            for part in statement("rebuild").split(";\n"):
                cursor.execute(part)
        self.stdout.write(f"{Standing.objects.count()} standings were worked out anew.")

"""`manage.py restore FILE`: a backup into an empty system."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from sixfold.operations import backups


class Command(BaseCommand):
    """Fills a migrated, empty system, on the same database or another kind."""

    help = "Fill an empty, migrated system with what `manage.py backup` wrote; all of it or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` has written")

    def handle(self, *, file: Path, **_: Any) -> None:
        try:
            manifest = backups.restore(file, self.stderr.write)
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        rows = sum(manifest.rows.values())
        self.stdout.write(
            f"Restored the backup of {manifest.made_at}: {rows} rows and {manifest.files} files."
        )

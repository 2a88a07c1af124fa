"""`manage.py backup FILE`: everything in one archive, while the platform runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from sixfold.operations import backups


class Command(BaseCommand):
    """Writes rows and records to a file that `manage.py restore` reads, on any database."""

    help = "Write the database's rows, and all records and logs of matches, to a new zip file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the new file, such as sixfold-2026-11-30.zip")

    def handle(self, *, file: Path, **_: Any) -> None:
        try:
            manifest = backups.write(file, self.stderr.write)
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from None
        rows = sum(manifest.rows.values())
        self.stdout.write(f"{file}: {rows} rows and {manifest.files} files.")
        if manifest.missing:
            listed = ", ".join(manifest.missing[:5])
            raise CommandError(
                f"The backup is complete but for {len(manifest.missing)} files that rows name and"
                f" the store does not have: {listed} ..."
            )

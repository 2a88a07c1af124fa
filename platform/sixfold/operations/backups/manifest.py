"""What a backup says of itself, and what both its writer and its reader have to know."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

FORMAT = 1
MANIFEST = "manifest.json"

Report = Callable[[str], None]
"""Takes a line about what has been done."""


class BackupError(Exception):
    """Why a backup cannot be written or restored; a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive holds, to be compared with what a restored system has."""

    format: int
    sixfold: str
    made_at: str
    migrations: list[str]
    """Those applied to the database, as app.name, sorted."""
    rows: dict[str, int]
    """By model, in the order in which they are stored."""
    files: int
    missing: list[str] = field(default_factory=list)
    """Files that a row names and the store does not have."""


def applied_migrations() -> list[str]:
    return sorted(map(".".join, MigrationRecorder(connection).applied_migrations()))

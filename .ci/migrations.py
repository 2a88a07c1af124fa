"""Whether migrations are safe on a running system, by django-migration-linter on PostgreSQL's SQL.

While a new version is migrated, workers and web processes of the old one go on: a column that is
dropped, renamed or suddenly required breaks them. Those in `migrations-accepted.txt` are from
before this was checked, each with what the linter says of it and what that means; a new one is made
safe instead, by a default in the database or in two steps.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

CI = Path(__file__).resolve().parent
ACCEPTED = CI / "migrations-accepted.txt"


def main() -> int:
    """Print what is wrong; 1 where something is."""
    from django.apps import apps
    from django_migration_linter import MigrationLinter

    ours = [app for app in apps.get_app_configs() if app.name.startswith("sixfold.")]
    linter = MigrationLinter(include_apps=[app.label for app in ours], quiet=["ok", "ignore"])
    accepted = {line.partition(" ")[0] for line in ACCEPTED.read_text().splitlines()}
    migrations = linter.migration_loader.disk_migrations
    for (app, name), migration in sorted(migrations.items()):
        if f"{app}.{name}" not in accepted:
            linter.lint_migration(migration)
    gone = accepted - {f"{app}.{name}" for app, name in migrations}
    for name in gone:
        print(f"{name} is accepted in {ACCEPTED.name}, and there is no such migration.")
    return int(linter.has_errors or bool(gone))


if __name__ == "__main__":
    sys.path.insert(0, str(CI))
    with TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "sixfold.settings",
            "DATABASE_URL": "postgres://nobody@localhost/none",
            "DATA_DIR": folder,
            "LOG_LEVEL": "WARNING",
        }
        import django
        from django.conf import settings

        settings.DATABASES["default"]["ENGINE"] = "postgresql_offline"
        django.setup()
        sys.exit(main())

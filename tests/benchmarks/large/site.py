"""A site's folder for benchmarks: its settings, as in production, are read from the environment."""

import os
from pathlib import Path

import django


def open_site(folder: Path) -> None:
    """Have Django work on what is in this folder, or on the database that DATABASE_URL names."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "sixfold.settings",
        "DATA_DIR": str(folder),
        "STATIC_ROOT": str(folder / "static"),
        "LOG_LEVEL": "ERROR",
        # As in production: without DEBUG, which would keep every query in memory.
        "SECRET_KEY": "benchmark",
        "HTTPS": "off",
        "API_PER_MINUTE": "1000000",
    }
    django.setup()

"""Settings run as they stand, and say what production needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client


def manage(*arguments: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py in an environment that holds nothing else."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.ROOT,
        env={"DATA_DIR": str(data), "PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
    )


def test_settings_run_as_they_stand(tmp_path: Path) -> None:
    checked = manage("check", "--fail-level", "WARNING", data=tmp_path)
    assert checked.returncode == 0, checked.stderr


def test_a_key_is_all_that_production_needs(tmp_path: Path) -> None:
    key = "a key that is long enough, and has many different letters: 0123456789"
    checked = manage("check", "--deploy", "--fail-level", "WARNING", data=tmp_path, SECRET_KEY=key)
    assert checked.returncode == 0, checked.stderr


def test_every_model_has_its_migration(tmp_path: Path) -> None:
    made = manage("makemigrations", "--check", "--dry-run", data=tmp_path)
    assert made.returncode == 0, made.stdout


def test_a_page_allows_only_its_own_scripts_and_styles(client: Client, db: None) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/account/", "/submit/"])
def test_a_page_is_closed_unless_opened(client: Client, db: None, path: str) -> None:
    assert client.get(path).headers["Location"] == f"/accounts/login/?next={path}"


def test_the_health_page_asks_the_database(client: Client, db: None) -> None:
    assert client.get("/health/").content == b"ok\n"

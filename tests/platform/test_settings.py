"""Settings run as they stand, and say what production needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import InternalError, OperationalError
from django.test import Client
from psycopg.errors import ReadOnlySqlTransaction

from sixfold.accounts.models import User


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


def test_in_production_everything_comes_by_https_alone(tmp_path: Path) -> None:
    """Asked of a process of its own, since only that has read a key."""
    ask = (
        "from django.conf import settings; from django.test import Client;"
        "client = Client(headers={'Host': 'localhost'}); page = '/api/v1/openapi.json';"
        "print(client.get(page).status_code, client.get(page, secure=True).headers);"
        "print(settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY,"
        " settings.CSRF_COOKIE_SECURE, settings.LANGUAGE_COOKIE_SECURE)"
    )
    key = "a key that is long enough, and has many different letters: 0123456789"
    shell = ("shell", "--no-imports", "--command", ask)
    asked = manage(*shell, data=tmp_path, SECRET_KEY=key)
    assert asked.stdout.startswith("301 "), asked.stderr
    assert "max-age=31536000; includeSubDomains; preload" in asked.stdout
    assert "'X-Frame-Options': 'DENY'" in asked.stdout
    assert "'Referrer-Policy': 'same-origin'" in asked.stdout
    assert asked.stdout.splitlines()[-1] == "True True True True"


def test_every_model_has_its_migration(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        call_command("makemigrations", "--check", "--dry-run")
    except SystemExit:
        pytest.fail(capsys.readouterr().out)


def test_an_empty_address_of_a_database_means_the_default(tmp_path: Path) -> None:
    migrated = manage("migrate", "--check", data=tmp_path, DATABASE_URL="")
    assert "sqlite" not in migrated.stderr
    assert (tmp_path / "db.sqlite3").exists()


def files(count: int) -> dict[str, object]:
    return {f"file{number}": SimpleUploadedFile("bot.py", b"pass") for number in range(count)}


@pytest.mark.parametrize(
    "form",
    [files(10), {f"field{number}": "" for number in range(1_000)}],
    ids=["ten files", "a thousand fields"],
)
def test_a_form_of_more_than_any_of_ours_is_refused(
    client: Client, user: User, form: dict[str, object]
) -> None:
    client.force_login(user)
    response = client.post("/submit/", form)
    assert response.status_code == 400
    assert "Nothing was changed" in response.text


def test_a_page_allows_only_its_own_scripts_and_styles(client: Client, db: None) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/account/", "/submit/"])
def test_a_page_is_closed_unless_opened(client: Client, db: None, path: str) -> None:
    assert client.get(path).headers["Location"] == f"/accounts/login/?next={path}"


@pytest.mark.parametrize(
    "path",
    ["/", "/ladder/", "/matches/", "/teams/", "/docs/rules/", "/docs/ratings/", "/health/"],
)
def test_a_page_to_read_takes_no_form(client: Client, user: User, path: str) -> None:
    client.force_login(user)
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 405


def test_the_health_page_asks_the_database(client: Client, db: None) -> None:
    assert client.get("/health/").content == b"ok\n"


def standby() -> InternalError:
    """What a PostgreSQL that follows another one says to a write."""
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = ReadOnlySqlTransaction()
    return error


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (OperationalError("database is locked"), 503, "The database does not answer"),
        (standby(), 503, "The database does not answer"),
        (RuntimeError("a bug"), 500, "Something broke on our side"),
    ],
)
def test_a_fault_is_told_and_whether_to_come_back(
    db: None, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, sentence: str
) -> None:
    def newest() -> None:
        raise error

    monkeypatch.setattr("sixfold.ladder.showcase.newest", newest)
    response = Client(raise_request_exception=False).get("/")
    assert response.status_code == status
    assert sentence in response.text

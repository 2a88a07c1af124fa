"""What an operator sets is read, or refused by name; what is secret is not shown."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from sixfold import environment


def test_an_empty_variable_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTS_PER_OWNER", "")
    monkeypatch.setenv("LADDERS", "two, five")
    here = environment.read()
    assert here.BOTS_PER_OWNER == 3
    assert here.LADDERS == ["two", "five"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WORKERS", "many"),
        ("WORKERS", "0"),
        ("LEASE_SECONDS", "-1"),
        ("SIXFOLD_PUBLIC", "maybe"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is '{value}': Input should be"):
        environment.read()


def test_no_secret_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in environment.Environment.model_fields:
        if "SECRET" in name or "TOKEN" in name or name.endswith(("_DSN", "BASE_URL", "MAIL_URL")):
            monkeypatch.setenv(name, "hush-hush")
    assert "hush-hush" not in str(environment.read())


@pytest.mark.parametrize(
    ("default", "shown"),
    [(False, "off"), (True, "on"), (3, "3"), (["a", "b"], "`a,b`"), ("x", "`x`")],
)
def test_a_default_is_written_as_one_would_set_it(default: object, shown: str) -> None:
    assert environment.notation(default) == shown

"""What an operator may set in the environment: each variable's type, default and meaning."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from django.core.exceptions import ImproperlyConfigured
from pydantic import (
    BeforeValidator,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    SecretStr,
    ValidationError,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reference says of a default that is worked out, or that is nothing."""

    text: str


def _words(text: str | list[str]) -> list[str]:
    if isinstance(text, list):
        return text
    return [word.strip() for word in text.split(",") if word.strip()]


Words = Annotated[list[str], NoDecode, BeforeValidator(_words)]
"""Comma-separated."""
NONE = Shown("none")
NOTHING = SecretStr("")


class Environment(BaseSettings):
    """An empty variable counts as missing. Their order is that of the reference."""

    model_config = SettingsConfigDict(
        case_sensitive=True,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        use_attribute_docstrings=True,
    )

    SECRET_KEY: Annotated[SecretStr, Shown("a development key")] = NOTHING
    """A long random text that every session depends on. Giving one is going to production: without
    it `DEBUG` is on."""
    DATABASE_URL: Annotated[SecretStr, Shown("SQLite in the data folder")] = NOTHING
    """PostgreSQL: `postgres://user:password@host:5432/name`."""
    DATABASE_POOL: NonNegativeInt = 0
    """Connections to PostgreSQL that the visitors of one web process share; 0: a new one for each
    request."""
    REDIS_URL: Annotated[SecretStr, Shown("the embedded Valkey's socket in the data folder")] = (
        NOTHING
    )
    """Any Redis or Valkey; it carries wake-ups, moves to watch, and counts for limits."""
    ALLOWED_HOSTS: Annotated[Words, Shown("localhost")] = []
    """The site's names, comma-separated."""
    DATA_DIR: Annotated[Path | None, Shown("`var/`")] = None
    """Database, records, schedule, logs, staged sandbox."""
    RECORDS_URL: Annotated[str, Shown("files in the data folder")] = ""
    """`s3://bucket/folder` keeps records and logs in an S3-compatible store, `database:` in the
    database."""
    STATIC_ROOT: Annotated[Path | None, Shown("`staticfiles/`")] = None
    """Where `collectstatic` puts what production serves."""
    HTTPS: Annotated[bool | None, Shown("on with a key")] = None
    """`off` in a private network without a proxy that speaks TLS."""
    EMAIL_URL: Annotated[SecretStr, Shown("mail is printed")] = NOTHING
    """`smtp://user:password@host:587` or `smtps://`; with it, new addresses are verified. A public
    site, where everybody proves one, cannot do without: `manage.py check` warns of it."""
    EMAIL_FROM: str = "sixfold@localhost"
    """The sender of mail."""
    CONTACT: Annotated[str, NONE] = ""
    """Where whoever runs the site is reached, an address of mail or of a page: at the foot of every
    page, and where somebody may need it. A public site wants one."""
    GITHUB_CLIENT_ID: Annotated[str, NONE] = ""
    """An OAuth app of GitHub's with the callback `/accounts/github/login/callback/`; people can
    then log in by GitHub."""
    GITHUB_CLIENT_SECRET: Annotated[SecretStr, NONE] = NOTHING
    """And its secret."""
    SIXFOLD_PUBLIC: bool = False
    """The site takes uploads from anybody."""
    SANDBOX_TIER: Annotated[str, Shown("B; A' if public")] = ""
    """The weakest sandbox that bots may run in; S for gVisor alone."""
    BOT_REQUIREMENTS: Annotated[Path | None, NONE] = None
    """A requirements file: packages that bots may import, best with pinned versions."""
    LEASE_SECONDS: PositiveFloat = 30
    """How long a silent worker keeps its match from the others."""
    STOP_SECONDS: PositiveFloat = 10
    """How long a stopping worker may take to give its match back."""
    WORKERS: Annotated[PositiveInt, Shown("the cores")] = os.cpu_count() or 1
    """Processes of a worker's pool, each of which plays a match at a time."""
    ALIVE_FILE: Annotated[Path | None, NONE] = None
    """A file that a worker, or the clerk, touches every ten seconds, for health checks."""
    LADDERS: Words = ["two", "four", "all"]
    """The ladders to make; `five` and `six` are for the edition with six seats."""
    BOTS_PER_OWNER: PositiveInt = 3
    """Bots of one owner that may compete; the house is exempt."""
    UPLOADS_PER_HOUR: PositiveInt = 20
    """Versions that one owner may submit."""
    CHALLENGES_OPEN: PositiveInt = 3
    """Challenges that one owner may have open at once."""
    CHALLENGE_MATCHES_PER_DAY: PositiveInt = 200
    """And their matches within 24 hours."""
    PLAY_OPEN: PositiveInt = 5
    """Games against bots that one person may have open at once."""
    PLAY_TURNS_PER_HOUR: PositiveInt = 300
    """Answers of bots that one person may have in them within an hour."""
    PLAY_IDLE_DAYS: PositiveInt = 14
    """Days after which such a game is closed where nobody goes on with it."""
    # Of 300 simulated versions that were 20 Elo stronger, 66 % proved it within 1,000 pairs, 88 %
    # within 2,000 and 94 % within these.
    TRIAL_PAIRS: PositiveInt = 3_000
    """Pairs of games after which the trial of a version is given up."""
    API_PER_MINUTE: PositiveInt = 300
    """Calls of the API by one token, or from one address without any."""
    METRICS_TOKEN: Annotated[SecretStr, NONE] = NOTHING
    """What opens `/metrics` to a monitoring system; staff may read it anyway."""
    SENTRY_DSN: Annotated[SecretStr, NONE] = NOTHING
    """Where faults are reported, without anything of who met them."""
    OTEL_EXPORTER_OTLP_ENDPOINT: Annotated[str, NONE] = ""
    """Where traces of requests and tasks go."""
    LOG_LEVEL: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    """The least that is written to the log."""
    LOG_FORMAT: Literal["line", "json"] = "line"
    """`json` for a collector; both name the match and the attempt."""


def read() -> Environment:
    """What the environment says.

    Raises:
        ImproperlyConfigured: a sentence for each variable that cannot be what it is.
    """
    try:
        return Environment()
    except ValidationError as error:
        told = (f"{e['loc'][0]} is {e['input']!r}: {e['msg']}." for e in error.errors())
        raise ImproperlyConfigured(" ".join(told)) from None


@dataclass(frozen=True, slots=True)
class Variable:
    """A row of the reference."""

    name: str
    default: str
    meaning: str


def variables() -> list[Variable]:
    """All of them, in their order."""
    return [
        Variable(
            name,
            next((m.text for m in field.metadata if isinstance(m, Shown)), notation(field.default)),
            " ".join((field.description or "").split()),
        )
        for name, field in Environment.model_fields.items()
    ]


def notation(default: object) -> str:
    """A default as one would set it."""
    match default:
        case bool():
            return "on" if default else "off"
        case int() | float():
            return str(default)
        case list():
            return f"`{','.join(default)}`"
        case _:
            return f"`{default}`"

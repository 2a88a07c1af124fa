"""Everything that is somebody's, as one zip that is made while it is sent."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, CheckStep, Submission
from sixfold.challenges.models import Challenge
from sixfold.matches import storage
from sixfold.matches.models import Seat
from sixfold.play.models import Sitting
from sixfold.tournaments.models import Entry

LOGS = 1_000
"""The newest logs of matches that go in; the API has all of them."""

File = tuple[str, bytes]


def archive(user: User) -> Iterator[bytes]:
    """The zip in pieces: never more than one file of it is held at once."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in _files(user):
            packed.writestr(name, data)
            yield sink.taken()
    yield sink.taken()


def _files(user: User) -> Iterator[File]:
    yield _json("profile", _profile(user))
    yield _json("bots", [_bot(bot) for bot in user.bots.order_by("pk").iterator(100)])
    yield _json("teams", _rows(user.memberships, "bot__owner__username", "bot__slug", "joined_at"))
    yield _json("tokens", _rows(user.tokens, "name", "scopes", "created_at", "last_used_at"))
    yield _json("webhooks", _rows(user.webhooks, "url", "happenings", "created_at"))
    challenges = Challenge.objects.of(user).with_sides().order_by("pk")
    yield _json("challenges", [_challenge(one) for one in challenges.iterator(100)])
    yield _json("tags", _rows(user.tags.order_by("match", "word"), "match", "word"))
    games = Sitting.objects.of(user).with_chairs().order_by("pk")
    yield _json("games", [_game(one) for one in games.iterator(100)])
    entries = Entry.objects.filter(bot__owner=user)
    yield _json("tournaments", _rows(entries, "tournament__slug", "bot__slug", "seed", "rank"))
    versions = Submission.objects.filter(bot__owner=user).select_related("bot", "archive")
    for version in versions.order_by("pk").iterator(10):
        yield f"sources/{version.bot.slug}-v{version.number}.zip", bytes(version.archive.data)
    logged = Seat.objects.filter(submission__bot__owner=user).exclude(log_key="")
    for seat in logged.select_related("submission__bot").order_by("-match", "number")[:LOGS]:
        lines = "\n".join(f"[turn {turn}] {text}" for turn, text in storage.read_log(seat))
        yield f"logs/match-{seat.match_id}-{seat.submission.bot.slug}.txt", lines.encode()


def _profile(user: User) -> dict[str, Any]:
    return {
        "username": user.get_username(),
        "joined": user.date_joined,
        "last_login": user.last_login,
        "failures_mailed": user.failures_mailed,
        "language": user.language,
        "emails": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "connected": _rows(SocialAccount.objects.filter(user=user), "provider", "uid"),
        "second_factors": _rows(Authenticator.objects.filter(user=user), "type", "created_at"),
    }


def _bot(bot: Bot) -> dict[str, Any]:
    columns = ("number", "verdict", "note", "size", "archive", "created_at", "checked_at")
    steps = ("submission__number", "kind", "state", "message", "traceback", "log")
    return {
        "name": bot.name,
        "slug": bot.slug,
        "description": bot.description,
        "created_at": bot.created_at,
        "disabled_because": bot.disabled_because,
        "team": _rows(bot.members, "user__username", "joined_at"),
        "versions": _rows(bot.submissions.order_by("number"), *columns),
        "checks": _rows(CheckStep.objects.filter(submission__bot=bot), *steps),
    }


def _challenge(one: Challenge) -> dict[str, Any]:
    return {
        "id": one.pk,
        "first": str(one.first),
        "second": str(one.second),
        "state": one.state,
        "points": one.points,
        "created_at": one.created_at,
    }


def _game(one: Sitting) -> dict[str, Any]:
    """What was played against bots; the seed of a game that is open would tell what comes."""
    return {
        "id": one.pk,
        "against": [str(chair.submission) for chair in one.others],
        "seat": one.own.number,
        "turns": [[act.seat, str(act.move)] for act in one.table.acts] if one.is_over else None,
        "scores": [chair.score for chair in one.chairs.all()],
        "begun_at": one.begun_at,
        "ended_at": one.ended_at,
    }


def _rows(found: Any, *columns: str) -> list[dict[str, Any]]:
    rows: QuerySet[Any, dict[str, Any]] = found.values(*columns)
    return list(rows)


def _json(name: str, told: object) -> File:
    return f"{name}.json", json.dumps(told, indent=2, cls=DjangoJSONEncoder).encode()


class _Sink(io.RawIOBase):
    """What a zip is written to that nobody can seek in: it is handed on as it comes."""

    def __init__(self) -> None:
        super().__init__()
        self.pending = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.pending += data
        return len(data)

    def taken(self) -> bytes:
        data = bytes(self.pending)
        self.pending.clear()
        return data

"""Every page and every read of the API, each with several addresses on a large site."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.urls import ResolverMatch, resolve, reverse

from sixfold.api import api
from sixfold.bots.models import Bot, Submission
from sixfold.challenges.models import Challenge
from sixfold.ladder.models import Ladder, PairCount, Standing
from sixfold.leases import Progress
from sixfold.matches import hindsight
from sixfold.matches.models import Kind, Match, Seat
from sixfold.play.models import Sitting
from sixfold.tournaments.models import Tournament
from sixfold.trials.models import Trial
from sixfold.webhooks.models import Webhook
from tests.platform.security.rows import PAGES, Row

EACH = 20
"""Addresses for each read, as far as there are so many."""
OWNER = "owner-2"
TAG = "endgame"
"""That many matches have from this owner."""
MEMBER = "owner-3"
"""Of the teams of all bots of OWNER."""


@dataclass(frozen=True, slots=True)
class Read:
    """Something that visitors ask for, at addresses that should cost about the same."""

    name: str
    addresses: Sequence[str]
    who: str = ""
    """The user who asks; anybody where it is empty."""


def pages(rng: Random, staff: str) -> Iterator[Read]:
    """Everything that has an address and is read, the API left out."""
    bots = _some(Bot.objects.select_related("owner").filter(active__isnull=False), rng)
    versions = _some(Submission.objects.passed().with_bot(), rng)
    names = [_bot(bot) for bot in bots]
    yield from _plain(staff)
    yield from _boards(names)
    yield Read("bot", [reverse("bot", kwargs=one) for one in names])
    yield Read("owner", [reverse("owner", kwargs={"owner": one["owner"]}) for one in names])
    for page in ("search", "bot_offers"):
        yield Read(page, [f"{reverse(page)}?q={one['slug'][:5]}" for one in names])
    yield Read("version", [one.get_absolute_url() for one in versions])
    for page in ("submission_checklist", "rating_change"):
        yield Read(page, [reverse(page, kwargs=_version(one)) for one in versions])
    yield from _own()
    yield Read("older change of a rating", [one.get_absolute_url() for one in _milestones(rng)])
    yield Read("rivals of a bot", [f"{reverse('rivals')}?one={_full(one)}" for one in names])
    yield Read("head to head", [reverse("head_to_head", kwargs=_rivals(one)) for one in _met(rng)])
    yield from _lists(reverse("matches"), names)
    yield from _matches(rng)
    yield Read("challenge", [one.get_absolute_url() for one in _some(Challenge.objects.all(), rng)])
    yield Read("trial", [one.get_absolute_url() for one in _some(Trial.objects.all(), rng)])
    yield from _tournaments(staff)
    yield from _games(names)
    yield from _moderation(names, staff)
    yield from _administration(staff)


def readable() -> list[Row]:
    """The rows of the table of addresses about what somebody may read and what has an end."""
    rows = [row for row in PAGES if row.method == "GET" and "ok" in row.told.values()]
    return [row for row in rows if page_of(row).view_name != "match_events"]


def page_of(row: Row) -> ResolverMatch:
    """What a row of that table is about."""
    return resolve(re.sub(r"\{\w+\}", "1", row.address).partition("?")[0])


def _plain(staff: str) -> Iterator[Read]:
    """What has the same address on every site, as who may see the most of it sees it."""
    for row in readable():
        page = page_of(row)
        known: set[str] = {*page.captured_kwargs}  # type: ignore[attr-defined]
        if known <= {"key", "uidb36"} and "?" not in row.address:
            seen = {who for who, told in row.told.items() if told == "ok"}
            who = "" if "anonymous" in seen else OWNER if "owner" in seen else staff
            yield Read(page.view_name, [row.address], who)


def _own() -> Iterator[Read]:
    """What an owner alone sees, or sees more of."""
    bots = Bot.objects.filter(owner__username=OWNER).select_related("owner")
    versions = Submission.objects.filter(bot__in=bots).with_bot()
    hooks = Webhook.objects.filter(owner__username=OWNER)
    for who, name in (("its owner", OWNER), ("its team", MEMBER)):
        yield Read(f"bot, to {who}", [reverse("bot", kwargs=_bot(bot)) for bot in bots], name)
    yield Read("team", [reverse("bot_team", kwargs=_bot(bot)) for bot in bots], OWNER)
    for page in ("submission_source", "submission_log"):
        yield Read(page, [reverse(page, kwargs=_version(one)) for one in versions], OWNER)
    for page in ("webhook", "webhook_deliveries"):
        yield Read(page, [reverse(page, kwargs={"pk": one.pk}) for one in hooks], OWNER)


def _boards(names: Sequence[dict[str, str]]) -> Iterator[Read]:
    board = reverse("leaderboard")
    for ladder in Ladder.objects.order_by("pk"):
        yield Read(f"leaderboard, {ladder}", [f"{board}?ladder={ladder.slug}"])
    yield Read("leaderboard, deep", [f"{board}?page={page}" for page in range(2, 8)])
    yield Read("leaderboard, a bot", [f"{board}?show={_full(one)}" for one in names])
    yield Read("leaderboard, filtered", [f"{board}?q={one['slug'][:5]}" for one in names])


def _lists(address: str, names: Sequence[dict[str, str]]) -> Iterator[Read]:
    """The list of matches by each filter, at its newest and its oldest end, on a page or by API."""
    newest = Match.objects.order_by("-pk").values_list("pk", flat=True)[0]
    keys = [newest * part // EACH for part in range(1, EACH + 1)]
    yield Read("matches", [address])
    yield Read("matches, deep", [f"{address}?before={key}" for key in keys])
    for kind in Kind.values:
        yield Read(f"matches, {kind}", [f"{address}?kind={kind}"])
        yield Read(
            f"matches, {kind}, deep", [f"{address}?kind={kind}&before={key}" for key in keys]
        )
    for state in Progress.values:
        yield Read(f"matches, {state}", [f"{address}?status={state}"])
    mine = ("result=won", "result=tied", "result=lost", "result=error", "version=1", "since=upload")
    for asked in ("", *mine, "cause=exited", "kind=tournament", "kind=challenge"):
        of = [f"{address}?{urlencode({'bot': _full(one)})}&{asked}" for one in names]
        yield Read(f"matches of a bot, {asked or 'all'}", of)
    of = [f"{address}?bot={_full(one)}&before={newest // 2}" for one in names]
    yield Read("matches of a bot, deep", of)
    pairs = zip(names, [*names[1:], names[0]], strict=True)
    of = [f"{address}?bot={_full(one)}&opponent={_full(other)}" for one, other in pairs]
    yield Read("matches of two bots", of)
    yield Read("matches of an owner", [f"{address}?owner={one['owner']}" for one in names])
    yield Read("matches, tagged", [f"{address}?tag={TAG}"], OWNER)
    yield Read(
        "matches, tagged, deep", [f"{address}?tag={TAG}&before={key}" for key in keys], OWNER
    )
    yield Read("matches, errors", [f"{address}?result=error"])
    yield Read("matches, a cause", [f"{address}?cause=cpu+time"])


def _matches(rng: Random) -> Iterator[Read]:
    season = Match.objects.finished().filter(record_size=3_500)
    played = _some(Match.objects.watchable().exclude(record_size=3_500), rng)
    yield Read("match", [one.get_absolute_url() for one in played])
    tags = [reverse("match_tags", kwargs={"pk": one.pk}) for one in played]
    yield Read("match_tags", tags, OWNER)
    yield Read("match, its record lost", [one.get_absolute_url() for one in _some(season, rng)])
    for progress in (Progress.QUEUED, Progress.RUNNING):
        some = Match.objects.filter(progress=progress)[:EACH]
        yield Read(f"match, {progress}", [one.get_absolute_url() for one in some])
    for match in played:
        hindsight.of(match)  # as the clerk does with the newest
    files = ("replay", "record", "notation", "analysis", "embed", "board_svg", "card", "replay_gif")
    for page in files:
        yield Read(page, [reverse(page, kwargs={"pk": one.pk}) for one in played])
    own = Seat.objects.filter(submission__bot__owner__username=OWNER).exclude(log_key="")[:EACH]
    logs = [reverse("match_log", kwargs={"pk": one.match_id, "number": one.number}) for one in own]
    yield Read("log of a match", logs, OWNER)


def _tournaments(staff: str) -> Iterator[Read]:
    every = list(Tournament.objects.all())
    yield Read("tournament", [one.get_absolute_url() for one in every])
    changed = [one for one in every if not one.started_at]
    edits = [reverse("tournament_edit", kwargs={"slug": one.slug}) for one in changed]
    yield Read("tournament_edit", edits, staff)
    rounds = [played for one in every for played in one.rounds.all()[:5]]
    yield Read("round", [played.get_absolute_url() for played in rounds])
    for page in ("tournament_json", "standings_csv", "games_csv"):
        begun = [one for one in every if one.started_at]
        yield Read(page, [reverse(page, kwargs={"slug": one.slug}) for one in begun])


def _games(names: Sequence[dict[str, str]]) -> Iterator[Read]:
    """Those of a person against bots: under way, on move, and over."""
    yield Read("play", [reverse("play", kwargs=one) for one in names], OWNER)
    mine = Sitting.objects.filter(player__username=OWNER)
    under_way = ("sitting", "sitting_choice", "sitting_state")
    over = ("sitting_replay", "sitting_record", "sitting_notation", "sitting_analysis", "sitting")
    for found, pages in ((mine.open(), under_way), (mine.exclude(ended_at=None), over)):
        for page in pages:
            yield Read(page, [reverse(page, kwargs={"pk": one.pk}) for one in found], OWNER)


def _moderation(names: Sequence[dict[str, str]], staff: str) -> Iterator[Read]:
    newest = Match.objects.finished().order_by("-pk").values_list("pk", flat=True)[:EACH]
    yield Read("rule_void", [f"{reverse('rule_void')}?match={pk}" for pk in newest], staff)
    for page in ("rule_disable", "rule_lift"):
        yield Read(page, [reverse(page, kwargs=one) for one in names], staff)
    owners = [reverse("rule_account", kwargs={"name": one["owner"]}) for one in names]
    yield Read("rule_account", owners, staff)


def _administration(staff: str) -> Iterator[Read]:
    yield Read("administration", [reverse("admin:index")], staff)
    for model in admin.site._registry:
        options = model._meta
        page = reverse(f"admin:{options.app_label}_{options.model_name}_changelist")
        yield Read(f"administration, {options.verbose_name_plural}", [page], staff)


def operations(rng: Random) -> Iterator[Read]:
    """What the API reads, for a token's user: each operation, and the list of matches by filter."""
    some = _parameters(rng)
    for path, methods in sorted(api.get_openapi_schema()["paths"].items()):
        if "get" in methods:
            known = [some[start] for start in some if path.startswith(start)]
            # What nobody has made here has no address.
            found: list[dict[str, Any]] = next(iter(known), [] if "{" in path else [{}])
            addresses = [path.format(**values) for values in found]
            yield Read(path.removeprefix("/api/v1"), addresses, OWNER)
    names = [_bot(bot) for bot in _some(Bot.objects.select_related("owner"), rng)]
    yield from _lists("/api/v1/matches", names)


def _parameters(rng: Random) -> dict[str, list[dict[str, Any]]]:
    """By the beginning of a path what stands in it, the most particular first."""
    played = _some(Match.objects.watchable().exclude(record_size=3_500), rng)
    ladders = [{"slug": ladder.slug} for ladder in Ladder.objects.all()]
    cups = [{"slug": cup.slug, "number": 1} for cup in Tournament.objects.exclude(lot="")]
    hooks = Webhook.objects.filter(owner__username=OWNER)
    games = Sitting.objects.filter(player__username=OWNER)
    mine = Submission.objects.filter(bot__owner__username=OWNER).with_bot()
    own = [_version(one) for one in mine]
    return {
        "/api/v1/bots/{owner}/{slug}/against": [_rivals(one) for one in _met(rng)],
        # Of others nobody sees the source.
        "/api/v1/bots/{owner}/{slug}/versions/{number}/source": own,
        "/api/v1/bots/{owner}/{slug}/versions/{number}/log": own,
        "/api/v1/bots/{owner}/{slug}/team": own,
        "/api/v1/bots/": [_version(one) for one in _some(Submission.objects.with_bot(), rng)],
        "/api/v1/matches/": [{"id": one.pk} for one in played],
        "/api/v1/ladders/": ladders,
        "/api/v1/challenges/": [{"id": one.pk} for one in _some(Challenge.objects.all(), rng)],
        # Those on move are asked for other things than those that are over.
        "/api/v1/games/{id}/choices": _keys(games.open()),
        "/api/v1/games/{id}/moves": _keys(games.open()),
        "/api/v1/games/": _keys(games.over()),
        "/api/v1/tournaments/": cups,
        "/api/v1/webhooks/": [{"id": one.pk} for one in hooks],
    }


def _keys(rows: Any) -> list[dict[str, int]]:
    return [{"id": key} for key in rows.values_list("pk", flat=True)[:EACH]]


def _some(rows: Any, rng: Random) -> list[Any]:
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    return list(rows.filter(pk__in=rng.sample(keys, min(EACH, len(keys)))).order_by("pk"))


def _milestones(rng: Random) -> list[Any]:
    kept = Standing.objects.milestones().filter(snapshot__ladder=Ladder.objects.order_by("pk")[0])
    return _some(kept.select_related("submission__bot__owner", "snapshot__ladder"), rng)


def _met(rng: Random) -> list[PairCount]:
    bots = ("first__bot__owner", "second__bot__owner")
    return _some(PairCount.objects.select_related(*bots), rng)


def _bot(bot: Bot) -> dict[str, str]:
    return {"owner": bot.owner.get_username(), "slug": bot.slug}


def _version(version: Submission) -> dict[str, Any]:
    return {**_bot(version.bot), "number": version.number}


def _rivals(pair: PairCount) -> dict[str, str]:
    other = _bot(pair.second.bot)
    return {**_bot(pair.first.bot), "other_owner": other["owner"], "other_slug": other["slug"]}


def _full(name: dict[str, str]) -> str:
    return f"{name['owner']}/{name['slug']}"

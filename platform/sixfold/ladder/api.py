"""Operations on ladders and ratings, with the duties of the views."""

from dataclasses import asdict
from typing import Annotated

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Router
from pydantic import Field

from sixfold.accounts.bearer import PUBLIC, ApiRequest
from sixfold.bots.api import visible_bots, visible_version
from sixfold.bots.models import Bot, Submission
from sixfold.ladder import career, changes, rivalry
from sixfold.ladder.charts import Point
from sixfold.ladder.forms import LeaderboardFilter
from sixfold.ladder.models import Ladder, Standing
from sixfold.ladder.neighbours import Neighbour
from sixfold.ladder.neighbours import neighbours as next_to
from sixfold.ladder.schemas import (
    ChangeOut,
    LadderOut,
    NeighbourOut,
    OpponentOut,
    PointOut,
    RivalryOut,
    ScoreOut,
    SeatOfBot,
    StandingOut,
    StandingPage,
)
from sixfold.matches import hindsight
from sixfold.matches.schemas import SummaryOut
from sixfold.params import FullName, Id, Limit, Number, Slug, Text
from sixfold.problems import answers

router = Router(tags=["ladders"])
bots = Router(tags=["ratings"])

Chosen = Annotated[Slug | None, Field(description="By its slug; the first where none is named.")]


@router.get("", response=answers(list[LadderOut]), **PUBLIC)
def list_ladders(request: ApiRequest) -> list[Ladder]:
    """Every ladder, the main one first."""
    return list(Ladder.objects.order_by("pk"))


@router.get("/{slug}", response=answers(LadderOut), **PUBLIC)
def ladder(request: ApiRequest, slug: Slug) -> Ladder:
    """One ladder."""
    return get_object_or_404(Ladder, slug=slug)


@router.get("/{slug}/standings", response=answers(StandingPage), **PUBLIC)
def leaderboard(
    request: ApiRequest,
    slug: Slug,
    q: Annotated[Text | None, Field(description="Part of the bot's or the owner's name.")] = None,
    without_house: bool = False,
    after: Annotated[
        FullName, Field(description="List from behind this bot: the `next` of a page.")
    ] = None,
    limit: Limit = 25,
) -> dict[str, object]:
    """Everybody who competes, by rating; the provisional come last."""
    on = get_object_or_404(Ladder, slug=slug)
    everybody = Standing.objects.leaderboard(on)
    form = LeaderboardFilter({"q": q or "", "house": without_house})
    index = form.apply(everybody).index()
    # By bot, since its row is another one in the next snapshot.
    begin = next((place for place, row in enumerate(index, 1) if str(row) == after), 0)
    chosen = index[begin : begin + limit]
    listed = everybody.with_change(on).filter(pk__in=[entry.pk for entry in chosen])
    rows = {row.pk: row for row in listed}
    return {
        "items": [rows[entry.pk] for entry in chosen if entry.pk in rows],
        "next": str(chosen[-1]) if chosen and begin + limit < len(index) else None,
    }


@bots.get("/{owner}/{slug}/standings", response=answers(list[StandingOut]), **PUBLIC)
def bot_standings(request: ApiRequest, owner: Slug, slug: Slug) -> list[Standing]:
    """The current standings of a bot's versions, one for each ladder that has rated them."""
    bot = _bot(request, owner, slug)
    return [
        standing
        for one in Ladder.objects.order_by("pk")
        for standing in Standing.objects.current(one)
        .filter(submission__bot=bot)
        .select_related("submission__bot__owner", "snapshot__ladder")
        .order_by("-submission__number")
    ]


@bots.get("/{owner}/{slug}/history", response=answers(list[PointOut]), **PUBLIC)
def rating_history(
    request: ApiRequest, owner: Slug, slug: Slug, ladder: Chosen = None
) -> list[Point]:
    """What was published of a bot's ratings and is kept, by version and games."""
    published = career.standings(_bot(request, owner, slug))
    return career.points(published.get(_ladder(ladder).pk, []))


@bots.get("/{owner}/{slug}/opponents", response=answers(list[OpponentOut]), **PUBLIC)
def opponents(
    request: ApiRequest, owner: Slug, slug: Slug, ladder: Chosen = None
) -> list[career.Opponent]:
    """Whom the version that plays has met on a ladder, the most met first."""
    active = _bot(request, owner, slug).active
    return career.opponents(_ladder(ladder), active) if active else []


@bots.get("/{owner}/{slug}/neighbours", response=answers(list[NeighbourOut]), **PUBLIC)
def neighbours(
    request: ApiRequest, owner: Slug, slug: Slug, ladder: Chosen = None
) -> list[Neighbour]:
    """Who is rated next to a bot, ten above and ten below, and how it has fared against each."""
    return next_to(_ladder(ladder), _bot(request, owner, slug))


@bots.get("/{owner}/{slug}/seats", response=answers(list[SeatOfBot]), **PUBLIC)
def by_seat(
    request: ApiRequest, owner: Slug, slug: Slug, ladder: Chosen = None
) -> list[career.AtSeat]:
    """How the version that plays has fared seat by seat, over its newest games on a ladder."""
    active = _bot(request, owner, slug).active
    return career.by_seat(_ladder(ladder), active, career.SEATED) if active else []


@bots.get("/{owner}/{slug}/hindsight", response=answers(SummaryOut | None), **PUBLIC)
def bot_hindsight(request: ApiRequest, owner: Slug, slug: Slug) -> hindsight.Summary | None:
    """How a bot has played of late, as it looks afterwards; null before any match was judged."""
    return hindsight.summary(_bot(request, owner, slug))


@bots.get("/{owner}/{slug}/versions/{number}/change", response=answers(ChangeOut), **PUBLIC)
def rating_change(
    request: ApiRequest,
    owner: Slug,
    slug: Slug,
    number: Number,
    ladder: Chosen = None,
    to: Annotated[Id | None, Field(description="The snapshot of a point of its history.")] = None,
) -> dict[str, object]:
    """What changed a version's rating since its milestone before, or what led to an older one."""
    found = changes.change(_ladder(ladder), visible_version(request.auth, owner, slug, number), to)
    if found is None:
        raise Http404
    met = changes.encounters(found)
    own = changes.total(one.lesson for one in met)
    return {
        "ladder": found.now.snapshot.ladder.slug,
        "before": found.rating_before,
        "since": found.before.snapshot.published_at if found.before else None,
        "rating": found.now.rating,
        "published_at": found.now.snapshot.published_at,
        "own": asdict(own),
        "others": found.gained - own.elo,
        "encounters": [
            {
                "bot": str(one.opponent.bot),
                "version": one.opponent.number,
                "rating": one.rating,
                **asdict(one.lesson),
            }
            for one in met
        ],
    }


@bots.get(
    "/{owner}/{slug}/against/{other_owner}/{other_slug}", response=answers(RivalryOut), **PUBLIC
)
def head_to_head(
    request: ApiRequest,
    owner: Slug,
    slug: Slug,
    other_owner: Slug,
    other_slug: Slug,
    ladder: Chosen = None,
) -> dict[str, object]:
    """Two bots head to head on a ladder, from the first one's side."""
    one, other = _bot(request, owner, slug), _bot(request, other_owner, other_slug)
    if one == other:
        raise Http404
    on = _ladder(ladder)
    shown = Submission.objects.visible_to(request.auth.user).filter(bot__in=[one, other])
    found = rivalry.Rivalry(on, one, other, rivalry.versions(shown))
    met = found.meetings()
    by_seat = rivalry.summed(met, key=lambda meeting: meeting.seat + 1)
    by_version = rivalry.summed(met, key=lambda meeting: meeting.versions)
    return {
        "ladder": on.slug,
        "one": str(one),
        "other": str(other),
        "score": _told(sum((each.score for each in met), rivalry.Score())) if met else None,
        "by_seat": [{"seat": seat, **_told(score)} for seat, score in by_seat],
        "by_version": [{"versions": pair, **_told(score)} for pair, score in by_version],
        "chances": found.chances(),
    }


def _told(score: rivalry.Score) -> dict[str, object]:
    return {name: getattr(score, name) for name in ScoreOut.model_fields}


def _bot(request: ApiRequest, owner: str, slug: str) -> Bot:
    # Nothing here tells who is in its team.
    bots = visible_bots(request.auth).prefetch_related(None)
    return get_object_or_404(bots, owner__username=owner, slug=slug)


def _ladder(slug: str | None) -> Ladder:
    if slug:
        return get_object_or_404(Ladder, slug=slug)
    return get_object_or_404(Ladder.objects.order_by("pk")[:1])

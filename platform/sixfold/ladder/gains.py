"""What each match of a bot did to its rating, for lists of them: as the page of a change has it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from sixfold.bots.models import Bot
from sixfold.ladder import changes
from sixfold.ladder.changes import Change
from sixfold.ladder.models import Event, Leverages, Standing
from sixfold.matches.gains import Gain
from sixfold.matches.models import Kind, Match, Seat

Side = tuple[int, int]
"""A ladder and a version that it has rated, by their keys."""


@dataclass(frozen=True, slots=True)
class Books:
    """What the ladders have that counted some matches of a bot."""

    events: Mapping[int, Event]
    """By match the last one."""
    published: Mapping[Side, list[Standing]]
    """Of the bot's versions, the oldest first; the last is of the ladder's newest snapshot."""
    rated: Mapping[int, Mapping[int, float]]
    """By ladder what those that they have met are rated today."""
    leverages: Mapping[Side, Mapping[int, float]]


def gains(bot: Bot, matches: Sequence[Match]) -> dict[int, Gain]:
    """By its key what each rated match did to the bot's rating. Four queries, however many."""
    seats = {
        match.pk: seat
        for match in matches
        if match.kind == Kind.LADDER
        for seat in match.seats.all()
        if seat.submission.bot_id == bot.pk
    }
    if not seats:
        return {}
    met = {seat.submission_id for match in matches for seat in match.seats.all()}
    books = _read(seats, met)
    return {
        match.pk: _gain(match, seats[match.pk], books) for match in matches if match.pk in seats
    }


def _read(seats: Mapping[int, Seat], met: Collection[int]) -> Books:
    versions = {seat.submission_id for seat in seats.values()}
    events = {
        event.match_id: event
        for event in Event.objects.filter(match__in=seats).select_related("ladder").order_by("seq")
    }
    ladders = {event.ladder_id: event.ladder for event in events.values()}
    standings = Standing.objects.filter(submission__in=versions, snapshot__ladder__in=ladders)
    published: dict[Side, list[Standing]] = {}
    for one in standings.select_related("snapshot").order_by("snapshot"):
        one.snapshot.ladder = ladders[one.snapshot.ladder_id]
        published.setdefault((one.snapshot.ladder_id, one.submission_id), []).append(one)
    newest = {kept[-1].snapshot_id for kept in published.values()}
    rated: dict[int, dict[int, float]] = {ladder: {} for ladder in ladders}
    current = Standing.objects.filter(snapshot__in=newest, submission__in=met)
    for ladder, submission, rating in current.values_list(
        "snapshot__ladder", "submission", "rating"
    ):
        rated[ladder][submission] = rating
    leverages = Leverages.objects.of(ladders, versions)
    return Books(events, published, rated, leverages)


def _gain(match: Match, mine: Seat, books: Books) -> Gain:
    event = books.events.get(match.pk)
    if event is None:
        return Gain(None, _("Not counted yet."))
    if event.kind == Event.Kind.VOID:
        return Gain(None, _("Taken back: it counts for no rating."))
    changed = _change(event, mine.submission_id, books)
    if changed is None:
        return Gain(None, _("Not counted yet."))
    changed.now.submission = mine.submission  # with its names
    url = changed.now.get_absolute_url()
    if (event.ladder_id, mine.submission_id) not in books.leverages:
        return Gain(None, _("It cannot be told any more."), url)
    elo = changes.taught_by(changed, match).lesson.elo
    return Gain(elo, _("An estimate: ratings follow from all matches at once."), url)


def _change(event: Event, version: int, books: Books) -> Change | None:
    """That by which a match was counted; None before it is published."""
    side = (event.ladder_id, version)
    kept = books.published.get(side, [])
    for before, now in zip([None, *kept], kept, strict=False):
        if now.snapshot.mark(event.ladder) >= event.seq:
            known = changes.known(
                now, kept[-1], books.rated[event.ladder_id], books.leverages.get(side, {})
            )
            return Change(now, before, (), known, newest=now is kept[-1])
    return None

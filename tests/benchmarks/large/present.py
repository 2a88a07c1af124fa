"""What happens just now: games that were really played, tournaments, a trial, a queue.

Everything goes the way of the site itself, save that bots move in this process, without a sandbox.
"""

from datetime import timedelta
from itertools import islice
from random import Random

from django.utils import timezone

from arena import referee
from arena.moves import Move
from arena.player import InProcess
from arena.ruleset import RULESETS
from arena.view import View
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.challenges import services as challenges
from sixfold.ladder import services as ladder
from sixfold.matches import services as matches
from sixfold.matches.models import TimeRule
from sixfold.matches.playing import Played
from sixfold.moderation import services as moderation
from sixfold.tournaments import services as tournaments
from sixfold.tournaments.models import Format, State, Tournament
from sixfold.trials import services as trials

ROUNDS_OF_PAIRING = 4
SMALL = TimeRule.FAST
RULED = 30
"""Bots about which moderators have ruled."""


def happen(rng: Random) -> None:
    """Play some of every kind of match to its end, and leave some waiting and running."""
    for _ in range(ROUNDS_OF_PAIRING):
        ladder.pair()
        play_ready(rng)
    ladder.settle()
    for one in ladder.ladders():
        ladder.compare(one)
    for form, entrants in ((Format.SWISS, 32), (Format.DOUBLE_ELIMINATION, 16)):
        cup = _announced(form, entrants)
        tournaments.start(cup)
        while not Tournament.objects.filter(pk=cup.pk, state=State.FINISHED).exists():
            play_ready(rng)
            tournaments.advance(cup)
    _try_a_version()
    challenges.advance()
    play_ready(rng)
    _rule()
    tournaments.start(_announced(Format.ROUND_ROBIN, 12))
    _announced(Format.GROUPS, 20)
    for _ in range(ROUNDS_OF_PAIRING):
        ladder.pair()
    for _ in range(4):
        matches.claim()


def play_ready(rng: Random) -> None:
    """Play what is queued, each seat by a move that is drawn among the best."""
    while attempt := matches.claim():
        seats = attempt.match.seats.select_related("submission__bot__owner").order_by("number")
        names = tuple(str(seat.submission.bot) for seat in seats)
        cluster = attempt.match.cluster
        deal = referee.Deal(bytes(cluster.seed), names, RULESETS[cluster.ruleset])

        def choose(view: View) -> Move:
            moves = sorted(view.legal_moves(), key=lambda move: -getattr(move, "points", 0))
            return rng.choice(moves[:3])

        record = referee.play([InProcess(choose) for _ in names], deal)
        logs = tuple(((-1, "ready"), (3, "thinking")) for _ in names)
        matches.finish(attempt, Played(record, logs, tier="none"))


def _announced(form: Format, entrants: int) -> Tournament:
    organiser = User.objects.order_by("pk")[1]
    cup = Tournament(
        name=f"{form.label} of {entrants}",
        format=form,
        clusters=1,
        rounds_planned=5,
        closes_at=timezone.now() + timedelta(days=1),
    )
    cup = tournaments.create(cup, organiser)
    tournaments.announce(cup)
    competing = Bot.objects.competing().filter(house=False).order_by("owner", "pk")
    by_owner = {bot.owner_id: bot for bot in competing.select_related("owner")}
    for bot in islice(by_owner.values(), entrants):
        tournaments.enter(cup, bot)
    return cup


def _try_a_version() -> None:
    """A trial of an earlier version against the one that plays, to its first look at the test."""
    second = Bot.objects.competing().filter(active__number__gt=1).order_by("pk")[0]
    trials.begin(Submission.objects.with_bot().get(bot=second, number=1))
    trials.advance()


def _rule() -> None:
    moderator = User.objects.order_by("pk")[1]
    for bot in Bot.objects.competing().filter(house=False).order_by("-pk")[:RULED]:
        moderation.disable(moderator=moderator, bot=bot, reason="It plays for somebody else.")
        moderation.lift(moderator=moderator, bot=bot, reason="It was a mistake.")

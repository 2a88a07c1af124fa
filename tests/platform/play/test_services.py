"""Games against bots: who moves when, what is refused, how they end."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena.moves import Move, Pass, Placement, Trade
from arena.player import Ending, Forfeit
from arena.record import dumps, frames, loads
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission, Succession
from sixfold.bots.services import Refused
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.play import services
from sixfold.play.models import BotTurn, Sitting
from sixfold.play.records import record_of
from sixfold.play.table import Act

from .conftest import Answer, Version, again, finished, move_best


def play_on(sitting: Sitting, bots_answer: Answer) -> Sitting:
    """Play a game to its end."""
    bots_answer()
    while not again(sitting).is_over:
        move_best(sitting)
        bots_answer()
    return again(sitting)


def on_move(sitting: Sitting, bots_answer: Answer) -> Sitting:
    bots_answer()
    return again(sitting)


def test_a_game_is_played_to_its_end_and_becomes_a_record(
    sitting: Sitting, bots_answer: Answer
) -> None:
    over = play_on(sitting, bots_answer)
    record = record_of(over)
    assert loads(dumps(record)) == record
    assert list(frames(record))[-1].after.outcome == record.outcome
    assert [chair.score for chair in over.chairs.all()] == list(record.outcome.scores)
    assert {seat.name for seat in record.seats} == {"ada", "bob/swift"}
    assert over.end == record.outcome.end
    assert not BotTurn.objects.exclude(progress=Progress.FINISHED).exists()


def test_a_bot_is_asked_once_for_each_of_its_turns(sitting: Sitting, bots_answer: Answer) -> None:
    over = play_on(sitting, bots_answer)
    bot = over.others[0].number
    assert BotTurn.objects.count() == sum(act.seat == bot for act in over.table.acts)


def test_the_seats_are_drawn_by_lot(user: User, bob: Submission, settings: Settings) -> None:
    settings.PLAY_OPEN = 40
    seats = {services.begin(by=user, opponent=bob).own.number for _ in range(30)}
    assert seats == {0, 1}


def test_a_move_that_is_sent_twice_is_made_once(sitting: Sitting, bots_answer: Answer) -> None:
    game = on_move(sitting, bots_answer).table.game
    best = game.legal_moves().best
    services.move(sitting, turn=game.turn, move=best)
    bots_answer()
    before = again(sitting).turns
    services.move(sitting, turn=game.turn, move=best)
    assert again(sitting).turns == before


def test_a_move_for_an_earlier_turn_is_refused(sitting: Sitting, bots_answer: Answer) -> None:
    game = on_move(sitting, bots_answer).table.game
    first, *_, last = game.legal_moves()
    services.move(sitting, turn=game.turn, move=first)
    with pytest.raises(Refused, match="not your turn any more"):
        services.move(sitting, turn=game.turn, move=last)


def test_nobody_moves_for_the_bot(sitting: Sitting) -> None:
    while again(sitting).table.game.to_move == again(sitting).own.number:
        move_best(sitting)
    game = again(sitting).table.game
    with pytest.raises(Refused, match="not your turn"):
        services.move(sitting, turn=game.turn, move=game.legal_moves().best)


def test_the_rules_are_kept(sitting: Sitting, bots_answer: Answer) -> None:
    game = on_move(sitting, bots_answer).table.game
    hand = game.hands[again(sitting).own.number]
    absent = next(tile for tile in game.bag_tiles() if tile not in hand)
    forbidden: dict[Move, str] = {
        Pass(): "Only who can neither",
        Trade((absent,)): "not have these tiles|Who opens",
        Placement((absent,), ((0, 0),)): "not have these tiles",
        Placement((hand[0],), ((90, 90),)): "join those on the table|Who opens",
    }
    for move, why in forbidden.items():
        with pytest.raises(Refused, match=why):
            services.move(sitting, turn=game.turn, move=move)
    assert again(sitting).table.game == game


def test_a_bot_that_fails_is_out_and_the_person_has_won(sitting: Sitting) -> None:
    if again(sitting).table.game.to_move == sitting.own.number:
        move_best(sitting)
    turn = services.claim()
    assert turn is not None
    seat = again(sitting).others[0].number
    why = Forfeit(Ending.ILLEGAL, "It placed\0nonsense.")
    assert services.keep(turn, Act(seat, None, 3.0), why)
    over = again(sitting)
    assert over.is_over
    assert over.own.place == 1
    assert (over.others[0].ending, over.others[0].place) == (Ending.ILLEGAL, 2)
    assert record_of(over).seats[seat].detail == "It placed\ufffdnonsense."


def test_who_resigns_has_lost_and_nothing_is_asked_of_the_bot_any_more(sitting: Sitting) -> None:
    services.resign(sitting)
    over = again(sitting)
    assert over.is_over
    assert (over.own.ending, over.own.place) == (Ending.RESIGNED, 2)
    assert services.claim() is None
    services.resign(sitting)
    assert again(sitting).turns == over.turns


def test_an_answer_after_the_end_counts_for_nothing(sitting: Sitting) -> None:
    if again(sitting).table.game.to_move == sitting.own.number:
        move_best(sitting)
    turn = services.claim()
    assert turn is not None
    table = again(sitting).table
    services.resign(sitting)
    over = again(sitting)
    assert not services.keep(turn, Act(over.others[0].number, table.game.legal_moves().best))
    assert again(sitting).turns == over.turns


def test_an_answer_counts_once_even_if_a_worker_was_taken_for_dead(sitting: Sitting) -> None:
    if again(sitting).table.game.to_move == sitting.own.number:
        move_best(sitting)
    late = services.claim()
    assert late is not None
    BotTurn.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert BotTurn.objects.expired().lose() == 1
    BotTurn.objects.update(ready_at=timezone.now() - timedelta(seconds=1))
    turn = services.claim()
    assert turn is not None
    assert turn.lost == 1
    act = Act(again(sitting).others[0].number, again(sitting).table.game.legal_moves().best)
    assert not services.keep(late, act)
    assert services.keep(turn, act)
    assert not services.keep(turn, act)


def test_open_games_are_limited(user: User, bob: Submission, settings: Settings) -> None:
    settings.PLAY_OPEN = 1
    one = services.begin(by=user, opponent=bob)
    with pytest.raises(Refused, match="1 open games"):
        services.begin(by=user, opponent=bob)
    services.resign(one)
    services.begin(by=user, opponent=bob)


def test_answers_of_bots_are_limited_and_the_game_waits(
    sitting: Sitting, bots_answer: Answer, settings: Settings
) -> None:
    bots_answer()
    move_best(sitting)
    bots_answer()
    settings.PLAY_TURNS_PER_HOUR = BotTurn.objects.count()
    with pytest.raises(Refused, match="go on with it later"):
        move_best(sitting)
    BotTurn.objects.update(asked_at=timezone.now() - timedelta(hours=2))
    move_best(sitting)


def test_only_versions_that_may_play_are_played(user: User, bob: Submission) -> None:
    Bot.objects.update(disabled_because="It talked.")
    with pytest.raises(Refused, match="may play no more"):
        services.begin(by=user, opponent=bob)


def test_a_game_that_nobody_goes_on_with_is_closed(sitting: Sitting, settings: Settings) -> None:
    assert services.close_idle() == 0
    long_ago = timezone.now() - timedelta(days=settings.PLAY_IDLE_DAYS, seconds=1)
    Sitting.objects.update(moved_at=long_ago)
    assert services.close_idle() == 1
    over = again(sitting)
    assert over.is_over
    assert over.own.ending == Ending.RESIGNED
    assert "not continued for 14 days" in over.own.detail


class TestFromAMatch:
    """Games that go on from a turn of a match."""

    def test_the_person_takes_the_seat_on_move(
        self, user: User, match: Match, bots_answer: Answer
    ) -> None:
        game = services.begin_from(by=user, match=match, turns=5)
        (other,) = game.others
        assert game.own.number == game.table.game.to_move
        assert other.submission == match.seats.all()[other.number].submission
        assert len(game.turns) == 5
        assert bots_answer() == 0
        over = play_on(game, bots_answer)
        assert list(frames(record_of(over)))

    def test_the_person_chooses_a_seat_and_the_opponent(
        self, user: User, match: Match, version: Version, bots_answer: Answer
    ) -> None:
        other = version(Succession.AT_ONCE, name="third", owner="dee")
        game = services.begin_from(by=user, match=match, turns=4, seat=1, opponent=other)
        assert [chair.submission for chair in game.chairs.all()] == [other, None]
        # It opens or not: whose turn it is follows from the match.
        assert bots_answer() == (game.table.game.to_move == 0)

    @pytest.mark.parametrize("turns", [-1, 10_000])
    def test_there_has_to_be_such_a_turn(self, user: User, match: Match, turns: int) -> None:
        with pytest.raises(Refused, match="was over after"):
            services.begin_from(by=user, match=match, turns=turns)

    def test_there_has_to_be_such_a_seat(self, user: User, match: Match) -> None:
        with pytest.raises(Refused, match="That seat"):
            services.begin_from(by=user, match=match, turns=4, seat=7)

    def test_a_seed_that_others_still_play_on_is_not_given_away(
        self, user: User, match: Match
    ) -> None:
        match.cluster.matches.update(progress=Progress.QUEUED)
        hidden = Match.objects.with_seats().get(pk=match.pk)
        with pytest.raises(Refused, match="once its seed is public"):
            services.begin_from(by=user, match=hidden, turns=4)

    def test_bots_among_themselves_play_a_game_of_three_to_its_end(
        self, user: User, bob: Submission, version: Version, records: object, bots_answer: Answer
    ) -> None:
        others = [version(Succession.AT_ONCE, name=name, owner=name) for name in ("cy", "dee")]
        match = finished([bob, *others])
        game = services.begin_from(by=user, match=match, turns=30)
        services.resign(game)
        assert not again(game).is_over
        assert set(BotTurn.objects.queued().values_list("priority", flat=True)) == {0}
        assert bots_answer() > 3
        over = again(game)
        assert over.is_over
        assert over.own.place == 3
        assert list(frames(record_of(over)))

"""How a version has fared, seat by seat."""

import pytest

from sixfold.bots.models import Submission
from sixfold.ladder import services
from sixfold.ladder.career import AtSeat, by_seat, opponents
from sixfold.ladder.models import Ladder
from tests.platform.ladder.conftest import Play


def test_first_places_and_points_are_told_by_seat_of_the_ladder_s_tables(
    trio: list[Submission], ladder: Ladder, play: Play
) -> None:
    greedy, ada, bob = trio
    play([greedy, ada], [200, 150])
    play([greedy, ada], [180, 180])
    play([greedy, ada, bob], [100, 120, 90])
    # Each pair of matches has greedy once in either seat; a shared first place is half of one.
    assert by_seat(ladder, greedy, last=100) == [
        AtSeat(2, 1, games=2, first=1.5, points=380),
        AtSeat(2, 2, games=2, first=1.5, points=380),
    ]
    ladder.seats = None
    tables = {(at.seats, at.number): at for at in by_seat(ladder, greedy, last=100)}
    assert len(tables) == 5
    assert tables[3, 1].first == 0
    assert [at.games for at in by_seat(ladder, greedy, last=1)] == [1]
    assert tables[2, 1].first_percent == pytest.approx(75)
    assert tables[2, 1].points_per_game == 190


def test_forfeits_are_told_by_the_opponents_of_the_games_they_happened_in(
    trio: list[Submission], ladder: Ladder, play: Play
) -> None:
    greedy, ada, bob = trio
    play([greedy, ada], [200, 150], failed=[1])
    play([greedy, ada], [180, 190])
    play([ada, bob], [150, 160], failed=[1])
    services.settle()
    play([ada, bob], [150, 160], failed=[0])  # finished, not counted yet
    errors = {one.bot: (one.errors, one.games) for one in opponents(ladder, ada)}
    assert errors == {greedy.bot_id: (2, 4), bob.bot_id: (0, 2)}
    assert [one.error_percent for one in opponents(ladder, bob)] == [100]
    assert [str(one) for one in opponents(ladder, ada, most=1)] == ["house/greedy"]

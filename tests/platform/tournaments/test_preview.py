"""The preview: tournaments with dice."""

import pytest

from sixfold.tournaments.forecasts import forecast
from sixfold.tournaments.formats import Format, Plan
from sixfold.tournaments.models import Tournament
from sixfold.tournaments.preview import FEW, Preview, Strength, preview

from .conftest import Enter, Make


@pytest.mark.parametrize("form", Format)
def test_every_format_can_be_played_with_dice(form: Format) -> None:
    plan = Plan(form, seats=4 if form is Format.TABLES else 2, qualify=2, final_clusters=2)
    told = preview(plan, [Strength()] * 6, seconds=60, most=3)
    assert told.runs == 3
    assert 0 <= told.chance <= 1
    assert 0 < told.error < 1
    assert 1 <= told.mean_rank <= 6
    assert told.games == plan.games(6)


def test_a_bot_that_is_out_of_reach_wins() -> None:
    field = [Strength(3000, 0), *[Strength(1000, 0)] * 4]
    told = preview(Plan(Format.SINGLE_ELIMINATION), field, seconds=60, most=20)
    assert (told.won, told.mean_rank, told.is_low) == (20, 1, False)


def test_among_equals_nobody_can_be_sure() -> None:
    field = [Strength(1000, 1)] * 16
    told = preview(Plan(Format.SINGLE_ELIMINATION), field, seconds=60, most=40)
    assert told.is_low


def test_the_time_is_bounded_but_one_is_always_played() -> None:
    assert preview(Plan(Format.ROUND_ROBIN), [Strength()] * 4, seconds=0).runs == 1


def test_a_few_tournaments_are_no_reason_to_warn() -> None:
    assert not Preview(runs=FEW - 1, won=0, ranks=99, games=9).is_low
    assert Preview(runs=FEW, won=0, ranks=99, games=9).is_low
    assert not Preview(runs=FEW, won=FEW, ranks=FEW, games=9).is_low


def test_a_forecast_knows_who_has_entered_and_the_house(
    make: Make, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted(plan: Plan, field: list[Strength], *, seconds: float) -> Preview:
        asked.append(len(field))
        return preview(plan, field, seconds=0)

    monkeypatch.setattr("sixfold.tournaments.forecasts.preview", counted)
    enter("greedy", "house", house=True)
    cup = make(3)
    forecast(cup, 2)
    cup.with_house = True
    forecast(cup, 2)
    forecast(cup, 9)
    forecast(Tournament(format="swiss"), 2)
    assert asked == [3, 4, 9, 3]

"""The preview: tournaments with dice."""

import pytest

from sixfold.tournaments.formats import Format, Plan
from sixfold.tournaments.preview import Strength, preview


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

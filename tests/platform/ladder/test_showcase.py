"""Which match the first page shows."""

import pytest
from django.test import Client
from django.urls import reverse

from sixfold.bots.models import Submission
from sixfold.ladder.models import Ladder
from sixfold.ladder.showcase import EXAMPLE, Showcase, chosen, interest
from sixfold.matches.live.log import Mark
from sixfold.matches.live.reading import SoFar
from sixfold.matches.models import Kind, Match
from sixfold.matches.services import claim, schedule
from tests.platform.ladder.conftest import Enter

SEED = bytes(32)


def test_a_tournament_s_match_is_the_most_interesting_then_that_with_the_best_weakest_bot(
    enter: Enter, ladder: Ladder
) -> None:
    greedy, ada, bob, carl = (enter("bot", owner) for owner in ("greta", "ada", "bob", "carl"))
    strong, weak, unrated, tournament, later = (
        Match.objects.with_seats().filter(cluster=schedule(submissions=pair, seed=SEED, kind=kind))[
            0
        ]
        for pair, kind in (
            ([ada, greedy], Kind.LADDER),
            ([ada, carl], Kind.LADDER),
            ([ada, enter("new", "new")], Kind.CHALLENGE),
            ([bob, carl], Kind.TOURNAMENT),
            ([ada, greedy], Kind.TRIAL),
        )
    )
    ratings = {ada.pk: 1700.0, greedy.pk: 1600.0, bob.pk: 1500.0, carl.pk: 1300.0}
    matches = [strong, weak, unrated, tournament, later]
    order = sorted(matches, key=lambda match: interest(match, ratings), reverse=True)
    assert order == [tournament, later, strong, weak, unrated]


def test_the_first_page_follows_a_match_under_way(
    trio: list[Submission], ladder: Ladder, client: Client
) -> None:
    assert chosen(ladder).mark is None
    schedule(submissions=trio[:2], seed=SEED)
    attempt = claim()
    assert attempt is not None
    shown = chosen(ladder)
    assert (shown.match, shown.scores) == (attempt.match, (0, 0))
    page = client.get(reverse("home"))
    assert f'data-events="{attempt.match.get_absolute_url()}events"' in page.text
    assert page.context["showcase"].replay["seed"] is None
    assert "<html" not in client.get(reverse("home"), headers={"HX-Request": "true"}).text


def test_a_match_of_which_nothing_is_to_be_seen_yet_gives_way_to_one_that_is_over(
    trio: list[Submission], ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = schedule(submissions=trio[:2], seed=SEED)
    attempt = claim()
    assert attempt is not None
    over = Showcase(EXAMPLE, cluster.matches.exclude(pk=attempt.match_id).get())
    monkeypatch.setattr("sixfold.ladder.showcase.newest", lambda: over)
    assert chosen(ladder) is over
    move = {"p": 1, "type": "place", "pts": 1, "tiles": [[0, 0, "Rc"]]}
    known = SoFar((move,), Mark(1, 1))
    monkeypatch.setattr("sixfold.ladder.showcase.so_far", lambda match: known)
    shown = chosen(ladder)
    assert (shown.match, shown.board, shown.scores) == (attempt.match, ((0, 0, "Rc"),), (0, 1))


@pytest.mark.usefixtures("db")
def test_before_any_match_there_is_an_example(client: Client) -> None:
    page = client.get(reverse("home")).text
    assert "a Qwirkle. The first matches will be shown here." in page
    assert "data-replay" not in page

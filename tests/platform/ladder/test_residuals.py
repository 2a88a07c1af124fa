"""Surplus points between owners: the arithmetic, and the page that shows it to moderators."""

from math import erfc, sqrt
from random import Random

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from sixfold.accounts.models import User
from sixfold.bots.models import Submission
from sixfold.ladder import services
from sixfold.ladder.models import Ladder
from sixfold.ladder.residuals import FALSE_SHARE, LEAST_GAMES, Meeting, Residual, pairs, rings

from .conftest import Enter, Rate

FRIENDS = (1, 2, 3)


def honest(owners: int, games: int, rng: Random, thrown: float = 0) -> list[Meeting]:
    """Coin tosses between all owners; friends throw a share of their games to the first of them."""
    found = []
    for first in range(1, owners + 1):
        for second in range(first + 1, owners + 1):
            throws = thrown if first == FRIENDS[0] and second in FRIENDS else 0
            won = sum(rng.random() < 0.5 + throws / 2 for _ in range(games))
            found.append(Meeting(first, second, games, won, 0.5))
    return found


def test_a_pair_is_summed_over_bots_whichever_comes_first() -> None:
    (found,) = pairs([Meeting(7, 3, 20, 12.5, 0.5), Meeting(3, 7, 20, 2, 0.25)])
    assert found.owners == (7, 3)
    assert found.games == 40
    assert found.surplus == pytest.approx(2.5 + 3)
    assert found.variance == pytest.approx(20 * 0.25 + 20 * 0.1875)
    assert found.z == pytest.approx(5.5 / sqrt(8.75))
    assert found.p == pytest.approx(erfc(found.z / sqrt(2)))


def test_pairs_that_have_met_too_seldom_are_left_out() -> None:
    assert not pairs([Meeting(1, 2, LEAST_GAMES - 1, 25, 0.5)])
    assert pairs([Meeting(1, 2, LEAST_GAMES - 1, 25, 0.5), Meeting(2, 1, 1, 1, 0.5)])


def test_by_benjamini_and_hochberg_a_pair_may_stand_out_because_others_do() -> None:
    def residual(z: float, owner: int) -> Meeting:
        return Meeting(owner, owner + 1, 100, 50 + 5 * z, 0.5)

    alone = pairs([residual(2.3, 1), *(residual(0.1, 10 * i) for i in range(1, 10))])
    assert [one.striking for one in alone] == 10 * [False]
    crowd = pairs([*(residual(2.3, 10 * i) for i in range(1, 5)), residual(0.1, 90)])
    assert [one.striking for one in crowd] == [True, True, True, True, False]


def test_honest_owners_seldom_stand_out() -> None:
    rng = Random(1)
    fields = [pairs(honest(20, 60, rng)) for _ in range(40)]
    accused = sum(any(one.striking for one in field) for field in fields)
    assert accused / len(fields) <= 2 * FALSE_SHARE


def test_a_ring_that_throws_games_leads_the_list() -> None:
    found = pairs(honest(20, 60, Random(2), thrown=0.7))
    assert {one.owners for one in found[:2]} == {(1, 2), (1, 3)}
    assert all(one.striking for one in found[:2])
    ring = next(ring for ring in rings(found) if set(FRIENDS) <= set(ring.owners))
    assert ring.z > 4


def test_rings_are_what_hints_connect() -> None:
    def pair(one: int, other: int, z: float) -> Residual:
        return Residual((one, other), 100, 5 * z, 25)

    found = rings([pair(1, 2, 2), pair(3, 2, 1.6), pair(4, 5, 3), pair(5, 1, 1.4)])
    (ring,) = found
    assert ring.owners == (1, 2, 3)
    assert ring.games == 200
    assert ring.z == pytest.approx((10 + 8) / sqrt(50))
    assert not rings([])


def test_the_report_names_who_gains_from_whom(
    client: Client, ladder: Ladder, trio: list[Submission], enter: Enter, rate: Rate
) -> None:
    greedy, ada, bob = trio
    carl = enter("carl-bot", "carl")
    even = {(one, greedy): (200, 0, 200) for one in (ada, bob, carl)}
    rate({**even, (ada, bob): (90, 0, 10), (ada, carl): (10, 0, 40), (bob, carl): (25, 0, 25)})
    assert services.compare(ladder)
    assert services.compare(ladder) is None  # it has been
    moderator = User.objects.create_user("sam", is_staff=True)
    client.force_login(moderator)
    assert client.get(reverse("collusion")).status_code == 404
    moderator.user_permissions.add(Permission.objects.get(codename="add_ruling"))
    page = " ".join(client.get(reverse("collusion")).text.split())
    assert "stand out of the 3 that have met" in page
    first = page.index('<th scope="row">ada</th> <td>bob</td>')
    assert first < page.index('<th scope="row">carl</th> <td>ada</td>')
    assert "house" not in page[page.index("<tbody>") : page.index("</tbody>")]


def test_an_empty_report_says_why(client: Client, trio: list[Submission]) -> None:
    client.force_login(User.objects.create_superuser("root"))
    assert "No two owners have met in 30 rated games yet." in client.get(reverse("collusion")).text

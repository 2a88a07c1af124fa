"""How ratings come about, for authors."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.seating import orders
from sixfold.ladder import evidence, pairing, ratings
from sixfold.ladder.models import Ladder
from sixfold.ladder.services.matchmaking import PROVEN_AFTER

WAITING_BESIDE = 50
"""Other versions in the example of the longest wait."""


@login_not_required
@require_safe
def ratings_explained(request: HttpRequest) -> HttpResponse:
    """How ratings come about and what they say, for authors; the figures are those in force."""
    start = ratings.Z * ratings.PRIOR_SD
    longest = pairing.longest_wait(ratings.PROVISIONAL, WAITING_BESIDE, seats=2)
    context = {
        "ratings": ratings,
        "pairing": pairing,
        "prior_bar": start,
        "provisional_games": ratings.games_until(ratings.PROVISIONAL, start),
        "settled_games": ratings.games_until(pairing.TARGET, start),
        "burst_percent": 100 * pairing.BURST_SHARE,
        "bars": [
            (games, ratings.expected_bar(start, games, 2), ratings.expected_bar(start, games, 4))
            for games in (10, 50, 100, 200, 400, 1000, 2000)
        ],
        "odds": [
            (difference, 100 / (1 + 10 ** (-difference / 400)))
            for difference in (0, 25, 50, 100, 200, 400)
        ],
        "ladders": Ladder.objects.order_by("pk"),
        "proven": PROVEN_AFTER,
        "wait": {"others": WAITING_BESIDE, "tables": longest},
        "evidence": evidence,
        "weights": [(seats, len(orders(seats)), ratings.weight(seats)) for seats in range(2, 7)],
    }
    return render(request, "ladder/ratings.html", context)

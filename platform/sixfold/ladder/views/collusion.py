"""A report for moderators: which owners' bots score otherwise against each other than expected."""

from collections.abc import Iterator

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sixfold.accounts.models import User
from sixfold.ladder import ratings, residuals
from sixfold.ladder.models import Ladder, PairCount, Standing
from sixfold.ladder.residuals import Meeting, Residual
from sixfold.ladder.views.shared import chosen
from sixfold.moderation.views import moderators_only

SHOWN = 50


@require_safe
@moderators_only
def collusion(request: HttpRequest) -> HttpResponse:
    """Pairs and rings of owners by how far their games are from what the ratings promise."""
    ladders = list(Ladder.objects.filter(seats__isnull=False).order_by("pk"))
    ladder = chosen(ladders, request)
    pairs = residuals.pairs(_meetings(ladder)) if ladder else []
    rings = residuals.rings(pairs)[:SHOWN]
    shown = pairs[:SHOWN]
    names = User.objects.in_bulk({owner for one in (*shown, *rings) for owner in one.owners})
    context = {
        "ladders": ladders,
        "ladder": ladder,
        "compared": len(pairs),
        "striking": sum(pair.striking for pair in pairs),
        "pairs": [(pair, _names(pair, names)) for pair in shown],
        "rings": [(ring, _names(ring, names)) for ring in rings],
        "residuals": residuals,
        "false_percent": 100 * residuals.FALSE_SHARE,
    }
    return render(request, "ladder/collusion.html", context)


def _meetings(ladder: Ladder) -> Iterator[Meeting]:
    """What bots of different owners have done to each other, the house's left out. Two queries."""
    rated = dict(Standing.objects.current(ladder).values_list("submission", "rating"))
    counts = PairCount.objects.filter(
        ladder=ladder, first__bot__house=False, second__bot__house=False
    ).exclude(first__bot__owner=F("second__bot__owner"))
    columns = (
        "first", "second", "first__bot__owner", "second__bot__owner",
        "first_wins", "draws", "second_wins",
    )  # fmt: skip
    rows = counts.values_list(*columns)
    for first, second, owner, other, wins, draws, losses in rows.iterator(chunk_size=10_000):
        if first in rated and second in rated:
            ahead = rated[first] - rated[second]
            games, points = wins + draws + losses, wins + draws / 2
            yield Meeting(owner, other, games, points, ratings.expected_share(ahead))


def _names(residual: Residual, users: dict[int, User]) -> list[str]:
    return [users[owner].get_username() for owner in residual.owners]

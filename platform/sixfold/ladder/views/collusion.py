"""A report for moderators: which owners' bots score otherwise against each other than expected."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sixfold.accounts.models import User
from sixfold.ladder import residuals
from sixfold.ladder.models import Comparison, Ladder
from sixfold.ladder.residuals import Residual
from sixfold.ladder.views.shared import chosen
from sixfold.moderation.views import moderators_only


@require_safe
@moderators_only
def collusion(request: HttpRequest) -> HttpResponse:
    """Pairs and rings of owners by how far their games are from what the ratings promise."""
    ladders = list(Ladder.objects.filter(seats__isnull=False).order_by("pk"))
    ladder = chosen(ladders, request)
    found = Comparison.objects.filter(ladder=ladder).first()
    pairs, rings = found.residuals() if found else ([], [])
    names = User.objects.in_bulk({owner for one in (*pairs, *rings) for owner in one.owners})
    context = {
        "ladders": ladders,
        "ladder": ladder,
        "compared": found.compared if found else 0,
        "striking": found.striking if found else 0,
        "pairs": [(pair, _names(pair, names)) for pair in pairs],
        "rings": [(ring, _names(ring, names)) for ring in rings],
        "residuals": residuals,
        "false_percent": 100 * residuals.FALSE_SHARE,
    }
    return render(request, "ladder/collusion.html", context)


def _names(residual: Residual, users: dict[int, User]) -> list[str]:
    return [users[owner].get_username() for owner in residual.owners]

"""What the matches of challenges belong to."""

from django.utils.translation import gettext

from sixfold.challenges.models import Challenge
from sixfold.matches.models import Match
from sixfold.matches.occasions import Occasion


def tell(match: Match) -> Occasion | None:
    """The challenge that a match is played for. One query."""
    asked = Challenge.objects.filter(clusters=match.cluster_id).first()
    if asked is None:
        return None
    name = gettext("challenge %(number)d") % {"number": asked.pk}
    return Occasion(name, asked.get_absolute_url())

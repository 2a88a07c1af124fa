"""What the matches of trials belong to."""

from django.utils.translation import gettext

from sixfold.matches.models import Match
from sixfold.matches.occasions import Occasion
from sixfold.trials.models import Trial


def tell(match: Match) -> Occasion | None:
    """The trial that a match is played for. One query."""
    asked = Trial.objects.filter(clusters=match.cluster_id).first()
    if asked is None:
        return None
    name = gettext("trial %(number)d") % {"number": asked.pk}
    return Occasion(name, asked.get_absolute_url())

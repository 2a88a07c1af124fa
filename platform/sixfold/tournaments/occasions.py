"""What a tournament's matches belong to."""

from django.utils.translation import gettext

from sixfold.matches.models import Match
from sixfold.matches.occasions import Occasion
from sixfold.tournaments.models import Bout


def tell(match: Match) -> Occasion | None:
    """The round that a match is played in, with its tournament's name. One query."""
    bouts = Bout.objects.select_related("table__round__tournament")
    bout = bouts.filter(cluster=match.cluster_id).first()
    if bout is None:
        return None
    played = bout.table.round
    words = {"tournament": played.tournament.name, "number": played.number}
    name = gettext("%(tournament)s, round %(number)d") % words
    return Occasion(name, played.get_absolute_url())

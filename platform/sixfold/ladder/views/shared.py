"""What several pages need: the ladder that the address names, and the length of the queue."""

from django.db.models import Count
from django.http import Http404, HttpRequest

from sixfold.ladder.models import Ladder
from sixfold.leases import Progress
from sixfold.matches.models import Match


def chosen(
    ladders: list[Ladder], request: HttpRequest, otherwise: Ladder | None = None
) -> Ladder | None:
    """The ladder that the address names, or else this one, or the first.

    Raises Http404 for a name that there is not.
    """
    slug = request.GET.get("ladder")
    if not slug:
        return otherwise or next(iter(ladders), None)
    for ladder in ladders:
        if ladder.slug == slug:
            return ladder
    raise Http404


def queue() -> dict[str, int]:
    """How many matches are played and wait, for `ladder/_queue.html`. One query."""
    running, queued = (
        matches.order_by().values_list("progress").annotate(Count("pk"))
        for matches in (Match.objects.running(), Match.objects.queued())
    )
    # Not grouped in one, which would look at every match instead of at an index.
    found: dict[str, int] = dict(running.union(queued))
    return {name: found.get(name, 0) for name in (Progress.RUNNING, Progress.QUEUED)}

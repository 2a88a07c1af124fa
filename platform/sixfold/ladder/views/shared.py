"""What several pages need: which ladder their address names."""

from django.http import Http404, HttpRequest

from sixfold.ladder.models import Ladder


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

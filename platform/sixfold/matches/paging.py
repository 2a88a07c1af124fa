"""Pages of a long list by key, not by number: as quick at the end as at the start."""

from dataclasses import dataclass

from sixfold.matches.models import Match, MatchQuerySet

PAGE_SIZE = 25


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, newest first, and the keys from which its neighbours go on."""

    matches: list[Match]
    newer: int | None
    """Ask for what comes after this key; None on the newest page."""
    older: int | None
    """Ask for what comes before this key; None on the oldest page."""


def page(
    matches: MatchQuerySet,
    *,
    before: int | None = None,
    after: int | None = None,
    size: int = PAGE_SIZE,
) -> Page:
    """The newest matches, or the next ones older or newer than a key, exclusively."""
    if after is not None:
        found = list(matches.filter(pk__gt=after).order_by("pk")[: size + 1])
        shown = found[size - 1 :: -1]
        return Page(
            shown,
            newer=shown[0].pk if len(found) > size else None,
            older=shown[-1].pk if shown else after + 1,
        )
    if before is not None:
        matches = matches.filter(pk__lt=before)
    found = list(matches.order_by("-pk")[: size + 1])
    shown = found[:size]
    newer = None if before is None else shown[0].pk if shown else before - 1
    return Page(shown, newer=newer, older=shown[-1].pk if len(found) > size else None)

"""Users give matches words of their own and find them again by these; nobody else sees them."""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Count, Value

from sixfold.accounts.models import User
from sixfold.bots.services import lock
from sixfold.matches.models import Match, Tag

MOST_TAGS = 10
"""Of one user on one match."""
WORDS_LISTED = 200
"""Of somebody's words, so many at the most."""
ANYWHERE = 0
"""The key of no match."""


def words_of(user: User) -> list[tuple[str, int]]:
    """Somebody's words, each with the number of matches that have it. One query."""
    counted = Tag.objects.of(user).values("word").annotate(matches=Count("pk")).order_by("word")
    return list(counted.values_list("word", "matches")[:WORDS_LISTED])


def tags_of(user: User | AnonymousUser, match: Match) -> list[str]:
    """Somebody's words for a match. One query."""
    if not user.is_authenticated:
        return []
    return list(Tag.objects.of(user).filter(match=match).values_list("word", flat=True))


def tell(user: User, matches: Sequence[Match]) -> list[str]:
    """Have matches know somebody's `own_tags`; all of their words. One query."""
    mine = Tag.objects.of(user).order_by()
    here = mine.filter(match__in=matches).values_list("match", "word")
    anywhere = mine.annotate(at=Value(ANYWHERE)).values_list("at", "word")
    rows = sorted(here.union(anywhere), key=lambda row: row[1])
    for match in matches:
        match.own_tags = [word for at, word in rows if at == match.pk]
    return [word for at, word in rows if at == ANYWHERE][:WORDS_LISTED]


def retag(user: User, match: Match, words: Iterable[str]) -> None:
    """From now on these are somebody's words for a match, at most MOST_TAGS, and no others."""
    wanted = {*words}
    with transaction.atomic():
        # One change of somebody's tags at a time, so that there are never too many.
        lock(user)
        mine = Tag.objects.of(user).filter(match=match)
        mine.exclude(word__in=wanted).delete()
        tag([match], user, wanted)


def tag(matches: Iterable[Match], user: User, words: Iterable[str]) -> None:
    """Give matches somebody's words beside those that they have."""
    Tag.objects.bulk_create(
        [Tag(user=user, match=match, word=word) for match in matches for word in words],
        ignore_conflicts=True,
    )

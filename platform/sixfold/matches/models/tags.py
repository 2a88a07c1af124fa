"""Words of users' own for matches, to find them again."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from sixfold.matches.models.matches import Match

if TYPE_CHECKING:
    from sixfold.accounts.models import User

LONGEST_TAG = 30
"""Characters."""
TAG = rf"^[^\s,]([^\x00-\x1f\x7f,]{{0,{LONGEST_TAG - 2}}}[^\s,])?$"
"""What a tag may be: a comma stands between two, and PostgreSQL keeps no NUL."""


class TagQuerySet(models.QuerySet["Tag"]):
    def of(self, user: "User") -> Self:
        return self.filter(user=user)


class Tag(models.Model):
    """A word of somebody's for a match. Nobody else sees it, so nobody has to look after it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tags", db_index=False
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="tags")
    word = models.CharField(max_length=LONGEST_TAG)

    if TYPE_CHECKING:
        match_id: int

    objects = TagQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["word"]
        constraints: ClassVar = [
            # In this order it finds somebody's matches by a word, and all of their words.
            models.UniqueConstraint(fields=["user", "word", "match"], name="tag_once"),
            models.CheckConstraint(condition=~Q(word=""), name="tag_is_a_word"),
        ]

    def __str__(self) -> str:
        return self.word

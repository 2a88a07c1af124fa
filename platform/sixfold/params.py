"""What the operations of the API take and answer: ids, names, keys, and words of a fixed set."""

from collections.abc import Iterable
from typing import Annotated, Any

from annotated_types import Ge, Le
from django.db.models import QuerySet
from pydantic import Field, StringConstraints

from arena.ruleset import RULESETS

Context = dict[str, Any]
"""What ninja tells the resolver of a field: the request among others."""

LARGEST = 2**63 - 1
"""The largest id."""
SLUG = r"^[-a-zA-Z0-9_]+$"
TEXT = r"^[^\x00]*$"
"""PostgreSQL keeps no NUL in a text."""

Id = Annotated[int, Ge(1), Le(LARGEST)]
Number = Annotated[int, Ge(1), Le(2**31 - 1)]
"""Of a version, from 1."""
Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=60)]
"""The name of a user, a bot, a ladder or a tournament, as it stands in addresses."""
FULL_NAME = r"^[-a-zA-Z0-9_]+/[-a-zA-Z0-9_]+$"
FullName = Annotated[str | None, Field(pattern=FULL_NAME, max_length=81, examples=["ada/swift"])]
"""Owner and bot, as they stand in addresses."""
Text = Annotated[str, StringConstraints(pattern=TEXT, max_length=200)]
_FOR_TWO = [name for name, rules in RULESETS.items() if rules.min_seats <= 2]
ForTwo = Annotated[
    str,
    StringConstraints(pattern=f"^({'|'.join(_FOR_TWO)})$"),
    Field(json_schema_extra={"enum": [*_FOR_TWO]}),
]
"""An edition of the rules that two can play."""
Limit = Annotated[int, Ge(1), Le(100), Field(description="The most that are listed.")]
Before = Annotated[
    Id | None, Field(description="List what comes after this key: the `older` of a page.")
]


def one_of(choices: Iterable[str], about: str | None = None, *, null: bool = False) -> Any:
    """A field that is answered, with the words that may stand in it.

    An enum as its type would do the same, if ninja did not take two of one name for one.
    """
    words: list[Any] = [str(word) for word in choices]
    if null:
        words.append(None)
    return Field(description=about, json_schema_extra={"enum": words})


def page_of(thing: Any, context: Context) -> str:
    """The whole address of the page that shows something."""
    address: str = context["request"].build_absolute_uri(thing.get_absolute_url())
    return address


def key_of(text: str) -> int | None:
    """The key in an address's `before`; None for anything else, which asks for the newest."""
    digits = text.isascii() and text.isdigit()
    return int(text) if digits and len(text) < len(str(LARGEST)) else None


def paged(
    found: QuerySet[Any], *, before: int | None, limit: int, key: str = "pk"
) -> dict[str, object]:
    """The rows from a key downwards, and the key from which the next ones go on. One query."""
    if before:
        found = found.filter(**{f"{key}__lt": before})
    rows = list(found.order_by(f"-{key}")[: limit + 1])
    items = rows[:limit]
    return {"items": items, "older": getattr(items[-1], key) if len(rows) > limit else None}

"""What the operations of the API take: ids, names and keys within what the database holds."""

from typing import Annotated

from annotated_types import Ge, Le
from pydantic import Field, StringConstraints

LARGEST = 2**63 - 1
"""The largest id."""
SLUG = r"^[-a-zA-Z0-9_]+$"
TEXT = r"^[^\x00]*$"
"""PostgreSQL keeps no NUL in a text."""

Id = Annotated[int, Ge(1), Le(LARGEST)]
Number = Annotated[int, Ge(1), Le(2**31 - 1)]
"""Of a version, from 1."""
Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=40)]
"""The name of a user, or of a bot, as it stands in addresses."""
FullName = Annotated[
    str | None,
    Field(pattern=r"^[-a-zA-Z0-9_]+/[-a-zA-Z0-9_]+$", max_length=81, examples=["ada/swift"]),
]
"""Owner and bot, as they stand in addresses."""
Text = Annotated[str, StringConstraints(pattern=TEXT, max_length=200)]
Limit = Annotated[int, Ge(1), Le(100), Field(description="The most that are listed.")]
Before = Annotated[
    Id | None, Field(description="List what comes after this key: the `older` of a page.")
]

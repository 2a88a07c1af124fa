"""Which names a bot may have, and the address that a name gives it."""

import unicodedata

from django.utils.text import slugify
from django.utils.translation import gettext as _

LENGTH = 40
SHORTEST = 2


def normal(name: str) -> str:
    """The name as it is kept; raises ValueError with a sentence for one that could deceive."""
    # Bounded before any work on it: NFKC can make a name many times longer.
    name = " ".join(unicodedata.normalize("NFKC", name[: 4 * LENGTH]).split())
    # Control, format (zero-width, bidirectional), unassigned, private: nobody can see them.
    if any(unicodedata.category(char).startswith("C") for char in name):
        raise ValueError(_("The name holds an invisible character. Type it again."))
    if not SHORTEST <= len(name) <= LENGTH:
        raise ValueError(
            _("A name has %(shortest)d to %(longest)d characters.")
            % {"shortest": SHORTEST, "longest": LENGTH}
        )
    if not address(name):
        raise ValueError(
            _("A name needs a letter a to z or a digit, since it is part of the bot's address.")
        )
    return name


def address(name: str) -> str:
    """The last part of the bot's address: lower case, so that names differing by case clash."""
    return slugify(name)[:LENGTH].strip("-")

"""Every text in the sources that is marked for translation, as the template of the catalogues."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.conf import settings
from django.utils.translation.template import templatize

KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_noop": None,
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# What is left of a template when everything but its marked texts is blotted out.
CALL = re.compile(
    r"""\b(?:n?p?gettext|_)\((?:[^()"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')*\)""", re.DOTALL
)


def texts() -> Catalog:
    """All of them, in the order of the files, each with the files that it is in."""
    found = Catalog(charset="utf-8", fuzzy=False)
    for file in files():
        place = file.relative_to(settings.PROJECT).as_posix()
        source = python(file).encode()
        for line, message, comments, context in extract(
            "python", BytesIO(source), KEYWORDS, ["Translators:"]
        ):
            found.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return found


def files() -> Iterator[Path]:
    """Python modules and templates of the project; JavaScript takes its texts from its page."""
    for file in sorted(settings.PROJECT.rglob("*")):
        if file.suffix in {".py", ".html", ".txt"} and "migrations" not in file.parts:
            yield file


def python(file: Path) -> str:
    """The file as Python: of a template only the marked texts, each on its line."""
    source = file.read_text()
    if file.suffix == ".py":
        return source
    blotted = templatize(source, origin=str(file))
    lines = blotted.split("\n")
    return "\n".join("; ".join(match.group() for match in CALL.finditer(line)) for line in lines)

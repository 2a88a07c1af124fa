"""What the arena and the kit say, in the visitor's language; they speak English, without gettext.

gettext looks a text up; here a sentence is looked up whose values are filled in. So it is the
English sentence that records, rows and errors hold, and however old it is, it is read in every
language that has its template.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from django import template
from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import get_language, pgettext, trans_real

register = template.Library()

CONTEXT = "kit"
"""Of the templates in the catalogues."""
LONGEST = 1500
"""Characters; nothing that is longer was said by us."""
MOST = 6
"""Places where a sentence may begin: what a bot has said may have any number."""
DEEPEST = 3
"""Sentences within sentences: as in "The bot does not start: ..."."""
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
BEGINNING = re.compile(r"(?<=[.:!?] )")
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+")


@register.filter
def said(text: str) -> str:
    """What the arena or the kit has said, in the visitor's language; what they have not, unchanged.

    It may be several sentences, and one may end with others, as in "Turn 3: The game is over.".
    """
    language = get_language() or settings.LANGUAGE_CODE
    if language == settings.LANGUAGE_CODE or len(text) > LONGEST:
        return text
    return "\n".join(_read(line, language, DEEPEST).text for line in text.split("\n"))


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with named placeholders, such as "%(path)s is larger than 2 MB."."""

    text: str
    literals: tuple[str, ...]
    """What stands around its values, one more than there are."""
    names: tuple[str, ...]
    """Of the values, in their order."""
    weight: int
    """The characters of its literals."""

    @property
    def goes_on(self) -> bool:
        """Whether it ends with a value, which may be sentences itself."""
        return not self.literals[-1]

    def values(self, text: str) -> list[str] | None:
        """The values that make this text of it; None where none do."""
        first, *others = self.literals
        if not others:
            return [] if text == first else None
        if not (text.startswith(first) and text.endswith(others[-1])):
            return None
        # The first place for each is as good as any later one, so there is no way back to try.
        values, begin, end = [], len(first), len(text) - len(others[-1])
        for literal in others[:-1]:
            place = text.find(literal, begin + 1, end)
            if place < 0:
                return None
            values.append(text[begin:place])
            begin = place + len(literal)
        return [*values, text[begin:end]] if begin < end else None


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it may be meant, translated."""

    text: str
    weight: int
    """How many characters are a template's own: the reading with most of them is right."""


@lru_cache(maxsize=1024)
def _read(text: str, language: str, depth: int) -> Reading:
    """The heaviest division of a text into sentences that are known, and others."""
    begins = [0, *[begin.start() for begin in BEGINNING.finditer(text)][-MOST:]]
    best = [Reading("", 0)]
    for end in [*begins[1:], len(text)]:
        before = zip(best, begins, strict=False)
        readings = [_then(one, text[begin:end], language, depth) for one, begin in before]
        best.append(max(readings, key=lambda reading: reading.weight))
    return best[-1]


def _then(before: Reading, part: str, language: str, depth: int) -> Reading:
    bare = part.rstrip(" ")
    next_one = _known(bare, language, depth) or Reading(bare, 0)
    text = before.text + next_one.text + part[len(bare) :]
    return Reading(text, before.weight + next_one.weight)


def _known(text: str, language: str, depth: int) -> Reading | None:
    """A single sentence of ours."""
    fitting = ((one, one.values(text)) for one in templates())
    readings = [
        _filled(one, values, language, depth) for one, values in fitting if values is not None
    ]
    return max(readings, key=lambda reading: reading.weight, default=None)


def _filled(meant: Template, values: list[str], language: str, depth: int) -> Reading:
    told, weight = [_number(value) for value in values], meant.weight
    if meant.goes_on and depth:
        rest = _read(values[-1], language, depth - 1)
        told[-1] = rest.text
        weight += rest.weight
    filled = pgettext(CONTEXT, meant.text) % dict(zip(meant.names, told, strict=True))
    return Reading(filled, weight)


def _number(text: str) -> str:
    """A value that is a number as the visitor writes it, with decimals or thousands."""
    if NUMBER.fullmatch(text):
        return number_format(text.replace(",", ""), force_grouping="," in text)
    return text


@cache
def templates() -> tuple[Template, ...]:
    """Everything that the arena and the kit can say, as any catalogue lists it."""
    language = next(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
    catalogue = trans_real.translation(language)._catalog  # type: ignore[attr-defined]
    marked = f"{CONTEXT}\4"
    return tuple(
        parsed(key.removeprefix(marked))
        for key, _text in catalogue.items()
        if isinstance(key, str) and key.startswith(marked)
    )


def parsed(text: str) -> Template:
    """The template that a catalogue has as this text."""
    parts = PLACEHOLDER.split(text.replace("%%", "%"))
    literals = tuple(parts[::2])
    return Template(text, literals, tuple(parts[1::2]), sum(map(len, literals)))

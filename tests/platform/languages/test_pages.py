"""Every page in a language of brackets: what stands outside of them has to be names or numbers."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

from bots_sdk import docs as kit
from tests.platform.languages.test_marks import NAMES, TOLD, UNTOLD, WORD
from tests.platform.security.conftest import whole, world
from tests.platform.security.rows import PAGES, Row
from tests.platform.security.world import World

__all__ = ["whole", "world"]

pytestmark = pytest.mark.django_db

PSEUDO = "eo"
"""Any language that Django knows and the site does not have."""
DATA = {
    *("ada", "bob", "carol", "tim", "olga", "sid", "mia", "swift", "slow", "quiet", "laptop"),
    *("table", "dashboard", "Draft", "Cup", "League", "house", "It", "talked", "Esperanto"),
    *("pre", "img", "src", "onerror", "msg", "test", "classic", "extended", "schmidt"),
    *("match", "read", "submit", "ms", "https", "example", "org"),
}
"""Names that people and programs have given, and units."""
COMMA = re.compile(r' (?:[cr]?[xy]\d?|r|width|height|min|max|low|high|value|d)="-?\d+,\d+"')
"""A number in an attribute that was written for people; PSEUDO has the comma of most languages."""
HASH = re.compile(r"[a-f]+")
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Bracketing(NullTranslations):
    """Translates every text into itself, in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message.rpartition(chr(4))[2]}⟧" if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def to_language(self) -> str:
        return PSEUDO

    language = to_language


class Left(HTMLParser):
    """What a reader meets on a page outside of the brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.told: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        # Code is in no language, and the chooser names each language in itself.
        silent = tag in UNTOLD or given.get("lang") not in (None, PSEUDO) or self.silent
        if not silent:
            self.told += [given[name] or "" for name in TOLD & given.keys()]
        if tag not in VOID:
            self.open.append((tag, silent))

    @property
    def silent(self) -> bool:
        return bool(self.open) and self.open[-1][1]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.texts.append(data)


def plain(page: str) -> set[str]:
    """The words of a page that are not in brackets."""
    reader = Left()
    reader.feed(page)
    found: set[str] = set()
    for text in [" ".join(reader.texts), *reader.told]:
        inner = None
        while inner != text:
            inner, text = text, re.sub("⟦[^⟦⟧]*⟧", " ", text)
        found |= set(WORD.findall(text))
    return {word for word in found - NAMES - DATA if not HASH.fullmatch(word)}


@pytest.fixture(scope="module")
def bracketed() -> Iterator[None]:
    """The site in the language of brackets."""
    languages = [*settings.LANGUAGES, (PSEUDO, "Brackets")]
    with override_settings(LANGUAGES=languages):
        # Only now: the new setting empties what Django keeps.
        translations: dict[str, Any] = trans_real._translations  # type: ignore[attr-defined]
        translations[PSEUDO] = Bracketing()
        yield
        del translations[PSEUDO]


# No pages to translate: files, the figures for monitoring, what is documented in English only.
LEFT_OUT = re.compile(
    r"\.\w+$|/(source|log|events|metrics|health|ready|status|choice|state|api/v1/docs)/?$"
    rf"|/docs/({'|'.join(kit.TITLES)})/$"
)
READ = [row for row in PAGES if row.method == "GET" and not LEFT_OUT.search(row.address)]


@pytest.mark.parametrize("row", READ, ids=str)
def test_a_page_says_nothing_untranslated(world: World, bracketed: None, row: Row) -> None:
    for who in ("anonymous", "owner", "moderator"):
        if row.told[who] == "ok":
            answer = world.browser(who).get(
                world.at(row.address), headers={"Accept-Language": PSEUDO}
            )
            assert answer.headers["Content-Language"] == PSEUDO
            assert plain(answer.text) == set()
            assert COMMA.findall(answer.text) == []

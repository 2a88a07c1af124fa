"""Every text is translated into every language, with the same placeholders and the same markup."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message
from django.utils.translation import gettext, ngettext, override

from sixfold.languages import catalogues
from sixfold.languages.sources import texts

PLACEHOLDER = re.compile(r"%\([\w.]+\)[a-z]|%[sd](?![a-z])|%%")
MARKUP = re.compile(r"</?\w+[^>]*>")


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return texts()


@pytest.mark.parametrize("language", catalogues.translated())
def test_a_catalogue_has_exactly_the_texts_of_the_sources(language: str, sources: Catalog) -> None:
    """If this fails: `manage.py messages`, translate what is new, and once more."""
    assert catalogues.path(language).read_bytes() == catalogues.source(
        catalogues.renewed(language, sources)
    )


@pytest.mark.parametrize("language", catalogues.translated())
def test_every_text_is_translated(language: str) -> None:
    catalogue = catalogues.read(language)

    assert len(catalogue) > 1000
    assert catalogues.missing(catalogue) == []
    assert [message.id for message in catalogue if message.fuzzy and message.id] == []


def test_no_language_has_a_sentence_of_another_one() -> None:
    """As a script that fills in several catalogues may leave behind."""
    finnish, *others = (catalogues.read(language) for language in ("fi", "sv", "de"))
    strange = [
        message.id
        for message in finnish
        if message.string != message.id and " " in str(message.id)
        for other in others
        if (same := other.get(message.id, message.context)) and same.string == message.string
    ]
    assert strange == []


@pytest.mark.parametrize("language", catalogues.translated())
def test_a_translation_keeps_placeholders_markup_and_edges(language: str) -> None:
    wrong = []
    for message in catalogues.read(language):
        for text, several, string in forms(message):
            # One of something may be said with or without its number.
            same = parts(string) in (parts(text), parts(several))
            if string and (not same or edges(string) != edges(text)):
                wrong.append((text, string))
    assert wrong == []


def forms(message: Message) -> Iterator[tuple[str, str, str]]:
    """Each form of a text, what it is of several, and its translation."""
    if isinstance(message.id, str):
        if message.id:
            yield message.id, message.id, str(message.string)
    else:
        for number, string in enumerate(message.string or ()):
            yield message.id[number], message.id[1], string


def parts(text: str) -> list[str]:
    """Its placeholders and tags, whatever their order."""
    return sorted(PLACEHOLDER.findall(text) + MARKUP.findall(text))


def edges(text: str) -> tuple[bool, bool]:
    """Whether space precedes and follows it."""
    return text[:1].isspace(), text[-1:].isspace()


@pytest.mark.parametrize("language", catalogues.translated())
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    compiled = catalogues.path(language).with_suffix(".mo").read_bytes()

    assert compiled == catalogues.compiled(catalogues.read(language))


def test_numbers_choose_their_form() -> None:
    with override("fi"):
        assert ngettext("%(games)s game", "%(games)s games", 1) == "%(games)s peli"
        assert ngettext("%(games)s game", "%(games)s games", 2) == "%(games)s peliä"
    with override("de"):
        assert gettext("Leaderboard") == "Rangliste"

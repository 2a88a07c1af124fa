"""The catalogues of the languages that the site is translated into: a .po each, and its .mo.

Both are committed, so that a checkout speaks every language without a further step.
"""

from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings

from sixfold.languages.sources import texts


def translated() -> list[str]:
    """The codes of the languages that have a catalogue: all but the one of the sources."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def path(language: str) -> Path:
    """Where the catalogue of a language is."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    """The catalogue as it stands; a new language has an empty one."""
    file = path(language)
    if not file.exists():
        return Catalog(locale=language, project="Sixfold", fuzzy=False)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def renewed(language: str, sources: Catalog | None = None) -> Catalog:
    """The catalogue with exactly the texts of the sources; new ones are not yet translated."""
    catalogue = read(language)
    template = sources or texts()
    # No date of its own, or each run would change the file.
    template.creation_date = catalogue.creation_date
    # A text that resembles an old one is a new one: what is guessed reads as if it was translated.
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def source(catalogue: Catalog) -> bytes:
    """What belongs into its .po."""
    stream = BytesIO()
    write_po(stream, catalogue, width=100, include_lineno=False, sort_by_file=True)
    return stream.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """What belongs into its .mo."""
    stream = BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """The texts that it has no translation of."""
    lacking = []
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(forms):
            lacking.append(message.id if isinstance(message.id, str) else message.id[0])
    return lacking

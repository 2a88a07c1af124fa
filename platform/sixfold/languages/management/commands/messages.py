"""`manage.py messages`: the catalogues up to date with the sources."""

from typing import Any

from django.core.management import BaseCommand

from sixfold.languages import catalogues
from sixfold.languages.sources import texts


class Command(BaseCommand):
    """Django's makemessages and compilemessages in one, and without GNU gettext."""

    help = "Bring the catalogues of all languages up to the sources, and compile them."

    def handle(self, **_: Any) -> None:
        sources = texts()
        for language in catalogues.translated():
            catalogue = catalogues.renewed(language, sources)
            file = catalogues.path(language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(catalogues.source(catalogue))
            file.with_suffix(".mo").write_bytes(catalogues.compiled(catalogue))
            lacking = len(catalogues.missing(catalogue))
            self.stdout.write(f"{language}: {len(catalogue)} texts, {lacking} to translate")

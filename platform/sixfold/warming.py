"""What a web process makes before its first visitor comes, who would wait for it otherwise."""

import scipy
from django.conf import settings
from django.template import engines
from django.template.utils import get_app_template_dirs
from django.urls import get_resolver

from sixfold.api.docs import described
from sixfold.bots.kit import wheel


def warm() -> None:
    """Make all that stays the same while the process runs: half a second of work."""
    _ = get_resolver().url_patterns  # imports all pages
    _compile_templates()
    # The table of a tournament is rated, and these are loaded when they are needed.
    _ = scipy.linalg, scipy.special
    wheel()
    described()


def _compile_templates() -> None:
    engine = engines["django"].engine  # type: ignore[attr-defined]
    for folder in (*engine.dirs, *get_app_template_dirs("templates")):
        if folder.is_relative_to(settings.PROJECT):
            for page in folder.rglob("*.html"):
                engine.get_template(str(page.relative_to(folder)))

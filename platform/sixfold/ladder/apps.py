"""The app's registration."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    name = "sixfold.ladder"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Register the app's checks, and tell what matches did to ratings."""
        # They read models, which are only there now.
        import_module("sixfold.ladder.checks")
        from sixfold.ladder.gains import gains
        from sixfold.matches.gains import told_by

        told_by(gains)

"""The app's registration."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    name = "sixfold.ladder"
    verbose_name = _("Ladders")

    def ready(self) -> None:
        """Register the app's checks; they read models, which are only there now."""
        import_module("sixfold.ladder.checks")

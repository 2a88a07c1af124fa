"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrialsConfig(AppConfig):
    name = "sixfold.trials"
    verbose_name = _("Trials")

    def ready(self) -> None:
        """Tell what the matches are played for that come from here."""
        from sixfold.matches.models import Kind
        from sixfold.matches.occasions import told_by
        from sixfold.trials.occasions import tell

        told_by(Kind.TRIAL, tell)

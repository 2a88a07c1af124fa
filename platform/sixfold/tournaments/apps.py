"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "sixfold.tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Tell what the matches are played for that come from here."""
        from sixfold.matches.models import Kind
        from sixfold.matches.occasions import told_by
        from sixfold.tournaments.occasions import tell

        told_by(Kind.TOURNAMENT, tell)

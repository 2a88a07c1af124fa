"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChallengesConfig(AppConfig):
    name = "sixfold.challenges"
    verbose_name = _("Challenges")

    def ready(self) -> None:
        """Tell what the matches are played for that come from here."""
        from sixfold.challenges.occasions import tell
        from sixfold.matches.models import Kind
        from sixfold.matches.occasions import told_by

        told_by(Kind.CHALLENGE, tell)

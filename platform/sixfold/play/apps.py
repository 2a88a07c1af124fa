"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    name = "sixfold.play"
    verbose_name = _("Games of people")

    def ready(self) -> None:
        """Have workers answer people before anything else: they wait."""
        from sixfold.matches.errands import before_all
        from sixfold.play.tasks import answer

        before_all(answer)

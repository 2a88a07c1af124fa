"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "sixfold.matches"
    verbose_name = _("Matches")

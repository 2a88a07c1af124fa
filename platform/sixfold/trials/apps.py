"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrialsConfig(AppConfig):
    name = "sixfold.trials"
    verbose_name = _("Trials")

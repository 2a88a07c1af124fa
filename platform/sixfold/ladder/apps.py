"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    name = "sixfold.ladder"
    verbose_name = _("Ladders")

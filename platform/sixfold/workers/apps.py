"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WorkersConfig(AppConfig):
    name = "sixfold.workers"
    verbose_name = _("Workers")

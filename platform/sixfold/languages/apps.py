"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LanguagesConfig(AppConfig):
    name = "sixfold.languages"
    verbose_name = _("Languages")

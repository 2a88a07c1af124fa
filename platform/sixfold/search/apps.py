"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SearchConfig(AppConfig):
    name = "sixfold.search"
    verbose_name = _("Search")

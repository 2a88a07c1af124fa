"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    name = "sixfold.privacy"
    verbose_name = _("Privacy")

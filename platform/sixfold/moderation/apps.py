"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "sixfold.moderation"
    verbose_name = _("Moderation")

"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    name = "sixfold.webhooks"
    verbose_name = _("Webhooks")

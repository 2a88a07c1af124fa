"""The app's registration."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "sixfold.accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Register the app's checks."""
        import_module("sixfold.accounts.checks")

"""The app's registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    name = "sixfold.operations"
    verbose_name = _("Operations")

    def ready(self) -> None:
        from sixfold.operations import telemetry

        telemetry.start()

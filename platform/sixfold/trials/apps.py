"""The app's name."""

from django.apps import AppConfig


class TrialsConfig(AppConfig):
    """Trials of new versions."""

    name = "sixfold.trials"

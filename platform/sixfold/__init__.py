"""The competition platform: accounts, bots, matches and ladders over the arena."""

from sixfold.celery import celery_app

__all__ = ["celery_app"]

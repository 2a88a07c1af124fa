"""Fails while it is loaded."""

WEIGHTS = {"opening": 3}["endgame"]

"""Trials: a new version proves itself against the one that plays, in unrated games."""

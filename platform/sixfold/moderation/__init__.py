"""Moderation: rulings on matches and bots, each with a public reason and a place in the log."""

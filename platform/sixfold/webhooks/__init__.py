"""Webhooks: the site tells a program of a user's what has happened to their bots."""

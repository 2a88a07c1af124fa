"""Challenges: unrated matches that an owner asks for, between any two versions."""

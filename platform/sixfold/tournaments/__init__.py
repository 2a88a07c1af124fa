"""Tournaments: entered by owners, drawn up by organisers, run round by round through the queue."""

"""Bots, their numbered submissions, and the check that lets a submission play."""

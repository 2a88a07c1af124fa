"""Matches: queued, played by a worker in the sandbox, stored as records, shown as replays."""

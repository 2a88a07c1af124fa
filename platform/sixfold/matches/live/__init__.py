"""Watching a match while it is played: the worker reports it, the web processes pass it on.

Whoever watches learns exactly what the replay of the finished match will show of the same turns:
the hands, which no bot under way can be told of, and the draws so far; never the seed.
"""

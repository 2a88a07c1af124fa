"""Who meets whom, and who stands where: tournament formats without Django.

A format is a function from what was played to the next round. Nothing else is remembered, so that
a tournament goes on after any interruption as if there had been none. Entrants are known by their
seeds: 1 is the strongest by the ladder.
"""

from sixfold.tournaments.formats.event import Event, Game, Result, Round, Stage, Table, Why
from sixfold.tournaments.formats.plan import Format, Plan, next_round
from sixfold.tournaments.formats.ranking import Row, Rule
from sixfold.tournaments.formats.standings import of_stage, standings

__all__ = [
    "Event",
    "Format",
    "Game",
    "Plan",
    "Result",
    "Round",
    "Row",
    "Rule",
    "Stage",
    "Table",
    "Why",
    "next_round",
    "of_stage",
    "standings",
]

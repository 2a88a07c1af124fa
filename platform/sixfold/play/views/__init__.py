"""The pages of people who play, and the files of their games."""

from sixfold.play.views.files import analysis, notation, record, replay
from sixfold.play.views.pages import begin, sitting, sittings
from sixfold.play.views.turns import choice, move, resign, state

__all__ = [
    "analysis",
    "begin",
    "choice",
    "move",
    "notation",
    "record",
    "replay",
    "resign",
    "sitting",
    "sittings",
    "state",
]

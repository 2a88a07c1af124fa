"""What people and bots do at a sitting: begin, move, answer, leave, each a short transaction."""

from sixfold.play.services.allowance import Allowance, allowance
from sixfold.play.services.answering import answer, claim, keep
from sixfold.play.services.beginning import begin, begin_from
from sixfold.play.services.moving import close_idle, move, resign

__all__ = [
    "Allowance",
    "allowance",
    "answer",
    "begin",
    "begin_from",
    "claim",
    "close_idle",
    "keep",
    "move",
    "resign",
]

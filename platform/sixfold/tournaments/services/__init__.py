"""What moves a tournament: announced, entered, begun, played round by round, finished."""

from sixfold.tournaments.services.announcing import DESCRIBING, announce, cancel, change, create
from sixfold.tournaments.services.entering import enter, enter_everybody, remove, withdraw
from sixfold.tournaments.services.locking import Refused
from sixfold.tournaments.services.running import advance, start

__all__ = [
    "DESCRIBING",
    "Refused",
    "advance",
    "announce",
    "cancel",
    "change",
    "create",
    "enter",
    "enter_everybody",
    "remove",
    "start",
    "withdraw",
]

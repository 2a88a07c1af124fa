"""The pages of matches, their files and their pictures."""

from sixfold.matches.views.analysis import analysis
from sixfold.matches.views.busy import live
from sixfold.matches.views.embedding import embed
from sixfold.matches.views.files import notation, record, replay
from sixfold.matches.views.logs import log
from sixfold.matches.views.opening import open_record
from sixfold.matches.views.pages import match, match_list, seeds_explained
from sixfold.matches.views.pictures import board_svg, card, replay_gif
from sixfold.matches.views.tags import tags

__all__ = [
    "analysis",
    "board_svg",
    "card",
    "embed",
    "live",
    "log",
    "match",
    "match_list",
    "notation",
    "open_record",
    "record",
    "replay",
    "replay_gif",
    "seeds_explained",
    "tags",
]

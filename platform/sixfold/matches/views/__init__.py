"""The pages of matches, their files and their pictures."""

from sixfold.matches.views.analysis import analysis
from sixfold.matches.views.busy import live
from sixfold.matches.views.files import notation, record, replay
from sixfold.matches.views.logs import log
from sixfold.matches.views.pages import HtmxRequest, match, match_list, seeds_explained

__all__ = [
    "HtmxRequest",
    "analysis",
    "live",
    "log",
    "match",
    "match_list",
    "notation",
    "record",
    "replay",
    "seeds_explained",
]

"""The pages of ladders: boards, bots, owners, changes of ratings, rivals, how ratings are made."""

from sixfold.ladder.views.boards import home, leaderboard
from sixfold.ladder.views.bots import bot, rating_change
from sixfold.ladder.views.collusion import collusion
from sixfold.ladder.views.docs import ratings_explained
from sixfold.ladder.views.owners import owner
from sixfold.ladder.views.rivals import head_to_head, rivals

__all__ = [
    "bot",
    "collusion",
    "head_to_head",
    "home",
    "leaderboard",
    "owner",
    "rating_change",
    "ratings_explained",
    "rivals",
]

"""The pages of ladders: boards, bots, what changed a rating, and how ratings come about."""

from sixfold.ladder.views.boards import home, leaderboard
from sixfold.ladder.views.bots import bot, rating_change
from sixfold.ladder.views.docs import ratings_explained

__all__ = ["bot", "home", "leaderboard", "rating_change", "ratings_explained"]

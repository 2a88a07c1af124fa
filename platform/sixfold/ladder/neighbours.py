"""Who is rated next to a bot, and how it has fared against each of them."""

from dataclasses import dataclass

from sixfold.bots.models import Bot
from sixfold.ladder import career
from sixfold.ladder.career import Opponent
from sixfold.ladder.models import Ladder, Standing

REACH = 10
"""So many above and so many below."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A row of the leaderboard near a bot's own, or that one itself."""

    standing: Standing
    met: Opponent | None
    """What the bot's active version has done to it; None where they have not met."""


def neighbours(ladder: Ladder, bot: Bot) -> list[Neighbour]:
    """The rows around a bot's in the order of their ratings, or none where it has no rating.

    Five queries.
    """
    board = Standing.objects.leaderboard(ladder)
    mine = board.filter(submission=bot.active).first() if bot.active else None
    if mine is None or bot.active is None:
        return []
    above = board.filter(rating__gt=mine.rating).order_by("rating")[:REACH]
    below = board.filter(rating__lt=mine.rating).order_by("-rating")[:REACH]
    met = {one.bot: one for one in career.opponents(ladder, bot.active)}
    rows = [*reversed(above), mine, *below]
    return [Neighbour(standing, met.get(standing.submission.bot_id)) for standing in rows]

"""Bots that may play: what it takes to have passed a check, without the check."""

from typing import Any

from django.utils import timezone

from bots_sdk import archives
from sixfold.accounts.models import User
from sixfold.bots.models import Archive, Bot, Submission, Verdict
from sixfold.leases import Progress

FIRST_MOVE = b"def choose(game):\n    return game.legal_moves()[0]\n"


def passed(
    name: str,
    owner: str = "ada",
    *,
    source: bytes = FIRST_MOVE,
    house: bool = False,
    plays: bool = True,
    **fields: Any,
) -> Submission:
    """The next version of somebody's bot, which plays from then on; both are made if need be."""
    user, _made = User.objects.get_or_create(username=owner)
    bot, _made = Bot.objects.get_or_create(owner=user, name=name, slug=name, house=house)
    files = {"bot.py": source}
    archive, _made = Archive.objects.get_or_create(
        sha256=archives.digest(files), defaults={"data": archives.pack(files)}
    )
    usual: dict[str, Any] = {
        "number": bot.submissions.count() + 1,
        "size": len(source),
        "verdict": Verdict.PASSED,
        "checked_at": timezone.now(),
        "progress": Progress.FINISHED,
    }
    made = Submission.objects.create(bot=bot, archive=archive, **(usual | fields))
    if plays:
        bot.active = made
        bot.save()
    return made

"""A site in use: two owners with a bot each, and a match between them, played and stored."""

import random

import pytest
from django.core.files.storage import Storage
from pytest_django import Settings

from arena import referee
from arena.moves import Move
from arena.player import InProcess
from arena.view import View
from sixfold.accounts.models import User
from sixfold.bots.models import Submission
from sixfold.bots.services import claim_check, conclude, enter
from sixfold.ladder.services import pair
from sixfold.matches import services
from sixfold.matches.models import Match
from sixfold.matches.playing import Played


@pytest.fixture
def site(transactional_db: None, records: Storage, settings: Settings) -> Match:
    """What the owners have there; answers with the match."""
    settings.LADDERS = ["two"]
    for owner in ("ada", "bob"):
        source = f"# {owner}\ndef choose(game):\n    return game.legal_moves()[0]\n".encode()
        pass_check(
            enter(
                owner=User.objects.create_user(owner),
                name=f"{owner}'s",
                filename="bot.py",
                data=source,
            )
        )
    pair()
    attempt = services.claim()
    assert attempt is not None
    names = tuple(str(seat.submission.bot) for seat in attempt.match.seats.order_by("number"))
    seed = bytes(attempt.match.cluster.seed)
    record = referee.play(
        [InProcess(a_move), InProcess(a_move)], referee.Deal(seed=seed, names=names)
    )
    assert services.finish(attempt, Played(record, logs=(((3, "thinking"),), ()), tier="none"))
    attempt.match.refresh_from_db()
    return attempt.match


def pass_check(submission: Submission) -> None:
    claimed = claim_check()
    assert claimed == submission
    assert claimed.token is not None
    conclude(claimed, claimed.token, passed=True)


def a_move(view: View) -> Move:
    return random.Random(view.turn).choice(view.legal_moves())

"""What the owner of a bot reads where it failed, and that nobody else does."""

import pytest
from django.core.files.storage import Storage
from django.test import Client
from django.urls import reverse

from arena import referee
from arena.limits import Limits
from arena.player import Answer, Ending, Forfeit, Greeting, InProcess
from arena.view import View
from sixfold.accounts.models import User
from sixfold.matches import services, storage
from sixfold.matches.models import Match, Seat
from sixfold.matches.playing import Played
from tests.platform.matches.conftest import SEED, Enter, a_move

pytestmark = pytest.mark.usefixtures("records")

TRACEBACK = """Traceback (most recent call last):
  File "/bot/bot.py", line 7, in choose
    return self.table[game.hand[0]]
           ~~~~~~~~~~^^^^^^^^^^^^^^
KeyError: <Rc>
"""


class Failing:
    """Plays two moves, and then fails."""

    def __init__(self, forfeit: Forfeit) -> None:
        self.forfeit = forfeit
        self.good = InProcess(a_move)

    def start(self, greeting: Greeting) -> float:
        return 1

    def choose(self, view: View) -> Answer:
        if view.turn >= 4:
            raise self.forfeit
        return self.good.choose(view)


def lost(enter: Enter, forfeit: Forfeit, printed: str) -> Match:
    """A finished match that the first bot lost by this forfeit at turn 4, the fifth move."""
    bots = [enter("first"), enter("second", owner="bob")]
    services.schedule(submissions=bots, seed=SEED)
    attempt = services.claim()
    assert attempt
    dealt = referee.Deal(SEED, ("ada/first", "bob/second"))
    good = InProcess(a_move)
    record = referee.play([Failing(forfeit), good], dealt, Limits())
    log = ((0, "earlier\n"), (4, printed))
    assert services.finish(attempt, Played(record, (log, ()), tier="A"))
    return Match.objects.get(pk=attempt.match_id)


def log_of(match: Match) -> str:
    return reverse("match_log", kwargs={"pk": match.pk, "number": 0})


def ada(client: Client) -> Client:
    client.force_login(User.objects.get(username="ada"))
    return client


def test_the_cause_comes_first_then_what_else_is_known(enter: Enter, client: Client) -> None:
    said = "Its process ended without an answer, with exit status 1."
    match = lost(enter, Forfeit(Ending.EXITED, said), f"weighing\n{TRACEBACK}")
    text = ada(client).get(log_of(match)).text
    in_order = [
        "turn 5</a>: exited",
        "KeyError: &lt;Rc&gt;</strong> Its process ended without an answer",
        "File &quot;/bot/bot.py&quot;, line 7, in choose",
        "printed for this move",
        "weighing",
        "Hand: ",
        f"sixfold debug http://testserver/matches/{match.pk}/#t5 --bot mybot.py",
        "earlier",
    ]
    places = [text.index(part) for part in in_order]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("ending", "advice"),
    [
        (Ending.CPU_TIME, "5 s for the match and 0.1 s more for each move"),
        (Ending.WALL_TIME, "at least 10 s"),
        (Ending.ILLEGAL, "game.judge(move)"),
        (Ending.MALFORMED, "answers in the right form by itself"),
        (Ending.STDERR_LIMIT, "8 MB are allowed"),
        (Ending.EXITED, "Python told of no error"),
    ],
)
def test_every_failure_has_its_sentence_its_move_and_the_limit(
    ending: Ending, advice: str, enter: Enter, client: Client
) -> None:
    match = lost(enter, Forfeit(ending, "What happened, in a sentence."), "weighing\n")
    text = ada(client).get(log_of(match)).text
    for part in (f"turn 5</a>: {ending}", "What happened, in a sentence.", advice, "weighing"):
        assert part in text


def test_a_bot_that_did_not_start_has_no_position(enter: Enter, client: Client) -> None:
    match = lost(enter, Forfeit(Ending.EXITED, "It ended."), "")
    failing = Failing(Forfeit(Ending.EXITED, "It ended."))

    def start(greeting: Greeting) -> float:
        raise failing.forfeit

    failing.start = start  # type: ignore[method-assign]
    dealt = referee.Deal(SEED, ("ada/first", "bob/second"))
    record = referee.play([failing, InProcess(a_move)], dealt)
    files = storage.write(match, match.attempts.get().token, record, (((-1, TRACEBACK),), ()))
    Match.objects.update(record_key=files.record.key, record_sha256=files.record.sha256)
    log = files.logs[0]
    assert log
    Seat.objects.filter(number=0).update(log_key=log.key)
    text = ada(client).get(log_of(match)).text
    assert "KeyError: &lt;Rc&gt;</strong>" in text
    assert "turn 1</a>: exited" in text
    assert "Hand: " not in text


def test_a_failure_is_offered_to_its_owner_only(enter: Enter, client: Client) -> None:
    match = lost(enter, Forfeit(Ending.EXITED, "It ended."), "")
    Seat.objects.update(log_key="")
    page = match.get_absolute_url()
    assert log_of(match) not in client.get(page).text
    assert "Why first was out" in ada(client).get(page).text
    assert "Out at" in client.get(log_of(match)).text
    client.force_login(User.objects.get(username="bob"))
    assert "Why" not in client.get(page).text


def test_a_lost_record_leaves_the_sentence(enter: Enter, client: Client, records: Storage) -> None:
    match = lost(enter, Forfeit(Ending.EXITED, "It ended."), "the last words\n")
    records.delete(match.record_key)
    text = ada(client).get(log_of(match)).text
    assert "Exited: It ended." in text
    assert "the last words" in text

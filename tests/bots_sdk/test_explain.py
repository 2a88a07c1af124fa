"""What an author reads of a failure."""

import pytest

from arena.limits import Limits
from arena.player import Ending
from bots_sdk.check.explain import advice, cause, traceback, why

RAISED = """evaluating 14 moves
Traceback (most recent call last):
  File "/bot/bot.py", line 7, in choose
    return self.table[game.hand[0]]
           ~~~~~~~~~~^^^^^^^^^^^^^^
KeyError: Rc
This was turn 12, with the hand Rc Yd.
"""
CHAINED = f"""{RAISED}
During handling of the above exception, another exception occurred:

{RAISED.replace("KeyError: Rc", "deep.down.SearchError")}"""
SYNTAX = """  File "/bot/bot.py", line 1
    def choose(:
               ^
SyntaxError: invalid syntax
"""
LONG = RAISED.replace("    return", '  File "/bot/bot.py", line 8, in deeper\n' * 50 + "    return")


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (RAISED, "KeyError: Rc"),
        (CHAINED, "deep.down.SearchError"),
        (SYNTAX, "SyntaxError: invalid syntax"),
        (LONG, "KeyError: Rc"),
        ("BotError: The file has no bot.\n", "BotError: The file has no bot."),
        ("thinking\nabout: it\n", ""),
        ("", ""),
    ],
)
def test_the_cause_of_a_crash_is_found_in_what_was_printed(printed: str, expected: str) -> None:
    assert cause([(3, "earlier: this"), (12, printed)]) == expected


def test_a_bot_that_printed_nothing_has_told_no_cause() -> None:
    assert cause([]) == ""
    assert traceback([]) == ""


@pytest.mark.parametrize(
    ("ending", "cause", "said"),
    [
        (Ending.EXITED, "MemoryError", "512 MB of memory"),
        (Ending.EXITED, "PermissionError: [Errno 1] Operation not permitted", "no network"),
        (Ending.EXITED, "ModuleNotFoundError: No module named 'numpy'", "standard library"),
        (Ending.EXITED, "KeyError: 'x'", ""),
        (Ending.EXITED, "", "Python told of no error"),
        (Ending.CPU_TIME, "", "5 s for the match and 0.1 s more for each move"),
        (Ending.WALL_TIME, "", "20 times the CPU time that is left, and at least 10 s"),
        (Ending.ILLEGAL, "", "game.judge(move)"),
        (Ending.MALFORMED, "", '{"move": "Rc@0,0"}'),
        (Ending.LINE_TOO_LONG, "", "one line for each request"),
        (Ending.UNSOLICITED, "", "standard error"),
        (Ending.STDERR_LIMIT, "", "8 MB are allowed in a match, and the last 64 kB are kept"),
    ],
)
def test_every_ending_has_its_advice_with_the_limit_that_was_met(
    ending: Ending, cause: str, said: str
) -> None:
    told = advice(ending, cause, Limits())
    assert said in told
    assert bool(told) == bool(said)


def test_the_error_a_bot_died_of_and_what_was_seen_of_it_are_two_sentences() -> None:
    told = why(Ending.EXITED, "Its process ended.", [(12, RAISED)], Limits())
    assert told == "KeyError: Rc. Its process ended."
    told = why(Ending.EXITED, "Its process ended.", [(0, "BotError: It has none.\n")], Limits())
    assert told == "BotError: It has none. Its process ended."

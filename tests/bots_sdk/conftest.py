"""One world for the kit's tests: a deal, its greeting, and bots in real processes."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.game import Game, deal
from arena.limits import Limits
from arena.player import Greeting
from arena.protocol import Teller, encode_start
from arena.ruleset import CLASSIC

ROOT = Path(__file__).parents[2]

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def game() -> Game:
    return deal(bytes(32), seats=2)


@pytest.fixture
def greeting() -> Greeting:
    return Greeting(CLASSIC, players=2, me=0, rng_seed="6f", limits=Limits())


@pytest.fixture
def requests(game: Game, greeting: Greeting) -> bytes:
    """What a referee sends before the first answer and the second."""
    return encode_start(greeting) + Teller().turn(game.view(0))


@pytest.fixture
def run_bot(tmp_path: Path) -> Run:
    """Runs the text of a bot as the sandbox does, in a process of its own, over these requests."""

    def run(
        source: str, requests: bytes, name: str = "bot.py"
    ) -> "subprocess.CompletedProcess[bytes]":
        path = tmp_path / name
        path.write_text(source, "utf-8")
        start = "import sys; sys.path.insert(0, sys.argv[1]); import bots_sdk.runner as runner;"
        return subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"{start} runner.main(sys.argv[2])", ROOT, path],
            input=requests,
            capture_output=True,
            timeout=30,
        )

    return run

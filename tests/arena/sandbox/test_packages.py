"""Bots see exactly the packages that the operator names."""

import zipfile
from pathlib import Path

import pytest

from arena.conversation import Conversation
from arena.limits import Limits
from arena.sandbox import Launcher, SandboxUnavailable, Tier, exactly, find
from arena.sandbox.packages import Packages
from arena.sandbox.root import key

WHEEL = "tiny-1.5-py3-none-any.whl"
CONTENT = {
    "tiny/__init__.py": "ANSWER = 42\n",
    "tiny/data.txt": "forty-two\n",
    "tiny-1.5.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.5\n",
    "tiny-1.5.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tiny-1.5.dist-info/RECORD": "",
}
BOT = b"""
import json, sys
from importlib.util import find_spec

import tiny

sys.stdin.readline()
found = [name for name in ("tiny", "django", "pytest", "pip") if find_spec(name)]
print(json.dumps([tiny.ANSWER, found, tiny.__cached__.endswith(".pyc"), sys.path[-1][-5:]]))
"""


@pytest.fixture(scope="module")
def requirements(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that names one small package, which lies beside it."""
    folder = tmp_path_factory.mktemp("packages")
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        for name, text in CONTENT.items():
            wheel.writestr(name, text)
    file = folder / "requirements.txt"
    file.write_text(f"{folder / WHEEL}\n")
    return file


@pytest.fixture(scope="module")
def equipped(launcher: Launcher, cache: Path, requirements: Path) -> Launcher:
    return exactly(Tier(launcher.tier), cache, requirements)


def test_a_bot_imports_the_operators_packages_and_nothing_else_of_the_server(
    equipped: Launcher,
) -> None:
    folder = equipped.workplace.stage({"main.py": BOT})
    child = equipped.start(folder, "main.py", Limits())
    try:
        reply = Conversation(child, Limits()).ask(b"\n", cpu_ms=2000, wall_ms=20_000, turn=0)
    finally:
        child.close()
    assert reply.line == b'[42, ["tiny"], true, "/site"]\n'


def test_it_is_known_what_bots_may_import(equipped: Launcher, launcher: Launcher) -> None:
    assert equipped.packages == Packages(names=("tiny==1.5",), modules=frozenset({"tiny"}))
    assert launcher.packages == Packages()


def test_another_list_of_packages_makes_another_root(requirements: Path, tmp_path: Path) -> None:
    copied = tmp_path / "requirements.txt"
    copied.write_bytes(requirements.read_bytes())
    assert key(requirements) == key(copied) != key()
    copied.write_text("tiny==2.0\n")
    assert key(copied) != key(requirements)


def test_packages_that_cannot_be_had_leave_no_bot_without_them(cache: Path, tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="Name a file in BOT_REQUIREMENTS"):
        find(cache, requirements=tmp_path / "requirements.txt")
    (tmp_path / "requirements.txt").write_text(f"{tmp_path}/nothing-1.0-py3-none-any.whl\n")
    with pytest.raises(SandboxUnavailable, match=r"could not be installed: .*nothing"):
        find(cache, requirements=tmp_path / "requirements.txt")

"""The kit as authors get it: built, and installed where there is nothing else."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run([*build, str(folder)], cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what it declares to need, as pip would make it.

    The requirements are copied from this environment, so that no registry is asked.
    """
    home = tmp_path_factory.mktemp("author") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python")]
    quietly = ["install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, *quietly, str(wheel)], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    (kit,) = Distribution.discover(name="sixfold", path=[str(packages)])
    for name in sorted(closure(kit.requires or ())):
        found = distribution(name)
        for file in found.files or ():
            if ".." not in file.parts:
                target = packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(str(found.locate_file(file)), target)
    return home


def closure(requirements: Iterable[str]) -> set[str]:
    """The names of all distributions that these requirements bring, without optional extras."""
    names: set[str] = set()
    waiting = [*requirements]
    while waiting:
        requirement = Requirement(waiting.pop())
        marker = requirement.marker
        if requirement.name not in names and (not marker or marker.evaluate({"extra": ""})):
            names.add(requirement.name)
            waiting += distribution(requirement.name).requires or ()
    return names


def test_the_wheel_holds_the_kit_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {"arena", "bots_sdk"} == {top for top in tops if not top.endswith(".dist-info")}
    assert len(tops) == 3
    assert {"bots_sdk/docs/reference.md", "bots_sdk/cli/templates/bot.py"} <= set(names)


def test_the_command_works_where_nothing_else_is_installed(
    environment: Path, tmp_path: Path
) -> None:
    def sixfold(*arguments: str) -> str:
        done = subprocess.run(
            [environment / "bin" / "sixfold", *arguments],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "COLUMNS": "120"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "mybot/bot.py is a complete bot" in sixfold("new", "mybot")
    series = ("mybot", "random", "--games=2", "--jobs=1", "--save=runs")
    played = json.loads(sixfold("play", *series, "--json"))
    assert played["games"] == 2
    assert played["sandbox"] != "plain"
    assert played["bots"][0]["errors"] == []
    assert "legal_moves()" in sixfold("docs")
    assert "is to open" in sixfold("replay", "runs/1.json", "--turn=0")
    sixfold("replay", "runs/1.json", "--html=game.html")
    assert "<qwirkle-board>" in (tmp_path / "game.html").read_text("utf-8")

"""What the design promises and no linter keeps."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PYTHONS = Path(ast.__file__).with_name("platform.py")

# Imported by each entry point in turn: writes down which module `platform` is there.
WITNESS = """
import platform
from pathlib import Path

from celery import Celery

Path(__file__).with_name("seen").write_text(platform.__file__)
app = Celery()
"""


def tracked() -> list[Path]:
    """The files of this repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [path for name in listed.stdout.split("\0") if (path := ROOT / name).is_file()]


def modules(package: str) -> Iterator[str]:
    for path in sorted((ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT).with_suffix("")
        yield ".".join(name.parts).removesuffix(".__init__")


def run(*command: str | Path) -> str:
    """The output of a command that has to succeed, started in the root of the repository."""
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_platform_is_a_source_root_with_one_child() -> None:
    children = {path.name for path in (ROOT / "platform").iterdir()} - {"__pycache__"}
    assert children == {"sixfold"}


@pytest.mark.parametrize(
    "command",
    [
        ["python", "manage.py", "shell", "--no-imports", "--command", "import witness"],
        ["celery", "--app", "witness", "report"],
        ["pytest", "-p", "witness", "--help"],
        ["python", "-m", "pytest", "-p", "witness", "--help"],
        ["uvicorn", "witness:missing"],
        ["python", "-c", "import witness"],
    ],
    ids=" ".join,
)
def test_platform_is_pythons_module_from_every_entry_point(
    command: list[str], tmp_path: Path
) -> None:
    (tmp_path / "witness.py").write_text(WITNESS)
    environment = {"PYTHONPATH": str(tmp_path), "PATH": str(BIN), "DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [BIN / command[0], *command[1:]],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (tmp_path / "seen").read_text() == str(PYTHONS), done.stderr.decode()


@pytest.mark.parametrize("package", ["arena", "bots_sdk"])
def test_a_bot_needs_only_python(package: str) -> None:
    """Every module outside the command line imports without a single installed package."""
    names = [
        name
        for name in modules(package)
        if not name.startswith("bots_sdk.cli") and name != "bots_sdk.__main__"
    ]
    assert names
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" + "\n".join(
        f"import {name}" for name in names
    )
    assert run(sys.executable, "-I", "-S", "-c", program) == ""


def test_the_platform_has_no_way_round_the_sandbox() -> None:
    """Plain processes are for an author's own machine."""
    for path in (ROOT / "platform").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arena.sandbox"):
                assert "plain" not in {alias.name for alias in node.names}, path
                assert node.module != "arena.sandbox.plain", path
            elif isinstance(node, ast.Import):
                assert not {"arena.sandbox.plain"} & {alias.name for alias in node.names}, path
            elif isinstance(node, ast.Attribute):
                assert node.attr != "plain", path


def test_the_repository_names_no_package_index_and_no_home() -> None:
    forbidden = re.compile(rb"index-url[= ]\S+//|https?://\S+/simple\b|/(home|Users)/\w+/|/root/")
    this = Path(__file__)
    found = [
        f"{path.relative_to(ROOT)}: {match.group().decode()}"
        for path in tracked()
        if path != this and (match := forbidden.search(path.read_bytes()))
    ]
    assert not found


def test_imports_point_one_way() -> None:
    assert "0 broken" in run(BIN / "lint-imports", "--no-cache")

#!/usr/bin/env python3
"""Sixfold's one command line; without an environment it makes one and moves in."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.txt"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# A copy of the lock that .venv holds, so that a changed lock is noticed.
INSTALLED = VENV / "installed.txt"


def run(*command: str | Path) -> None:
    """Run a set-up command from the checkout; end with its status where it fails."""
    status = subprocess.run(command, cwd=ROOT).returncode
    if status:
        sys.exit(status)


def install() -> None:
    """Bring .venv up to the locked requirements."""
    if INSTALLED.exists() and INSTALLED.read_bytes() == LOCK.read_bytes():
        return
    print("Setting up .venv from requirements.txt (once, about half a minute) ...", file=sys.stderr)
    if VENV.exists() and not PYTHON.exists():
        shutil.rmtree(VENV)
    # A subprocess, since Debian's advice to install python3-venv comes from the command line only.
    run(sys.executable, "-m", "venv", VENV)
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv")
    pip = (PYTHON, "-m", "uv", "pip", "install", "--quiet", "--python", PYTHON)
    run(*pip, "--requirements", LOCK)
    run(*pip, "--no-deps", "--editable", ROOT)
    INSTALLED.write_bytes(LOCK.read_bytes())


def inside() -> bool:
    """Whether this interpreter can serve: ours, or any other where Sixfold is installed."""
    return Path(sys.prefix) != VENV and find_spec("sixfold") is not None


def main() -> None:
    """Hand the command line to Django, in an environment that has it."""
    if not inside():
        install()
        if Path(sys.prefix) != VENV:
            os.execv(PYTHON, [str(PYTHON), *sys.argv])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

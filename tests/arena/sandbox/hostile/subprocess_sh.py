"""Runs the shell in three ways."""

import os
import subprocess
import sys

from tests.arena.sandbox.attempts import answer, attempted, told


def system() -> object:
    """Any status but success is a refusal."""
    if status := os.system("echo done"):
        raise OSError(status, "refused")
    return status


told()
answer(
    attempted(
        run=lambda: subprocess.run(["/bin/sh", "-c", "id"], check=True),
        system=system,
        spawn_shell=lambda: os.posix_spawn("/bin/sh", ["sh"], {}),
        spawn_python=lambda: os.posix_spawn(sys.executable, ["python3"], {}),
    )
)

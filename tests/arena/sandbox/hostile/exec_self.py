"""Replaces itself by a new Python, which tries what was refused before."""

import os
import sys

from tests.arena.sandbox.attempts import told

told()
AGAIN = """
import os, socket, sys
sys.path.insert(0, "/bot")
from tests.arena.sandbox.attempts import MARK, answer, attempted
answer(attempted(fork=os.fork, write=lambda: open("/bot/" + MARK, "w"), socket=socket.socket))
"""
os.execve(sys.executable or "/usr/bin/python3", ["python3", "-S", "-c", AGAIN], {})

"""Reads the load, the free memory and the free room of the machine, which a neighbour changes."""

import os
import shutil
from pathlib import Path

from tests.arena.sandbox.attempts import answer, attempted, call, told

told()
answer(
    attempted(
        load=os.getloadavg,
        sysinfo=lambda: call("sysinfo", bytes(256)),
        disk=lambda: shutil.disk_usage("/"),
        statfs=lambda: call("statfs", b"/", bytes(256)),
        pressure=Path("/proc/pressure/cpu").read_text,
        cores=lambda: os.listdir("/sys/devices/system/cpu"),
    )
)

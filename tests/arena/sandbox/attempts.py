"""What the hostile bots share: they attempt things, report to their log, and play on.

It is staged beside each bot, under the path that it has here, with a file that tells of the baits
and of the moves of its seat.
"""

import atexit
import ctypes
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

DONE = "done"
MARK = "a-hostile-bot-was-here"
"""What they call the files that they try to make."""
BOT = os.path.dirname(getattr(sys.modules["__main__"], "__file__", "/bot/main.py"))  # noqa: PTH120
"""The bot's own folder: /bot, or wherever it lies where there is no namespace."""
LIBRARY = os.path.dirname(os.__file__)  # noqa: PTH120
ROOT = sys.prefix.removesuffix("/usr")
"""The staged root."""

X86_64 = {
    "acct": 163, "add_key": 248, "adjtimex": 159, "bpf": 321, "cachestat": 451, "chroot": 161,
    "clock_getres": 229, "clock_gettime": 228, "clock_nanosleep": 230, "clock_settime": 227,
    "clone": 56, "clone3": 435, "execveat": 322, "fanotify_init": 300, "finit_module": 313,
    "fsopen": 430, "openat": 257,
    "exit": 60, "fadvise64": 221, "futex": 202, "get_robust_list": 274, "getpriority": 140,
    "ioprio_set": 251, "madvise": 28, "migrate_pages": 256, "mincore": 27, "preadv2": 327,
    "readahead": 187, "sched_getaffinity": 204, "sched_getparam": 143, "statfs": 137,
    "sysinfo": 99, "tkill": 200, "vfork": 58,
    "init_module": 175, "io_uring_setup": 425, "iopl": 172, "kcmp": 312, "kexec_load": 246,
    "keyctl": 250, "lookup_dcookie": 212, "mount": 165, "mount_setattr": 442, "mq_open": 240,
    "msgget": 68, "open_tree": 428, "perf_event_open": 298, "pivot_root": 155, "prctl": 157,
    "prlimit64": 302, "process_vm_readv": 310, "ptrace": 101, "reboot": 169, "request_key": 249,
    "sched_setaffinity": 203, "sched_setscheduler": 144, "seccomp": 317, "semget": 64, "setns": 308,
    "setpriority": 141, "shmget": 29, "swapon": 167, "syslog": 103, "umount2": 166, "unshare": 272,
    "userfaultfd": 323,
}  # fmt: skip
AARCH64 = {
    "acct": 89, "add_key": 217, "adjtimex": 171, "bpf": 280, "cachestat": 451, "chroot": 51,
    "clock_getres": 114, "clock_gettime": 113, "clock_nanosleep": 115, "clock_settime": 112,
    "exit": 93, "fadvise64": 223, "futex": 98, "get_robust_list": 100, "getpriority": 141,
    "ioprio_set": 30, "madvise": 233, "migrate_pages": 238, "mincore": 232, "preadv2": 286,
    "readahead": 213, "sched_getaffinity": 123, "sched_getparam": 121, "statfs": 43,
    "sysinfo": 179, "tkill": 130,
    "clone": 220, "clone3": 435, "execveat": 281, "fanotify_init": 262, "finit_module": 273,
    "fsopen": 430, "openat": 56,
    "init_module": 105, "io_uring_setup": 425, "kcmp": 272, "kexec_load": 104, "keyctl": 219,
    "lookup_dcookie": 18, "mount": 40, "mount_setattr": 442, "mq_open": 180, "msgget": 186,
    "open_tree": 428, "perf_event_open": 241, "pivot_root": 41, "prctl": 167, "prlimit64": 261,
    "process_vm_readv": 270, "ptrace": 117, "reboot": 142, "request_key": 218,
    "sched_setaffinity": 122, "sched_setscheduler": 119, "seccomp": 277, "semget": 190,
    "setns": 268, "setpriority": 140, "shmget": 194, "swapon": 224, "syslog": 116, "umount2": 39,
    "unshare": 97, "userfaultfd": 282,
}  # fmt: skip
O_DIRECT = 0o40_000 if platform.machine() == "x86_64" else 0o200_000
NUMBERS = X86_64 if platform.machine() == "x86_64" else AARCH64

LIBC = ctypes.CDLL(None, use_errno=True)


class UnknownCall(BaseException):
    """A bot names a system call without a number here: that would look like a refusal."""


def beside() -> dict[str, Any]:
    """What lies beside a bot; a test that imports this module is told nothing."""
    file = Path(__file__).with_name("told.json")
    return dict(json.loads(file.read_text())) if file.exists() else {"baits": {}, "moves": []}


# Read before anything runs out.
TOLD = beside()
moves: list[str] = TOLD["moves"]
reported = False


def told() -> Any:
    """The baits, as soon as the referee wants a move."""
    if '"start"' in sys.stdin.readline():
        os.write(1, b'{"type": "ready"}\n')
        sys.stdin.readline()
    return TOLD["baits"]


def answer(value: object) -> None:
    """Report, and make the move that is due; once it has done so, a bot plays on to the end."""
    global reported
    reported = True
    os.write(2, json.dumps({"report": value}).encode() + b"\n")
    os.write(1, moves.pop(0).encode())


@atexit.register
def play_on() -> None:
    """Be a good bot from now on."""
    while reported and sys.stdin.readline() and moves:
        os.write(1, moves.pop(0).encode())


def call(name: str | int, *arguments: object) -> int:
    """Make a system call by name or number; raises OSError where the kernel refuses."""
    number = NUMBERS.get(name) if isinstance(name, str) else name
    if number is None:
        raise UnknownCall(name)
    result: int = LIBC.syscall(number, *arguments)
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def attempted(**attempts: Callable[[], object]) -> dict[str, str]:
    """Try each; say for each by which error it was refused, or that it was done."""
    return {name: _result(attempt) for name, attempt in attempts.items()}


def _result(attempt: Callable[[], object]) -> str:
    try:
        value = attempt()
    except Exception as error:
        number = getattr(error, "errno", None)
        return f"{type(error).__name__} {number}" if number else type(error).__name__
    return f"{DONE}: {value!r}"[:200]

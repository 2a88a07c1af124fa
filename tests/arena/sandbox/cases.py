"""Every hostile bot, beside what must become of it and what it may have found."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arena.limits import Limits
from arena.player import Ending
from arena.sandbox import Tier
from arena.sandbox.policy import RLIMIT_CORE
from tests.arena.sandbox.attempts import DONE
from tests.arena.sandbox.machine import LIMITS


@dataclass(frozen=True)
class Case:
    """How a bot's match ends for it, what it may report of its attempts, and how it is run.

    ``in_the_open`` says what is accepted instead where there are no namespaces (tier B), and
    ``own_kernel`` where the bot has a kernel of its own (tier S).
    """

    ending: Ending | tuple[Ending, ...] = Ending.FINISHED
    said: str = ""
    """A regular expression for the sentence that its author reads."""
    report: Callable[[Any], bool] = lambda report: True
    limits: Limits = LIMITS
    machines: tuple[str, ...] = ("x86_64", "aarch64")
    in_the_open: "Case | None" = None
    own_kernel: "Case | None" = None

    def at(self, tier: Tier) -> "Case":
        """What is expected in a tier."""
        elsewhere: Mapping[str, Case | None] = {
            Tier.LANDLOCK: self.in_the_open,
            "S": self.own_kernel,
        }
        return elsewhere.get(tier) or self

    @property
    def endings(self) -> tuple[Ending, ...]:
        """All that are accepted."""
        return (self.ending,) if isinstance(self.ending, Ending) else self.ending


def refused(report: dict[str, Any]) -> bool:
    """Every attempt ended in an error."""
    return bool(report) and not [
        name for name, result in report.items() if str(result).startswith(DONE)
    ]


def is_(expected: object) -> Callable[[Any], bool]:
    """That and nothing else."""
    return lambda report: bool(report == expected)


def all_errors(number: int) -> Callable[[Any], bool]:
    """Refused with one error number."""
    return lambda report: all(result.endswith(f" {number}") for result in report.values())


def but_for(*accepted: str) -> Callable[[dict[str, Any]], bool]:
    """Every attempt ended in an error, except perhaps those whose names begin like this."""
    return lambda report: refused(
        {name: result for name, result in report.items() if not name.startswith(accepted)}
    )


def but_for_words(*forbidden: str) -> Callable[[Any], bool]:
    """None of these words, which a bot can know from its surroundings only."""
    return lambda report: not any(word in json.dumps(report) for word in forbidden)


def but_for_empty_folders(report: dict[str, Any]) -> bool:
    """Where gVisor would mount the kernel's own files lie empty folders."""
    return refused({name: result for name, result in report.items() if result != f"{DONE}: []"})


def no_other_bot(report: dict[str, Any]) -> bool:
    """What a bot finds beside and above itself is what is in its own root."""
    return refused(report) and set(report["names"]) <= {
        "bin", "boot.pyc", "bot", "lib", "lib64", "site", "usr"
    }  # fmt: skip


def no_other_bot_in_its_kernel(report: dict[str, Any]) -> bool:
    """The same where the kernel adds empty folders, and devices that are its own."""
    names = set(report["names"]) - {"dev", "proc", "sys", "tmp"}
    return no_other_bot(report | {"names": sorted(names)})


def nothing_inherited(report: dict[str, Any]) -> bool:
    """What a bot may see without namespaces: the user and the name of the host are real."""
    return (
        report["descriptors"] == []
        and set(report["environment"]) <= ENVIRONMENT
        and 0 not in report["ids"]
        and report["bin"] == ["python3"]
    )


def only_its_own_world(report: dict[str, Any]) -> bool:
    """What a bot may see of its surroundings."""
    return (
        report["descriptors"] == []
        and set(report["environment"]) <= ENVIRONMENT
        and set(report["ids"]) == {65534}
        and report["pid"] == 1
        and report["host"] == "bot"
        and report["programs"] == []
        and report["bin"] == ["python3"]
    )


def its_own_world_and_a_home(report: dict[str, Any]) -> bool:
    """As `only_its_own_world`, but for a variable that gVisor adds."""
    return only_its_own_world(
        report | {"environment": sorted(set(report["environment"]) - {"HOME"})}
    )


ENVIRONMENT = {
    "PATH", "LANG", "PYTHONHASHSEED", "MALLOC_ARENA_MAX", "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS", "PWD", "LC_CTYPE",
}  # fmt: skip
SECRETS = ("DB_PASSWORD", "a secret", "canary")
SHORT = replace(LIMITS, wall_floor_ms=1500, wall_factor=0)
HURRIED = replace(LIMITS, start_cpu_ms=400, bank_ms=400)
PATIENT = replace(LIMITS, bank_ms=8000)
ENOSYS, ENOTTY = 38, 25

REFUSED = Case(report=refused)
SPINNER = Case(
    Ending.CPU_TIME, r"^It used [01]\.\d\d s of CPU time where 0\.40 s were left\.$", limits=HURRIED
)
SLEEPER = Case(
    Ending.WALL_TIME, r"^No answer came within 1\.5 s, .*used only 0\.\d\d s of CPU", limits=SHORT
)
EXITED = Case(Ending.EXITED, r"^Its process ended without an answer, ")
CROWDED = Case(
    Ending.EXITED, r"^It was stopped, since it had \d+ threads where a bot may have 8\.$"
)
KILLED = replace(EXITED, said=r" by signal SIGSYS\.$", machines=("x86_64",))

CASES = {
    # Processes and signals.
    "fork": REFUSED,
    "fork_bomb": Case(report=is_(0)),
    "thread_bomb": Case(report=is_(7), in_the_open=CROWDED),
    "tiny_threads": Case(report=is_(7), in_the_open=CROWDED),
    "subprocess_sh": REFUSED,
    "exec_self": replace(EXITED, said=r"with exit status 1\.$"),
    "exec_from_memory": REFUSED,
    "multiprocessing_pool": REFUSED,
    "daemonize": REFUSED,
    "other_processes": REFUSED,
    "kill_minus1": REFUSED,
    "job_control": REFUSED,
    # The first process of a namespace gets no signal from inside that it does not handle; what
    # dies so elsewhere has still died by its own hand.
    "kill_itself": Case(
        report=is_("went on"),
        in_the_open=replace(EXITED, said=r"by signal SIGKILL\.$"),
        own_kernel=Case((Ending.FINISHED, Ending.EXITED)),
    ),
    "ignore_signals": SPINNER,
    "signal_storm": SPINNER,
    # There its own kernel has no limit of CPU time that could be raised: the referee's counts.
    "raise_priority": replace(REFUSED, own_kernel=Case(report=but_for("time"))),
    "schedule_itself": REFUSED,
    # Files.
    "read_outside": replace(REFUSED, in_the_open=Case(report=but_for("stat_"))),
    "proc": replace(REFUSED, own_kernel=Case(report=but_for_empty_folders)),
    "write_anywhere": REFUSED,
    "neighbours": Case(report=no_other_bot, own_kernel=Case(report=no_other_bot_in_its_kernel)),
    "dev_nodes": REFUSED,
    "mount": REFUSED,
    # Network, and communication between processes.
    "network": REFUSED,
    "ipc": REFUSED,
    # Kernel surface, identity, leaks.
    "namespaces": REFUSED,
    "clone3": Case(report=all_errors(ENOSYS)),
    "kernel_surface": REFUSED,
    "every_call": Case(report=is_([])),
    "every_command": Case(
        report=is_(
            {
                "prctl": [3, 15, 16],
                "fcntl": [0, 1, 2, 3, 1030],
                # TCGETS is asked for as well, and fails on a pipe by itself.
                "ioctl": [0x541B, 0x5421, 0x5450, 0x5451],
                "limit": [number for number in range(16) if number != RLIMIT_CORE],
            }
        )
    ),
    "core_file": replace(EXITED, said=r"by signal SIGSEGV\.$", report=refused),
    "own_memory": Case(
        report=but_for_words("/tmp/", "/home/", f"{Path.home()}/", *SECRETS),
        in_the_open=Case(report=but_for_words(*SECRETS)),
    ),
    "reopen_streams": REFUSED,
    "x32": KILLED,
    # gVisor carries it out as the 64-bit call of the same number, for which the filter stands.
    "int80": replace(KILLED, own_kernel=Case(report=is_(-9))),
    "loosen_filter": REFUSED,
    "terminal": Case(report=all_errors(ENOTTY)),
    "surroundings": Case(
        report=only_its_own_world,
        in_the_open=Case(report=nothing_inherited),
        own_kernel=Case(report=its_own_world_and_a_home),
    ),
    # Channels between bots that do not see each other.
    "shared_futex": REFUSED,
    "foreign_clocks": REFUSED,
    "page_cache": REFUSED,
    "disk_reads": REFUSED,
    "marks_in_metadata": Case(report=is_([4, True])),
    "host_load": REFUSED,
    "huge_pages": REFUSED,
    "memory_pressure": REFUSED,
    "numbered": REFUSED,
    # Landlock does not cover stat: what tier B gives up.
    "proc_counts": replace(REFUSED, in_the_open=Case()),
    # A kernel of its own counts them for itself.
    "queued_signals": Case(report=is_(0), own_kernel=Case(report=lambda queued: queued < 100)),
    # Memory, CPU time, descriptors.
    "mem_4g": Case(report=is_({"memory": "MemoryError"})),
    "mem_slow": Case(report=lambda megabytes: megabytes < 560, limits=PATIENT),
    "mem_shared": Case(report=lambda megabytes: megabytes <= 560, limits=PATIENT),
    "cpu_loop": SPINNER,
    "cpu_c_loop": SPINNER,
    "multi_thread_cpu": SPINNER,
    "leader_exits": SPINNER,
    "thread_churn": SPINNER,
    "headless": Case(report=is_("from a thread")),
    "sleep_forever": SLEEPER,
    "sleep_often": Case(
        Ending.WALL_TIME,
        r"^No answer came within 0\.\d s, .* had waited for 0\.\d s before that, .* take 1\.5 s",
        limits=SHORT,
    ),
    "fd_exhaust": Case(report=is_(29)),
    "many_maps": Case(
        report=lambda maps: maps < 66_000,
        own_kernel=Case((Ending.CPU_TIME, Ending.FINISHED), report=lambda maps: maps < 66_000),
    ),
    # Newer Pythons count the depth of C as well, and raise RecursionError.
    "recursion": Case(
        (Ending.EXITED, Ending.CPU_TIME),
        r"SIGSEGV|exit status 1\.|^It used [5-9]\.",
        limits=PATIENT,
    ),
    # Protocol, output, dying.
    "stdout_flood_line": Case(Ending.LINE_TOO_LONG, r"^Its answer was longer than 4,096 bytes\.$"),
    "stdout_flood_lines": Case(Ending.UNSOLICITED, r"after its answer: '{}\\n{}"),
    "stderr_flood": Case(
        Ending.STDERR_LIMIT, r"^It printed more than 8,388,608 bytes in one match\.$"
    ),
    "stderr_drip": SLEEPER,
    "stderr_then_answer": Case(report=is_("here")),
    "pipe_modes": REFUSED,
    "slowloris": SLEEPER,
    "late_line": Case(Ending.UNSOLICITED, r"after its answer: '\"later\"\\n'\. "),
    "last_words": Case(Ending.UNSOLICITED, r"^It wrote to standard output (after|before)"),
    "close_stdout": Case(
        (Ending.WALL_TIME, Ending.EXITED), r"closed its standard output|^No answer", limits=SHORT
    ),
    "bad_utf8": Case(Ending.MALFORMED, r"^The answer is not JSON in UTF-8: '\"\\ufffd"),
    "answer_and_die": replace(EXITED, report=is_("farewell")),
    "exit0": replace(EXITED, said=r"with exit status 0\.$"),
    "exit_at_import": replace(EXITED, said=r"with exit status 0\.$"),
    # Dying as one whom the machine has killed earns no repeat.
    "exit_137": EXITED,
    "raise_at_import": replace(EXITED, said=r"with exit status 1\.$"),
    "code_objects": EXITED,
    "segfault": replace(EXITED, said=r"by signal SIGSEGV\.$"),
    # The first process of a namespace does not get its own SIGABRT, and crashes instead.
    "abort": replace(EXITED, said=r"by signal SIG(ABRT|SEGV)\.$"),
}

"""Assembles the policy into the program with which the kernel filters a bot's system calls."""

import json
import platform
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from errno import ENOSYS, EPERM
from functools import cache
from pathlib import Path

from arena.sandbox.policy import (
    ABSENT,
    FIRST_NEW,
    HOT,
    IN_THE_OPEN,
    NOT_IN_THE_OPEN,
    O_DIRECT,
    OWN_PID,
    PLAIN,
    RULES,
    Rule,
)

NUMBERS = Path(__file__).with_name("syscalls.json")

# Classic BPF: load a word, mask it, jump on a comparison, return a verdict (linux/bpf_common.h).
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
# Offsets in struct seccomp_data; an argument's low half comes first on little-endian machines.
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
ALLOW, KILL, FAIL = 0x7FFF_0000, 0x8000_0000, 0x0005_0000


class UnsupportedMachine(Exception):  # noqa: N818 - named for what it is
    """There is no table of system calls for this processor."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A processor architecture as the kernel tells it to a filter."""

    audit: int
    """AUDIT_ARCH_*: what a system call of this architecture carries."""
    o_direct: int
    """Its flag in place of policy.O_DIRECT."""
    foreign_from: int | None = None
    """From this number up the calls belong to another ABI (x32)."""


MACHINES = {
    "x86_64": Machine(audit=0xC000_003E, o_direct=0o40_000, foreign_from=0x4000_0000),
    "aarch64": Machine(audit=0xC000_00B7, o_direct=0o200_000),
}


@cache
def program(machine: str | None = None, *, in_the_open: bool = False) -> bytes:
    """The filter for a machine, this one by default, as the kernel reads it.

    One for a bot ``in_the_open``, without namespaces, has to be made ``own``. Raises
    UnsupportedMachine.
    """
    name = machine or platform.machine()
    if name not in MACHINES:
        raise UnsupportedMachine(
            f"There is no table of system calls for {name}; known are {', '.join(MACHINES)}."
        )
    numbers = json.loads(NUMBERS.read_text())[name]
    return b"".join(_instructions(MACHINES[name], numbers, in_the_open))


def own(program: bytes, pid: int) -> bytes:
    """The program with the number of the bot's process in place of OWN_PID."""
    return program.replace(struct.pack("=I", OWN_PID), struct.pack("=I", pid))


def _instructions(machine: Machine, numbers: dict[str, int], in_the_open: bool) -> Iterator[bytes]:
    # Every check stands by itself (match, then return), since a jump reaches 255 instructions.
    yield _instruction(LOAD, ARCHITECTURE)
    yield from _unless(EQUAL, machine.audit, KILL)
    yield _instruction(LOAD, NUMBER)
    if machine.foreign_from is not None:
        yield from _when(AT_LEAST, machine.foreign_from, KILL)
    # A call that this architecture never had has no number here.
    known = numbers.get
    yield from _each((known(call) for call in HOT.calls), ALLOW)
    if in_the_open:
        # Ahead of the rules, which would permit some of them.
        yield from _each((known(call) for call in NOT_IN_THE_OPEN.calls), FAIL | EPERM)
    rules = (*RULES, *(IN_THE_OPEN if in_the_open else ()))
    for call in dict.fromkeys(rule.call for rule in rules):
        if call in numbers:
            its = [rule for rule in rules if rule.call == call]
            yield from _ruled(numbers[call], its, machine)
    for group in PLAIN:
        yield from _each((known(call) for call in group.calls), ALLOW)
    yield from _each((known(call) for call in ABSENT.calls), FAIL | ENOSYS)
    yield from _when(AT_LEAST, FIRST_NEW, FAIL | ENOSYS)
    yield _instruction(RETURN, FAIL | EPERM)


def _each(numbers: Iterator[int | None], verdict: int) -> Iterator[bytes]:
    for number in numbers:
        if number is not None:
            yield from _when(EQUAL, number, verdict)


def _ruled(number: int, rules: Iterable[Rule], machine: Machine) -> Iterator[bytes]:
    body = [part for rule in rules for part in _held(rule, machine)]
    body.append(_instruction(RETURN, ALLOW))
    yield _instruction(EQUAL, number, otherwise=len(body))
    yield from body


def _held(rule: Rule, machine: Machine) -> Iterator[bytes]:
    """Goes on behind itself where the rule holds."""
    yield _instruction(LOAD, ARGUMENTS + 8 * rule.argument)
    yield _instruction(AND, machine.o_direct if rule.mask == O_DIRECT else rule.mask)
    for left, value in zip(reversed(range(len(rule.values))), rule.values, strict=True):
        yield _instruction(EQUAL, value, then=left + 1)
    yield _instruction(RETURN, FAIL | rule.error)


def _when(comparison: int, value: int, verdict: int) -> Iterator[bytes]:
    yield _instruction(comparison, value, otherwise=1)
    yield _instruction(RETURN, verdict)


def _unless(comparison: int, value: int, verdict: int) -> Iterator[bytes]:
    yield _instruction(comparison, value, then=1)
    yield _instruction(RETURN, verdict)


def _instruction(code: int, operand: int, *, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, operand)

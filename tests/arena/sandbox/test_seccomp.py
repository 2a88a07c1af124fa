"""The filter's program, run by a small machine of our own: on every processor for all of them."""

import json
import struct
from errno import EAGAIN, ENOSYS, ENOTTY, EPERM, EROFS

import pytest

from arena.sandbox.policy import (
    A_THREAD,
    ABSENT,
    CLONE_NEW,
    FIONREAD,
    HOT,
    IN_THE_OPEN,
    MAP_HUGETLB,
    MAP_POPULATE,
    NOT_IN_THE_OPEN,
    O_CREAT,
    O_WRONLY,
    PLAIN,
    RLIMIT_CORE,
    RULES,
)  # fmt: skip
from arena.sandbox.seccomp import (
    ALLOW,
    AND,
    AT_LEAST,
    EQUAL,
    FAIL,
    KILL,
    LOAD,
    MACHINES,
    NUMBERS,
    RETURN,
    UnsupportedMachine,
    own,
    program,
)  # fmt: skip

TABLES = json.loads(NUMBERS.read_text())
machines = pytest.mark.parametrize("machine", MACHINES)


def verdict(
    machine: str,
    number: int,
    *arguments: int,
    audit: int | None = None,
    code: bytes | None = None,
) -> int:
    """What the kernel would do with a call."""
    data = struct.pack("=IIQ6Q", number, audit or MACHINES[machine].audit, 0,
                       *(arguments + (0,) * 6)[:6])  # fmt: skip
    instructions = list(struct.iter_unpack("=HBBI", code or program(machine)))
    at = word = 0
    while True:
        what, then, otherwise, operand = instructions[at]
        at += 1
        if what == RETURN:
            return int(operand)
        if what == LOAD:
            (word,) = struct.unpack_from("=I", data, operand)
        elif what == AND:
            word &= operand
        else:
            holds = {EQUAL: word == operand, AT_LEAST: word >= operand}[what]
            at += then if holds else otherwise


def call(machine: str, name: str, *arguments: int) -> int:
    return verdict(machine, TABLES[machine][name], *arguments)


@machines
def test_the_calls_of_the_policy_are_allowed_and_no_others(machine: str) -> None:
    table = TABLES[machine]
    free = {name for group in (HOT, *PLAIN) for name in group.calls} & table.keys()
    ruled = {rule.call for rule in RULES} & table.keys()
    absent = set(ABSENT.calls) & table.keys()
    assert {name for name in table if call(machine, name) == ALLOW} - ruled == free
    assert {name for name in table if call(machine, name) == FAIL | ENOSYS} == absent
    assert free | ruled | absent == table.keys()
    unlisted = set(range(424)) - set(table.values())
    assert {verdict(machine, number) for number in unlisted} == {FAIL | EPERM}
    assert verdict(machine, 999) == FAIL | ENOSYS


@machines
def test_arguments_decide_by_their_low_half(machine: str) -> None:
    high = 1 << 40
    assert call(machine, "openat", 0, 0, high) == ALLOW
    assert call(machine, "openat", 0, 0, O_CREAT | O_WRONLY | high) == FAIL | EROFS
    assert call(machine, "openat", 0, 0, MACHINES[machine].o_direct) == FAIL | EPERM
    for directory_or_no_link in {0o40_000, 0o100_000, 0o200_000, 0o400_000} - {
        MACHINES[machine].o_direct
    }:
        assert call(machine, "openat", 0, 0, directory_or_no_link) == ALLOW
    assert call(machine, "ioctl", 0, FIONREAD) == ALLOW
    assert call(machine, "ioctl", 0, 0x5412 | high) == FAIL | ENOTTY
    assert call(machine, "prlimit64", 0) == ALLOW
    assert call(machine, "prlimit64", 1) == FAIL | EPERM
    assert call(machine, "prlimit64", 0, RLIMIT_CORE) == FAIL | EPERM
    assert call(machine, "prlimit64", 0, RLIMIT_CORE + 1) == ALLOW
    assert call(machine, "mmap", 0, 4096, 3, 0x22) == ALLOW
    droppable, of_no_type = 0x28, 0x20
    for flags in (0x22 | MAP_HUGETLB | high, 0x22 | MAP_POPULATE, droppable, of_no_type):
        assert call(machine, "mmap", 0, 4096, 3, flags) == FAIL | EPERM
    # What the C library passes for a thread: FS, FILES, SYSVSEM, SETTLS and the two TIDs besides.
    assert call(machine, "clone", A_THREAD | 0x3D0600) == ALLOW
    assert call(machine, "clone", 17) == FAIL | EPERM
    for flag in (1 << bit for bit in range(32) if CLONE_NEW >> bit & 1):
        assert call(machine, "clone", A_THREAD | flag) == FAIL | EPERM


@machines
def test_signals_neither_stop_nor_wake(machine: str) -> None:
    for name, before in (("kill", (1,)), ("tkill", (1,)), ("tgkill", (1, 1))):
        if name in TABLES[machine]:
            permitted = {one for one in range(100) if call(machine, name, *before, one) == ALLOW}
            assert permitted == {*range(72)} - {*range(16, 24)}


@machines
def test_locks_and_clocks_are_of_this_process_only(machine: str) -> None:
    assert call(machine, "futex", 0, 128 | 9 | 256) == ALLOW
    assert call(machine, "futex", 0, 1) == FAIL | EAGAIN
    assert call(machine, "clock_gettime", 3) == ALLOW
    assert call(machine, "clock_gettime", ~1234 << 3 & 0xFFFF_FFFF | 2) == FAIL | EPERM


@machines
def test_without_namespaces_other_processes_cannot_be_named(machine: str) -> None:
    code = own(program(machine, in_the_open=True), 4711)

    def open_call(name: str, *arguments: int) -> int:
        return verdict(machine, TABLES[machine][name], *arguments, code=code)

    for name in (rule.call for rule in IN_THE_OPEN):
        assert open_call(name, 4711) == ALLOW
        assert open_call(name, 4712) == FAIL | EPERM
        assert call(machine, name, 4712) == ALLOW
    for name in {*NOT_IN_THE_OPEN.calls} & TABLES[machine].keys():
        assert open_call(name) == FAIL | EPERM
    assert open_call("kill", 0) == FAIL | EPERM
    assert open_call("read") == ALLOW


@machines
def test_calls_of_another_architecture_kill(machine: str) -> None:
    for other in MACHINES.values():
        expected = ALLOW if other is MACHINES[machine] else KILL
        assert verdict(machine, TABLES[machine]["read"], audit=other.audit) == expected
    assert verdict("x86_64", 0x4000_0000) == KILL


def test_a_processor_without_a_table_is_named() -> None:
    with pytest.raises(UnsupportedMachine, match="riscv64"):
        program("riscv64")

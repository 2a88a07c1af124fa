"""The system calls a bot may make: by name, in groups, each group with its reason.

Everything that is not named here is refused with an error: a bot, or the C library on its behalf,
that tries a call goes on with the failure, as it would on an older kernel. The order of the groups
is the order of the checks, so the calls of every turn come first.
"""

from dataclasses import dataclass
from errno import EAGAIN, ENOTTY, EPERM, EROFS


@dataclass(frozen=True, slots=True)
class Group:
    """Calls that are allowed whatever their arguments."""

    reason: str
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A call that is allowed while ``argument & mask`` is one of ``values``.

    Of several rules for one call each has to hold. Only the low 32 bits of an argument are
    compared, and only where the kernel reads no more than those, so that garbage in the upper half
    gets nothing past the filter (CVE-2019-10063).
    """

    call: str
    argument: int
    mask: int
    values: tuple[int, ...]
    error: int
    """What the bot is told otherwise."""
    reason: str


ALL = 0xFFFF_FFFF
OWN_PID = 0x7FFF_FFF1
"""Stands for the bot's own process in a rule; no process has this number."""
O_DIRECT = 0x8000_0000
"""Stands for that flag, which each architecture has elsewhere; no flag of a file has this bit."""

# Flags and commands as the kernel numbers them, alike on both architectures.
O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND = 0o1, 0o2, 0o100, 0o1000, 0o2000
O_TMPFILE_BIT = 0o20_000_000  # Python's os.O_TMPFILE includes O_DIRECTORY, which listing needs.
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030
MAP_SHARED, MAP_PRIVATE, MAP_TYPE = 1, 2, 0xF
MAP_LOCKED, MAP_POPULATE, MAP_HUGETLB = 0x2000, 0x8000, 0x40000
TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX = (
    0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451,
)  # fmt: skip
FUTEX_PRIVATE = 128
CLOCKS = 0xF  # Of the machine, this process and this thread.
MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED = range(5)
MADV_HUGEPAGE, MADV_NOHUGEPAGE = 14, 15
RLIMITS, RLIMIT_CORE = range(16), 4
# Signals by eights: from 16 up come SIGCHLD, SIGCONT, SIGSTOP, the rest of job control, and SIGURG.
EIGHTS, JOB_CONTROL = range(0, 65, 8), 16
PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_VMA = 3, 15, 16, 0x5356_4D41
CLONE_VM, CLONE_SIGHAND, CLONE_THREAD = 0x100, 0x800, 0x10000
CLONE_PIDFD, CLONE_PTRACE = 0x1000, 0x2000
# NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
CLONE_NEW = (
    0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000
)
A_THREAD = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD
WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_TMPFILE_BIT
FROM_THE_DISK = "And not from the disk each time, which is load that no clock of a bot counts."

HOT = Group(
    "What every turn does: read a line, think, print, answer.",
    ("read", "write", "poll", "munmap", "brk", "lseek", "fstat", "newfstatat", "close"),
)  # fmt: skip

RULES = (
    Rule("mmap", 3, MAP_TYPE | MAP_LOCKED | MAP_POPULATE | MAP_HUGETLB, (MAP_SHARED, MAP_PRIVATE),
         EPERM, "Memory of its own: not from the machine's one store of huge pages, of which a "
         "neighbour would find fewer, nor such as the kernel takes back when a neighbour wants "
         "some; and not filled at once, for so long that a pause would have to wait."),
    # EAGAIN, since pthread_join waits in this way, and aborts at most other errors.
    Rule("futex", 1, FUTEX_PRIVATE, (FUTEX_PRIVATE,), EAGAIN,
         "Locks of this process: two bots could wait for each other at a page of a file that both "
         "have mapped, such as the C library."),
    *(
        Rule(call, 0, ALL ^ CLOCKS, (0,), EPERM,
             "The time, and its own use of it: a clock can also be that of another process.")
        for call in ("clock_gettime", "clock_getres", "clock_nanosleep")
    ),
    Rule("madvise", 2, ALL, (MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED,
                             MADV_DONTNEED, MADV_HUGEPAGE, MADV_NOHUGEPAGE), EPERM,
         "Advice on its own memory: not to drop shared pages, nor to merge equal ones, which a "
         "neighbour could tell by its clock; nor to take pages back once memory is short."),
    Rule("openat", 2, WRITING, (0,), EROFS, "Files are for reading."),
    Rule("open", 1, WRITING, (0,), EROFS, "Files are for reading."),
    Rule("openat", 2, O_DIRECT, (0,), EPERM, FROM_THE_DISK),
    Rule("open", 1, O_DIRECT, (0,), EPERM, FROM_THE_DISK),
    Rule("ioctl", 1, ALL, (TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX), ENOTTY,
         "Python asks whether a stream is a terminal; TIOCSTI would type into the operator's."),
    Rule("fcntl", 1, ALL, (F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL), EPERM,
         "Locks, leases and notifications on shared files would be a channel between bots; F_SETFL "
         "would set O_DIRECT on open files, and make packets of pipes."),
    Rule("prctl", 0, ALL, (PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_SET_VMA), EPERM,
         "Names only: a bot must not outlive its worker, loosen its filter or become dumpable."),
    *(
        Rule(call, argument, ALL ^ 7, tuple(first for first in EIGHTS if first != JOB_CONTROL),
             EPERM, "Signals, but none that stops or wakes: SIGCONT would undo its pause.")
        for call, argument in (("kill", 1), ("tkill", 1), ("tgkill", 2))
    ),
    Rule("prlimit64", 0, ALL, (0,), EPERM, "Its own limits only; raising them fails by itself."),
    Rule("prlimit64", 1, ALL, tuple(number for number in RLIMITS if number != RLIMIT_CORE), EPERM,
         "Not that of core files, which keeps a crash from the machine's crash reporter."),
    Rule("clone", 0, A_THREAD | CLONE_NEW | CLONE_PTRACE | CLONE_PIDFD, (A_THREAD,), EPERM,
         "Threads of this process: no second process, no namespace."),
)  # fmt: skip

PLAIN = (
    Group(
        "Reading files and pipes, and asking about them. Making pipes is not needed, and would be "
        "a channel: the kernel numbers those of the whole machine, and fstat tells the number.",
        ("readv", "writev", "pread64", "preadv", "stat", "lstat", "statx", "access", "faccessat",
         "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir",
         "fchdir", "dup", "dup2", "dup3", "umask"),
    ),
    Group(
        "Waiting for input, of which there is one pipe: epoll would be a lot of kernel for that.",
        ("ppoll", "select", "pselect6"),
    ),
    Group(
        "Memory of its own; how much is a matter of limits.",
        ("mprotect", "mremap"),
    ),
    Group(
        "Threads, and what the C library needs to start one.",
        ("set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "sched_getparam",
         "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getcpu"),
    ),
    Group(
        "Taking signals; sending them has a rule, and in a namespace reaches nobody else.",
        ("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend",
         "rt_sigtimedwait", "sigaltstack", "pause", "restart_syscall"),
    ),
    Group(
        "Reading clocks and sleeping.",
        ("nanosleep", "gettimeofday", "time", "times", "alarm", "setitimer", "getitimer"),
    ),
    Group(
        "Reading its own identity, use and limits.",
        ("getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getgroups",
         "getresuid", "getresgid", "getpgrp", "getpgid", "getsid", "uname", "getrusage",
         "getpriority", "getrlimit"),
    ),
    Group(
        "Ending, and chance. Python has started before the filter is installed, so that no other "
        "program can take its place.",
        ("exit", "exit_group", "getrandom"),
    ),
)  # fmt: skip

IN_THE_OPEN = (
    *(
        Rule(call, 0, ALL, (OWN_PID,), EPERM, "Its own signals: abort() needs them.")
        for call in ("kill", "tgkill")
    ),
    *(
        Rule(call, 0, ALL, (0, OWN_PID), EPERM, "Nothing about others, nor whether they exist.")
        for call in (
            "getpgid", "getsid", "sched_getaffinity", "sched_getparam", "sched_getscheduler"
        )
    ),
)  # fmt: skip
"""What is narrower without namespaces (tier B), where other processes can be named."""

NOT_IN_THE_OPEN = Group(
    "Without namespaces these reach others; and Landlock does not cover where links lead to.",
    ("tkill", "getpriority", "readlink", "readlinkat"),
)

ABSENT = Group(
    "Calls that their users try and do without: these fail as if the kernel did not know them. "
    "clone3 above all: its flags lie in memory, where a filter cannot look, and the C library "
    "falls back to clone only after ENOSYS. Unlisted calls from FIRST_NEW up fail so as well.",
    ("clone3", "close_range", "openat2", "copy_file_range", "memfd_create", "memfd_secret",
     "membarrier", "io_uring_setup", "io_uring_enter", "io_uring_register", "sendfile", "splice",
     "tee", "vmsplice", "eventfd", "eventfd2", "timerfd_create", "signalfd", "signalfd4",
     "inotify_init", "inotify_init1", "userfaultfd", "set_mempolicy", "get_mempolicy", "mbind",
     "pkey_alloc", "pkey_mprotect", "pkey_free", "process_vm_readv", "process_vm_writev",
     "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "landlock_create_ruleset",
     "landlock_add_rule", "landlock_restrict_self", "futex_waitv", "mseal", "map_shadow_stack",
     "cachestat", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "fanotify_init",
     "kcmp"),
)  # fmt: skip

FIRST_NEW = 424
"""From here on system calls are numbered alike everywhere: all newer ones, known and to come."""

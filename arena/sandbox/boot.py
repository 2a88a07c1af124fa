"""The first program inside the sandbox: sets the limits, says READY, waits, becomes the bot.

Run as ``python boot.py ENTRY [NAME=VALUE ...]`` with limits, in units of UNITS. An entry named
main.py speaks the protocol itself and is run as it is; any other file is a bot for the kit's
runner. What a launcher would see to, the process does itself where it is told: ``parent`` is with
whom it dies, ``ruleset`` an open Landlock ruleset, and ``filter`` how many bytes on standard input
are the filter of system calls.
"""

import gc
import os
import resource
import sys

MEGABYTE = 1 << 20
UNITS = {"data": MEGABYTE, "as": MEGABYTE}
NEVER = ("memlock", "msgqueue", "fsize", "sigpending")
"""What a bot gets none of: locked memory, message queues, written files, and queued signals, which
are counted for all processes of a user together.
"""
CORE = 1
"""One byte of a core file: none is written, and the machine's crash reporter is not called either,
as it is for a limit of 0.
"""


def limit(name: str, value: int) -> None:
    """Set one resource limit for good; a system without it, or that refuses it, goes without."""
    number = getattr(resource, f"RLIMIT_{name.upper()}", None)
    if number is None:
        return
    # SIGXCPU comes first and says what happened; the kernel kills a second later.
    hard = value + 1 if name == "cpu" else value
    if resource.getrlimit(number) == (value, hard):
        return  # gVisor refuses to set one of them, even to what it is.
    try:
        resource.setrlimit(number, (value, hard))
    except (OSError, ValueError):
        if sys.platform == "linux":
            raise


# From linux/prctl.h, linux/seccomp.h and linux/landlock.h, alike on all architectures.
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, MODE_FILTER = 1, 22, 38, 2
LANDLOCK_RESTRICT_SELF = 446
SIGKILL = 9


def call(name: str, *arguments: object) -> None:
    """Call a function of the C library that returns 0; raises OSError where it does not."""
    # Not ctypes: importing it takes as long as half the interpreter's start.
    import _ctypes

    function = _ctypes.dlsym(_ctypes.dlopen(None, 0), name)  # type: ignore[arg-type]
    if _ctypes.call_cdeclfunction(function, arguments) != 0:
        raise OSError(f"{name}{arguments} was refused")


def die_with(parent: int) -> None:
    """End when the process ``parent`` ends, paused or not."""
    call("prctl", PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        raise OSError("the worker is gone")


def close_files(ruleset: int) -> None:
    """Give up the files that the ruleset does not grant, and our session."""
    del os.environ["LD_LIBRARY_PATH"]
    os.setsid()
    call("syscall", LANDLOCK_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def filter_calls(size: int) -> None:
    """Put the filter of system calls on, which is what standard input begins with."""
    program = b""
    while len(program) < size:
        part = os.read(0, size - len(program))
        if not part:
            raise OSError("the filter is incomplete")
        program += part
    # The bytes of an object stand at its end, before a NUL.
    address = id(program) + bytes.__basicsize__ - 1
    counted = (size // 8).to_bytes(8, sys.byteorder) + address.to_bytes(8, sys.byteorder)
    call("prctl", PR_SET_SECCOMP, MODE_FILTER, counted)


def postpone(name: str) -> None:
    """Import a module only once something of it is wanted."""
    from types import ModuleType

    class Later(ModuleType):
        def __getattr__(self, attribute: str) -> object:
            if sys.modules.get(name) is self:
                del sys.modules[name]
            module = __import__(name)
            self.__dict__.update(module.__dict__)
            return getattr(module, attribute)

    sys.modules[name] = Later(name)


def run(path: str) -> None:
    """Run the author's file as ``__main__``; a traceback starts at their code, not at ours."""
    sys.argv[:] = [path]
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib would cost a third of the start
            code = compile(file.read(), path, "exec", dont_inherit=True)
        main = sys.modules["__main__"] = type(sys)("__main__")
        main.__file__ = path
        exec(code, main.__dict__)
    except Exception as error:
        import traceback

        trace = error.__traceback__
        traceback.print_exception(error.with_traceback(trace and trace.tb_next))
        sys.exit(1)


def main(path: str, *arguments: str) -> None:
    """Lock down, report, and hand over."""
    given = {name: int(value) for name, _, value in (text.partition("=") for text in arguments)}
    parent, ruleset, size = (given.pop(name, None) for name in ("parent", "ruleset", "filter"))
    limit("core", CORE)
    for name in NEVER:
        limit(name, 0)
    for name, value in given.items():
        limit(name, value * UNITS.get(name, 1))
    if parent is not None:
        die_with(parent)
    if size is not None:
        call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if ruleset is not None:
            close_files(ruleset)
        filter_calls(size)
    # Whatever fails before this line is the machine's fault, whatever fails after it the bot's:
    # nothing of the upload has been read, and its directory is not on the path yet.
    os.write(1, b"READY\n")
    # The referee gets hold of this process first, and then gives the word.
    if not os.read(0, 1):
        return
    # The operator's packages, where there are any; named for the root, wherever that lies.
    site = os.path.join(os.path.dirname(__file__), "site")  # noqa: PTH118, PTH120 - as above
    if os.path.isdir(site):  # noqa: PTH112
        sys.path.append(site)
    folder, name = os.path.split(path)
    if name == "main.py":
        sys.path.insert(0, folder)
        run(path)
    else:
        # dataclasses imports it for classes without a docstring: a sixth of a start for nothing.
        postpone("inspect")
        # All of it stays: to look it through for garbage takes a twentieth of a start, and then a
        # share of every collection of the author's.
        gc.disable()
        # Ours first: an author's random.py or json.py shall not take the runner's place.
        from bots_sdk.runner import main as play

        gc.freeze()
        gc.enable()
        sys.path.insert(0, folder)
        play(path)


if __name__ == "__main__":
    main(*sys.argv[1:])

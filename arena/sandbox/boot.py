"""The first program inside the sandbox: sets the limits, says READY, becomes the bot.

Run as ``python boot.py ENTRY [LIMIT=VALUE ...]``, limits in units of UNITS. An entry named main.py
speaks the protocol itself and is run as it is; any other file is a bot for the kit's runner.
"""

import os
import resource
import sys

MEGABYTE = 1 << 20
UNITS = {"data": MEGABYTE, "as": MEGABYTE}
NEVER = ("core", "memlock", "msgqueue", "fsize")
"""What a bot gets none of: core files, locked memory, message queues, written files."""


def limit(name: str, value: int) -> None:
    """Set one resource limit for good; a system without it, or that refuses it, goes without."""
    number = getattr(resource, f"RLIMIT_{name.upper()}", None)
    if number is None:
        return
    # SIGXCPU comes first and says what happened; the kernel kills a second later.
    hard = value + 1 if name == "cpu" else value
    try:
        resource.setrlimit(number, (value, hard))
    except (OSError, ValueError):
        if sys.platform == "linux":
            raise


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


def main(path: str, *limits: str) -> None:
    """Lock down, report, and hand over."""
    for name in NEVER:
        limit(name, 0)
    for text in limits:
        name, _, value = text.partition("=")
        limit(name, int(value) * UNITS.get(name, 1))
    # Whatever fails before this line is the machine's fault, whatever fails after it the bot's:
    # nothing of the upload has been read, and its directory is not on the path yet.
    os.write(1, b"READY\n")
    folder, name = os.path.split(path)
    if name == "main.py":
        sys.path.insert(0, folder)
        run(path)
    else:
        # Ours first: an author's random.py or json.py shall not take the runner's place.
        from bots_sdk.runner import main as play

        sys.path.insert(0, folder)
        play(path)


if __name__ == "__main__":
    main(*sys.argv[1:])

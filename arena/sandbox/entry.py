"""Which file of an upload is the bot."""

from collections.abc import Mapping


def entry(files: Mapping[str, bytes]) -> str:
    """The name of the file to run: main.py, else bot.py, else the only Python file at the top.

    Raises ValueError with a sentence for the author.
    """
    for name in ("main.py", "bot.py"):
        if name in files:
            return name
    candidates = sorted(name for name in files if name.endswith(".py") and "/" not in name)
    match candidates:
        case [only]:
            return only
        case []:
            raise ValueError("There is no Python file at the top level: add a bot.py.")
        case _:
            raise ValueError(
                f"Which of {', '.join(candidates[:5])} is the bot? Name that file bot.py."
            )

"""What an author names on the command line: a file, a folder or a sample, as the files of a bot."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from bots_sdk import archives, samples
from bots_sdk.archives import BadUpload
from bots_sdk.cli.terminal import fail
from bots_sdk.series import Entrant


def entrant(text: str) -> Entrant:
    """The bot that ``text`` names; ends the command where it names none."""
    path = Path(text)
    if not path.exists():
        if text in samples.NAMES:
            return Entrant(text, samples.files(text))
        names = ", ".join(samples.NAMES)
        fail(f"{text} is neither a file or folder nor a sample; the samples are {names}.")
    try:
        files = _folder(path) if path.is_dir() else archives.read(path.name, path.read_bytes())
    except BadUpload as error:
        fail(f"{text}: {error}")
    except OSError as error:
        fail(f"{text} cannot be read: {error.strerror}.")
    return Entrant(_name(path.resolve()), files)


def entrants(texts: Iterable[str]) -> list[Entrant]:
    """Several bots, with a number behind a name that comes again."""
    named: list[Entrant] = []
    times: Counter[str] = Counter()
    for one in map(entrant, texts):
        times[one.name] += 1
        again = times[one.name]
        named.append(replace(one, name=f"{one.name} ({again})") if again > 1 else one)
    return named


def at_home(text: str, typed: str) -> str:
    """What a bot printed in the sandbox, its files named as its author has them."""
    path = Path(typed)
    if path.is_dir():
        return text.replace('"/bot/', f'"{path}/')
    return text.replace('"/bot/bot.py"', f'"{path}"') if path.suffix == ".py" else text


def _name(path: Path) -> str:
    """``mybot`` for mybot.py, mybot.zip, and for a bot.py in the folder mybot."""
    if path.is_dir():
        return path.name
    return path.parent.name if path.name in ("bot.py", "main.py") else path.stem


def _folder(folder: Path) -> dict[str, bytes]:
    """The files that a zip of the folder would hold, less what is hidden or compiled."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_dir() or any(part.startswith((".", "__pycache__")) for part in inside.parts):
            continue
        if len(files) == archives.ENTRIES:
            raise BadUpload(
                "too-many-files",
                f"The folder holds more than {len(files)} files; keep what is not the bot's, such"
                " as saved games, elsewhere.",
            )
        files[inside.as_posix()] = path.read_bytes()
    if not files:
        raise BadUpload("empty", "The folder is empty.")
    return archives.read(f"{folder.name}.zip", archives.pack(files))

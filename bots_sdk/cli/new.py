"""``sixfold new``: a complete bot to start from, in a folder or as one file."""

import shlex
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from bots_sdk import samples
from bots_sdk.cli.terminal import fail, out

TEXTS = files("bots_sdk.cli") / "templates"


class Template(StrEnum):
    """What a new bot starts from: a first bot, one with steps to fill in, or a sample's source."""

    MINIMAL = "minimal"
    STEPS = "steps"
    GREEDY = "greedy"
    CAREFUL = "careful"
    EXPECTATION = "expectation"
    SEARCH = "search"


OWN = {Template.MINIMAL: "bot.py", Template.STEPS: "steps.py"}
"""The templates that are no sample, by their files."""


def new(
    name: Annotated[str, typer.Argument(help="A folder to make, or a file such as mybot.py.")],
    template: Annotated[Template, typer.Option(help="What to start from.")] = Template.MINIMAL,
) -> None:
    """Start a bot: a folder with bot.py and a README that says what to do next, or one file."""
    path = Path(name)
    if path.exists():
        fail(f"{name} exists already and stays as it is; choose another name.")
    if name in samples.NAMES:
        fail(f"{name} is a sample, which a folder of that name would hide; choose another name.")
    bot = path if path.suffix == ".py" else path / "bot.py"
    try:
        bot.parent.mkdir(parents=True, exist_ok=True)
        bot.write_bytes(_source(template))
        if bot != path:
            (path / "README.md").write_text(_readme(path.name), "utf-8")
    except OSError as error:
        fail(f"{name} cannot be made: {error.strerror}.")
    pasted = escape(shlex.quote(name))
    out.print(f"[green]✔[/] {escape(str(bot))} is a complete bot. Now:")
    out.print(f"  sixfold play {pasted} greedy")
    out.print(f"  sixfold check {pasted}")


def _source(template: Template) -> bytes:
    if template in OWN:
        return (TEXTS / OWN[template]).read_bytes()
    (source,) = samples.files(template).values()
    return source


def _readme(name: str) -> str:
    return (TEXTS / "README.md").read_text("utf-8").replace("{name}", name)

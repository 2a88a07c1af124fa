"""``sixfold new``: a folder with a complete bot to start from."""

from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from bots_sdk import samples
from bots_sdk.cli.terminal import fail, out


class Template(StrEnum):
    """What a new bot starts from: a first bot, or the source of a sample."""

    MINIMAL = "minimal"
    GREEDY = "greedy"
    CAREFUL = "careful"
    EXPECTATION = "expectation"
    SEARCH = "search"


def new(
    name: Annotated[str, typer.Argument(help="The folder to make, and the name of the bot.")],
    template: Annotated[Template, typer.Option(help="What to start from.")] = Template.MINIMAL,
) -> None:
    """Start a bot: a folder with bot.py and a README that says what to do next."""
    folder = Path(name)
    if folder.exists():
        fail(f"{name} exists already and stays as it is; choose another name.")
    templates = files("bots_sdk.cli") / "templates"
    if template is Template.MINIMAL:
        source = (templates / "bot.py").read_bytes()
    else:
        (source,) = samples.files(template).values()
    readme = (templates / "README.md").read_text("utf-8").replace("{name}", folder.name)
    try:
        folder.mkdir(parents=True)
        (folder / "bot.py").write_bytes(source)
        (folder / "README.md").write_text(readme, "utf-8")
    except OSError as error:
        fail(f"{name} cannot be made: {error.strerror}.")
    out.print(f"[green]✔[/] {escape(str(folder / 'bot.py'))} is a complete bot. Now:")
    out.print(f"  sixfold play {escape(name)} greedy")
    out.print(f"  sixfold check {escape(name)}")

"""``sixfold docs``: the documentation for authors, in the terminal."""

from typing import Annotated

import typer
from rich.markdown import Markdown

from bots_sdk import docs as pages
from bots_sdk.cli.terminal import fail, out


def docs(
    page: Annotated[str, typer.Argument(help=f"One of {', '.join(pages.TITLES)}.")] = "reference",
) -> None:
    """Read the documentation: the view, strategy, the sandbox, the protocol."""
    try:
        text = pages.text(page)
    except ValueError as error:
        fail(str(error))
    if out.is_terminal:
        out.print(Markdown(text), soft_wrap=False)
    else:
        print(text)

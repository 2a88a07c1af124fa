"""Tables of answers: plain columns, as narrow as what stands in them."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from bots_sdk.cli.terminal import out

DASH = "\N{EN DASH}"


def show(headings: Sequence[str], rows: Iterable[Sequence[object]], right: str = "") -> None:
    """Print rows under headings; `right` names those that are aligned to the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim bold", pad_edge=False)
    for heading in headings:
        justify: Any = "right" if heading in right.split() else "left"
        table.add_column(heading, justify=justify, no_wrap=True)
    for row in rows:
        table.add_row(*(DASH if cell is None else escape(str(cell)) for cell in row))
    out.print(table)


def rating(standing: dict[str, Any] | None) -> str:
    """A rating with its error bar."""
    return f"{standing['rating']:.0f} ± {standing['bar']:.0f}" if standing else DASH

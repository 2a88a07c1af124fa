"""The tables of who may do what, row by row."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Row:
    """A request, and what each person is told."""

    method: str
    address: str
    """Its braces are filled in by `World.at`."""
    told: Mapping[str, str]
    body: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.address}"

    @property
    def insider(self) -> str:
        """Somebody who is let in, if anybody is."""
        done = [who for who, what in self.told.items() if what in {"ok", "moved"}]
        return done[-1] if done else "moderator"


def read(name: str) -> list[Row]:
    """The rows of a table; what stands behind `|` is the body that is sent."""
    text = (HERE / name).read_text()
    header, *lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    _method, _address, *people = header.split()
    table = []
    for line in lines:
        cells, _bar, body = line.partition("|")
        method, address, *told = cells.split()
        table.append(Row(method, address, dict(zip(people, told, strict=True)), body.strip()))
    return table


PAGES = read("pages.txt")
OPERATIONS = read("operations.txt")

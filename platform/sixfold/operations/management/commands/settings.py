"""`manage.py settings`: what can be set in the environment, and what is set here."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sixfold.environment import Variable, read, variables


class Command(BaseCommand):
    """Prints a table of every variable. Secrets are not shown."""

    help = "Show every setting: what it is here, what it would be otherwise, and what it means."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--markdown", action="store_true", help="print the table of .github/OPERATIONS.md"
        )

    def handle(self, *, markdown: bool, **_: Any) -> None:
        if markdown:
            self.stdout.write(reference())
            return
        table = Table("variable", "otherwise", "meaning", show_lines=True)
        for column in table.columns:
            column.overflow = "fold"
        here = read()
        for each in variables():
            name = each.name
            if name in here.model_fields_set:
                name = f"[bold]{name}[/]\n= {escape(str(getattr(here, name)))}"
            table.add_row(name, each.default, each.meaning)
        Console().print(table)


def reference() -> str:
    """The table in Markdown."""
    rows = "\n".join(map(_row, variables()))
    return f"| variable | default | |\n|---|---|---|\n{rows}"


def _row(variable: Variable) -> str:
    return f"| `{variable.name}` | {variable.default} | {variable.meaning} |"

"""Rows by the hundred thousand: COPY into PostgreSQL, one prepared statement into SQLite."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models
from django.db.models.fields import NOT_PROVIDED


def write(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Insert rows of these columns; all others take the model's defaults."""
    fields: list[Any] = [model._meta.get_field(name) for name in columns]
    rest: list[Any] = [
        field for field in model._meta.concrete_fields if _takes_a_default(field, columns)
    ]
    constants = tuple(field.get_db_prep_save(field.get_default(), connection) for field in rest)
    # Numbers and texts go as they are: to ask each field about each of them takes minutes.
    adapted = [
        (place, field)
        for place, field in enumerate(fields)
        if isinstance(field, models.DateTimeField | models.UUIDField | models.JSONField)
    ]

    def adapt(row: Sequence[object]) -> list[object]:
        values = [*row, *constants]
        for place, field in adapted:
            values[place] = field.get_db_prep_save(values[place], connection)
        return values

    names = ", ".join(connection.ops.quote_name(field.column) for field in (*fields, *rest))
    into = f"{connection.ops.quote_name(model._meta.db_table)} ({names})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(adapt(row))
        else:
            marks = ", ".join(["%s"] * (len(fields) + len(rest)))
            values: Any = map(adapt, rows)  # it takes any iterable, whatever the stubs say
            cursor.executemany(f"INSERT INTO {into} VALUES ({marks})", values)


def _takes_a_default(field: Any, columns: Sequence[str]) -> bool:
    given = field.name in columns or field.primary_key
    return not given and field.db_default is NOT_PROVIDED


def number_on() -> None:
    """Let the next rows have the keys after those that were written."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(apps.get_models())):
            cursor.execute(statement)

"""Django's PostgreSQL without a server: it writes the SQL of migrations and runs none."""

from contextlib import AbstractContextManager, nullcontext

from django.db.backends.postgresql import base, features, introspection, operations
from psycopg import sql as psycopg


class DatabaseFeatures(features.DatabaseFeatures):
    # Otherwise a migration's SQL would be collected within a transaction, of which there is none.
    can_rollback_ddl = False


class DatabaseIntrospection(introspection.DatabaseIntrospection):
    def table_names(self, cursor: object = None, include_views: bool = False) -> list[str]:
        return []

    def get_constraints(self, cursor: object, table_name: str) -> dict[str, dict[str, object]]:
        # What a migration drops under a name that it has to look up stays unwritten: the index of a
        # foreign key, and the key itself, which comes back at once.
        return {}


class DatabaseOperations(operations.DatabaseOperations):
    def compose_sql(self, sql: str, params: object) -> str:
        return sql % tuple(map(psycopg.quote, params))


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
    introspection_class = DatabaseIntrospection
    ops_class = DatabaseOperations
    pg_version = 150_000

    def cursor(self) -> AbstractContextManager[None]:
        return nullcontext()

"""The engine itself: Django looks for `DatabaseWrapper` in the module `base` of the package that ENGINE names."""

from typing import Any

from django.db.backends.sqlite3 import base, schema
from django.db.models import Model
from django.db.transaction import atomic

_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    """Sets all triggers aside while a table is rebuilt.

    SQLite adds a column to a table or changes its constraints by making the table anew. The triggers on the old table go with it, and
    every trigger that names the table makes the change fail. That other tables' triggers may name it too is why all of them step aside.
    """

    def _remake_table(self, model: type[Model], *args: Any, **kwargs: Any) -> None:
        """Rebuild the table of `model` and create the triggers again, all in one transaction or savepoint."""
        with atomic(self.connection.alias), self.connection.cursor() as cursor:
            triggers = cursor.execute(_TRIGGERS).fetchall()
            for name, _sql in triggers:
                cursor.execute(f"DROP TRIGGER {self.quote_name(name)}")
            super()._remake_table(model, *args, **kwargs)  # type: ignore[misc]  # the stubs leave Django's private method out
            for _name, sql in triggers:
                cursor.execute(sql)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to SQLite with our schema editor."""

    SchemaEditorClass = DatabaseSchemaEditor

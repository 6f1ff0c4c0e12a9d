"""The engine of the desk, whose test database is made from the models at once, as a new desk's is.

Fifty migrations in each process take longer than many tests; `tests/config/test_new_database.py` compares both ways.
"""

from django.conf import settings
from django.db.backends.sqlite3 import creation

from config.sqlite import base


class DatabaseCreation(creation.DatabaseCreation):
    def _create_test_db(self, *args: object, **kwargs: object) -> str:
        from backup.new_database import create_tables  # models exist only now

        name = super()._create_test_db(*args, **kwargs)
        alias = self.connection.alias
        self.connection.close()
        settings.DATABASES[alias]["NAME"] = self.connection.settings_dict["NAME"] = name
        create_tables(alias)
        return name


class DatabaseWrapper(base.DatabaseWrapper):
    creation_class = DatabaseCreation

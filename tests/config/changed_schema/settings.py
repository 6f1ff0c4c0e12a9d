"""The settings of a desk whose models have changed: MIGRATIONS is a directory with copies of our migrations, where new ones are written."""

import os
import sys

from config.settings import *  # noqa: F403 - a settings module takes over all names

sys.path.insert(0, os.environ["MIGRATIONS"])
INSTALLED_APPS = [*INSTALLED_APPS, "tests.config.changed_schema"]  # noqa: F405 - a name of the settings above
MIGRATION_MODULES = {"tournaments": "copied_migrations.tournaments", "scoring": "copied_migrations.scoring"}
if "PLAIN_ENGINE" in os.environ:
    DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"  # noqa: F405 - a name of the settings above

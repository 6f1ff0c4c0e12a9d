"""The site's settings for tests: everything that is kept goes to build/, and nothing takes time for secrecy's sake."""

import os
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_DATABASES = "postgresql" if "DATABASE_URL" in os.environ else "sqlite"
os.environ["DATA"] = str(_ROOT / "build" / "tests" / _DATABASES / os.environ.get("PYTEST_XDIST_WORKER", "main"))
os.environ.setdefault("SECRET_KEY", "only for tests, never where people play: 0123456789abcdef")
os.environ["DEBUG"] = "False"
os.environ["STRICT_POLICIES"] = "True"
os.environ["SITE_LANGUAGE"] = "en"  # what a test reads that says no language
# Playwright runs an event loop in the tests' thread; Django would refuse to touch the database there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

from config.settings import *  # noqa: E402, F403 - the environment above comes first; a settings module takes over all names

# Files, as in the hall, so that threads of one test have connections of their own; only the waiting for the disk is left out.
for _alias, _database in DATABASES.items():  # noqa: F405 - a name of the settings above
    if "sqlite" in _database["ENGINE"]:
        _database["ENGINE"] = "tests.sqlite"
        _database["TEST"] = {"NAME": str(DATA / f"{_alias}.sqlite3")}  # noqa: F405 - a name of the settings above
        _database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
    elif _template := os.environ.get("TEST_DATABASE_TEMPLATE"):
        _database["TEST"] = {"TEMPLATE": _template}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # noqa: F405 - a name of the settings above
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True

"""A site for a benchmark, in a data directory of its own that is gone when the program ends."""

import atexit
import os
import shutil
import tempfile

import django


def open_throw_away_site(name: str) -> None:
    """Load Django with an empty data directory, before anything of the site is imported. `name` tells whose directory it is."""
    place = tempfile.mkdtemp(prefix=f"labella-{name}-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    os.environ["DATA"] = place
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

"""The browser of journeys, benchmarks and pictures: Debian's Chromium; nothing is downloaded."""

import shutil

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The shell without windows comes first: the same engine at half the processor time."""


def find_browser() -> str | None:
    """Path of the first that is installed."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)

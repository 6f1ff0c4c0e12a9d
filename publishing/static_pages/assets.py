"""The style sheets, fonts and icons that pages use, with all that they name themselves."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from publishing.static_pages.stopping import name_asset

NAMED = re.compile(r"""url\(\s*["']?(?!data:|#)([^"')]+)["']?\s*\)""")
FAVICON = "icons/favicon.ico"


def collect_assets(addresses: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Path and content of every file behind the addresses, and of what their style sheets name; each once, in a stable order.

    Raises: FileNotFoundError for what does not exist.
    """
    waiting, collected = sorted(set(addresses)), set[str]()
    while waiting:
        address = waiting.pop(0)
        if address in collected:
            continue
        collected.add(address)
        content = read_asset(address.removeprefix(settings.STATIC_URL))
        if address.endswith(".css"):
            named = NAMED.findall(content.decode())
            waiting.extend(normpath(join(dirname(address), name.partition("#")[0].partition("?")[0])) for name in named)
        yield name_asset(address), content


def read_asset(name: str) -> bytes:
    """A file as the site serves it: under its name with a fingerprint where files were collected, else from where it was written."""
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            return bytes(file.read())
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_bytes()

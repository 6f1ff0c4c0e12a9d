"""What leaves: the public document of a tournament for a site, its static pages for a web space, and the stores that take these.

`PUBLISHED_BY` in the settings names who makes them, so that a desk that publishes nothing loads nothing.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from exchange.encoding import iterate_json
from publishing.targets.troubles import Trouble
from tournaments.models import Tournament

Json = Any


class PublishedFile(Protocol):
    """`path` below the folder of the tournament, with slashes."""

    @property
    def path(self) -> str: ...

    @property
    def content(self) -> bytes: ...


class WebSpace(Protocol):
    """`host_key`: what an SFTP server showed of itself; empty elsewhere."""

    @property
    def host_key(self) -> str: ...

    def write(self, path: str, content: bytes) -> None: ...

    def remove(self, path: str) -> None: ...

    def read(self, path: str) -> bytes | None: ...

    def close(self) -> None: ...


def build_public_values(tournament: Tournament) -> Json:
    """The public document as plain values; empty for a tournament that is not public."""
    document = import_string(settings.PUBLISHED_BY["document"])(tournament)
    return json.loads("".join(iterate_json(document)))


def build_files(tournament: Tournament, *, language: str, address: str, home: str) -> list[PublishedFile]:
    """`home`: where the name of the site leads, as a path below the folder of the tournament."""
    return list(import_string(settings.PUBLISHED_BY["files"])(tournament, language=language, address=address, home=home))


def build_overview(folders: Mapping[int, str], *, language: str, address: str) -> list[PublishedFile]:
    """The overview of the tournaments, which lie in `folders` by their keys; empty for none."""
    return list(import_string(settings.PUBLISHED_BY["overview"])(folders, language=language, address=address))


def open_file_store(address: str, password: str, *, host_key: str) -> WebSpace:
    """`host_key`: what the server showed the first time; empty for a first time. Raises: Trouble with the sentence of the store."""
    open_store: Callable[..., WebSpace] = import_string(settings.PUBLISHED_BY["open_store"])
    try:
        return open_store(address, password, host_key=host_key)
    except Exception as refusal:
        raise explain_store(refusal) from refusal


def sync_store(
    files: Iterable[PublishedFile], store: WebSpace, sent: Mapping[str, str], *, pause: Callable[[int], None]
) -> Iterator[tuple[str, str]]:
    """What `sync_files` yields: path and digest of each file that was written, path and nothing of each that was removed."""
    yield from import_string(settings.PUBLISHED_BY["sync_files"])(files, store, sent, pause=pause)


def explain_store(refusal: Exception) -> Trouble:
    """A store's refusal as a trouble. What is none is raised again."""
    sentence = getattr(refusal, "sentence", None)
    if sentence is None:
        raise refusal
    return Trouble("store", str(sentence))

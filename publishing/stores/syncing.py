"""Makes a folder outside equal to the files, one after the other: whoever calls keeps what was sent, and goes on after any cut."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from publishing.stores.store import Store

INDEX = "index.html"


class SentFile(Protocol):
    """A file with its path below the folder, with slashes."""

    @property
    def path(self) -> str: ...

    @property
    def content(self) -> bytes: ...


def sync_files(
    files: Iterable[SentFile], store: Store, sent: Mapping[str, str], *, pause: Callable[[int], None]
) -> Iterator[tuple[str, str]]:
    """Write what `sent` (SHA-256 by path, empty for what may be there) does not hold yet, the overviews last, then remove what is no longer
    among the files.

    Yields the path and its SHA-256 after each file that was written, the path and "" after each that was removed; whoever calls keeps that
    before asking for the next. Of the overviews (`index.html`) the outermost is written last and removed first: what leads to the others
    leads to what is there. `pause` is told the bytes of each file. Raises: StoreRefused.
    """
    overviews, paths = [], set[str]()
    for file in files:
        paths.add(file.path)
        if _is_overview(file.path):
            overviews.append(file)
        else:
            yield from _write(file, store, sent, pause)
    for file in sorted(overviews, key=lambda file: -file.path.count("/")):
        yield from _write(file, store, sent, pause)
    for path in sorted(set(sent) - paths, key=lambda path: (not _is_overview(path), path.count("/"), path)):
        store.remove(path)
        yield path, ""


def _is_overview(path: str) -> bool:
    return path.rpartition("/")[2] == INDEX


def _write(file: SentFile, store: Store, sent: Mapping[str, str], pause: Callable[[int], None]) -> Iterator[tuple[str, str]]:
    digest = hashlib.sha256(file.content).hexdigest()
    if sent.get(file.path) != digest:
        store.write(file.path, file.content)
        pause(len(file.content))
        yield file.path, digest

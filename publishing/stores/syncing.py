"""Makes a folder outside equal to the files, one after the other: whoever calls keeps what was sent, and goes on after any cut."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping

from publishing.static_pages.files import StaticFile
from publishing.stores.store import Store

INDEX = "index.html"


def sync_files(
    files: Iterable[StaticFile], store: Store, sent: Mapping[str, str], *, pause: Callable[[int], None]
) -> Iterator[tuple[str, str]]:
    """Write what `sent` (SHA-256 by path) does not hold yet, the overview last, then remove what is no longer among the files.

    Yields the path and its SHA-256 after each file that was written, the path and "" after each that was removed; whoever calls keeps that
    before asking for the next. Where nothing is left to be seen, the overview is removed first. `pause` is told the bytes of each file.
    Raises: StoreRefused.
    """
    index, kept = None, set[str]()
    for file in files:
        kept.add(file.path)
        if file.path == INDEX:
            index = file
        else:
            yield from _write(file, store, sent, pause)
    if index is not None:
        yield from _write(index, store, sent, pause)
    for path in sorted(set(sent) - kept, key=lambda path: (path != INDEX, path)):
        if sent[path]:
            store.remove(path)
            yield path, ""


def _write(file: StaticFile, store: Store, sent: Mapping[str, str], pause: Callable[[int], None]) -> Iterator[tuple[str, str]]:
    digest = hashlib.sha256(file.content).hexdigest()
    if sent.get(file.path) != digest:
        store.write(file.path, file.content)
        pause(len(file.content))
        yield file.path, digest

"""What is known about a stored file, and why one cannot be had."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a folder; `name` is without the folder."""

    name: str
    size: int
    changed_at: dt.datetime


class ListsFiles(Protocol):
    """What our storages can beyond Django's: one question for a whole folder, however many files it has."""

    def list_files(self, folder: str) -> Iterator[StoredFile]: ...


class StoreFault(OSError):
    """The store of the files does not answer, or refuses; nothing can be said about the file."""


class DamagedFile(Exception):
    """The content of a stored file is not what was stored."""

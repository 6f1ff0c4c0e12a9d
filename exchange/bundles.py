"""Many tournaments in one zip archive: the backup of a hosted site."""

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.contrib.auth.models import AbstractBaseUser

from exchange.continuing import compare_ledgers
from exchange.importing import ImportedTournament, import_tournament
from exchange.reading import MAX_FILE_SIZE, MOST_AT_ONCE, read_document
from exchange.values import BrokenCopy
from tournaments.reading.archives import ARCHIVE_ERRORS


def open_members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Names and contents of the members, each as a file that is open until the next one, a large one on the disk. Raises BrokenCopy."""
    try:
        with zipfile.ZipFile(path) as archive:
            for info in sorted(archive.infolist(), key=lambda info: info.filename):
                if info.file_size > MAX_FILE_SIZE:
                    raise BrokenCopy(info.filename, "too large")
                with tempfile.SpooledTemporaryFile(MOST_AT_ONCE) as file, archive.open(info) as member:
                    shutil.copyfileobj(member, file)
                    yield info.filename, file
    except (OSError, *ARCHIVE_ERRORS) as error:
        raise BrokenCopy(path.name, str(error)) from error


def read_bundle(path: Path) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the members. Raises BrokenCopy."""
    for name, file in open_members(path):
        file.seek(0)
        yield name, file.read()


def import_bundle(path: Path, *, actor: AbstractBaseUser) -> tuple[ImportedTournament, ...]:
    """Read every tournament of a bundle, then import each in its own transaction. Raises as `import_tournament`."""
    for _document in _iterate_documents(path):
        pass
    return tuple(import_tournament(document, actor=actor) for document in _iterate_documents(path))


def import_rest(path: Path, *, actor: AbstractBaseUser) -> tuple[ImportedTournament, ...]:
    """Import the tournaments of a bundle that are not here yet, after an import that was interrupted. Raises as `import_tournament`."""
    return tuple(import_tournament(document, actor=actor) for document in _iterate_documents(path) if compare_ledgers(document) is None)


def _iterate_documents(path: Path) -> Iterator[dict[str, Any]]:
    """The documents of the members, each to be used before the next one. Raises BrokenCopy."""
    return (read_document(file) for _name, file in open_members(path))

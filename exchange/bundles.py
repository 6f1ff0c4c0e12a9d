"""Many tournaments in one zip archive: the backup of a hosted site."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

from django.contrib.auth.models import AbstractBaseUser

from exchange.continuing import compare_ledgers
from exchange.importing import ImportedTournament, import_tournament
from exchange.reading import MAX_FILE_SIZE, parse_document
from exchange.values import BrokenCopy
from tournaments.reading.archives import ARCHIVE_ERRORS


def read_bundle(path: Path) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the members. Raises BrokenCopy."""
    try:
        with zipfile.ZipFile(path) as archive:
            for member in sorted(archive.infolist(), key=lambda info: info.filename):
                if member.file_size > MAX_FILE_SIZE:
                    raise BrokenCopy(member.filename, "too large")
                yield member.filename, archive.read(member)
    except (OSError, *ARCHIVE_ERRORS) as error:
        raise BrokenCopy(path.name, str(error)) from error


def import_bundle(path: Path, *, actor: AbstractBaseUser) -> tuple[ImportedTournament, ...]:
    """Import every tournament of a bundle, each in its own transaction. Raises as `import_tournament`."""
    documents = [parse_document(content) for _name, content in read_bundle(path)]
    return tuple(import_tournament(document, actor=actor) for document in documents)


def import_rest(path: Path, *, actor: AbstractBaseUser) -> tuple[ImportedTournament, ...]:
    """Import the tournaments of a bundle that are not here yet, after an import that was interrupted. Raises as `import_tournament`."""
    documents = [parse_document(content) for _name, content in read_bundle(path)]
    return tuple(import_tournament(document, actor=actor) for document in documents if compare_ledgers(document) is None)

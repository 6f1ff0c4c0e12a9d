"""Many tournaments in one zip archive: what a backup of a hosted site is."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

from django.contrib.auth.models import AbstractBaseUser

from exchange.importing import Imported, import_tournament
from exchange.reading import LARGEST, parse_document
from exchange.values import BrokenCopy
from tournaments.reading.archives import DAMAGED


def read_bundle(path: Path) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the members. Raises BrokenCopy."""
    try:
        with zipfile.ZipFile(path) as archive:
            for member in sorted(archive.infolist(), key=lambda one: one.filename):
                if member.file_size > LARGEST:
                    raise BrokenCopy(member.filename, "too large")
                yield member.filename, archive.read(member)
    except (OSError, *DAMAGED) as error:
        raise BrokenCopy(path.name, str(error)) from error


def import_bundle(path: Path, *, actor: AbstractBaseUser) -> tuple[Imported, ...]:
    """Take in every tournament of a bundle, each in a transaction of its own. Raises as `import_tournament`."""
    documents = [parse_document(content) for _name, content in read_bundle(path)]
    return tuple(import_tournament(document, actor=actor) for document in documents)

"""Files that every process and host of a site must see: results of jobs, uploads between two pages, copies of tournaments.

They lie in Django's default storage: under DATA/files on a desk, where `FILES_URL` says on a site of several hosts. A stored name ends
with the SHA-256 of the content, which is computed again whenever the file is read. Whoever reads has asked a policy before: no file has an
address of its own.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import IO, cast

from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage

from jobs.file_values import DamagedFile, ListsFiles, StoredFile
from jobs.models import Job

RESULTS = "jobs"
"""The folder of what jobs made."""
_DIGEST = re.compile(r"[-.]([0-9a-f]{64})$")
_CHUNK = 1 << 20


def store_file(folder: str, name: str, file: IO[bytes]) -> str:
    """Store a file completely or not at all; return its name in the folder, with the digest. Raises: OSError, StoreFault among them."""
    stored = f"{name}-{compute_digest(file)}"
    default_storage.save(f"{folder}/{stored}", File(file))
    return stored


def store_result(job: Job, content: bytes) -> str:
    """Store what an attempt of a job made and return its name in the folder of results. Raises as `store_file`."""
    return store_file(RESULTS, f"{job.pk}-{job.attempts}", ContentFile(content))


def open_stored(folder: str, name: str) -> IO[bytes] | None:
    """The file at its beginning, its content checked by the digest in its name, if it has one; None where it is gone.

    Raises: DamagedFile; StoreFault.
    """
    if not name:
        return None
    try:
        file = cast(IO[bytes], default_storage.open(f"{folder}/{name}", "rb"))
    except FileNotFoundError:
        return None
    expected = _DIGEST.search(name)
    if expected and compute_digest(file) != expected[1]:
        file.close()
        raise DamagedFile(name)
    return file


def read_stored(folder: str, name: str) -> bytes | None:
    """The content of a small file; None where it is gone. Raises as `open_stored`."""
    file = open_stored(folder, name)
    if file is None:
        return None
    with file:
        return file.read()


def delete_stored(folder: str, name: str) -> None:
    """Delete a file, which may be gone already. Raises: OSError."""
    default_storage.delete(f"{folder}/{name}")


def list_stored(folder: str) -> Iterator[StoredFile]:
    """Every file of the folder, also those that are being written. Raises: OSError."""
    return cast(ListsFiles, default_storage).list_files(folder)


def compute_digest(file: IO[bytes]) -> str:
    """SHA-256 of the whole content, as hex; the file is at its beginning afterwards."""
    digest = hashlib.sha256()
    file.seek(0)
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()

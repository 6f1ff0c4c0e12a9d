"""Result files of jobs, each written completely or not at all."""

import os
from pathlib import Path

from django.conf import settings

from jobs.models import Job


def get_result_directory() -> Path:
    return Path(settings.DATA) / "files" / "jobs"


def store_result(job: Job, content: bytes) -> str:
    """Write the file atomically (draft, fsync, rename) and return its path inside the result directory."""
    directory = get_result_directory()
    directory.mkdir(parents=True, exist_ok=True)
    name = f"{job.pk}-{job.attempts}"
    draft = directory / f".{name}.part"
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(directory / name)
    _sync_directory(directory)
    return name


def _sync_directory(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

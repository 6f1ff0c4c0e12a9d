"""Result files of jobs, each written completely or not at all."""

from pathlib import Path

from django.conf import settings

from jobs.machine import replace_file, sync_directory, sync_file
from jobs.models import Job


def get_result_directory() -> Path:
    return Path(settings.DATA) / "files" / "jobs"


def store_result(job: Job, content: bytes) -> str:
    """Write the file atomically (draft, fsync, rename) and return its path inside the result directory."""
    directory = get_result_directory()
    directory.mkdir(parents=True, exist_ok=True)
    name = f"{job.pk}-{job.attempts}"
    draft = directory / f".{name}.part"
    draft.write_bytes(content)
    sync_file(draft)
    replace_file(draft, directory / name)
    sync_directory(directory)
    return name

"""Files that a power cut leaves whole or not at all."""

import os
import time
from pathlib import Path

STRAY = 24 * 3600
"""Seconds after which nobody can be writing a file any more."""


def write_whole(path: Path, content: bytes) -> None:
    """Write beside `path`, sync, rename. Raises OSError; the old file then stands as it was."""
    draft = draft_of(path)
    draft.write_bytes(content)
    publish(draft, path)


def draft_of(path: Path) -> Path:
    """Where a file grows until it is finished."""
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def unfinished(directory: Path, pattern: str) -> list[Path]:
    """Drafts of files that nobody writes any more: they are left from a power cut."""
    before = time.time() - STRAY
    return [path for path in directory.glob(f".{pattern}.part") if path.stat().st_mtime < before]


def publish(draft: Path, path: Path) -> None:
    """Make a finished draft the file: its content is on the disk before its name is."""
    sync(draft)
    draft.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Wait until the disk has a file, or the names in a directory."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

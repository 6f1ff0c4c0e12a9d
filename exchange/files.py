"""Write files that a power cut leaves either complete or absent."""

import os
import threading
import time
from pathlib import Path

from jobs.machine import replace_file, sync_directory, sync_file

STRAY_SECONDS = 24 * 3600
"""Seconds after which nobody can still be writing a file."""


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside `path`, sync, rename. Raises OSError; then the old file is unchanged."""
    draft = build_draft_path(path)
    draft.write_bytes(content)
    publish_draft_file(draft, path)


def build_draft_path(path: Path) -> Path:
    """The path under which this thread writes a file until it is complete."""
    return path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")


def list_stray_drafts(directory: Path, pattern: str) -> list[Path]:
    """Drafts that nobody writes any more: a power cut left them."""
    oldest = time.time() - STRAY_SECONDS
    return [path for path in directory.glob(f".{pattern}.part") if path.stat().st_mtime < oldest]


def publish_draft_file(draft: Path, path: Path) -> None:
    """Rename a complete draft to its final name, after its content has reached the disk."""
    sync_file(draft)
    replace_file(draft, path)
    sync_directory(path.parent)

"""What was begun and must not stay half done: written down first, so that the next start after a power cut finishes it or takes it back."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from jobs.machine import delete_file, replace_file, sync_directory, sync_file

DRAFT_SUFFIX = ".part"


@contextmanager
def unfinished(kind: str, **values: Any) -> Iterator[None]:
    """Note on the disk that work of this kind has begun, with what its end needs; forget it when the block ends, or fails and is answered.

    Whatever ends the process leaves the note. Raises: OSError when it cannot be written.
    """
    begin_unfinished(kind, **values)
    try:
        yield
    except Exception:
        forget_unfinished(kind)
        raise
    forget_unfinished(kind)


def begin_unfinished(kind: str, **values: Any) -> None:
    """Write the note, complete or not at all. Raises: OSError."""
    path = _build_path(kind)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(DRAFT_SUFFIX)
    draft.write_text(json.dumps(values), encoding="utf-8")
    sync_file(draft)
    replace_file(draft, path)
    sync_directory(path.parent)


def read_unfinished(kind: str) -> dict[str, Any] | None:
    """What was noted when the work began; None when none of this kind was interrupted."""
    try:
        values: dict[str, Any] = json.loads(_build_path(kind).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return values


def forget_unfinished(kind: str) -> None:
    delete_file(_build_path(kind))


def delete_note_drafts() -> None:
    """Delete the notes that a start finds half written: what they announce had not begun."""
    for draft in _get_directory().glob(f"*{DRAFT_SUFFIX}"):
        delete_file(draft)


def _get_directory() -> Path:
    return Path(settings.DATA) / "unfinished"


def _build_path(kind: str) -> Path:
    return _get_directory() / f"{kind}.json"

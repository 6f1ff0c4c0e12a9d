"""Logos that directors put on their papers: files named by their content, so that none is ever written over."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from scoring.safety.files import write_whole
from tournaments.printouts.layout import Picture, PictureRefused, read_picture


def logo_path(digest: str) -> Path:
    return Path(settings.DATA) / "files" / "logos" / digest


def keep_logo(data: bytes) -> str:
    """Store a PNG or JPEG and return its digest. Raises PictureRefused for anything else, OSError when there is no room."""
    read_picture(data)
    digest = hashlib.sha256(data).hexdigest()
    path = logo_path(digest)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    return digest


def logo_picture(digest: str) -> Picture | None:
    """The logo as it prints; None without one, and on a desk that the file did not come to."""
    path = logo_path(digest)
    return _decoded(path) if digest and path.is_file() else None


@lru_cache(maxsize=8)
def _decoded(path: Path) -> Picture | None:
    try:
        return read_picture(path.read_bytes())
    except PictureRefused:
        return None

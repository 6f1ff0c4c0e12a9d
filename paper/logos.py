"""Logos that directors put on their papers. They live with the tournament's other choices, so that every copy of the desk has them."""

from functools import lru_cache

from paper.layout import Picture, PictureRefused, read_picture


def checked_logo(data: bytes) -> bytes:
    """A PNG or JPEG that can be printed. Raises PictureRefused for anything else."""
    read_picture(data)
    return data


@lru_cache(maxsize=8)
def logo_picture(data: bytes) -> Picture | None:
    """The logo as it prints; None without one."""
    try:
        return read_picture(data) if data else None
    except PictureRefused:
        return None

"""Logos that directors put on papers. They are stored with the paper style of the tournament, so every copy of the desk has them."""

from functools import lru_cache

from paper.layout import PictureRefused, PrintPicture, read_picture


def check_logo(data: bytes) -> bytes:
    """Return the bytes of a PNG or JPEG that can be printed. Raises PictureRefused for anything else."""
    read_picture(data)
    return data


@lru_cache(maxsize=8)
def read_logo_picture(data: bytes) -> PrintPicture | None:
    """The logo as it prints; None if there is none."""
    try:
        return read_picture(data) if data else None
    except PictureRefused:
        return None


def guess_picture_type(picture: bytes) -> str:
    """The media type of a logo that `check_logo` accepted."""
    return "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg"

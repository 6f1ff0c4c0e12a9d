"""Logos on papers and photographs of prizes. They are stored with the tournament, so every copy of the desk has them."""

import io
from functools import lru_cache

from paper.layout import PictureRefused, PrintPicture, read_picture

LARGEST_PHOTOGRAPH = 12_000_000
"""In bytes; the camera of a telephone makes 2 to 12 million."""
QUALITY = 82


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


@lru_cache(maxsize=16)
def shrink_photograph(data: bytes) -> bytes:
    """A PNG or JPEG as a small upright JPEG, without what the camera wrote into it, such as the place. Raises PictureRefused."""
    from PIL import Image  # noqa: PLC0415 - a desk without pictures does not load it

    picture, stream = read_picture(data, LARGEST_PHOTOGRAPH), io.BytesIO()
    mode = "L" if picture.grey else "RGB"
    Image.frombytes(mode, (picture.width, picture.height), picture.pixels).save(stream, "JPEG", quality=QUALITY)
    return stream.getvalue()


def guess_picture_type(picture: bytes) -> str:
    """The media type of a logo that `check_logo` accepted."""
    return "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg"

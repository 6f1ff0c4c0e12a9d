"""A picture from outside, such as a club's logo: looked at before it is used, and stored as plain pixels."""

from __future__ import annotations

import io
import warnings
import zlib
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

LARGEST_FILE = 2_000_000
LARGEST_SIDE = 6_000
"""Pixels. Checked before anything is decoded."""
KEPT_SIDE = 800
"""Pixels: 45 mm at 450 dots an inch, the longer side of a flat logo."""


class PictureRefused(ValueError):
    """The bytes are no picture that a print can use; the message is a code: `size`, `kind` or `damaged`."""


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    grey: bool
    pixels: bytes
    """Rows from the top, one byte a pixel when grey, three otherwise."""

    def stream(self) -> bytes:
        packed = zlib.compress(self.pixels, 9)
        space = b"DeviceGray" if self.grey else b"DeviceRGB"
        return (
            b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/%s"
            b"/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (self.width, self.height, space, len(packed), packed)
        )


def read_picture(data: bytes) -> Picture:
    """A PNG or JPEG on white, no larger than it prints. Raises PictureRefused."""
    if len(data) > LARGEST_FILE:
        raise PictureRefused("size")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return _flattened(Image.open(io.BytesIO(data), formats=("PNG", "JPEG")))
    except PictureRefused:
        raise
    except UnidentifiedImageError as fault:
        raise PictureRefused("kind") from fault
    except (OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError) as fault:
        raise PictureRefused("damaged") from fault


def _flattened(image: Image.Image) -> Picture:
    if max(image.size) > LARGEST_SIDE:
        raise PictureRefused("size")
    image.draft("RGB", (KEPT_SIDE, KEPT_SIDE))
    layered = image.convert("RGBA")
    layered.thumbnail((KEPT_SIDE, KEPT_SIDE))
    paper = Image.new("RGBA", layered.size, "white")
    flat = Image.alpha_composite(paper, layered).convert("RGB")
    red, green, blue = flat.split()
    grey = red.tobytes() == green.tobytes() == blue.tobytes()
    return Picture(*flat.size, grey=grey, pixels=(red if grey else flat).tobytes())

"""Pictures from users, such as a logo: checked before use and stored as plain pixels."""

from __future__ import annotations

import io
import warnings
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

LARGEST_FILE = 2_000_000
LARGEST_SIDE = 6_000
"""In pixels; checked before anything is decoded."""
STORED_SIDE = 800
"""In pixels: 45 mm at 450 dots an inch, the longer side of a flat logo."""


class PictureRefused(ValueError):
    """The bytes are not a picture that can be printed; the message is a code: `size`, `kind` or `damaged`."""


@dataclass(frozen=True, slots=True)
class PrintPicture:
    width: int
    height: int
    grey: bool
    pixels: bytes
    """Rows from the top, one byte a pixel when grey, three otherwise."""

    def build_stream(self) -> bytes:
        """The picture as the bytes of a PDF image object."""
        packed = zlib.compress(self.pixels, 9)
        space = b"DeviceGray" if self.grey else b"DeviceRGB"
        return (
            b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/%s"
            b"/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (self.width, self.height, space, len(packed), packed)
        )


def read_picture(data: bytes, largest_file: int = LARGEST_FILE) -> PrintPicture:
    """Decode a PNG or JPEG of at most so many bytes onto white, upright, reduced to printing size. Raises PictureRefused."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - a desk without pictures does not load it

    if len(data) > largest_file:
        raise PictureRefused("size")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return _flatten_image(Image.open(io.BytesIO(data), formats=("PNG", "JPEG")))
    except PictureRefused:
        raise
    except UnidentifiedImageError as fault:
        raise PictureRefused("kind") from fault
    except (OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError) as fault:
        raise PictureRefused("damaged") from fault


def _flatten_image(image: Image.Image) -> PrintPicture:
    from PIL import Image, ImageOps  # noqa: PLC0415 - nor does it load this

    if max(image.size) > LARGEST_SIDE:
        raise PictureRefused("size")
    image.draft("RGB", (STORED_SIDE, STORED_SIDE))
    layered = ImageOps.exif_transpose(image).convert("RGBA")
    layered.thumbnail((STORED_SIDE, STORED_SIDE))
    paper = Image.new("RGBA", layered.size, "white")
    flat = Image.alpha_composite(paper, layered).convert("RGB")
    red, green, blue = flat.split()
    grey = red.tobytes() == green.tobytes() == blue.tobytes()
    return PrintPicture(*flat.size, grey=grey, pixels=(red if grey else flat).tobytes())

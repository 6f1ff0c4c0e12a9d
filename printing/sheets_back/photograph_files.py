"""Photographs of sheets as they arrive from telephones and cameras: checked, made small, and the QR codes on them read."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paper.layout import PictureRefused

if TYPE_CHECKING:
    import zxingcpp
    from PIL import Image

LARGEST_FILE = 20_000_000
"""In bytes; the camera of a telephone makes 2 to 12 million."""
LARGEST_SIDE = 14_000
"""In pixels; checked before anything is decoded."""
READ_SIDES = (3_000, 1_500)
"""In pixels: the longer side at which QR codes are looked for, and the one tried next, where grain and creases are gone."""
STORED_SIDE = 1_600
"""In pixels: seven to the millimetre on an A5, enough to read a pencil."""
QUALITY = 45
FORMATS = ("JPEG", "PNG", "WEBP")


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph ready to be stored, and the texts of the QR codes on it, in no particular order."""

    picture: bytes
    texts: tuple[str, ...]


def read_photograph(data: bytes) -> Photograph:
    """Turn a photograph upright, make it grey and small, without what the camera wrote into it, and read its QR codes.

    Raises PictureRefused for what is too large, no picture, or damaged.
    """
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - a desk that photographs nothing does not load it

    if len(data) > LARGEST_FILE:
        raise PictureRefused("size")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            image = _decode_image(data)
    except PictureRefused:
        raise
    except UnidentifiedImageError as fault:
        raise PictureRefused("kind") from fault
    except (OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError) as fault:
        raise PictureRefused("damaged") from fault
    codes = _read_codes(image)
    turned = image.rotate(90 * _count_turns(codes), expand=True)
    return Photograph(_encode_picture(turned), tuple(code.text for code in codes))


def _decode_image(data: bytes) -> Image.Image:
    from PIL import Image, ImageOps  # noqa: PLC0415 - nor does it load this

    image = Image.open(io.BytesIO(data), formats=FORMATS)
    if max(image.size) > LARGEST_SIDE:
        raise PictureRefused("size")
    image.draft("L", (READ_SIDES[0], READ_SIDES[0]))  # a JPEG is decoded at a half or a quarter, no smaller than this
    upright = ImageOps.exif_transpose(image).convert("L")
    upright.thumbnail((READ_SIDES[0], READ_SIDES[0]))
    return upright


def _read_codes(image: Image.Image) -> list[zxingcpp.Barcode]:
    import zxingcpp as decoder  # noqa: PLC0415  # a desk that photographs nothing never loads it

    for side in READ_SIDES:
        smaller = image.copy()
        smaller.thumbnail((side, side))
        codes: list[zxingcpp.Barcode] = decoder.read_barcodes(smaller, formats=decoder.BarcodeFormats(decoder.BarcodeFormat.QRCode))
        if codes:
            return codes
    return []


def _count_turns(codes: Sequence[zxingcpp.Barcode]) -> int:
    """By how many quarter turns the sheet lies clockwise of upright, as its QR code shows; 0 without one."""
    return round(codes[0].orientation / 90) % 4 if codes else 0


def _encode_picture(image: Image.Image) -> bytes:
    stored = image.copy()
    stored.thumbnail((STORED_SIDE, STORED_SIDE))
    file = io.BytesIO()
    stored.save(file, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return file.getvalue()

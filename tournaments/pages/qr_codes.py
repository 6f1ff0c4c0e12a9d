"""QR codes as one path of an SVG (`templates/visitors/screen/qr_code.html`)."""

import re
from dataclasses import dataclass

import segno

BORDER = 4
DARK = re.compile(b"\x01+")


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as one SVG path; `size` counts modules including the white border that cameras need."""

    path: str
    size: int


def build_qr_code(text: str) -> QrCode:
    """The QR code of a text."""
    qr_code = segno.make(text, error="m", micro=False)
    rows = [bytes(row) for row in qr_code.matrix_iter(border=BORDER)]
    bars = (f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z" for y, row in enumerate(rows) for run in DARK.finditer(row))
    return QrCode("".join(bars), len(rows))

"""Paper, fonts, text that keeps inside its box, and QR codes: the only place where a print meets reportlab."""

from paper.layout.document import Document
from paper.layout.fonts import BOLD, REGULAR, Face
from paper.layout.paper import A1, A2, A3, A4, A4_WIDE, A5, MARGIN, MM, Box, PageSize
from paper.layout.pen import HAIRLINE, HEAVY, LINE, Align, Pen, Slot, joined
from paper.layout.pictures import Picture, PictureRefused, read_picture
from paper.layout.qr import Qr, qr_codes
from paper.layout.text import clean, fit, stands

__all__ = [
    "A1",
    "A2",
    "A3",
    "A4",
    "A4_WIDE",
    "A5",
    "BOLD",
    "HAIRLINE",
    "HEAVY",
    "LINE",
    "MARGIN",
    "MM",
    "REGULAR",
    "Align",
    "Box",
    "Document",
    "Face",
    "PageSize",
    "Pen",
    "Picture",
    "PictureRefused",
    "Qr",
    "Slot",
    "clean",
    "fit",
    "joined",
    "qr_codes",
    "read_picture",
    "stands",
]

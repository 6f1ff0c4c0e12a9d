"""Paper, fonts, text that keeps inside its box, and QR codes: the only place where a print meets reportlab."""

from tournaments.printouts.layout.document import Document
from tournaments.printouts.layout.fonts import BOLD, REGULAR, Face
from tournaments.printouts.layout.paper import A1, A2, A3, A4, A4_WIDE, A5, MARGIN, MM, Box, PageSize
from tournaments.printouts.layout.pen import HAIRLINE, HEAVY, LINE, Align, Pen, Slot, joined
from tournaments.printouts.layout.pictures import Picture, PictureRefused, read_picture
from tournaments.printouts.layout.qr import Qr, qr_codes
from tournaments.printouts.layout.text import clean, fit, stands

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

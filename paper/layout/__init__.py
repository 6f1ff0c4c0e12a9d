"""Paper, fonts, text that fits its box, and QR codes: the only place where prints use reportlab."""

from paper.layout.canvas_pen import CanvasPen
from paper.layout.document import Document
from paper.layout.fonts import BOLD, REGULAR, FontFace
from paper.layout.paper import A3, A3_WIDE, A4, A4_WIDE, A5, MARGIN, MM, PageSize, Rect
from paper.layout.pen import HAIRLINE, HEAVY, LINE, Pen, join_texts
from paper.layout.pictures import PictureRefused, PrintPicture, read_picture
from paper.layout.qr import Qr, build_qr_codes
from paper.layout.sheet_document import SheetDocument
from paper.layout.sheet_pen import SheetPen
from paper.layout.slots import Align, TextSlot
from paper.layout.tags import TagKind, TagNode, TagPath, TagStep
from paper.layout.text import clean_text, fit_text, fits_whole

__all__ = [
    "A3",
    "A3_WIDE",
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
    "CanvasPen",
    "Document",
    "FontFace",
    "PageSize",
    "Pen",
    "PictureRefused",
    "PrintPicture",
    "Qr",
    "Rect",
    "SheetDocument",
    "SheetPen",
    "TagKind",
    "TagNode",
    "TagPath",
    "TagStep",
    "TextSlot",
    "build_qr_codes",
    "clean_text",
    "fit_text",
    "fits_whole",
    "join_texts",
    "read_picture",
]

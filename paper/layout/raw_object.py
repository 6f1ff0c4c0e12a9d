"""A PDF object that is already bytes; page objects of reportlab take longer than drawing their content."""

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject


class RawObject(PDFObject):
    __RefOnly__ = 1

    def __init__(self, body: bytes) -> None:
        self.body = body

    def format(self, document: PDFDocument) -> bytes:
        return self.body

"""Several prints as one file, for one press of the print button."""

from collections.abc import Iterable
from io import BytesIO


def merge_prints(prints: Iterable[bytes]) -> bytes:
    """One PDF with all pages in the order given."""
    from pypdf import PdfWriter  # noqa: PLC0415 - seven megabytes of memory that a desk needs at its first print only

    writer = PdfWriter()
    for content in prints:
        writer.append(BytesIO(content), import_outline=False)
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()

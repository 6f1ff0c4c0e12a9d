"""What makes a file PDF/A-2b, the form for archives, beyond embedded fonts: a description of itself, and the meaning of its colours."""

from __future__ import annotations

import datetime as dt
import io
from functools import cache
from typing import NamedTuple
from xml.sax.saxutils import escape

from paper.layout.tags import TagNode

PRODUCER = "La Bella"
UNDATED = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
"""Date of a file without one, so that the same drawing gives the same bytes."""

LEAST_VERSION = (1, 4)
"""Of PDF: its header; descriptions and colour profiles came with it."""

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{producer}</rdf:li></rdf:Seq></dc:creator>
<pdf:Producer>{producer}</pdf:Producer><xmp:CreatorTool>{producer}</xmp:CreatorTool>
<xmp:CreateDate>{moment}</xmp:CreateDate><xmp:ModifyDate>{moment}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def build_metadata(title: str, subject: str, producer: str, moment: dt.datetime) -> bytes:
    """The description of the file as XMP: the same as its information dictionary. `moment` is in UTC."""
    texts = {name: escape(text) for name, text in (("title", title), ("subject", subject), ("producer", producer))}
    return _PACKET.format(moment=f"{moment:%Y-%m-%dT%H:%M:%S}+00:00", **texts).encode()


@cache
def build_colour_profile() -> bytes:
    """The ICC profile of sRGB, with a fixed date: the same file has the same bytes tomorrow. Black and grey are judged by it too."""
    from PIL import ImageCms  # noqa: PLC0415 - a desk that prints nothing does not load it

    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[24:36] = b"".join(number.to_bytes(2, "big") for number in (2000, 1, 1, 0, 0, 0))
    profile[84:100] = bytes(16)  # a checksum of the profile, which may be left out
    return bytes(profile)


class FileDescription(NamedTuple):
    """What a file says about itself."""

    title: str
    subject: str
    language: str
    created: dt.datetime | None = None

    @property
    def moment(self) -> dt.datetime:
        """When it was made, in UTC; a fixed date where nobody knows."""
        return (self.created or UNDATED).astimezone(dt.UTC)

    @property
    def pdf_date(self) -> str:
        """The same as a date of PDF."""
        return f"D:{self.moment:%Y%m%d%H%M%S}+00'00'"


class TaggedPages(NamedTuple):
    """The structure of a file, and for every page its elements by the number of their mark."""

    root: TagNode
    elements: list[list[TagNode]]


def finish_file(content: bytes, description: FileDescription, tags: TaggedPages) -> bytes:
    """The file as PDF/A-2b with tags: the description, what the colours mean, the structure, real dates, and the line ends around objects
    that the norm asks for and reportlab leaves out.
    """
    from pypdf import PdfWriter  # noqa: PLC0415 - seven megabytes of memory that a desk needs at its first print only

    from paper.layout.structure import add_description, add_structure, mend_unicode_maps  # noqa: PLC0415 - needs pypdf

    writer = PdfWriter(clone_from=io.BytesIO(content))
    writer.pdf_header = "%PDF-{}.{}".format(*LEAST_VERSION)
    add_description(writer, description)
    add_structure(writer, tags)
    mend_unicode_maps(writer)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()

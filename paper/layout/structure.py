"""Writes into a finished PDF file what archives and readers ask for, with pypdf."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import cast

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    StreamObject,
    TextStringObject,
)

from paper.layout.archival import PRODUCER, FileDescription, TaggedPages, build_colour_profile, build_metadata
from paper.layout.tags import MarkedContent, TagKind, TagNode

MOST_ENTRIES = 100
"""Of one block of such a table, by its specification."""
_CODES = re.compile(r"\d+ beginbfchar\n(.*)endbfchar", re.DOTALL)
"""The codes of such a table with the letters that they stand for, as reportlab writes them: all in one block."""


def add_description(writer: PdfWriter, description: FileDescription) -> None:
    """Title, subject, language and dates, as information and as XMP, and the meaning of the colours."""
    moment, root = description.moment, writer.root_object
    writer.add_metadata({"/CreationDate": description.pdf_date, "/ModDate": description.pdf_date})
    xmp = _build_stream({"/Type": NameObject("/Metadata"), "/Subtype": NameObject("/XML")})
    xmp.set_data(build_metadata(description.title, description.subject, PRODUCER, moment))
    profile = _build_stream({"/N": NumberObject(3)})
    profile.set_data(build_colour_profile())
    intent: dict[str, PdfObject | None] = {
        "/Type": NameObject("/OutputIntent"),
        "/S": NameObject("/GTS_PDFA1"),
        "/OutputConditionIdentifier": TextStringObject("sRGB"),
        "/Info": TextStringObject("sRGB"),
        "/DestOutputProfile": _store(writer, profile.flate_encode()),
    }
    root[NameObject("/Metadata")] = _store(writer, xmp)
    root[NameObject("/OutputIntents")] = ArrayObject([_build_dictionary(intent)])
    root[NameObject("/Lang")] = TextStringObject(description.language)
    root[NameObject("/ViewerPreferences")] = _build_dictionary({"/DisplayDocTitle": BooleanObject(value=True)})


def mend_unicode_maps(writer: PdfWriter) -> None:
    """Take the codes that nothing uses out of the tables from which a reader copies text: reportlab maps them to U+0000."""
    seen: set[int] = set()
    for page in writer.pages:
        resources = cast("DictionaryObject", page["/Resources"])
        for font in cast("DictionaryObject", resources.get("/Font", DictionaryObject())).values():
            table = font.get_object().get("/ToUnicode")
            if table is None or table.idnum in seen:
                continue
            seen.add(table.idnum)
            head, entries, tail = _CODES.split(table.get_object().get_data().decode("latin-1"))
            used = [entry for entry in entries.splitlines() if not entry.endswith("<0000>")]
            blocks = [used[start : start + MOST_ENTRIES] for start in range(0, len(used), MOST_ENTRIES)]
            table.get_object().set_data(
                (
                    head + "endbfchar\n".join("\n".join([f"{len(block)} beginbfchar", *block, ""]) for block in blocks) + "endbfchar" + tail
                ).encode("latin-1")
            )


def add_structure(writer: PdfWriter, tags: TaggedPages) -> None:
    """The tree of elements (PDF 1.7, section 14.7), and for every page the list of those to which its marks belong."""
    root = writer.root_object
    tree = DictionaryObject()
    tree_reference = _store(writer, tree)
    references: dict[TagNode, IndirectObject] = {}
    document = _add_element(writer, tags.root, tree_reference, references)
    numbers: list[PdfObject] = []
    for number, elements in enumerate(tags.elements):
        page = writer.pages[number]
        page[NameObject("/StructParents")] = NumberObject(number)
        page[NameObject("/Tabs")] = NameObject("/S")
        numbers += [NumberObject(number), _store(writer, ArrayObject([references[element] for element in elements]))]
    parents = _store(writer, _build_dictionary({"/Nums": ArrayObject(numbers)}))
    tree.update(_build_dictionary({"/Type": NameObject("/StructTreeRoot"), "/K": ArrayObject([document]), "/ParentTree": parents}))
    tree[NameObject("/ParentTreeNextKey")] = NumberObject(len(tags.elements))
    root[NameObject("/StructTreeRoot")] = tree_reference
    root[NameObject("/MarkInfo")] = _build_dictionary({"/Marked": BooleanObject(value=True)})


def _add_element(writer: PdfWriter, node: TagNode, parent: IndirectObject, references: dict[TagNode, IndirectObject]) -> IndirectObject:
    element = _build_dictionary({"/S": _name(f"/{node.kind}"), "/P": parent})
    reference = references[node] = _store(writer, element)
    kids: list[PdfObject] = []
    for kid in node.kids:
        if isinstance(kid, MarkedContent):
            page = writer.pages[kid.page].indirect_reference
            kids.append(_build_dictionary({"/Type": _name("/MCR"), "/Pg": page, "/MCID": NumberObject(kid.number)}))
        elif not kid.is_empty:
            kids.append(_add_element(writer, kid, reference, references))
    element[_name("/K")] = ArrayObject(kids)
    if node.spoken:
        element[NameObject("/Alt" if node.kind is TagKind.FIGURE else "/ActualText")] = TextStringObject(
            node.spoken.encode(errors="replace").decode()
        )
    if attributes := list(_list_attributes(node)):
        element[NameObject("/A")] = ArrayObject(attributes)
    return reference


def _list_attributes(node: TagNode) -> Iterator[DictionaryObject]:
    """What a table says of its cell (section 14.8.5.7), and where a figure stands, in points from the bottom left corner (14.8.5.4)."""
    cell: dict[str, PdfObject | None] = {}
    if node.kind is TagKind.HEADER_CELL:
        cell["/Scope"] = NameObject("/Row" if node.heads_row else "/Column")
    for name, span in (("/ColSpan", node.columns), ("/RowSpan", node.rows)):
        if span > 1:
            cell[name] = NumberObject(span)
    if cell:
        yield _build_dictionary({"/O": NameObject("/Table"), **cell})
    if node.box is not None:
        corners = (node.box.x, node.box.y, node.box.right, node.box.bottom)
        yield _build_dictionary({"/O": NameObject("/Layout"), "/BBox": ArrayObject([FloatObject(round(corner, 2)) for corner in corners])})


_name = cache(NameObject)
"""Names of keys and kinds, of which a file of records has a hundred thousand."""


def _build_dictionary(entries: dict[str, PdfObject | None]) -> DictionaryObject:
    return DictionaryObject({_name(name): value for name, value in entries.items() if value is not None})


def _build_stream(entries: dict[str, PdfObject]) -> StreamObject:
    stream = StreamObject()
    stream.update({NameObject(name): value for name, value in entries.items()})
    return stream


def _store(writer: PdfWriter, value: PdfObject) -> IndirectObject:
    return writer._add_object(value)  # noqa: SLF001  # the way that pypdf's manual shows; it has no other

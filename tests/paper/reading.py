"""Reads a PDF back as placed texts and lines, from its operators alone: it shares no code with what drew it."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pypdf
from pypdf.generic import ContentStream

MM = 72 / 25.4
ASCENT = 0.68
DESCENT = 0.22
BLACK = "0"


class Placed(NamedTuple):
    """Points from the lower left corner of the page."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    size: float
    space: float = 0.0
    """Width of the space that ends the text; it is in neither the text nor its box, for nobody sees it."""
    ink: str = BLACK
    mark: int | None = None
    """Of the element of the structure to which it belongs; None for decoration."""


class Stroke(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float
    look: str = ""
    """Ink; of a line its width and its dashes, of a shape what it covers, too."""


@dataclass
class Sheet:
    width: float
    height: float
    texts: list[Placed] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    areas: list[Stroke] = field(default_factory=list)
    """Filled shapes, images and codes, by their corners."""
    outlines: list[Stroke] = field(default_factory=list)
    """Bent lines, likewise."""

    @property
    def words(self) -> list[str]:
        return [text.text for text in self.texts]


class Inks(NamedTuple):
    """What a page's state says of lines and areas, as it is written there."""

    line: str = BLACK
    fill: str = BLACK
    width: str = "1"
    dashes: str = ""


class Letters(NamedTuple):
    names: dict[int, str]
    widths: list[float]


Matrix = tuple[float, float, float, float, float, float]


def multiply(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


class Reader:
    def __init__(self, pdf: bytes) -> None:
        self.file = pypdf.PdfReader(io.BytesIO(pdf))
        self._letters: dict[int, Letters] = {}

    def sheets(self) -> Iterator[Sheet]:
        for page in self.file.pages:
            sheet = Sheet(float(page.mediabox.width), float(page.mediabox.height))
            Stream(self, sheet, page["/Resources"], (1, 0, 0, 1, 0, 0)).read(page.get_contents())
            yield sheet

    def font(self, name: str, resources: Any) -> Letters:
        number = resources["/Font"].raw_get(name).idnum  # two papers in one file call their fonts alike
        if number not in self._letters:
            font = resources["/Font"][name]
            widths = [float(width) for width in font["/Widths"]]
            self._letters[number] = Letters(_to_unicode(font["/ToUnicode"].get_data().decode("latin-1")), widths)
        return self._letters[number]


class Stream:
    """Follows the operators of one page or form; a method `op_…` for each that draws."""

    def __init__(self, reader: Reader, sheet: Sheet, resources: Any, matrix: Matrix) -> None:
        self._reader = reader
        self._sheet = sheet
        self._build_resources = resources
        self._matrix = matrix
        self._inks = Inks()
        self._kept: list[tuple[Matrix, Inks]] = []
        self._path: list[tuple[float, float]] = []
        self._bent = False
        self._letters = Letters({}, [])
        self._size = 0.0
        self._pen = (0.0, 0.0)
        self._marks: list[int | None] = []

    def read(self, stream: Any) -> None:
        for operands, name in ContentStream(stream, self._reader.file).operations:
            operator = name.decode() if isinstance(name, bytes) else name
            method = getattr(self, "op_" + NAMES.get(operator, operator), None)
            if method is not None:
                method(operands)

    def op_BDC(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        self._marks.append(int(operands[1]["/MCID"]))

    def op_BMC(self, _operands: Any) -> None:  # noqa: N802  # the operator's name
        self._marks.append(None)

    def op_EMC(self, _operands: Any) -> None:  # noqa: N802  # the operator's name
        self._marks.pop()

    def op_q(self, _operands: Any) -> None:
        self._kept.append((self._matrix, self._inks))

    def op_restore(self, _operands: Any) -> None:
        self._matrix, self._inks = self._kept.pop()

    def op_w(self, operands: Any) -> None:
        self._inks = self._inks._replace(width=str(operands[0]))

    def op_d(self, operands: Any) -> None:
        self._inks = self._inks._replace(dashes=" ".join(map(str, operands[0])))

    def op_g(self, operands: Any) -> None:
        self._inks = self._inks._replace(fill=name_ink(operands))

    op_rg = op_g

    def op_G(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        self._inks = self._inks._replace(line=name_ink(operands))

    op_RG = op_G  # noqa: N815  # the operator's name

    def op_cm(self, operands: Any) -> None:
        a, b, c, d, e, f = map(float, operands)
        self._matrix = multiply((a, b, c, d, e, f), self._matrix)

    def op_Tf(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        self._letters = self._reader.font(str(operands[0]), self._build_resources)
        self._size = float(operands[1])

    def op_Td(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        self._pen = (float(operands[0]), float(operands[1]))

    def op_Tm(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        self._pen = (float(operands[4]), float(operands[5]))

    def op_Tj(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        self.op_TJ([operands])

    def op_TJ(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        for part in operands[0]:
            if isinstance(part, (str, bytes)):
                self._show(part.original_bytes if isinstance(part, str) else bytes(part))
            else:
                self._pen = (self._pen[0] - float(part) * self._size / 1000, self._pen[1])

    def _show(self, codes: bytes) -> None:
        x, y = self._pen
        text = "".join(self._letters.names.get(code, "?") for code in codes)
        end = x + self._measure(codes)
        space = self._measure(codes[len(text.rstrip(" ")) :])
        (x0, y0), (x1, y1) = at(self._matrix, x, y - DESCENT * self._size), at(self._matrix, end - space, y + ASCENT * self._size)
        if text.strip(" "):
            box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            mark = self._marks[-1] if self._marks else None
            self._sheet.texts.append(Placed(*box, text.rstrip(" "), self._size, space, self._inks.fill, mark))
        self._pen = (end, y)

    def _measure(self, codes: bytes) -> float:
        return sum(self._letters.widths[code] for code in codes) * self._size / 1000

    def op_m(self, operands: Any) -> None:
        self._path.append(at(self._matrix, float(operands[0]), float(operands[1])))

    op_l = op_m

    def op_c(self, operands: Any) -> None:
        self._bent = True
        for place in (0, 2, 4):
            self.op_m(operands[place : place + 2])

    def op_re(self, operands: Any) -> None:
        x, y, width, height = map(float, operands)
        for corner in ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)):
            self.op_m(corner)

    def op_S(self, _operands: Any) -> None:  # noqa: N802  # the operator's name
        look = " ".join(filter(None, (self._inks.line, self._inks.width, self._inks.dashes)))
        if self._bent:
            self._sheet.outlines.append(self._enclose(look))
        else:
            self._sheet.strokes.extend(Stroke(*one, *other, look) for one, other in pairwise(self._path))
        self._path, self._bent = [], False

    def op_n(self, _operands: Any) -> None:
        """A path to clip along is not drawn."""
        self._path, self._bent = [], False

    def op_fill(self, _operands: Any) -> None:
        self._sheet.areas.append(self._enclose(self._inks.fill))
        self._path, self._bent = [], False

    def _enclose(self, look: str) -> Stroke:
        """The box around all corners and handles of curves, and how much lies between them."""
        xs, ys = zip(*self._path, strict=True)
        covered = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*self._path, self._path[0]])) / 2 / MM**2
        return Stroke(min(xs), min(ys), max(xs), max(ys), f"{look} {abs(covered):.1f} mm²")

    def op_unit(self, _operands: Any) -> None:
        self._sheet.areas.append(Stroke(*at(self._matrix, 0, 0), *at(self._matrix, 1, 1), "picture"))

    def op_Do(self, operands: Any) -> None:  # noqa: N802  # the operator's name
        form = self._build_resources["/XObject"][operands[0]].get_object()
        if form["/Subtype"] == "/Image":
            self.op_unit(operands)
        else:
            Stream(self._reader, self._sheet, form["/Resources"], self._matrix).read(form)


NAMES = {"Q": "restore", "f": "fill", "f*": "fill", "INLINE IMAGE": "unit"}


def name_ink(parts: Any) -> str:
    return str(parts[0]) if len(parts) == 1 else "#" + "".join(f"{round(255 * float(part)):02x}" for part in parts)


def _to_unicode(table: str) -> dict[int, str]:
    """The `beginbfrange <first> <last> [<text> …]` and `<code> <text>` lines of a character map."""
    names: dict[int, str] = {}
    table = table[table.index("endcodespacerange") :]
    for line in table.replace("[", " ").replace("]", " ").split("\n"):
        parts = [part.strip("<>") for part in line.split() if part.startswith("<")]
        if len(parts) == 2:
            names[int(parts[0], 16)] = _text(parts[1])
        elif len(parts) > 2:
            first = int(parts[0], 16)
            names.update({first + place: _text(part) for place, part in enumerate(parts[2:])})
    return names


def _text(digits: str) -> str:
    return bytes.fromhex(digits).decode("utf-16-be")


@cache
def read(pdf: bytes) -> tuple[Sheet, ...]:
    return tuple(Reader(pdf).sheets())


def joined_runs(sheet: Sheet) -> list[Placed]:
    """Texts with the pieces of one run put together again (a name in several scripts is written in pieces)."""
    runs: list[Placed] = []
    for text in sheet.texts:
        last = runs[-1] if runs else None
        if last and abs(last.x1 + last.space - text.x0) < 0.6 and last.y0 == text.y0 and last.size == text.size:
            between = " " if last.space else ""
            runs[-1] = Placed(last.x0, last.y0, text.x1, last.y1, last.text + between + text.text, last.size, text.space, last.ink)
        else:
            runs.append(text)
    return runs


def faults(sheet: Sheet, margin: float, *, struck: bool = False) -> list[str]:
    """Everything that leaves the page's margin (millimetres), lies on another text, or runs through a line."""
    found: list[str] = []
    edge = margin * MM - 0.2
    runs = [run for run in joined_runs(sheet) if run.text.strip()]
    found.extend(
        f"outside: {text}"
        for text in runs
        if text.x0 < edge or text.x1 > sheet.width - edge or text.y0 < edge - 2 or text.y1 > sheet.height - edge + 2
    )
    for place, one in enumerate(runs):
        found.extend(f"overlap: {one} {other}" for other in runs[place + 1 :] if _overlap(one, other))
        found.extend(f"crossed: {one} {stroke}" for stroke in sheet.strokes if _crossed(one, stroke, struck=struck))
    return found


def _overlap(one: Placed, other: Placed) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return across > 0.4 and down > 0.25 * min(one.size, other.size)


def _crossed(text: Placed, stroke: Stroke, *, struck: bool) -> bool:
    top, bottom = text.y1, text.y0 + DESCENT * text.size
    if abs(stroke.x0 - stroke.x1) < 0.1:
        low, high = sorted((stroke.y0, stroke.y1))
        return text.x0 + 0.5 < stroke.x0 < text.x1 - 0.5 and min(high, top) - max(low, bottom) > 0.3
    low, high = sorted((stroke.x0, stroke.x1))
    return not struck and bottom + 0.4 < stroke.y0 < top - 0.4 and min(high, text.x1) - max(low, text.x0) > 0.5

"""What a poster says, ready to be drawn: texts in the language of the reader, nothing to be looked up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paper.layout import PageSize, PrintPicture
from paper.share_cards import ShareRow


class PosterLook(StrEnum):
    """How poster, leaflets and pictures are drawn; the values are those that an announcement stores."""

    CLASSIC = "classic"
    BOLD = "bold"
    FESTIVE = "festive"


class PosterShape(StrEnum):
    """What a poster is laid out for. Every page of the A series has the proportions of `SHEET`; a leaflet is half as wide."""

    SHEET = "sheet"
    LEAFLET = "leaflet"
    SQUARE = "square"
    UPRIGHT = "upright"


WIDE = 210.0
"""The width of every layout, in units: millimetres on an A4."""
SIZES = {
    PosterShape.SHEET: PageSize(WIDE, 297),
    PosterShape.LEAFLET: PageSize(WIDE, 297),
    PosterShape.SQUARE: PageSize(WIDE, WIDE),
    PosterShape.UPRIGHT: PageSize(WIDE, WIDE * 16 / 9),
}


@dataclass(frozen=True, slots=True)
class PosterFact:
    """A fact with its label, such as the fee; `lines` are what is said, each on a line of its own if it fits."""

    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PosterData:
    """What a poster says of an evening. What nobody wrote is empty, and leaves no hole.

    `prizes` are drawn as far as they fit, then `prizes_more` ends them. `code` is the address of the QR code, or empty for none;
    `code_note` stands beside it where the address works in this hall only. `band` is written across the top: the evening is cancelled.
    `suits` are those of the game's pack: "italian" or "french".
    """

    title: str
    language: str
    game: str = ""
    organizer: str = ""
    logo: PrintPicture | None = None
    date: str = ""
    hours: str = ""
    venue: str = ""
    address: str = ""
    facts: tuple[PosterFact, ...] = ()
    prizes_label: str = ""
    prizes: tuple[str, ...] = ()
    prizes_more: str = ""
    contact_label: str = ""
    contact: str = ""
    code: str = ""
    code_caption: str = ""
    code_note: str = ""
    band: str = ""
    suits: str = "italian"


@dataclass(frozen=True, slots=True)
class ResultData:
    """A result, the winners or standings as a picture: `rows` as those of a picture of a shared link, `note` below them.

    `winners`: the rows are a podium, the first of them drawn largest.
    """

    title: str
    heading: str
    rows: tuple[ShareRow, ...]
    note: str = ""
    winners: bool = False
    suits: str = "italian"

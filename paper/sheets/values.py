"""What a score sheet shows. All texts are ready to be read: dates, numbers and codes are formatted by the caller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from paper.layout import Picture
from rules.options import FieldSpec
from rules.texts import Translate


class Paper(Enum):
    A5_TWO_UP = "a5"
    """Two A5 side by side on A4, to be cut."""
    A4 = "a4"
    ROLL_80 = "roll"
    """A receipt printer, 72 mm of it printable; as long as the sheet needs."""


@dataclass(frozen=True, slots=True)
class SheetEvent:
    """What all sheets of one print share."""

    tournament: str
    game_key: str
    game: str
    options: str = ""
    """The options that matter at the table, in a line: `2 su 3 · 35/35/45`."""
    date: str = ""
    venue: str = ""
    regulation: str = ""
    stage: str = ""
    """Whose rounds these are: every stage begins with round 1."""
    logo: Picture | None = None


@dataclass(frozen=True, slots=True)
class SheetGame:
    """One game of the match."""

    target: int | None = None
    hands: int | None = None
    """Rows wanted; None lets the target decide."""
    exact: bool = False
    """Whether so many hands are played, no more and no less."""


@dataclass(frozen=True, slots=True)
class SheetSide:
    number: str = ""
    names: tuple[str, ...] = ()
    club: str = ""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand as the ledger holds it."""

    values: Mapping[str, str]
    """By the name of the box: `dealer`, `total_0`, `total_1` …, and the extras that paper adds, such as `bonus_0`."""
    score: tuple[str, ...] = ()
    """Running score after the hand."""
    replaced: bool = False
    """Superseded by a correction: shown struck through, above the hand that counts."""
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class PlayedGame:
    hands: tuple[SheetHand, ...] = ()
    score: tuple[str, ...] = ()
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    where: str
    """`Partita 1, mano 3`."""
    old: str
    new: str
    reason: str = ""
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What makes a filled sheet the official record of its match."""

    games: tuple[PlayedGame, ...]
    result: tuple[str, ...] = ()
    """Games won by each side."""
    winner: int | None = None
    reason: str = ""
    """Why the match is over, when that is not the plain score: `walk-over`."""
    entered_by: str = ""
    confirmed_by: str = ""
    corrections: tuple[Correction, ...] = ()
    standing: str = ""
    """What keeps it from being final: `disputed`."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One match. Everything may be empty: a blank spare is `Sheet()`."""

    sides: tuple[SheetSide, ...] = (SheetSide(), SheetSide())
    round: str = ""
    table: str = ""
    serial: str = ""
    code: str = ""
    """Short enough to type: what is typed when the sheet comes back."""
    link: str = ""
    """ASCII address behind the QR; without one there is no QR."""
    first_dealer: str = ""
    started: str = ""
    ended: str = ""
    head: str = ""
    """Head of the ledger when this was printed."""
    place: str = ""
    """Where the table stands, when that is not one hall: a room, a bar."""
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class SheetSetup:
    """A print of sheets that look alike: one event, one game, one paper, one language."""

    event: SheetEvent
    fields: tuple[FieldSpec, ...]
    """The boxes of the game's hand entry that are kept, in their order: `sheet_fields(game, options)`."""
    games: tuple[SheetGame, ...]
    translate: Translate = field(default=str)
    language: str = "en"
    paper: Paper = Paper.A5_TWO_UP
    side_count: int = 2
    suits: str = "italian"
    """`italian` or `french`: which pips stand for a suit to be ringed."""

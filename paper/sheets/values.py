"""Values that a score sheet shows. All texts are ready to print: the caller formats dates, numbers and codes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from paper.layout import PrintPicture
from rules import stored_game
from rules.options import FieldSpec
from rules.paper_hints import PaperHint
from rules.texts import Translate


class Paper(Enum):
    A5_TWO_UP = "a5"
    """Two A5 side by side on A4, to be cut."""
    A4 = "a4"
    ROLL_80 = "roll"
    """A receipt printer with a printable width of 72 mm; as long as the sheet needs."""


class SheetKind(Enum):
    """Which score sheet a tournament uses."""

    FULL = "full"
    """Every box that the engine can check."""
    SHORT = "short"
    """What each side writes and the running score, the games side by side."""
    SLIP = "slip"
    """Final scores and signatures only, eight on an A4."""

    def on_paper(self, paper: Paper) -> SheetKind:
        """The kind that this paper has room for: a roll is too narrow for a full sheet and gets the short one."""
        return SheetKind.SHORT if self is SheetKind.FULL and paper is Paper.ROLL_80 else self


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
    """Name of the stage, because every stage begins with round 1."""
    logo: PrintPicture | None = None

    @property
    def hint(self) -> PaperHint:
        """What the game says about its sheet: labels, widths, digits."""
        return stored_game(self.game_key).paper


@dataclass(frozen=True, slots=True)
class SheetGame:
    """One game of the match."""

    target: int | None = None
    hands: int = 10
    """Rows that the game needs."""
    exact: bool = False
    """Whether exactly this number of hands is played."""


@dataclass(frozen=True, slots=True)
class SheetSide:
    number: str = ""
    names: tuple[str, ...] = ()
    club: str = ""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand as the ledger records it."""

    values: Mapping[str, str]
    """By the name of the box: `dealer`, `total_0`, `total_1` …, and extra boxes such as `bonus_0`."""
    score: tuple[str, ...] = ()
    """Running score after the hand."""
    replaced: bool = False
    """Superseded by a correction: struck through, above the hand that counts."""
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
class SheetRecord:
    """The content that makes a filled sheet the official record of its match."""

    games: tuple[PlayedGame, ...]
    result: tuple[str, ...] = ()
    """Games won by each side."""
    winner: int | None = None
    reason: str = ""
    """Why the match is over if not by the score, such as a walk-over."""
    entered_by: str = ""
    confirmed_by: str = ""
    corrections: tuple[Correction, ...] = ()
    standing: str = ""
    """State that keeps the record from being final, such as `disputed`."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of one match. All fields may be empty: a blank spare is `Sheet()`."""

    sides: tuple[SheetSide, ...] = (SheetSide(), SheetSide())
    round: str = ""
    table: str = ""
    serial: str = ""
    code: str = ""
    """Short code that is typed when the sheet comes back."""
    link: str = ""
    """ASCII address in the QR code; empty for a sheet without a QR code."""
    first_dealer: str = ""
    started: str = ""
    ended: str = ""
    head: str = ""
    """Head of the ledger at the time of printing."""
    place: str = ""
    """Room or bar of the table, if there is more than one hall."""
    record: SheetRecord | None = None


@dataclass(frozen=True, slots=True)
class SheetSetup:
    """What the sheets of one print share: one event, game, paper and language."""

    event: SheetEvent
    fields: tuple[FieldSpec, ...]
    """Boxes of a hand in their order: `list_sheet_fields(game, options)`."""
    games: tuple[SheetGame, ...]
    translate: Translate = field(default=str)
    language: str = "en"
    paper: Paper = Paper.A5_TWO_UP
    side_count: int = 2
    suits: str = "italian"
    """`italian` or `french`: the pips of the suits to be ringed."""
    kind: SheetKind = SheetKind.FULL
    seats: tuple[tuple[str, ...], ...] = ()
    """Names of the seats of each side, such as A1 and A2; empty where everybody plays alone."""
    numbered: bool = True
    """Whether the rows of a blank sheet have numbers: a further sheet goes on where the one before ended."""
    legend: str = ""
    """The letters in which cards are written on this sheet, in a line."""
    printed_at: dt.datetime | None = None
    """The date of the file; None for one that is not kept."""

"""Values that the printouts show. All texts are ready to print: the caller formats dates, amounts and names."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from paper.layout import PrintPicture
from rules.texts import Translate


@dataclass(frozen=True, slots=True)
class PrintHead:
    """Content of the head and foot of every page."""

    tournament: str
    subtitle: str = ""
    """Stage and round: `Girone B · turno 3`."""
    date: str = ""
    venue: str = ""
    footer: str = ""
    """When it was printed, and the head of the ledger then."""
    notice: str = ""
    """What nobody may overlook, framed under the head of every page: `Provisional: 28 of 32 tables`."""
    printed_at: dt.datetime | None = None
    """Stored in the file as its date; without it the file has a fixed date."""
    logo: PrintPicture | None = None
    translate: Translate = str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Party:
    """An entry as lists name it."""

    number: str = ""
    names: tuple[str, ...] = ()
    club: str = ""
    members: tuple[str, ...] = ()
    """Names of the persons if the entry has a name of its own."""
    listed_names: tuple[str, ...] = ()
    """The names as they stand in a list by surname, “Rossi Mario”; empty where they are as in `names`. An empty one
    is in no list: a phantom's."""
    listed_members: tuple[str, ...] = ()
    points: str = ""
    """Points before the round, on pairings."""

    @property
    def name(self) -> str:
        return " – ".join(self.names)


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A match of a round; with one party it is a bye."""

    table: str
    parties: tuple[Party, ...]
    note: str = ""
    """Place of the table, group and sitting."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    rank: str
    """Empty if the row shares the rank of the row above."""
    party: Party
    cells: tuple[str, ...] = ()
    tied: bool = False
    """Whether the rank is shared with a neighbour."""


@dataclass(frozen=True, slots=True)
class PrintedStandings:
    columns: tuple[str, ...]
    """Headings of the cells: points, then tie-breaks in their order."""
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...] = ()
    """One sentence for each tie-break."""
    title: str = ""
    """Name of the pool if there are several."""
    in_words: bool = False
    """Whether the cells are words, not numbers."""


@dataclass(frozen=True, slots=True)
class CrossRow:
    party: Party
    cells: tuple[str, ...]
    """Results against each party in the order of the rows; the cell of the own row is ignored."""
    totals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CrossTable:
    rows: tuple[CrossRow, ...]
    totals: tuple[str, ...] = ()
    """Headings of the last columns."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class GridMatch:
    first: str
    """Number of the party that deals first."""
    second: str
    table: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class GridRound:
    title: str
    matches: tuple[GridMatch, ...]
    resting: str = ""


@dataclass(frozen=True, slots=True)
class BergerGrid:
    """The schedule of one pool."""

    parties: tuple[Party, ...]
    rounds: tuple[GridRound, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class EntryRow:
    party: Party
    status: str = ""
    fee: str = ""
    paid: str = ""


@dataclass(frozen=True, slots=True)
class Prize:
    rank: str
    party: Party
    prize: str


@dataclass(frozen=True, slots=True)
class AwardCertificate:
    party: Party
    text: str
    """`primo classificato`."""
    signatures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCard:
    number: str
    link: str = ""
    """ASCII address in the QR code."""
    text: str = ""
    """Under the number: `Sala grande`."""


@dataclass(frozen=True, slots=True)
class WifiCard:
    """Name and password of the Wi-Fi in the hall; ASCII only."""

    name: str
    password: str = ""
    """Empty for an open network."""
    link: str = ""
    """Address of the site in that network."""


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """Access of one side of one match to the page of its table."""

    round: str
    """Stage and round, for slips of several rounds lie about."""
    table: str
    side: str
    """Its letter."""
    name: str
    link: str
    """ASCII address with the secret, in the QR code."""
    address: str
    """Short address without the secret, to be typed with the two codes."""
    match: str
    code: str


@dataclass(frozen=True, slots=True)
class DoorSlip:
    """The first table of an entry, given at the door."""

    number: str
    name: str
    table: str
    side: str
    """Its letter."""
    drawn_at: str
    link: str = ""
    """ASCII address of its public page, in the QR code; without it the slip has none."""
    address: str = ""


@dataclass(frozen=True, slots=True)
class CodeLabel:
    """The code that an entry keeps on its phone for the whole tournament."""

    number: str
    name: str
    link: str
    """ASCII address with the secret, in the QR code."""
    address: str
    """Short address without the secret, to be typed with the code."""
    code: str


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """A round as one entry sees it; all fields but `round` are empty while nothing of the round is known."""

    round: str
    table: str = ""
    partner: str = ""
    """Partner of this round if partners change."""
    against: str = ""
    """Names of the opponents, or the word for a bye."""
    result: str = ""
    """Result from the point of view of this side."""


@dataclass(frozen=True, slots=True)
class EntryRounds:
    """All rounds of one entry."""

    party: Party
    matches: tuple[EntryMatch, ...]
    total: str = ""


@dataclass(frozen=True, slots=True)
class PaperSection:
    """A titled part of a paper: paragraphs, and a table if there are headings."""

    title: str
    paragraphs: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    names: tuple[int, ...] = ()
    """Indices of the columns that name persons."""
    numbers: tuple[int, ...] = ()
    """Indices of the columns that are set to the right."""
    texts: tuple[int, ...] = ()
    """Indices of the columns whose texts are printed to their end, however long."""
    signed: tuple[int, ...] = ()
    """Indices of the columns in which people write: they are wide, and their rows high."""


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A pairing, each of its sides on a line, and its reasons."""

    table: str
    sides: tuple[str, ...]
    why: str

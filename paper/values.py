"""What the lists of a tournament show. All texts are ready to be read: dates, amounts and names are formatted by the caller."""

from __future__ import annotations

from dataclasses import dataclass

from paper.layout import Picture
from rules.texts import Translate


@dataclass(frozen=True, slots=True)
class PrintHead:
    """What stands at the top and bottom of every page."""

    tournament: str
    subtitle: str = ""
    """Stage and round: `Girone B · turno 3`."""
    date: str = ""
    venue: str = ""
    footer: str = ""
    """Head of the ledger, when it was printed."""
    logo: Picture | None = None
    translate: Translate = str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Party:
    """An entry as a list names it."""

    number: str = ""
    names: tuple[str, ...] = ()
    club: str = ""
    members: tuple[str, ...] = ()
    """Who they are, where the entry goes by a name of its own."""

    @property
    def name(self) -> str:
        return " – ".join(self.names)


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A match of a round; with one party it is a bye."""

    table: str
    parties: tuple[Party, ...]
    note: str = ""
    """Why they meet, or who rests."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    rank: str
    """Empty when it shares the rank of the row above."""
    party: Party
    cells: tuple[str, ...] = ()
    tied: bool = False
    """Ex aequo with a neighbour."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    columns: tuple[str, ...]
    """Headings of the cells: points, then tie-breaks in their order."""
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...] = ()
    """One sentence for each tie-break."""
    title: str = ""
    """Name of the pool, where there are several."""


@dataclass(frozen=True, slots=True)
class CrossRow:
    party: Party
    cells: tuple[str, ...]
    """Against each party in the order of the rows; the own place is ignored."""
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
class Certificate:
    party: Party
    text: str
    """`primo classificato`."""
    signatures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCard:
    number: str
    link: str = ""
    """ASCII address behind the QR."""
    text: str = ""
    """Under the number: `Sala grande`."""


@dataclass(frozen=True, slots=True)
class WifiCard:
    """Name and password of the hall's network; all of it ASCII."""

    name: str
    password: str = ""
    """Empty where the network is open."""
    link: str = ""
    """Address of the site in that network."""


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """What lets one side of one match into its page."""

    table: str
    side: str
    """Its letter."""
    name: str
    link: str
    """ASCII address with the secret behind the QR."""
    address: str
    """The same without the secret, short, to be typed with the two codes."""
    match: str
    code: str


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A round as one entry sees it; all empty but the round when nothing of it is known yet."""

    round: str
    table: str = ""
    partner: str = ""
    """Where partners change: with whom."""
    against: str = ""
    """Or that one rests."""
    result: str = ""
    """Seen from this side."""


@dataclass(frozen=True, slots=True)
class OwnRounds:
    """All rounds of one entry."""

    party: Party
    matches: tuple[OwnMatch, ...]
    total: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the minutes: sentences, and a table when there are headings."""

    title: str
    paragraphs: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A pairing and its reasons."""

    table: str
    who: str
    why: str

"""Tournaments to print: plain ones and hostile ones."""

from collections.abc import Callable

from hypothesis import strategies as st

from tournaments import printouts
from tournaments.brackets import BracketMatch, BracketRound, BracketSlot
from tournaments.printouts import (
    BergerGrid,
    Certificate,
    CrossRow,
    CrossTable,
    EntryRow,
    GridMatch,
    GridRound,
    PairingRow,
    Party,
    PrintHead,
    Prize,
    Section,
    StandingRow,
    StandingsTable,
    TableCard,
)

NASTY = (
    "<b>",
    "</para>",
    '<img src="/etc/passwd"/>',
    "&lt;&#60;",
    "(a) \\) \\(",
    "%s %(x)s {0}",
    "\x00\x07\x1b[31m",
    "\r\n\t",
    "\u202egnol\u202c",
    "\u200b\u200d\ufeff",
    "Ḁ̷̘́̂͗" * 9,
    "עברית 12 שלום",
    "محمد علي",
    "ქართული",
    "🎉👩‍👩‍👧‍👦",
    "漢字かな",
    "ʼndrangʼ",
    "Lëtz–Ørsted",
    "ſtraße",
    "\ud800",
    "Ȥ\u0b4d\u0e38\u093c",
    "W" * 80,
    "i" * 80,
    "Ǆ" * 40,
    "m" * 200_000,
    "a b " * 5_000,
    "=1+1",
    "𝔘𝔫𝔦 𝒜𝒜",
    "½⅓⅔ №",
    "endstream endobj",
    "BT /F1 1 Tf (x) Tj ET",
)

nasty_names = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=60),
    st.lists(st.sampled_from((*NASTY[:-3], "Maria", "Giovanni Battista", "de’ Ḍiḍḍu")), min_size=1, max_size=4).map(" ".join),
    st.text("abcdefghilmnopqrstuvzàèéìòù' -", min_size=40, max_size=60),
)


def head(name: str = "Torneo di prova") -> PrintHead:
    return PrintHead(name, "Girone A · turno 3", "14 novembre 2026", "Bar Centrale, Sassari", "HEAD · 41")


def party(name: str, number: int = 7) -> Party:
    return Party(str(number), (name, name[::-1]), name[:40])


def match(name: str) -> BracketMatch:
    return BracketMatch((BracketSlot(name, "1", "2", won=True), BracketSlot(name, "128", "0")), name[:30])


def rounds(name: str, first: int) -> list[BracketRound]:
    found = []
    while first:
        found.append(BracketRound(name[:20], (match(name),) * first))
        first //= 2
    return found


Print = Callable[[list[str]], bytes]


def _pairings(names: list[str]) -> list[PairingRow]:
    pairs = [PairingRow(str(place), (party(name), party(name, 8)), name[:60] if place % 2 else "") for place, name in enumerate(names)]
    return [*pairs, PairingRow("", (party(names[0]),), "bye")]


def _standings(names: list[str]) -> bytes:
    rows = tuple(StandingRow("128", party(name), ("30", "+112", "34½", "1001"), tied=True) for name in names)
    return printouts.standings(
        head(names[0]), [StandingsTable(("Points", "Difference", "Buchholz", names[0][:30]), rows, (names[0],), names[0])]
    )


def _cross(names: list[str]) -> bytes:
    rows = tuple(CrossRow(party(name, place), ("2–1",) * len(names), ("12",)) for place, name in enumerate(names))
    return printouts.cross_tables(head(names[0]), [CrossTable(rows, ("Points",), names[0])])


def _berger(names: list[str]) -> bytes:
    round_ = GridRound(names[0], (GridMatch("1", "12", "T128", "2–1"), GridMatch("3", "4")), "5")
    return printouts.berger_grids(head(names[0]), [BergerGrid(tuple(map(party, names)), (round_,) * 5, names[0])])


def _minutes(names: list[str]) -> bytes:
    table = Section(names[0], (), ("Hour", names[0][:20], "Decision"), tuple(("21:14", name, name) for name in names))
    return printouts.minutes(head(names[0]), [Section("Course", tuple(name[:3000] for name in names)), table], names[:3])


PRINTS: dict[str, Print] = {
    "pairings by table": lambda names: printouts.pairings_by_table(head(names[0]), _pairings(names)),
    "pairings by name": lambda names: printouts.pairings_by_name(head(names[0]), _pairings(names)),
    "standings": _standings,
    "cross-tables": _cross,
    "berger grids": _berger,
    "bracket": lambda names: printouts.bracket(head(names[0]), rounds(names[0], 8), [(names[0][:20], match(names[0]))]),
    "tiled bracket": lambda names: printouts.bracket(head(names[0]), rounds(names[0], 32)),
    "entries": lambda names: printouts.entry_list(
        head(names[0]), [EntryRow(party(name), name[:20], "10,00 €", "10,00 €") for name in names], [("Total", "100,00 €", "90,00 €")]
    ),
    "check-in": lambda names: printouts.check_in_list(head(names[0]), [EntryRow(party(name), "", "10,00 €", "10") for name in names]),
    "prizes": lambda names: printouts.prize_list(head(names[0]), [Prize("1st", party(name), name) for name in names]),
    "certificates": lambda names: printouts.certificates(head(names[0]), [Certificate(party(name), name, (name, name)) for name in names]),
    "table cards": lambda names: printouts.table_cards(
        head(names[0]), [TableCard("128", "http://desk.example/t/1", name) for name in names]
    ),
    "labels": lambda names: printouts.labels(head(names[0]), [party(name) for name in names]),
    "minutes": _minutes,
}
MARGINS = {"labels": 4.0}

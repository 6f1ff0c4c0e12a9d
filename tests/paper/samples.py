"""Tournaments to print: plain ones and hostile ones."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

import paper as printouts
from paper import (
    AwardCertificate,
    BergerGrid,
    CodeLabel,
    CrossRow,
    CrossTable,
    DoorSlip,
    EnrolmentForm,
    EntryMatch,
    EntryRounds,
    EntryRow,
    GridMatch,
    GridRound,
    LinkSlip,
    PairingRow,
    PaperSection,
    Party,
    PrintedReceipt,
    PrintedSeason,
    PrintedStandings,
    PrintHead,
    Prize,
    ReceiptSize,
    StandingRow,
    TableCard,
    WhyRow,
    WifiCard,
)
from paper.bracket_geometry import BracketMatch, BracketPart, BracketRound, BracketSlot
from paper.layout import A3_WIDE, PrintPicture
from paper.results import PrintedResult
from paper.season_charts import PrintedMeeting, PrintedPlaces, render_season_charts

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


def rich_head(name: str) -> PrintHead:
    """With a logo, twice as wide as high, and a notice above everything."""
    return replace(head(name), logo=PrintPicture(32, 16, grey=True, pixels=bytes(512)), notice=name)


def party(name: str, number: int = 7) -> Party:
    return Party(str(number), (name, name[::-1]), name[:40])


def match(name: str) -> BracketMatch:
    return BracketMatch((BracketSlot(name, "1", "2", won=True), BracketSlot(name, "128", "0")), name[:30])


def coming(name: str) -> BracketMatch:
    return BracketMatch((BracketSlot(name, "1"), BracketSlot(hint=name)), name)


def tree(name: str, *counts: int, drawn: int = 99, aside: bool = False) -> BracketPart:
    """Rounds of so many matches; from round `drawn` on they wait."""
    made = [BracketRound(name[:40], ((match if number < drawn else coming)(name),) * count) for number, count in enumerate(counts)]
    return BracketPart(tuple(made), aside=aside)


def waiting(name: str, *counts: int) -> BracketPart:
    """Only the first round is drawn."""
    first, *others = tree(name, *counts).rounds
    empty = BracketMatch((BracketSlot(), BracketSlot()))
    return BracketPart((first, *(replace(one, matches=(empty,) * len(one.matches)) for one in others)))


def double_elimination(name: str, size: int) -> list[BracketPart]:
    main = [size >> level for level in range(1, size.bit_length())]
    below = [size >> level for level in range(2, size.bit_length()) for _twice in range(2)]
    return [tree(name, *main, 1, 1, drawn=2), tree(name, *below, drawn=3)]


def all_places(name: str) -> list[BracketPart]:
    """Every place of sixteen is played for."""
    return [
        tree(name, 8, 4, 2, 1),
        tree(name, 1, aside=True),
        *(tree(name, *counts) for counts in ((2, 1), (1,), (4, 2, 1), (1,), (2, 1), (1,))),
    ]


def grid(name: str, matches: int) -> BracketPart:
    return BracketPart((BracketRound(name, (match(name),) * matches),), loose=True)


Print = Callable[[list[str]], bytes]


def _pairings(names: list[str]) -> list[PairingRow]:
    pairs = [PairingRow(str(place), (party(name), party(name, 8)), name[:60] if place % 2 else "") for place, name in enumerate(names)]
    return [*pairs, PairingRow("", (party(names[0]),), "bye")]


def _crowded(names: list[str]) -> list[PairingRow]:
    """Tables of five, partners of one round, and who rests."""
    fives = [PairingRow(str(place), (Party("12", (name,), name),) * 5, name[:60]) for place, name in enumerate(names)]
    partners = [PairingRow("128", (Party("7 + 128", (name, names[0]), name),) * 2) for name in names]
    return [*fives, *partners, PairingRow("", (party(names[0]),), "bye")]


def _own(names: list[str], *, partners: bool, rounds: int = 7) -> list[EntryRounds]:
    played = tuple(EntryMatch("12", "128", name if partners else "", f"{name} / {name[::-1]}"[:300], "2–1") for name in names)
    waiting = tuple(EntryMatch(str(number)) for number in range(rounds))
    return [EntryRounds(party(name, 128), (*played, *waiting)[:12], "place 128 · 34½") for name in names]


def _standings(names: list[str], build_head: Callable[[str], PrintHead] = head) -> bytes:
    rows = tuple(StandingRow("128", party(name), ("30", "+112", "34½", "1001"), tied=True) for name in names)
    return printouts.render_standings(
        build_head(names[0]), [PrintedStandings(("Points", "Difference", "Buchholz", names[0][:30]), rows, (names[0],), names[0])]
    )


def _cross(names: list[str]) -> bytes:
    rows = tuple(CrossRow(party(name, place), ("2–1",) * len(names), ("12",)) for place, name in enumerate(names))
    return printouts.render_cross_tables(head(names[0]), [CrossTable(rows, ("Points",), names[0])])


def _berger(names: list[str]) -> bytes:
    round_ = GridRound(names[0], (GridMatch("1", "12", "T128", "2–1"), GridMatch("3", "4")), "5")
    return printouts.render_berger_grids(head(names[0]), [BergerGrid(tuple(map(party, names)), (round_,) * 5, names[0])])


def _minutes(names: list[str]) -> bytes:
    table = PaperSection(names[0], (), ("Hour", names[0][:20], "Decision"), tuple(("21:14", name, name) for name in names))
    return printouts.render_minutes(head(names[0]), [PaperSection("Course", tuple(name[:3000] for name in names)), table], names[:3])


def _receipts(names: list[str], size: ReceiptSize) -> bytes:
    """Every second one is of money given back."""
    return printouts.render_receipts(
        head(names[0]),
        [
            PrintedReceipt(
                "128", name, name[:40], "1.000,00 €", "14.11.2026", (name, name[::-1]), name[:300], "copy", repaid=number % 2 > 0
            )
            for number, name in enumerate(names)
        ],
        size,
    )


def _manual(names: list[str]) -> bytes:
    picture = printouts.ManualLine("", picture=PrintPicture(32, 16, grey=True, pixels=bytes(512)))
    steps = [printouts.ManualLine(name[:900], f"{number}.") for number, name in enumerate(names, start=1)]
    return printouts.render_manual(
        head(names[0]), "Manual", [("Before", [*steps, picture]), (names[0][:60], [printouts.ManualLine("Door", is_heading=True), *steps])]
    )


def _season(names: list[str], evenings: int) -> bytes:
    cells = ("128½", *("12",) * evenings, "30", "5")
    rows = [StandingRow("1", party(name), cells, tied=number < 2) for number, name in enumerate(names)]
    days = tuple(f"{day}.1." for day in range(1, evenings + 1))
    return printouts.render_season_ranking(head(names[0]), PrintedSeason("Points", days, ("Wins", "Best"), tuple(rows), (names[0][:200],)))


def _charts(names: list[str]) -> bytes:
    """Somebody who came every evening, somebody who missed the second; nobody has met himself."""
    shown = tuple(name[:40] for name in names[:12])
    ranks = tuple((number, number if number % 2 else None, len(shown) + 1 - number) for number in range(1, len(shown) + 1))
    meetings = [PrintedMeeting(name, tuple((abs(one - other), one) for other in range(len(shown)))) for one, name in enumerate(shown)]
    return render_season_charts(head(names[0]), PrintedPlaces(("7.1.", "14.1.", "21.1."), shown, ranks), meetings)


PRINTS: dict[str, Print] = {
    "pairings by table": lambda names: printouts.render_pairings_by_table(head(names[0]), _pairings(names)),
    "pairings by name": lambda names: printouts.render_pairings_by_name(head(names[0]), _pairings(names)),
    "tables of five by table": lambda names: printouts.render_pairings_by_table(head(names[0]), _crowded(names)),
    "tables of five by name": lambda names: printouts.render_pairings_by_name(head(names[0]), _crowded(names)),
    "movement cards": lambda names: printouts.render_movement_cards(head(names[0]), _own(names, partners=True)),
    "movement cards without partners": lambda names: printouts.render_movement_cards(head(names[0]), _own(names, partners=False, rounds=3)),
    "own rounds": lambda names: printouts.render_entry_records(head(names[0]), _own(names, partners=True)),
    "results": lambda names: printouts.render_results(
        head(names[0]),
        [PrintedResult("128", (party(name), party(name, 8)), "2–1", ("35–28", "12–36"), state=name[:30]) for name in names],
    ),
    "standings": _standings,
    "provisional standings": lambda names: _standings(names, rich_head),
    "cross-tables": _cross,
    "berger grids": _berger,
    "bracket": lambda names: printouts.render_bracket(head(names[0]), [tree(names[0], 8, 4, 2, 1), tree(names[0], 1, aside=True)]),
    "tiled bracket": lambda names: printouts.render_bracket(
        head(names[0]), [tree(names[0], 32, 16, 8, 4, 2, 1), tree(names[0], 1, aside=True)]
    ),
    "waiting bracket": lambda names: printouts.render_bracket(head(names[0]), [waiting(names[0], 32, 16, 8, 4, 2, 1)]),
    "double elimination": lambda names: printouts.render_bracket(head(names[0]), double_elimination(names[0], 8)),
    "tiled double elimination": lambda names: printouts.render_bracket(head(names[0]), double_elimination(names[0], 64)),
    "all places": lambda names: printouts.render_bracket(head(names[0]), all_places(names[0])),
    "repechage": lambda names: printouts.render_bracket(head(names[0]), [grid(names[0], 19), tree(names[0], 16, 8, 4, 2, 1, drawn=0)]),
    "bracket poster": lambda names: printouts.render_bracket(head(names[0]), double_elimination(names[0], 32), size=A3_WIDE),
    "entries": lambda names: printouts.render_entry_list(
        head(names[0]), [EntryRow(party(name), name[:20], "10,00 €", "10,00 €") for name in names], [("Total", "100,00 €", "90,00 €")]
    ),
    "check-in": lambda names: printouts.render_check_in_list(
        head(names[0]), [EntryRow(party(name), "", "10,00 €", "10") for name in names]
    ),
    "prizes": lambda names: printouts.render_prize_list(head(names[0]), [Prize("1st", party(name), name) for name in names]),
    "certificates": lambda names: printouts.render_certificates(
        head(names[0]), [AwardCertificate(party(name), name, (name, name)) for name in names]
    ),
    "certificates with a logo": lambda names: printouts.render_certificates(
        rich_head(names[0]), [AwardCertificate(party(name), name, (name,)) for name in names], "french"
    ),
    "table cards": lambda names: printouts.render_table_cards(
        head(names[0]), [TableCard("128", "http://desk.example/t/1", name) for name in names]
    ),
    "wifi card": lambda names: printouts.render_wifi_card(head(names[0]), WifiCard("Bar; Sport", 'sette:bello,"', "http://desk.example/7")),
    "labels": lambda names: printouts.render_labels(head(names[0]), [party(name) for name in names]),
    "door slip": lambda names: printouts.render_door_slip(
        head(names[0]), DoorSlip("128", names[0], names[-1][:12], "B", "20:15", "http://desk.example/7", "desk.example/7")
    ),
    "door slip on a roll": lambda names: printouts.render_door_slip(
        head(names[0]), DoorSlip("128", names[0], "31", "B", "20:15"), narrow=True
    ),
    "code labels": lambda names: printouts.render_code_labels(
        head(names[0]),
        [CodeLabel("128", party(name).name, "http://desk.example/t#secret", "desk.example/t", "29K5-FDE9") for name in names],
    ),
    "link slips": lambda names: printouts.render_link_slips(
        head(names[0]),
        [
            LinkSlip(name, "128", "A", party(name).name, "http://desk.example/t#secret", "desk.example/t", "GXXA3EPB", "A9Z8-JW2R")
            for name in names
        ],
    ),
    "minutes": _minutes,
    "receipts": lambda names: _receipts(names, ReceiptSize.A6),
    "receipts on a roll": lambda names: _receipts(names, ReceiptSize.ROLL),
    "receipts on a page": lambda names: _receipts(names, ReceiptSize.A4),
    "enrolment form": lambda names: printouts.render_enrolment_form(
        head(names[0]), EnrolmentForm(2, names[0], ("20:30.", "10,00 €."), names[0][:60])
    ),
    "regulation": lambda names: printouts.render_regulation(
        head(names[0]), [PaperSection(name[:60], (name[:900],), rows=((name[:30], "35"),)) for name in names], names[:2], "Regulation"
    ),
    "manual": _manual,
    "season": lambda names: _season(names, 3),
    "long season": lambda names: _season(names, 30),
    "season charts": _charts,
    "why this draw": lambda names: printouts.render_draw_explanation(
        head(names[0]),
        [WhyRow("128", (name, name[::-1]), name) for name in names],
        [PaperSection("Proof", tuple(name[:3000] for name in names))],
    ),
}
MARGINS = {
    "labels": 4.0,
    "code labels": 4.0,
    "link slips": 5.0,
    "door slip on a roll": 4.0,
    "receipts on a roll": 4.0,
    "receipts on a page": 5.0,
}

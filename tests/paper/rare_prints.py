"""Prints that are made seldom: without clubs, fees, numbers or links, with one row, a full page, or more than a page."""

from collections.abc import Callable
from dataclasses import replace

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
    ManualLine,
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
from paper.merging import merge_prints
from paper.results import PrintedResult
from paper.season_charts import PrintedMeeting, PrintedPlaces, render_season_charts
from tests.paper.samples import grid, head, rich_head, tree

FIRST = ("Anna", "Ugo", "Lìa", "Giovanni Battista", "Ida", "Efisio", "Maria Antonietta", "Òscar")
LAST = ("Melis", "Piras", "D’Angelo", "Pinna-Pintor", "Carta", "Zùccheri", "della Valle")
HEAD = head()
BARE = PrintHead("Torneo")
WORDY = replace(HEAD, translate=lambda message: f"{message} {message.lower()} {message}")
"""In a language that needs three times the room."""
LONG = ("Immacolata Concetta Abbruzzese-Mastropasqua di Sant’Agata Feltria", "Giovanni Battista Maria de’ Baldassarri Lo Presti")
SCRIPTS = ("Ḍiḍḍu m\u0303a", "王伟 Žižić", "שלום (12)", "محمد علي", "(a) \\ b", "Ωμέγα Шевченко", "e\u0323\u0301x 🎉", "\U0001d518")
SENTENCE = "Give every table its sheet, and say at once who has no table this round. "


def person(number: int) -> str:
    return f"{FIRST[number % len(FIRST)]} {LAST[number % len(LAST)]}"


def pair(number: int, club: str = "") -> Party:
    return Party(str(number), (person(number), person(number + 3)), club)


def pairs(count: int, club: str = "") -> list[Party]:
    return [pair(number, club) for number in range(1, count + 1)]


def photograph(width: int, height: int) -> PrintPicture:
    return PrintPicture(width, height, grey=False, pixels=bytes(3 * width * height))


def _standings(count: int, columns: int, **more: object) -> PrintedStandings:
    """The second and the third share a place."""
    rows = tuple(
        StandingRow("" if place == 3 else str(place), pair(place, "Ozieri"), ("12½",) * columns, tied=place in (2, 3))
        for place in range(1, count + 1)
    )
    return PrintedStandings(tuple(f"Column {number}" for number in range(columns)), rows, **more)


def _unnumbered(count: int) -> PrintedStandings:
    rows = tuple(StandingRow(str(place), Party("", (person(place),)), ("since the second round", "two")) for place in range(1, count + 1))
    return PrintedStandings(("Why", "How many"), rows, ("A note.", "Another."), in_words=True)


def _cross(count: int, totals: tuple[str, ...]) -> CrossTable:
    rows = tuple(CrossRow(party, ("2–1",) * count, ("12",) * len(totals)) for party in pairs(count))
    return CrossTable(rows, totals)


def _pool(count: int, rounds: int, title: str = "") -> BergerGrid:
    matches = (GridMatch("1", "4", "7", "2–1"), GridMatch("2", "3", "8"))
    drawn = [GridRound(f"Round {number}", matches[: 1 + number % 2], "5" if number % 3 else "") for number in range(1, rounds + 1)]
    return BergerGrid(tuple(pairs(count, "Ozieri")), tuple(drawn), title)


def _tables_of_three(count: int) -> list[PrintedResult]:
    return [
        PrintedResult(
            str(number), tuple(pair(3 * number + place, "Ozieri") for place in range(3)), points=("35", "12")[: number % 3], state="open"
        )
        for number in range(1, count + 1)
    ]


def _points(party: Party, points: str) -> Party:
    return replace(party, points=points)


def _teams() -> list[PairingRow]:
    """Teams with a name of their own, a list by surname, a phantom, and who rests."""
    team = Party("1", ("I Mori",), "Ozieri", members=("Anna Melis", "Ugo Piras"), listed_members=("Melis Anna", "Piras Ugo"))
    other = Party("2", ("Gli Assi",), members=("Ida Carta", "Òscar Zùccheri"))
    phantom = Party("3", ("Lìa D’Angelo", "Phantom"), listed_names=("D’Angelo Lìa", ""))
    return [
        PairingRow("12", (team, other), "Upper hall"),
        PairingRow("7", (phantom, pair(4))),
        PairingRow("Room B", (pair(9),), "at 9 o’clock"),
        PairingRow("3", (pair(12),)),
    ]


def _own_rounds(count: int, rounds: int) -> list[EntryRounds]:
    matches = tuple(
        EntryMatch(str(number), "128", "", f"{person(number)} – {person(number + 2)}", "2–1") for number in range(1, rounds + 1)
    )
    return [EntryRounds(party, matches, "place 3") for party in pairs(count, "Ozieri")]


def _receipt(number: int, *, repaid: bool = False, note: str = "") -> PrintedReceipt:
    issuer = ("Circolo ARCI Bosa", "Via Roma 12", "08013 Bosa", "C.F. 90000000000", "one line too many")
    words = ("Membership fee.", "An entry fee of a tournament without profit. " * 6)[number % 2]
    return PrintedReceipt(str(number), person(number), "Entry fee", "20,00 €", "14.11.2026", issuer[: 1 + number % 5], words, note, repaid)


def _season(evenings: int, club: str = "") -> PrintedSeason:
    cells = ("128½", *(str(number) for number in range(evenings)), "30", "5")
    rows = [
        StandingRow("" if place == 2 else str(place), replace(pair(place, club), names=(person(place),)), cells, tied=place < 3)
        for place in range(1, 6)
    ]
    return PrintedSeason("Points", tuple(f"{day}.1." for day in range(evenings)), ("Wins", "Best"), tuple(rows), ("A note.",))


def _regulation(words: int, signers: int) -> bytes:
    parts = [PaperSection(f"Part {number}", ("Nobody speaks at the table. " * words,), rows=(("Target", "35"),)) for number in range(7)]
    return printouts.render_regulation(HEAD, parts, [f"Signer {number}" for number in range(signers)], "Regulation")


def _minutes(rows: int, signers: int, title: str = "") -> bytes:
    texts = ("A short reason.", "A reason that needs more than one line of the column in which it stands, because it is long. " * 2)
    people = tuple((str(number), pair(number).name, texts[number % 2], "") for number in range(rows))
    money = tuple((person(number), f"{number},00 €", "") for number in range(rows))
    sections = [
        PaperSection("Course", ("It began at nine.", "It ended at midnight.")),
        PaperSection("Signed", headings=("For what", "Name", "Signature"), rows=money[:3], names=(1,), signed=(2,)),
        PaperSection("Cash", ("Counted twice.",), ("Who", "Amount in euros", "Remark"), money[:4], numbers=(1,), signed=(2,), texts=(2,)),
        PaperSection("Nothing"),
        PaperSection("Decisions", (), ("No.", "Who", "Why", "By"), people, names=(1,), numbers=(0,), texts=(2,)),
    ]
    return printouts.render_minutes(HEAD, sections, [f"Signer {number}" for number in range(signers)], title)


def _manual() -> bytes:
    """Steps with and without a sign, one that wraps, two pictures after each other, and sections to the end of a page and beyond."""
    long = "Give every table its sheet, and say at once who has no table this round. " * 3
    steps = [
        ManualLine("Before", is_heading=True), ManualLine("Open the desk.", "1."), ManualLine(long, "2."),
        ManualLine("", picture=photograph(30, 16)), ManualLine("", picture=photograph(4, 16)), ManualLine(long),
    ]  # fmt: skip
    return printouts.render_manual(HEAD, "Manual", [("The evening", steps), ("After it", steps[1:]), ("At the end", steps[:3])])


def _slots(*names: str) -> tuple[BracketSlot, BracketSlot]:
    one, other = (BracketSlot(name, str(place), "2" if place else "1", won=place == 1) for place, name in enumerate(names))
    return one, other


def list_byes() -> list[BracketPart]:
    """Of eight places five are taken: nobody plays in three matches, one round waits, the third place has hints of its own."""
    first = (None, BracketMatch(_slots(person(1), person(2)), "Match 1 · table 7", "K1"), None, BracketMatch(_slots(person(3), person(4))))
    second = (BracketMatch((BracketSlot(person(5), "1"), BracketSlot(hint="winner of 1")), "Match 3"), None)
    final = BracketMatch((BracketSlot(hint="winner of 3"), BracketSlot(hint="winner of 4")), "Final", late=True)
    tree_ = BracketPart((BracketRound("Quarter-finals", first), BracketRound("Semi-finals", second), BracketRound("Final", (final,))))
    third = BracketPart(
        (BracketRound("Third place", (BracketMatch((BracketSlot(hint="loser of 3"), BracketSlot()), "Match 5"),)),), aside=True
    )
    empty = BracketPart((BracketRound("Not played", (None, None)),))
    ended = BracketPart((BracketRound("Fifth place", (BracketMatch(_slots(person(6), person(7))),)), BracketRound("Never", (None,))))
    return [tree_, third, empty, ended]


def list_new_entries() -> list[BracketPart]:
    """The winners of two rounds meet new entries."""
    return [tree("Melis – Carta", 4, 4, 2, 2, 1, drawn=2), tree("Piras – Zùccheri", 2, 1)]


def _names(count: int) -> list[PairingRow]:
    return [PairingRow(str(number), (pair(2 * number), pair(2 * number + 1))) for number in range(1, count + 1)]


def _links(count: int) -> list[LinkSlip]:
    link, address = "http://desk.example/t#secret", "desk.example/t"
    return [LinkSlip("Round 1", str(number), "AB"[number % 2], pair(number).name, link, address, "GXXA", "A9Z8") for number in range(count)]


def _charts(people: int, evenings: int) -> bytes:
    names = tuple(person(number) for number in range(people))
    ranks = tuple(tuple((place + evening) % people + 1 for evening in range(evenings)) for place in range(people))
    meetings = [PrintedMeeting(name, tuple((one % 3, other % 2) for other in range(people))) for one, name in enumerate(names)]
    return render_season_charts(HEAD, PrintedPlaces(tuple(f"{day}.1." for day in range(evenings)), names, ranks), meetings)


RARE_PRINTS: dict[str, Callable[[], bytes]] = {
    "empty paper": lambda: printouts.render_empty_paper(rich_head("Torneo"), "Labels"),
    "empty list under a tall logo": lambda: printouts.render_prize_list(replace(HEAD, logo=photograph(4, 16)), []),
    "receipts of nobody": lambda: printouts.render_receipts(HEAD, [], ReceiptSize.ROLL),
    "entries of any script": lambda: printouts.render_entry_list(
        BARE, [EntryRow(Party(str(number), (name, "Ida"), name[::-1])) for number, name in enumerate(SCRIPTS)]
    ),
    "entries of one page": lambda: printouts.render_entry_list(BARE, [EntryRow(one) for one in pairs(24)]),
    "entries of three pages": lambda: printouts.render_entry_list(
        rich_head("Torneo"), [EntryRow(one, status="late", paid="10,00 €") for one in pairs(61, "Ozieri")], [("Total", "", "90,00 €")]
    ),
    "entries with two totals": lambda: printouts.render_entry_list(
        HEAD,
        [EntryRow(Party("12", LONG, "Dopolavoro Ferroviario"), fee="10"), EntryRow(pair(2))],
        [("Total", "10,00 €", ""), ("Open", "5,00 €", "")],
    ),
    "check-in without fees": lambda: printouts.render_check_in_list(HEAD, [EntryRow(one) for one in pairs(27)]),
    "check-in of who has paid and who has not": lambda: printouts.render_check_in_list(
        HEAD, [EntryRow(pair(1), fee="10"), EntryRow(pair(2), paid="10"), EntryRow(pair(3)), EntryRow(Party("4", LONG), fee="10", paid="5")]
    ),
    "prizes to come": lambda: printouts.render_prize_list(
        HEAD,
        [Prize("1st", Party(), "Ham of Villagrande"), Prize("2nd–4th", Party(), "Wine, oil and cheese " * 6)],
        "Worth 300 €",
        [(f"Prize {number}", photograph(*shape)) for number, shape in enumerate([(8, 6), (6, 8), (9, 1), (1, 1)])],
    ),
    "prizes won": lambda: printouts.render_prize_list(HEAD, [Prize(str(number), pair(number), "Ham") for number in range(1, 25)]),
    "pools": lambda: printouts.render_standings(HEAD, [_standings(9, 3, title="Pool A"), _standings(19, 2, title="Pool B")], title="Pools"),
    "standings with eight columns": lambda: printouts.render_standings(HEAD, [_standings(4, 8, notes=("A note.",))]),
    "standings with seven columns": lambda: printouts.render_standings(HEAD, [_standings(23, 7)]),
    "standings in words": lambda: printouts.render_standings(HEAD, [_unnumbered(3)]),
    "standings of nobody": lambda: printouts.render_standings(HEAD, []),
    "small cross-table": lambda: printouts.render_cross_tables(HEAD, [_cross(4, ("Points", "Wins")), _cross(3, ())]),
    "cross-table of twenty-six": lambda: printouts.render_cross_tables(HEAD, [replace(_cross(26, ("Points",)), title="Pool A")]),
    "cross-table of twenty-four": lambda: printouts.render_cross_tables(HEAD, [_cross(24, ("Points",))]),
    "schedule of two pools": lambda: printouts.render_berger_grids(HEAD, [_pool(5, 5), _pool(6, 4, "Pool B")]),
    "long schedule": lambda: printouts.render_berger_grids(HEAD, [_pool(16, 20, "Pool A"), _pool(2, 1)]),
    "results with a bye": lambda: printouts.render_results(
        HEAD,
        [
            PrintedResult("1", (pair(1), pair(2)), "2–1", ("35–28", "12–36"), state="not confirmed"),
            PrintedResult("", (pair(3),), state="bye"),
        ],
    ),
    "results of tables of three": lambda: printouts.render_results(HEAD, _tables_of_three(3)),
    "many results of tables of three": lambda: printouts.render_results(HEAD, _tables_of_three(14)),
    "pairings with points": lambda: printouts.render_pairings_by_table(
        HEAD,
        [
            PairingRow("1", (_points(pair(1, "Ozieri"), "12½"), _points(pair(2), "9")), "Upper hall"),
            PairingRow("Sala", (_points(pair(3), "7"), replace(pair(4), names=("Ida Carta",)))),
            PairingRow("bye", (pair(5, "Ozieri"),)),
            PairingRow("4", (Party("5", (), "Ozieri"), Party("6"))),
        ],
    ),
    "pairings of long names": lambda: printouts.render_pairings_by_table(
        HEAD, [PairingRow("1", (Party("1", LONG, "Dopolavoro"), pair(2))), PairingRow("2", (Party("3", (LONG[0],)), Party("4")))]
    ),
    "many pairings": lambda: printouts.render_pairings_by_table(HEAD, [PairingRow(str(n), (pair(n), pair(n + 1))) for n in range(1, 37)]),
    "tables of three": lambda: printouts.render_pairings_by_table(
        HEAD,
        [
            PairingRow(str(n), tuple(_points(pair(3 * n + place, "Ozieri"), "7") for place in range(3)), "Hall" if n else "")
            for n in range(3)
        ],
    ),
    "new partners": lambda: printouts.render_pairings_by_table(
        HEAD, [PairingRow(str(n), (Party("7 + 12", (person(n),)), Party("8 + 128", (person(n + 1), person(n))))) for n in range(12)]
    ),
    "no pairings": lambda: printouts.render_pairings_by_table(HEAD, []),
    "names of nobody": lambda: printouts.render_pairings_by_name(HEAD, []),
    "names of teams": lambda: printouts.render_pairings_by_name(HEAD, _teams()),
    "names in one full column": lambda: printouts.render_pairings_by_name(HEAD, _names(7)),
    "names in two columns": lambda: printouts.render_pairings_by_name(HEAD, [*_names(8)[:-1], PairingRow("9", (Party("99", ("Zoe",)),))]),
    "names on two pages": lambda: printouts.render_pairings_by_name(HEAD, _names(20)),
    "movement cards of seven": lambda: printouts.render_movement_cards(HEAD, [*_own_rounds(6, 5), EntryRounds(pair(7), ())]),
    "rounds of long tournaments": lambda: printouts.render_entry_records(HEAD, [*_own_rounds(3, 11), *_own_rounds(2, 20)]),
    "labels of twenty-five": lambda: printouts.render_labels(
        HEAD, [*pairs(22, "Ozieri"), Party("23", (person(1),)), Party("24", (person(1), person(2), person(3)), "Ozieri"), Party("25")]
    ),
    "codes of twenty-five": lambda: printouts.render_code_labels(
        HEAD, [CodeLabel(str(n), pair(n).name, "http://desk.example/t#secret", "desk.example/t", "29K5-FDE9") for n in range(25)]
    ),
    "slips of nine": lambda: printouts.render_link_slips(HEAD, _links(9)),
    "receipts of nine": lambda: printouts.render_receipts(HEAD, [_receipt(n) for n in range(9)], ReceiptSize.A4),
    "receipt given back": lambda: printouts.render_receipts(BARE, [_receipt(4, repaid=True, note="copy")], ReceiptSize.A6),
    "receipt on a roll": lambda: printouts.render_receipts(HEAD, [_receipt(1), _receipt(2, note="cancelled")], ReceiptSize.ROLL),
    "certificates of few words": lambda: printouts.render_certificates(
        replace(BARE, logo=photograph(16, 4)), [AwardCertificate(Party("1", ("Ida Carta",)), "first"), AwardCertificate(pair(2), "second")]
    ),
    "certificate with three signatures": lambda: printouts.render_certificates(
        HEAD, [AwardCertificate(pair(1, "Ozieri"), "first", ("Director", "Referee", "Treasurer"))], "french"
    ),
    "table cards without a link": lambda: printouts.render_table_cards(
        HEAD, [TableCard("7"), TableCard("8", "http://desk.example/t/8"), TableCard("9", "", "Hall")], "french"
    ),
    "open network": lambda: printouts.render_wifi_card(HEAD, WifiCard("Bar Sport")),
    "door slip without a link": lambda: printouts.render_door_slip(HEAD, DoorSlip("7", pair(7).name, "12", "A", "20:15")),
    "narrow door slip with a link": lambda: printouts.render_door_slip(
        BARE, DoorSlip("7", "Ida Carta", "12", "A", "20:15", "http://desk.example/7", "desk.example/7"), narrow=True
    ),
    "forms of one": lambda: printouts.render_enrolment_form(BARE, EnrolmentForm(1, "", (), "Circolo")),
    "forms of six": lambda: printouts.render_enrolment_form(HEAD, EnrolmentForm(6, "Bar Sport, Bosa", ("20:30.", "10,00 €."), "Circolo")),
    "season of four evenings": lambda: printouts.render_season_ranking(HEAD, _season(4, "Ozieri")),
    "season of five evenings": lambda: printouts.render_season_ranking(HEAD, _season(5)),
    "season before its first evening": lambda: printouts.render_season_ranking(HEAD, _season(0)),
    "season of twenty-three evenings": lambda: printouts.render_season_ranking(HEAD, _season(23)),
    "charts of one evening": lambda: _charts(1, 1),
    "charts of two evenings": lambda: _charts(2, 2),
    "charts of sixteen": lambda: _charts(16, 9),
    "charts of nobody": lambda: render_season_charts(HEAD, PrintedPlaces((), (), ()), ()),
    "short regulation": lambda: _regulation(1, 3),
    "regulation in ten points": lambda: _regulation(13, 2),
    "regulation in nine points": lambda: _regulation(16, 0),
    "regulation in eight points": lambda: _regulation(20, 3),
    "regulation of two pages": lambda: _regulation(32, 3),
    "short minutes": lambda: _minutes(2, 2),
    "minutes that end a page": lambda: _minutes(9, 5, "Report"),
    "long minutes": lambda: _minutes(40, 1),
    "minutes without signatures": lambda: _minutes(1, 0),
    "manual of pictures": _manual,
    "manual of several pages": lambda: printouts.render_manual(
        HEAD, "Manual", [("Steps", [ManualLine(SENTENCE * (1 + number % 5), f"{number}.", number % 7 == 3) for number in range(44)])]
    ),
    "why without a note": lambda: printouts.render_draw_explanation(
        HEAD, [WhyRow("1", ("7 Ida", "Maria Antonietta Pinna-Pintor – Giovanni Battista della Valle", LONG[0]), "Equal.")], []
    ),
    "why with a note": lambda: printouts.render_draw_explanation(
        HEAD,
        [WhyRow(str(n), (pair(n).name, pair(n + 1).name, "Ida"), "Equal points. " * n) for n in range(20)],
        [PaperSection("Proof", ("It can be repeated.", "With this seed.")), PaperSection("Checked")],
        "In brackets: points.",
    ),
    "bracket with byes": lambda: printouts.render_bracket(HEAD, list_byes()),
    "bracket of new entries": lambda: printouts.render_bracket(HEAD, list_new_entries()),
    "bracket of pieces": lambda: printouts.render_bracket(HEAD, [tree("Melis – Carta – Pinna-Pintor della Valle", 16, 8, 4, 2, 1)]),
    "bracket of one hundred and twenty-eight": lambda: printouts.render_bracket(HEAD, [tree("Melis", 64, 32, 16, 8, 4, 2, 1)]),
    "bracket of two shelves": lambda: printouts.render_bracket(HEAD, [tree("Melis", 4, 2, 1), tree("Carta", 2, 1), tree("Ida", 4, 2, 1)]),
    "grid of matches": lambda: printouts.render_bracket(HEAD, [grid("Melis – Carta", 5)]),
    "poster of matches": lambda: printouts.render_bracket(HEAD, [grid("Melis – Carta", 41)], size=A3_WIDE),
    "bracket of nobody": lambda: printouts.render_bracket(HEAD, []),
    "wordy lists": lambda: merge_prints(
        [
            printouts.render_entry_list(WORDY, [EntryRow(pair(1, "Ozieri"), "late", "10", "10")], [("Total", "10", "10")]),
            printouts.render_check_in_list(WORDY, [EntryRow(pair(1, "Ozieri"), fee="10")]),
            printouts.render_prize_list(WORDY, [Prize("1st", pair(1), "Ham")]),
            printouts.render_standings(WORDY, [_standings(3, 3)]),
            printouts.render_results(WORDY, [PrintedResult("1", (pair(1), pair(2)), "2–1")]),
        ]
    ),
    "wordy pairings": lambda: merge_prints(
        [
            printouts.render_pairings_by_table(WORDY, [PairingRow("1", (_points(pair(1), "12½"), pair(2)))]),
            printouts.render_berger_grids(WORDY, [_pool(5, 4)]),
            printouts.render_entry_records(WORDY, _own_rounds(1, 2)),
            printouts.render_movement_cards(WORDY, _own_rounds(2, 2)),
        ]
    ),
    "wordy slips": lambda: merge_prints(
        [
            printouts.render_link_slips(WORDY, _links(2)),
            printouts.render_code_labels(WORDY, [CodeLabel("7", pair(7).name, "http://desk.example/t#x", "desk.example/t", "29K5-FDE9")]),
            printouts.render_door_slip(WORDY, DoorSlip("7", pair(7).name, "12", "A", "20:15", "http://desk.example/7", "desk.example/7")),
            printouts.render_door_slip(WORDY, DoorSlip("7", "Ida", "12", "A", "20:15", "http://desk.example/7", "desk/7"), narrow=True),
        ]
    ),
    "wordy cards": lambda: merge_prints(
        [
            printouts.render_table_cards(WORDY, [TableCard("128", "http://desk.example/t/8", "Hall " * 30)]),
            printouts.render_wifi_card(WORDY, WifiCard("Bar Sport " * 5, "settebello" * 5, "http://desk.example/7" + "7" * 60)),
            printouts.render_enrolment_form(WORDY, EnrolmentForm(2, "Bar Sport", ("20:30.", "10,00 €."), "Circolo")),
            *(
                printouts.render_receipts(WORDY, [_receipt(5), _receipt(6, repaid=True, note="cancelled " * 3)], size)
                for size in ReceiptSize
            ),
        ]
    ),
    "wordy papers": lambda: merge_prints(
        [
            printouts.render_draw_explanation(WORDY, [WhyRow("1", ("7 Ida", "8 Ugo"), "Equal.")], []),
            printouts.render_season_ranking(WORDY, _season(4, "Ozieri")),
            printouts.render_cross_tables(WORDY, [_cross(3, ("Points",))]),
            render_season_charts(WORDY, PrintedPlaces(("7.1.",), ("Ida",), ((1,),)), [PrintedMeeting("Ida", ((0, 0),))]),
            printouts.render_bracket(WORDY, [tree("Melis – Carta", 32, 16, 8, 4, 2, 1)]),
            printouts.render_empty_paper(WORDY, "Labels"),
        ]
    ),
}

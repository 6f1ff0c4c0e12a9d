"""Lists fill their page, say everything, and have no column that nobody fills."""

import pytest

import paper as printouts
from paper import (
    AwardCertificate,
    CodeLabel,
    EnrolmentForm,
    EntryRow,
    PairingRow,
    PaperSection,
    Party,
    PrintedStandings,
    StandingRow,
    WhyRow,
)
from paper.results import PrintedResult
from tests.paper.reading import joined_runs, read
from tests.paper.samples import head

PAIR = Party("1", ("Anna Melis", "Giovanni Battista Pinna-Pintor"))


def sizes(pdf: bytes, text: str) -> set[float]:
    return {placed.size for page in read(pdf) for placed in page.texts if placed.text == text}


def words(pdf: bytes) -> list[str]:
    return [word for page in read(pdf) for word in page.words]


def pairings(tables: int) -> list[PairingRow]:
    return [PairingRow(str(table), (PAIR, PAIR)) for table in range(1, tables + 1)]


def test_both_of_a_pair_are_named_in_one_size_on_lines_of_their_own() -> None:
    pdf = printouts.render_pairings_by_table(head(), pairings(3))
    assert sizes(pdf, "Anna Melis") == sizes(pdf, "Giovanni Battista Pinna-Pintor")


def test_a_few_tables_are_read_from_further_away() -> None:
    few, many = (printouts.render_pairings_by_table(head(), pairings(tables)) for tables in (3, 16))
    assert len(read(many)) == 1
    assert min(sizes(few, "2")) > min(sizes(many, "2"))


@pytest.mark.parametrize("tables", [1, 3, 5, 6, 7])
def test_names_that_fit_a_page_stay_on_it(tables: int) -> None:
    assert len(read(printouts.render_pairings_by_name(head(), pairings(tables)))) == 1


def test_who_rests_has_no_table() -> None:
    told = words(printouts.render_pairings_by_name(head(), [PairingRow("rests", (Party("9", ("Ugo Piras",)),))]))
    assert told[told.index("Ugo Piras") :][:3] == ["Ugo Piras", "–", "rests"]


def test_columns_that_nobody_fills_are_left_out() -> None:
    plain = words(printouts.render_entry_list(head(), [EntryRow(PAIR)]))
    assert not {"Club", "Status", "Fee", "Paid"} & set(plain)
    paying = words(printouts.render_entry_list(head(), [EntryRow(PAIR, fee="€ 10,00")], [("Total", "€ 10,00", "€ 0,00")]))
    assert {"Fee", "Paid", "Total", "€ 0,00"} <= set(paying)
    assert "Paid" not in words(printouts.render_check_in_list(head(), [EntryRow(PAIR)]))


def test_a_long_reason_is_told_to_its_end() -> None:
    reason = "Number 9 would meet number 10, whom it has met already. " * 9 + "That is all."
    told = " ".join(words(printouts.render_draw_explanation(head(), [WhyRow("1", ("9", "11"), reason)], [])))
    assert reason.strip() in told


LONG_PAIR = Party(
    "2",
    (
        "Immacolata Concetta Abbruzzese-Mastropasqua di Sant’Agata Feltria",
        "Giovanni Battista Maria de’ Baldassarri Lo Presti Montecuccoli",
    ),
    "Dopolavoro",
)


def read_words(pdf: bytes) -> str:
    return " ".join(words(pdf))


@pytest.mark.parametrize(
    "draw",
    [
        lambda: printouts.render_standings(head(), [PrintedStandings(("Points",) * 6, (StandingRow("1", LONG_PAIR, ("1",) * 6),) * 3)]),
        lambda: printouts.render_results(head(), [PrintedResult("1", (LONG_PAIR, PAIR), "2–0", ("31–5", "31–7"))] * 3),
        lambda: printouts.render_check_in_list(head(), [EntryRow(LONG_PAIR, fee="€ 10,00")] * 3),
        lambda: printouts.render_pairings_by_table(head(), [PairingRow("1", (LONG_PAIR, PAIR))] * 3),
    ],
    ids=["standings", "results", "check-in", "pairings"],
)
def test_nobody_is_left_out_beside_a_long_name(draw) -> None:
    text = read_words(draw())
    assert [text.count(name) for name in LONG_PAIR.names] == [3, 3]
    assert "…" not in text


def test_names_of_usual_length_stand_in_one_size() -> None:
    pairs = [Party(str(number), ("Anna Melis", "Ugo Piras" + "n" * number)) for number in range(9)]
    pdf = printouts.render_standings(
        head(), [PrintedStandings(("Points",) * 6, tuple(StandingRow("1", pair, ("1",) * 6) for pair in pairs))]
    )
    assert len(set.union(*(sizes(pdf, pair.name) for pair in pairs[:-1]))) == 1


@pytest.mark.parametrize("count", [28, 60])
def test_the_last_line_of_a_full_page_keeps_away_from_the_foot(count: int) -> None:
    pdf = printouts.render_results(head(), [PrintedResult("1", (PAIR, PAIR), "2–0")] * count)
    for page in read(pdf):
        foot, last = sorted({stroke.y0 for stroke in page.strokes if stroke.y0 == stroke.y1})[:2]
        assert last - foot > 2.5 * 72 / 25.4


def test_each_side_of_a_reason_stands_on_a_line_of_its_own() -> None:
    sides = ("56 Rosanna Bassu – Daniela Chessa (2 · 4)", "49 Paola Farris – Rosanna Manca (2 · 4)")
    told = words(printouts.render_draw_explanation(head(), [WhyRow("1", sides, "Equal.")], [], "In brackets: points."))
    assert {*sides, "In brackets: points."} <= set(told)


def test_what_runs_from_right_to_left_is_turned_once() -> None:
    section = PaperSection("A", ("שלום",), ("Why",), (("שלום",),), texts=(0,))
    told = words(printouts.render_minutes(head(), [section], ()))
    assert (told.count("םולש"), told.count("שלום")) == (2, 0)


def test_a_text_of_a_section_is_printed_to_its_end() -> None:
    counted = [f"Number {number}: {number}" for number in range(30)]
    section = PaperSection("Clubs", headings=("Club", "Who counts"), rows=(("Bar Sport", "\n".join(counted)),), texts=(1,))
    assert set(counted) <= set(words(printouts.render_minutes(head(), [section], ())))


def draw_certificate(*names: str) -> bytes:
    return printouts.render_certificates(head(), [AwardCertificate(Party("1", names), "1st", ("Director",))])


def draw_code_label(*names: str) -> bytes:
    return printouts.render_code_labels(head(), [CodeLabel("1", " – ".join(names), "http://desk.example/t", "desk.example/t", "29K5-FDE9")])


@pytest.mark.parametrize(
    ("draw", "first", "second"),
    [
        (draw_certificate, "Immacolata Montanari Abbruzzese", "Immacolata Di Giovanni Lo Presti"),
        (draw_code_label, "Ida Di Giovanni", "Ugo Lo Presti"),
    ],
)
def test_nobody_is_broken_in_two(draw, first: str, second: str) -> None:
    assert second in words(draw(first, second))


@pytest.mark.parametrize("draw", [printouts.render_entry_list, printouts.render_check_in_list])
def test_an_empty_list_says_so(draw) -> None:
    assert "There is nothing to print here yet." in words(draw(head(), []))


@pytest.mark.parametrize("rows", range(1, 40, 3))
@pytest.mark.parametrize("columns", [("Round", "Key"), ()])
def test_nobody_signs_an_empty_page(rows: int, columns: tuple[str, ...]) -> None:
    signers = ["The director", "The referee", "The treasurer"]
    lines = [f"line {number}" for number in range(rows)]
    section = PaperSection("Draws", () if columns else tuple(lines), columns, tuple((line, "key") for line in lines) if columns else ())
    pages = [[run.text for run in joined_runs(page)] for page in read(printouts.render_minutes(head(), [section], signers))]
    assert {"The director", "The treasurer", lines[-1]} <= set(pages[-1])
    assert "Draws" not in pages[-1] or lines[0] in pages[-1]


def test_the_facts_of_an_enrolment_form_are_told_apart() -> None:
    form = EnrolmentForm(2, "Bar", ("Start: 21:00", "Who may play: members", "Entry fee: €15.00."), "Club")
    runs = {run.text for run in joined_runs(read(printouts.render_enrolment_form(head(), form))[0])}
    assert "Start: 21:00 · Who may play: members · Entry fee: €15.00" in runs


def test_a_sentence_above_a_table_is_on_the_page_of_its_first_rows():
    """However full the page is: the heading of the prizes does not stay alone at the foot."""
    for above in range(14, 26):
        sections = [
            PaperSection("Course", headings=("For what",), rows=tuple(("fee",) for _row in range(above))),
            PaperSection("Prizes in kind", ("Purchase value: 0.",), headings=("Prize",), rows=(("ham",), ("oil",))),
        ]
        pages = [{run.text for run in joined_runs(page)} for page in read(printouts.render_minutes(head(), sections, ()))]
        assert any({"Prizes in kind", "Purchase value: 0.", "ham"} <= texts for texts in pages), above


@pytest.mark.parametrize("rows", [1, 2])
def test_the_last_row_is_on_the_page_that_is_signed_however_full_the_one_before_is(rows: int) -> None:
    for above in range(15, 24):
        course = PaperSection("Course", headings=("For what",), rows=tuple(("fee",) for _row in range(above)))
        last = PaperSection("Prizes", headings=("Prize",), rows=(("ham",), ("oil",))[:rows])
        pages = [
            {run.text for run in joined_runs(page)} for page in read(printouts.render_minutes(head(), [course, last], ["The director"]))
        ]
        assert {"The director", "ham"} <= pages[-1], above


def test_a_bye_waits_for_no_result():
    assert not PrintedResult("–", (PAIR,), state="bye").is_awaited

"""Lists fill their page, say everything, and have no column that nobody fills."""

import pytest

import paper as printouts
from paper import EntryRow, PairingRow, Party, WhyRow
from tests.paper.reading import read
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
    told = " ".join(words(printouts.render_draw_explanation(head(), [WhyRow("1", "9 – 11", reason)], [])))
    assert reason.strip() in told

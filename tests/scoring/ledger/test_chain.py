from dataclasses import replace

import pytest

from scoring.ledger.chain import GENESIS, ChainFault, ChainLink, FaultKind, Head, LedgerRecord, build_head, check_chain, compute_digest
from tests.scoring.ledger.chains import chain


def test_an_untouched_chain_holds():
    links = chain(5)
    assert check_chain(links, [build_head(5, links[-1].digest), build_head(2, links[1].digest)]) == ()


def test_an_empty_chain_holds():
    assert check_chain([], [build_head(0, GENESIS)]) == ()


def changed(value):
    return value + 1 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("column", LedgerRecord.__slots__)
@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_changed_column_is_found(column, place):
    links = chain(5)
    record = links[place].record
    links[place] = replace(links[place], record=replace(record, **{column: changed(getattr(record, column))}))
    assert ChainFault(place + 1, FaultKind.DIGEST) in check_chain(links)


@pytest.mark.parametrize("place", [0, 2, 3])
def test_a_row_recomputed_by_the_forger_breaks_the_next_one(place):
    links = chain(5)
    forged = replace(links[place].record, payload='{"event":{"kind":"void"}}')
    links[place] = ChainLink(forged, links[place].prev, compute_digest(links[place].prev, forged))
    assert check_chain(links) == (ChainFault(place + 2, FaultKind.PREV),)


def test_a_wholly_rewritten_chain_is_found_by_a_printed_head():
    printed = build_head(3, chain(3)[-1].digest)
    rewritten, prev = [], GENESIS
    for link in chain(3):
        record = replace(link.record, actor="staff-9")
        rewritten.append(ChainLink(record, prev, compute_digest(prev, record)))
        prev = rewritten[-1].digest
    assert check_chain(rewritten) == ()
    assert check_chain(rewritten, [printed]) == (ChainFault(3, FaultKind.HEAD),)


def test_a_cut_tail_is_found_by_a_printed_head():
    links = chain(5)
    assert check_chain(links[:3], [build_head(5, links[-1].digest)]) == (ChainFault(5, FaultKind.HEAD),)


@pytest.mark.parametrize(
    "tamper", [lambda rows: rows[:1] + rows[2:], lambda rows: [rows[1], rows[0], *rows[2:]], lambda rows: [rows[0], *rows]]
)
def test_rows_deleted_swapped_or_doubled_are_found(tamper):
    assert FaultKind.PREV in {fault.kind for fault in check_chain(tamper(chain(4)))}


def test_a_payload_in_another_spelling_is_found_even_with_a_good_digest():
    link = chain(1)[0]
    record = replace(link.record, payload='{"event": 1}')
    assert check_chain([ChainLink(record, GENESIS, compute_digest(GENESIS, record))]) == (ChainFault(1, FaultKind.PAYLOAD),)


def test_a_head_is_read_back_however_it_is_typed():
    head = build_head(123, "0123456789abcdef" * 4)
    assert str(head) == "AERUK-Z4JVP-G66AJ-DIVTY 123"
    assert Head.parse(str(head)) == Head.parse("aeruk z4jvp g66aj divty 123") == head


@pytest.mark.parametrize("text", ["", "AERUK 1", "AERUK-Z4JVP-G66AJ-DIVTY", "AERUK-Z4JVP-G66AJ-DIVTY x"])
def test_what_is_no_head_is_refused(text):
    with pytest.raises(ValueError, match="a head is"):
        Head.parse(text)


def test_the_digest_is_that_of_the_published_format():
    """Computed by hand with `sha256sum` from the text of docs/ledger.md, so that the format cannot drift unseen."""
    assert chain(1)[0].digest == "0d4b8cce28d012e6255eda58f0b778c73ba36678db58c9dd084d11dfab7dc857"

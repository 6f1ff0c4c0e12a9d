"""A large file is read row by row, and is the same document, refused for the same reasons, as when it is read at once."""

import io
import random

import pytest

from desk.verification.queries import verify_tournament
from exchange import reading
from exchange.encoding import parse_json
from exchange.importing import import_tournament
from exchange.reading import check_document
from exchange.stored_rows import StoredRows, split_document
from exchange.values import BrokenCopy
from exchange.writing import build_document
from tests.exchange.conftest import forget_everything
from tests.exchange.encoded import encode_document, parse_document
from tests.exchange.test_tournament_file import without_keys
from tests.scoring.builders import build_user

pytestmark = pytest.mark.django_db
SPOILED = 60


@pytest.fixture
def content(evening):
    return encode_document(build_document(evening))


@pytest.fixture
def row_by_row(monkeypatch):
    monkeypatch.setattr(reading, "MOST_AT_ONCE", 0)


def read_all(value):
    """The document with plain lists."""
    if isinstance(value, dict):
        return {name: read_all(part) for name, part in value.items()}
    return [read_all(part) for part in value] if isinstance(value, list | StoredRows) else value


def find_stored(value, place=""):
    if isinstance(value, StoredRows):
        yield place
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from find_stored(part, f"{place}.{name}")


def test_every_list_that_grows_is_stored(content):
    stored = set(find_stored(split_document(io.BytesIO(content), parse_json)))
    of_tournament = {
        ".entries",
        ".ledger",
        ".links",
        ".standings",
        ".persons.people",
        ".persons.entries",
        ".persons.words",
        ".persons.cash",
    }
    of_draw = {f"draw.{name}" for name in ("inputs.entrants", "outcome.pairings")}
    of_first = {".stages.0.entries", *(f".stages.0.rounds.0.{name}" for name in ("matches", *of_draw))}
    of_second = {f".stages.0.rounds.1.{name}" for name in ("matches", *of_draw, "draw.inputs.history", "draw.inputs.standings")}
    assert stored >= of_tournament | of_first | of_second


def parse(content):
    try:
        return read_all(parse_document(content))
    except BrokenCopy as broken:
        return broken.place, broken.sentence


def spoil(content, rng):
    """A line less, a line twice, two lines exchanged, another character, less indentation, or only the beginning."""
    lines = content.split(b"\n")
    place = rng.randrange(len(lines))
    line = lines[place]
    at = rng.randrange(len(line)) if line else 0
    changed = line[:at] + rng.choice(b'{}[],:" 0ax\\').to_bytes(1, "big") + line[at + 1 :]
    how = rng.randrange(6)
    if how == 5:
        return b"\n".join(lines[:place])
    if how == 2 and place:
        lines[place - 1 : place + 1] = [line, lines[place - 1]]
        return b"\n".join(lines)
    lines[place : place + 1] = ([], [line, line], [line], [changed], [line[1:]])[how]
    return b"\n".join(lines)


def test_a_spoiled_file_is_judged_as_when_it_is_read_at_once(content, monkeypatch):
    rng = random.Random(5)
    spoiled = [spoil(content, rng) for _number in range(SPOILED)]
    at_once = [parse(one) for one in (content, *spoiled)]
    monkeypatch.setattr(reading, "MOST_AT_ONCE", 0)
    assert [parse(one) for one in (content, *spoiled)] == at_once
    refused = sum(isinstance(verdict, tuple) for verdict in at_once)
    assert SPOILED // 2 < refused < SPOILED


@pytest.mark.usefixtures("row_by_row")
def test_a_file_in_another_spelling_is_read_at_once(content):
    document = parse_document(content.replace(b"\n ", b"\n\t"))
    assert list(find_stored(document)) == []
    assert document == read_all(parse_document(content))


@pytest.mark.usefixtures("row_by_row")
def test_rows_are_found_by_place_from_either_end(content):
    rows = parse_document(content)["ledger"]
    whole = list(rows)
    assert (rows[0], rows[-1], rows[2:5], rows[-2:], len(rows)) == (whole[0], whole[-1], whole[2:5], whole[-2:], len(whole))
    with pytest.raises(IndexError):
        rows[len(whole)]


@pytest.mark.both_databases
@pytest.mark.usefixtures("row_by_row")
def test_a_tournament_comes_back_from_a_file_that_is_read_row_by_row(content):
    document = parse_document(content)
    before = without_keys(read_all(document))
    forget_everything()
    imported = import_tournament(document, actor=build_user("director"))
    assert str(imported.head) == str(check_document(document))
    assert verify_tournament(imported.tournament) == ()
    assert without_keys(read_all(parse_document(encode_document(build_document(imported.tournament))))) == before

"""The journal is always a beginning of the ledger, and its device never stands in the way of a result."""

import json
from types import SimpleNamespace

import pytest

from backup.event_check import Readiness, check_journal
from scoring.entry.outcomes import Created
from scoring.ledger.journal import MAX_LINE_LENGTH, format_journal_line, read_journal_state, update_journal
from scoring.ledger.queries import read_links
from scoring.ledger.verifier import find_faults
from scoring.models import LedgerEntry
from tests.scoring.builders import build_round, build_tournament
from tests.scoring.hands import enter, typed

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("committed")]


@pytest.fixture
def device(tmp_path, settings):
    place = tmp_path / "stick"
    place.mkdir()
    settings.JOURNAL = str(place)
    return place


@pytest.fixture
def match():
    return build_round(build_tournament()).matches.get()


@pytest.fixture
def tournament(match):
    return match.round.stage.tournament


def lines(device):
    return (device / "evening.jsonl").read_text().splitlines(keepends=True)


def test_every_acknowledged_entry_is_in_it(match, tournament, device):
    for total in (45, 50, 40):
        enter(match, typed(total))
        assert lines(device) == [format_journal_line(link) for link in read_links(tournament)]
    assert list(find_faults([json.loads(line) for line in lines(device)], [])) == []
    assert read_journal_state(tournament).is_current


def test_without_a_device_nothing_is_written(match, tournament, settings, tmp_path):
    settings.JOURNAL = ""
    enter(match, typed(45))
    assert (list(tmp_path.glob("*.jsonl")), read_journal_state(tournament)) == ([], None)


def test_a_device_that_is_gone_costs_no_entry_and_is_seen(match, tournament, device, caplog):
    enter(match, typed(45))
    device.rename(device.with_name("unplugged"))
    assert isinstance(enter(match, typed(50)), Created)
    assert LedgerEntry.objects.count() == 2
    state = read_journal_state(tournament)
    assert (state.is_current, state.behind, state.trouble) == (False, 2, "No such file or directory")
    assert "could not be written" in caplog.text


def test_it_catches_up_when_the_device_is_back(match, tournament, device):
    enter(match, typed(45))
    device.rename(device.with_name("unplugged"))
    enter(match, typed(50))
    device.with_name("unplugged").rename(device)
    enter(match, typed(40))
    assert [json.loads(line)["seq"] for line in lines(device)] == [1, 2, 3]


def test_a_torn_line_is_written_again(match, tournament, device):
    enter(match, typed(45))
    path = device / "evening.jsonl"
    path.write_bytes(path.read_bytes() + b'{"seq": 2, "mat')
    assert read_journal_state(tournament).is_current
    enter(match, typed(50))
    assert lines(device) == [format_journal_line(link) for link in read_links(tournament)]


def test_a_torn_line_as_long_as_any_that_we_read_is_cut_off_and_the_line_before_it_found(match, tournament, device):
    enter(match, typed(45))
    path = device / "evening.jsonl"
    path.write_bytes(path.read_bytes() + b"x" * MAX_LINE_LENGTH)
    assert read_journal_state(tournament).is_current
    enter(match, typed(50))
    assert lines(device) == [format_journal_line(link) for link in read_links(tournament)]


def test_a_journal_of_another_history_is_kept_and_a_new_one_begun(match, tournament, device):
    enter(match, typed(45))
    path = device / "evening.jsonl"
    other = json.loads(path.read_text()) | {"digest": "ab" * 32}
    path.write_text(json.dumps(other) + "\n")
    enter(match, typed(50))
    assert (device / "evening.until-abababababab.jsonl").read_text() == json.dumps(other) + "\n"
    assert [json.loads(line)["seq"] for line in lines(device)] == [1, 2]


def test_following_twice_writes_once(match, tournament, device):
    enter(match, typed(45))
    assert update_journal(tournament) == 0


@pytest.mark.parametrize(
    "end",
    [
        b"\0" * 300 + b"\n",
        b"\0" * 200_000,
        b"[1]\n",
        b"[" * 60_000 + b"\n",
        b"{}\n",
        b'{"seq": "two", "digest": "x"}\n',
        b'{"seq": 1e400, "digest": "x"}\n',
        b'{"seq": 99999999999999999999, "digest": "%s"}\n' % (b"a" * 64),
        b"\xff\xfe\n",
        b'{"seq": 0, "digest": "%s"}\n' % (b"a" * 64),
        b"x" * (MAX_LINE_LENGTH + 1),
    ],
)
def test_an_end_that_the_device_has_spoilt_is_put_aside_and_nothing_fails(match, tournament, device, end):
    enter(match, typed(45))
    path = device / "evening.jsonl"
    spoilt = path.read_bytes() + end
    path.write_bytes(spoilt)
    state = read_journal_state(tournament)
    assert (state.is_current, state.behind) == (False, 1)
    enter(match, typed(50))
    assert lines(device) == [format_journal_line(link) for link in read_links(tournament)]
    assert (device / "evening.until-unreadable.jsonl").read_bytes() == spoilt
    assert read_journal_state(tournament).is_current


def test_what_was_put_aside_is_never_written_over(match, tournament, device):
    for total in (45, 20, 30):
        enter(match, typed(total))
        (device / "evening.jsonl").write_bytes(b"%d\n" % total)
    update_journal(tournament)
    aside = sorted(device.glob("evening.until-*"))
    assert [one.read_text() for one in aside] == ["20\n", "30\n", "45\n"]


def test_a_journal_of_another_history_is_not_called_well(match, tournament, device):
    enter(match, typed(45))
    other = json.loads((device / "evening.jsonl").read_text()) | {"digest": "ab" * 32}
    (device / "evening.jsonl").write_text(json.dumps(other) + "\n")
    state = read_journal_state(tournament)
    assert (state.behind, state.trouble, state.is_current) == (1, "", False)


def test_the_check_before_an_evening_writes_to_the_device(match, tournament, device, settings):
    settings.JOURNAL = ""
    enter(match, typed(45))
    assert check_journal(tournament).verdict == Readiness.CARE
    settings.JOURNAL = str(device)
    assert "on the same disk as the data" in check_journal(tournament).found
    assert len(lines(device)) == 1
    settings.JOURNAL = str(device / "unplugged")
    assert check_journal(tournament).verdict == Readiness.BAD


def test_a_device_without_room_is_named_before_the_evening(match, tournament, device, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _place: SimpleNamespace(free=4096))
    assert check_journal(tournament).verdict == Readiness.BAD

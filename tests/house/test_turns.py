"""Tests take turns: if this failed, a test could be left out by every run, or by none."""

from types import SimpleNamespace

import pytest

from tests import conftest
from tests.long_tests import PARTS, DurationNotes, read_long_tests


def build_item(nodeid: str, **marks: pytest.Mark) -> SimpleNamespace:
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=marks.get)


def list_turns(monkeypatch: pytest.MonkeyPatch, item: SimpleNamespace) -> list[bool]:
    """Whether the test runs at each of the turns that follow one another."""
    runs = []
    for turn in range(0, 12 * 12, 12):
        monkeypatch.setenv("TURN", str(turn))
        runs.append(conftest.has_turn(item))
    return runs


def test_every_case_of_a_long_test_has_its_turn_and_all_others_run_always(monkeypatch):
    long = min(read_long_tests())
    for case in ("", "[mariglia]", "[trionfo5-11]"):
        assert sum(list_turns(monkeypatch, build_item(f"{long}{case}"))) == 12 // PARTS
    assert all(list_turns(monkeypatch, build_item("tests/rules/test_codec.py::test_short")))


def test_files_of_journeys_stay_together_unless_their_mark_says_by_case(monkeypatch):
    slow = pytest.mark.slow.mark
    together = [build_item(f"tests/x.py::test_{case}", slow=slow, turns=pytest.mark.turns(4).mark) for case in range(20)]
    apart = [build_item(f"tests/x.py::test_{case}", slow=slow, turns=pytest.mark.turns(4, by_case=True).mark) for case in range(20)]
    assert len({tuple(list_turns(monkeypatch, item)) for item in together}) == 1
    assert len({tuple(list_turns(monkeypatch, item)) for item in apart}) == 4
    assert {sum(list_turns(monkeypatch, item)) for item in (*together, *apart)} == {3}


def test_what_takes_long_in_all_its_phases_together_is_noted_without_its_case(monkeypatch, tmp_path):
    monkeypatch.setattr("tests.long_tests.LIST", tmp_path / "list.txt")
    notes = DurationNotes()
    for nodeid, seconds in (("a.py::b[1]", 0.3), ("a.py::b[1]", 0.3), ("a.py::b[2]", 0.1), ("a.py::c", 0.4), ("a.py::d", 2.0)):
        notes.pytest_runtest_logreport(SimpleNamespace(nodeid=nodeid, duration=seconds))
    notes.pytest_sessionfinish()
    assert (tmp_path / "list.txt").read_text("utf-8").split() == ["a.py::b", "a.py::d"]

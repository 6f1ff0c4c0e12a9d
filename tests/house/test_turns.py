"""Tests take turns: if this failed, a test could be left out by every run, or by none."""

from types import SimpleNamespace

import pytest

from tests import long_tests
from tests.long_tests import DurationNotes, count_parts, read_long_tests
from tests.turns import has_turn, share_tests


def build_item(nodeid: str, **marks: pytest.Mark) -> SimpleNamespace:
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=marks.get)


def list_turns(monkeypatch: pytest.MonkeyPatch, item: SimpleNamespace, shares: dict[str, int] | None = None) -> list[bool]:
    """Whether the test runs at each of the turns that follow one another."""
    shares = share_tests([item]) if shares is None else shares
    runs = []
    for turn in range(0, 12 * 12, 12):
        monkeypatch.setenv("TURN", str(turn))
        runs.append(has_turn(item, shares))
    return runs


def test_every_case_of_a_long_test_has_its_turn_and_all_others_run_always(monkeypatch):
    seconds = {"x.py::test_short": 0.1, "x.py::test_long": 0.3, "x.py::test_very_long": 50.0}
    monkeypatch.setattr(long_tests, "read_long_tests", lambda: seconds)
    for case in ("", "[mariglia]", "[trionfo5-11]"):
        runs = [sum(list_turns(monkeypatch, build_item(f"{name}{case}"))) for name in (*seconds, "x.py::test_new")]
        assert runs == [12, 4, 2, 12]


def test_the_list_is_of_tests_and_seconds():
    assert read_long_tests()
    assert {count_parts(name) for name in read_long_tests()} <= {2, 3, 4, 6}


def test_files_of_journeys_stay_together_unless_their_mark_says_by_case(monkeypatch):
    slow = pytest.mark.slow.mark
    together = [build_item(f"tests/x.py::test_{case}", slow=slow, turns=pytest.mark.turns(4).mark) for case in range(20)]
    apart = [build_item(f"tests/x.py::test_{case}", slow=slow, turns=pytest.mark.turns(4, by_case=True).mark) for case in range(20)]
    turns_together, turns_apart = (
        {tuple(list_turns(monkeypatch, item, share_tests(items))) for item in items} for items in (together, apart)
    )
    assert (len(turns_together), len(turns_apart)) == (1, 4)
    assert {sum(turns) for turns in turns_together | turns_apart} == {3}


def test_of_files_of_journeys_every_run_takes_about_as_much(monkeypatch):
    minutes = {"tests/a.py": 100, "tests/b.py": 60, "tests/c.py": 40, "tests/d.py": 50, "tests/e.py": 50, "tests/f.py": 100}
    monkeypatch.setattr(long_tests, "read_long_tests", lambda: {f"{file}::test": float(each) for file, each in minutes.items()})
    marks = {"slow": pytest.mark.slow.mark, "turns": pytest.mark.turns(4).mark}
    items = [build_item(f"{file}::test", **marks) for file in minutes]
    shares = share_tests(items)
    runs = [list_turns(monkeypatch, item, shares) for item in items]
    taken = [sum(each for each, run in zip(minutes.values(), turns, strict=True) if run) for turns in zip(*runs, strict=True)]
    assert taken == [100] * 12


def test_of_long_cases_every_run_takes_about_as_much(monkeypatch):
    seconds = {f"x.py::test_{number}": 0.3 + number % 7 / 4 for number in range(120)}
    monkeypatch.setattr(long_tests, "read_long_tests", lambda: seconds)
    items = [build_item(f"{name}[{case}]") for name in seconds for case in ("a", "b")]
    shares = share_tests(items)
    runs = [list_turns(monkeypatch, item, shares) for item in items]
    weights = [seconds[item.nodeid.partition("[")[0]] for item in items]
    taken = [sum(each for each, run in zip(weights, turns, strict=True) if run) for turns in zip(*runs, strict=True)]
    assert max(taken) - min(taken) < 2


def test_what_takes_long_in_all_its_phases_together_is_noted_without_its_case_and_what_did_not_run_is_kept(monkeypatch, tmp_path):
    (tmp_path / "list.txt").write_text("a.py::d 0.70\na.py::e 0.80\na.py::f 0.90\n")
    monkeypatch.setattr(long_tests, "LIST", tmp_path / "list.txt")
    read_long_tests.cache_clear()
    notes = DurationNotes()
    phases = [("b[1]", 0.2), ("b[1]", 0.2), ("b[2]", 0.1), ("c", 0.1), ("d", 2.0), ("e", 0.1)]
    for name, seconds in phases:
        notes.pytest_runtest_logreport(SimpleNamespace(nodeid=f"a.py::{name}", duration=seconds))
    notes.pytest_sessionfinish()
    read_long_tests.cache_clear()
    assert read_long_tests() == {"a.py::b": 0.4, "a.py::d": 2.0, "a.py::f": 0.9}
    read_long_tests.cache_clear()

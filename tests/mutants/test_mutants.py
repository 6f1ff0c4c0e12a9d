"""The run of small faults finds the gap that is there: in a package of nine lines, of which the tests hold all but one."""

import tomllib
from pathlib import Path

import pytest

from tests.desks import ROOT
from tests.mutants.copied_tree import Copy
from tests.mutants.places import Fault, list_faults, write_switches

SOURCE = '''
"""A price."""
from functools import cache

@cache
def price(hands: int, member: bool = False) -> int:
    """Five for each hand, and nothing more above 10 hands."""
    if hands > 10 and not member:
        return 50
    return hands * 5

SHOWN = price(3)
'''
TESTS = """
from shop.prices import SHOWN, price

def test_first(): assert price(2) == 10
def test_again(): assert price(2) == 10
def test_most(): assert price(30) == 50
def test_shown(): assert SHOWN == 15
"""


@pytest.fixture
def shop(tmp_path):
    for path, text in {"shop/prices.py": SOURCE, "tests/test_prices.py": TESTS, "pytest.ini": "[pytest]\npythonpath = .\n"}.items():
        (tmp_path / "source" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / path).write_text(text, encoding="utf-8")
    return tmp_path / "source"


def test_every_kind_of_fault_is_found_and_types_and_decorators_are_let_be(shop):
    assert [fault.change for fault in list_faults(shop, "shop")] == [
        "False → True", "hands > 10 and (not member) → hands > 10 or not member",
        "hands > 10 → hands >= 10", "hands > 10 → hands <= 10", "10 → 11", "10 → 9", "not member → member",
        "return 50 → return None", "50 → 51", "50 → 49", "return hands * 5 → return None", "hands * 5 → hands + 5", "5 → 6", "5 → 4",
        "3 → 4", "3 → 2",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.turns(4)
def test_what_no_test_holds_survives_and_the_source_stays_as_it_is(shop, tmp_path):
    wanted = ("hands > 10 → hands >= 10", "hands * 5 → hands + 5", "3 → 4", "50 → 51")
    faults = dict(enumerate(fault for fault in list_faults(shop, "shop") if fault.change in wanted))
    tree = Copy(shop, tmp_path / "copy", ["tests"], faults)
    tree.watch_tests()
    assert {outcome["change"]: outcome["verdict"] for outcome in tree.try_faults()} == {
        "hands > 10 → hands >= 10": "survived", "hands * 5 → hands + 5": "noticed", "3 → 4": "noticed", "50 → 51": "noticed",
    }  # fmt: skip
    due = {fault.change: number for number, fault in faults.items()}
    assert tree.imported >= {due["3 → 4"]}
    assert set(tree.reached[due["hands * 5 → hands + 5"]]) >= {f"tests/test_prices.py::test_{name}" for name in ("first", "again")}
    assert (shop / "shop/prices.py").read_text("utf-8") == SOURCE


@pytest.mark.parametrize("package", ["rules", "pairing", "standings", "paper", "scoring", "visitors/phones"])
def test_a_file_with_all_its_switches_is_python(package, tmp_path):
    """Every ninth file."""
    by_path: dict[str, list[Fault]] = {}
    for fault in list_faults(ROOT, package):
        by_path.setdefault(fault.path, []).append(fault)
    for name in sorted(by_path)[::9]:
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes((ROOT / name).read_bytes())
        faults = dict(enumerate(by_path[name]))
        write_switches(tmp_path, name, faults)
        text = place.read_text("utf-8")
        compile(text, name, "exec")
        assert [number for number in faults if f"fault_is_on({number})" not in text] == []


def test_what_is_called_equal_is_there_and_has_a_reason():
    known = tomllib.loads(Path(__file__).with_name("equal.toml").read_text("utf-8"))["equal"]
    packages = sorted({one["path"].rpartition("/")[0] for one in known})
    there = {(fault.path, fault.code, fault.change) for package in packages for fault in list_faults(ROOT, package)}
    assert [one for one in known if (one["path"], one["code"], one["change"]) not in there or len(one["reason"]) < 20] == []

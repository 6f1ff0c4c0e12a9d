"""For pytest in the copy: says which test reaches which fault, or runs only the tests that a fault needs, the quickest first."""

import json
import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path

import fault_switch
import pytest

WATCHED: dict[str, dict] = {}
MEMORY = 4 << 30
resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
"""A loop that only grows is stopped before it stops the machine."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "FAULT_TESTS" in os.environ:
        order = read_order()
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
        items[:] = [item for item in items if item.nodeid in order]


def pytest_collection_finish(session: pytest.Session) -> None:
    """After conftest.py has put journeys first: here the quickest come first."""
    if "FAULT_TESTS" in os.environ:
        order = read_order()
        session.items.sort(key=lambda item: order[item.nodeid])
    else:
        WATCHED[""] = {"faults": sorted(fault_switch.REACHED[0]), "seconds": 0.0}


def read_order() -> dict[str, int]:
    return {test: place for place, test in enumerate(json.loads(Path(os.environ["FAULT_TESTS"]).read_text("utf-8")))}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    fault_switch.REACHED[0].clear()
    begun = time.monotonic()
    result = yield
    WATCHED[item.nodeid] = {"faults": sorted(fault_switch.REACHED[0]), "seconds": time.monotonic() - begun}
    return result


def pytest_sessionfinish() -> None:
    fault_switch.REACHED[0].clear()
    if place := os.environ.get("FAULTS_WATCHED"):
        Path(place).write_text(json.dumps(WATCHED), encoding="utf-8")

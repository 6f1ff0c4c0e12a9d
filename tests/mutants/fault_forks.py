"""For pytest in the copy: a process that has loaded and collected everything forks a child for each fault, which costs no new start.

What the process has cached before, a child reads without its fault: what survives here is tried once more in a process of its own. Files
of the tests (databases, evenings that were played) are put back before each child.
"""

import json
import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import fault_switch
import pytest
from django.conf import settings
from django.db import connections

NO_FAULT = -2
FAILURES: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        FAILURES.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    if "FAULTS_DUE" not in os.environ:
        return None
    due = json.loads(Path(os.environ["FAULTS_DUE"]).read_text("utf-8"))
    warm_up(session)
    with os.fdopen(int(os.environ["FAULTS_TOLD"]), "w", encoding="utf-8") as told:
        noticing: set[str] = set()
        for number, tests, limit in due:
            begun = time.monotonic()
            by = run_child(session, number, tests, limit, told.fileno())
            noticing |= {by} & set(tests)
            write_line(told.fileno(), {"number": number, "by": by, "seconds": round(time.monotonic() - begun, 1)})
        write_line(told.fileno(), {"control": run_child(session, NO_FAULT, sorted(noticing), 3600, told.fileno())})
    return True


def write_line(place: int, said: dict) -> None:
    os.write(place, (json.dumps(said) + "\n").encode())


def warm_up(session: pytest.Session) -> None:
    """Make what the whole session shares, above all the databases, by running one test; then let go of their connections."""
    first = min(session.items, key=lambda item: "db" not in getattr(item, "fixturenames", ()))
    first.config.hook.pytest_runtest_protocol(item=first, nextitem=session)
    if settings.configured:
        connections.close_all()
    for place in list_places(session):
        shutil.rmtree(kept_of(place), ignore_errors=True)
        shutil.copytree(place, kept_of(place))


def list_places(session: pytest.Session) -> Iterator[Path]:
    """Where tests leave files for one another."""
    yield session.config._tmp_path_factory.getbasetemp()
    if settings.configured:
        yield Path(settings.DATA)


def kept_of(place: Path) -> Path:
    return place.with_name(f"{place.name}.kept")


def put_back(session: pytest.Session) -> None:
    for place in list_places(session):
        shutil.rmtree(place)
        shutil.copytree(kept_of(place), place)
    shutil.rmtree("build/simulations", ignore_errors=True)


def run_child(session: pytest.Session, number: int, tests: list[str], limit: float, told: int) -> str:
    """The first of the tests that fails while the fault is on; empty where none does."""
    put_back(session)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(told)
        os.close(reader)
        be_child(session, number, tests, writer)
    os.close(writer)
    try:
        in_time = wait_for(child, limit)
    finally:
        stop_all(child)
    with os.fdopen(reader, encoding="utf-8") as answer:
        said = answer.read() if in_time else "it does not end"
    return "" if said == "ok" else said or "the process ended"


def be_child(session: pytest.Session, number: int, tests: list[str], writer: int) -> None:
    """Say which test fails, and end: nothing of what a whole run does at its end is wanted here."""
    os.setsid()
    try:
        os.write(writer, run_tests(session, number, tests).encode())
    except BaseException as error:  # noqa: BLE001 - whatever it is, this process must not go on as its parent
        os.write(writer, repr(error).encode())
    finally:
        os._exit(0)


def run_tests(session: pytest.Session, number: int, tests: list[str]) -> str:
    fault_switch.PICKED = number
    os.environ["FAULT"] = str(number)
    FAILURES.clear()
    by_name = {item.nodeid: item for item in session.items}
    items: list[pytest.Item] = [by_name[test] for test in tests]
    for item, following in zip(items, [*items, session][1:], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if FAILURES:
            return FAILURES[0]
    return "ok"


def wait_for(child: int, limit: float) -> bool:
    """Whether it ends in time."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    return False


def stop_all(child: int) -> None:
    """The child with whatever it has started."""
    for stop in (lambda: os.killpg(child, signal.SIGKILL), lambda: os.waitpid(child, 0)):
        try:
            stop()
        except (ProcessLookupError, ChildProcessError):
            continue

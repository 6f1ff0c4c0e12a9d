"""What every test may ask for. Journeys: `desk` and `page`; pages without a browser: `client`, `director_client`."""

import gc
import json
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db.models.signals import post_migrate
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import BrowserContext, Request, expect

from tests.browsers import find_browser
from tests.desks import ROOT, Desk, find_shared_place, make_once, open_desk, prepare
from tests.long_tests import DurationNotes
from tests.simulations import keep_simulations
from tests.sweeps import choose_turn
from tests.turns import has_turn, is_journey, share_tests

os.environ["LC_ALL"] = "C.UTF-8"
"""The command line speaks the language of whoever runs it."""
hypothesis_settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
hypothesis_settings.register_profile("dev", deadline=None, print_blob=True)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") == "true" else "dev")

ON_BOTH_DATABASES = ("tests/tournaments/services/",)
"""Folders of which every test that uses a database must hold on both of them; elsewhere a module or a test says so itself."""
ALWAYS_ON_BOTH = ("tests/scoring/ledger/", "tests/tournaments/models/", "tests/faults/", "tests/jobs/", "tests/config/")
"""Of these none waits for its turn on PostgreSQL."""
PATIENCE = 90_000
"""Milliseconds for a page or a word on it: what is there at once costs nothing, and a busy machine is no fault of ours."""
expect.set_options(timeout=PATIENCE)
gc.set_threshold(200_000, 20, 100)
"""Looking for cycles after every 700 objects costs a tenth of the whole run."""
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "client_of_database"}


def pytest_configure(config: pytest.Config) -> None:
    """Before there are workers, which inherit it."""
    choose_turn()
    if config.option.note_long and not hasattr(config, "workerinput"):
        config.pluginmanager.register(DurationNotes())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"long walks took their turn {choose_turn()}: TURN={choose_turn()} takes the same part again")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file of which no test runs on both databases, where only those run."""
    if collection_path.suffix != ".py" or not config.option.markexpr.startswith("both_databases"):
        return None
    in_folder = collection_path.relative_to(ROOT).as_posix().startswith(ON_BOTH_DATABASES)
    return None if in_folder or "both_databases" in collection_path.read_text("utf-8") else True


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--by-turns", action="store_true", help="of what is marked `turns(n)`, and of long tests, take one part, chosen by TURN"
    )
    parser.addoption("--note-long", action="store_true", help="write down which tests take long (tests/long_tests.py)")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark the tests that use a database before pytest-django puts them in order; then give every worker its part of the long tests."""
    mark_databases(items)
    yield
    if config.option.by_turns:
        halves = config.option.markexpr.startswith("both_databases")
        shares = share_tests(items)
        chosen = {item: has_turn(item, shares) and (not halves or has_turn_on_postgres(item)) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if not chosen[item]])
        items[:] = [item for item in items if chosen[item]]
    items[:] = spread_long_tests(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def has_turn_on_postgres(item: pytest.Item) -> bool:
    """Half of what the same run has tried on SQLite, and all that tries the database itself."""
    path = item.path.relative_to(ROOT).as_posix()
    return path.startswith(ALWAYS_ON_BOTH) or (zlib.crc32(path.encode()) + choose_turn()) % 2 == 0


def spread_long_tests(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """As many equal parts as there are workers, each beginning with journeys and proofs: at the end they would be waited for.

    They wait for pages, servers and processes more than they compute, so that workers whose part is short take what is left of the rest.
    """
    files: dict[Path, list[pytest.Item]] = {}
    rest: list[pytest.Item] = []
    for item in items:
        if is_journey(item):
            files.setdefault(item.path, []).append(item)
        else:
            rest.append(item)
    spread: list[pytest.Item] = []
    for part in range(workers):
        spread += chain.from_iterable(list(files.values())[part::workers])
        spread += rest[len(rest) * part // workers : len(rest) * (part + 1) // workers]
    return spread


def mark_databases(items: list[pytest.Item]) -> None:
    """Open both databases to every test that uses one: sessions and results live in different files. Mark those that run on PostgreSQL."""
    for item in items:
        marker = item.get_closest_marker("django_db")
        uses_fixture = not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        if marker or uses_fixture:
            options = dict(marker.kwargs) if marker else {}
            options["databases"] = "__all__"
            item.add_marker(pytest.mark.django_db(**options), append=False)
            if item.path.relative_to(ROOT).as_posix().startswith(ON_BOTH_DATABASES):
                item.add_marker(pytest.mark.both_databases)


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: nobody need look through it for cycles.

    Tables that a test has emptied get no rows of Django's permissions again: nothing on the site asks for any.
    """
    keep_simulations()
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    gc.freeze()


def pytest_unconfigure() -> None:
    """Look for cycles once at the end: pytest does so five times and Python twice more, through all that the tests have left."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _directories(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.scoring.recording import PLACES  # models exist only now

    Path(site_settings.DATA).mkdir(parents=True, exist_ok=True)
    PLACES["evenings"] = find_shared_place(request.config, tmp_path_factory) / "evenings"


@pytest.fixture(autouse=True)
def _no_page_of_another_test() -> None:
    """A test's rows are taken back, and the next one's get the same ids: what was drawn of them must go too."""
    caches["drawn"].clear()


@pytest.fixture(autouse=True)
def _no_language_of_another_test() -> None:
    """Django's client leaves the language of its last page behind, and workers take tests in any order."""
    translation.deactivate()


@pytest.fixture
def data(tmp_path: Path, settings: object) -> Path:
    """A data directory of the test's own, for tests that look at files."""
    settings.DATA = tmp_path
    return tmp_path


@pytest.fixture
def director(db: None) -> User:
    return User.objects.create_user("director", password="asso-due-tre-quattro-0000")


@pytest.fixture
def director_client(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Call it with what a proof measured: it is printed, and kept in build/figures.jsonl, from where it is copied into docs/."""
    begun = time.monotonic()

    def note_figures(**measured: object) -> None:
        seed = int(os.environ.get("SEED", "20261121"))
        line = {"proof": request.node.name, "seed": seed, "seconds": round(time.monotonic() - begun, 1), **measured}
        path = ROOT / "build" / "figures.jsonl"
        path.parent.mkdir(exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        sys.stdout.write("\n" + json.dumps(line) + "\n")

    return note_figures


# ------------------------------------------------------------------------------------------------------------------- browser


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    path = find_browser()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("chromium is missing; apt-get install chromium")
        pytest.skip("chromium is missing; apt-get install chromium")
    args = ["--disable-gpu", "--in-process-gpu", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]
    return {"executable_path": path, "args": [*args, *(["--no-sandbox"] if getattr(os, "geteuid", int)() == 0 and os.name != "nt" else [])]}


@pytest.fixture
def context(context: BrowserContext) -> Iterator[BrowserContext]:
    """A browser that may speak to this machine only: no other name is resolved there, and any other request fails the test.

    Requests are heard, not intercepted: a browser that is intercepted keeps nothing in its cache, and takes three times as long.
    """
    strays: list[str] = []

    def hear(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            strays.append(request.url)

    context.on("request", hear)
    context.set_default_timeout(PATIENCE)
    yield context
    assert strays == []


@pytest.fixture(scope="session")
def prepared_data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the demonstration, to be copied; made once for all workers."""
    return make_once(find_shared_place(request.config, tmp_path_factory) / "prepared", prepare)


@pytest.fixture
def desk(tmp_path: Path, prepared_data: Path) -> Iterator[Desk]:
    """A real desk with the demonstration and nothing else, open for one test."""
    with open_desk(tmp_path / "data", prepared_data) as desk:
        yield desk

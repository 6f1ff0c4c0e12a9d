"""What every test may ask for. Journeys: `desk` and `page`; pages without a browser: `client`, `director_client`."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import BrowserContext, Route

from tests.desks import ROOT, Desk, open_desk, prepare

hypothesis_settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
hypothesis_settings.register_profile("dev", deadline=None, print_blob=True)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") == "true" else "dev")

SERVICE_TESTS = ("tests/scoring/portable/", "tests/scoring/safety/", "tests/scoring/test_", "tests/tournaments/services/")
PAGE_TESTS = ("_pages.py", "_prints.py")
"""Where every test that uses a database must hold on both of them, and the pages among them, which need it on one."""
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "client_of_database"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Open both databases to every test that uses one: sessions and results live in different files. Mark those that run on PostgreSQL."""
    for item in items:
        marker = item.get_closest_marker("django_db")
        uses_fixture = not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        if marker or uses_fixture:
            options = dict(marker.kwargs) if marker else {}
            options["databases"] = "__all__"
            item.add_marker(pytest.mark.django_db(**options), append=False)
            if item.path.relative_to(ROOT).as_posix().startswith(SERVICE_TESTS) and not item.path.name.endswith(PAGE_TESTS):
                item.add_marker(pytest.mark.both_databases)


@pytest.fixture(autouse=True, scope="session")
def _data_directory() -> None:
    Path(site_settings.DATA).mkdir(parents=True, exist_ok=True)


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


# ------------------------------------------------------------------------------------------------------------------- browser


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Debian's Chromium; nothing is downloaded."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("chromium is missing; apt-get install chromium")
        pytest.skip("chromium is missing; apt-get install chromium")
    return {"executable_path": path, "args": ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]}


@pytest.fixture
def context(context: BrowserContext) -> Iterator[BrowserContext]:
    """A browser that may speak to this machine only: any other request is refused, and fails the test."""
    strays: list[str] = []

    def guard(route: Route) -> None:
        if route.request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            route.continue_()
        else:
            strays.append(route.request.url)
            route.abort()

    context.route("**/*", guard)
    context.set_default_timeout(10_000)
    yield context
    assert strays == []


@pytest.fixture(scope="session")
def prepared_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepare(tmp_path_factory.mktemp("prepared") / "data")


@pytest.fixture
def desk(tmp_path: Path, prepared_data: Path) -> Iterator[Desk]:
    """A real desk with the demonstration and nothing else, open for one test."""
    with open_desk(tmp_path / "data", prepared_data) as desk:
        yield desk

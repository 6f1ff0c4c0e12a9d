"""A desk with an evening that is public, a site that it is paired with, and a sender whose pauses cost no time."""

import threading

import pytest

import config.urls  # noqa: F401 - what a page loads for the first time while a test makes pieces smaller would keep that size
from publishing.models import Target
from publishing.sending.running import TargetSender
from publishing.targets.services import add_target, provide_public_key
from tests.publishing.sites import DESK, Site, serve_site
from tests.publishing.source_names import SOURCES
from tests.publishing.sources import Folder
from tests.scoring.builders import NOW
from tests.scoring.evenings import play_evening
from tournaments.models import Tournament


class NoWaiting(threading.Event):
    """Says that a pause is over at once, and sets the sender's clock by it."""

    now = 0.0

    def wait(self, timeout=None):
        self.now += timeout or 0.0
        return self.is_set()


class Drive:
    """A sender of one target, step by step."""

    def __init__(self, target):
        self.event = NoWaiting()
        self.sender = TargetSender(target.pk, self.event, clock=lambda: self.event.now)

    def until_quiet(self, steps=400):
        for _step in range(steps):
            pause = self.sender.step()
            if pause is None or self.sender.is_quiet():
                return self
            self.event.now += pause
        raise AssertionError("it never comes to rest")

    def steps(self, count):
        for _step in range(count):
            self.event.now += self.sender.step() or 0.0
        return self


@pytest.fixture
def sources(settings):
    settings.PUBLISHED_BY, settings.DATABASE_URL = SOURCES, ""
    Folder.password, Folder.breaks, Folder.host_key = "asso", None, ""


@pytest.fixture
def site():
    with serve_site(Site()) as served:
        yield served


@pytest.fixture
def evening(db):
    tournament = play_evening(pairs=6, rounds=2)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def target(site, sources, evening):
    """The whole desk paired with the site."""
    site.keys[DESK] = provide_public_key(NOW)
    return add_target(
        Target(
            kind="site",
            address=site.address,
            public_address="https://cards.example.org",
            desk=DESK,
            title="Prova",
            language="en",
            made_at=NOW,
        )
    )


@pytest.fixture
def space(tmp_path, sources, evening):
    """The whole desk connected with a folder."""
    from publishing.targets.passwords import hide_password

    folder = tmp_path / "web"
    folder.mkdir()
    return add_target(
        Target(
            kind="files",
            address=f"file://{folder}",
            public_address="https://club.example.org/cards",
            secret=hide_password("asso"),
            title="Web",
            language="en",
            made_at=NOW,
        )
    )

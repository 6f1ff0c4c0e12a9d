"""If these failed, each process of a site would draw every page anew after each hand, or a page would hang on Redis."""

import threading

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from tests.scoring.builders import build_tournament
from tournaments.models import Tournament
from tournaments.pages import shared_drawings
from tournaments.pages.shared_drawings import draw_for_all
from visitors.tournament_pages.views import PublicResults

pytestmark = pytest.mark.django_db


@pytest.fixture
def renderings(settings, monkeypatch):
    """A site of several processes; what was really drawn."""
    settings.REDIS_URL = "redis://somewhere"
    drawn, render = [], PublicResults._render
    monkeypatch.setattr(PublicResults, "_render", lambda view, *args, **kwargs: drawn.append(view) or render(view, *args, **kwargs))
    monkeypatch.setattr(shared_drawings, "_resting_until", 0.0)
    build_tournament(slug="sera")
    caches["default"].clear()
    yield drawn
    caches["default"].clear()


def fetch_elsewhere():
    """The page from another process, which has none in its own memory."""
    caches["drawn"].clear()
    return Client().get(reverse("scoring:public_results", args=["sera"]))


def test_another_process_takes_the_drawing_of_the_first(renderings):
    first, second = fetch_elsewhere(), fetch_elsewhere()
    assert (second.content, second["ETag"], len(renderings)) == (first.content, first["ETag"], 1)
    Tournament.objects.update(name="La sera dei tre sette")
    assert "La sera dei tre sette" in fetch_elsewhere().content.decode()
    assert len(renderings) == 2


def test_a_page_that_is_not_there_is_nobodys_drawing(renderings):
    Tournament.objects.update(public=False)
    assert [fetch_elsewhere().status_code for _ in range(2)] == [404, 404]


def test_pages_do_without_redis(renderings, monkeypatch, caplog):
    def refuse(*_args):
        raise ConnectionError

    monkeypatch.setattr(shared_drawings.cache, "get", refuse)
    assert [fetch_elsewhere().status_code for _ in range(3)] == [200, 200, 200]
    assert (len(renderings), len(caplog.records)) == (3, 1), "it is left alone for some seconds"


def test_who_comes_while_a_page_is_drawn_waits_for_it(renderings):
    begun, go_on, drawn = threading.Event(), threading.Event(), []

    def draw():
        drawn.append("first")
        begun.set()
        assert go_on.wait(10)
        return b"page"

    got = []
    readers = [threading.Thread(target=lambda: got.append(draw_for_all("7" * 32, draw))) for _ in range(4)]
    readers[0].start()
    assert begun.wait(10)
    for reader in readers[1:]:
        reader.start()
    go_on.set()
    for reader in readers:
        reader.join(10)
    assert (got, drawn) == ([b"page"] * 4, ["first"])


def test_who_dies_while_drawing_stops_nobody_for_long(renderings, monkeypatch):
    monkeypatch.setattr(shared_drawings, "PATIENCE", 0.1)
    shared_drawings.cache.add(f"drawn:{'8' * 32}:claimed", True, 60)
    assert draw_for_all("8" * 32, lambda: b"page") == b"page"


def test_who_waits_for_a_page_that_cannot_be_kept_draws_it_too(renderings):
    drawn = []
    assert [draw_for_all("9" * 32, lambda: drawn.append("once more")) for _ in range(2)] == [None, None]
    assert len(drawn) == 2

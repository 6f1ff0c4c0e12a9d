"""A receiver on loopback that keeps what it gets and answers as it is told, and a subscription that leads to it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.utils import timezone

from jobs.databases import write_tx
from jobs.worker import execute_waiting_jobs
from scoring.models import LedgerHead
from tests.scoring.builders import build_round, build_tournament
from tests.scoring.conftest import committed, match, tournament
from tournaments.models import Round, Tournament
from webhooks.calling.signatures import make_secret
from webhooks.models import EventKind, Subscription

__all__ = ["committed", "match", "tournament"]


class Receiver:
    """`statuses` are the answers to come, the last one stays; `got` are headers and bodies."""

    def __init__(self):
        self.got, self.statuses, self.headers, self.body = [], [204], {}, b""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.got.append((dict(self.headers), body))
                self.send_response(outer.statuses.pop(0) if len(outer.statuses) > 1 else outer.statuses[0])
                for name, value in outer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(outer.body)

            def log_message(self, *_arguments):
                """Says nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}/hook?a=b"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def bodies(self):
        return [json.loads(body) for _headers, body in self.got]

    @property
    def kinds(self):
        return [body["type"] for body in self.bodies]


@pytest.fixture
def receiver(settings):
    """On loopback, which a desk calls and a site does not."""
    settings.WEBHOOKS_LOCAL = True
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


@pytest.fixture
def subscribe(receiver):
    """A subscription of a tournament, or of its club, to everything."""

    def subscribe(tournament, *, of_club=False, **more):
        owner = {"organizer": tournament.organizer} if of_club else {"tournament": tournament}
        values = {"address": receiver.address, "kinds": EventKind.values, "secret": make_secret(), "made_at": timezone.now()}
        return Subscription.objects.create(**{**owner, **values, "site": "https://cards.example.org", **more})

    return subscribe


@pytest.fixture
def real(tournament):
    """A tournament that is no demonstration, with a ledger that has begun."""
    type(tournament).objects.filter(pk=tournament.pk).update(demonstration=False, public=True)
    LedgerHead.objects.get_or_create(tournament=tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def round_(committed):
    """A round of a real tournament, really committed, as other processes need it."""
    round_ = build_round(build_tournament())
    Tournament.objects.update(demonstration=False, public=True)
    return round_


def close_again(round_, times=1):
    """An event each time, all of them in one transaction."""
    with write_tx():
        for _time in range(times):
            Round.objects.filter(pk=round_.pk).update(state=Round.State.PUBLISHED)
            Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)


def work():
    """What the worker would do now."""
    return execute_waiting_jobs()

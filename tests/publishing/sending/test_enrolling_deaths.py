"""`kill -9` at either end while enrolments go from a site to its desk and back. If this failed, somebody would have no chair, or two.

Desk and site work in processes of their own, each with its own file; both are forked from the test, in whose database they were laid out.
"""

import json
import os
import random
import signal
import socket
import sqlite3
import time
from collections import Counter
from contextlib import closing, suppress
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import pytest
from django.conf import settings as site_settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, connections

import config.urls  # noqa: F401 - what every child needs is loaded once
from evenings.enrolment import heeding, wishes
from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.wishes import ask_to_change, ask_to_enrol, ask_to_withdraw
from publishing.models import Delivery, DeskKey, Target
from publishing.receiving import bridge_views
from publishing.receiving import enrolments as answering
from publishing.sending import enrolments as carrying
from publishing.targets.troubles import Trouble
from tests.children import die_before, fork, needs_forks, wait
from tests.faults.conftest import SEED
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, take_away
from tests.publishing.sending.test_enrolments import WRITTEN, announce
from tests.scoring.builders import NOW, build_user
from tests.scoring.conftest import committed  # noqa: F401 - a fixture for tests here
from tests.tournaments.conftest import found_tournament
from tournaments.models import Enrolment, Tournament

pytestmark = [pytest.mark.slow, needs_forks, pytest.mark.usefixtures("committed"), pytest.mark.turns(4)]
DESK = {
    "before it asks": (carrying, "ask_site"),
    "after the answer": (carrying, "require_good"),
    "before it heeds": (carrying, "heed_wish"),
    "while it heeds": (heeding, "enrol"),
    "before it notes": (carrying, "_note"),
}
TRIES = 40
"""Of a desk that nobody kills: on a machine with other work a site says now and then that it is busy."""
SITE = {
    "before it stores a wish": (wishes, "_send"),
    "before it hears": (answering, "take_stands"),
    "before it has heard": (answering, "list_wishes"),
    "before it answers": (bridge_views, "JsonResponse"),
}


class Quiet(WSGIRequestHandler):
    def log_message(self, *_arguments):
        """Says nothing."""


class Ends:
    """A desk and a site that it is paired with, and what people at home have asked of it: code -> (telephone, steps of the enrolment)."""

    def __init__(self, place):
        self.place, self.asked, self.died, self.site = place, {}, Counter(), 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        tournament = announce(found_tournament(build_user("direttrice")))
        document = read_document(tournament)
        self.keep("desk")
        take_away(tournament)
        desk = pair_new_desk(*found_club())
        assert desk.send(document).status_code == 200
        self.keep("site")
        assert wait(fork(self.at, "desk", self.connect, desk, document["tournament"]["created_at"])) == 0

    def keep(self, name):
        connections.close_all()
        (self.place / name).mkdir()
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as ours, closing(sqlite3.connect(self.find(name))) as copy:
            ours.backup(copy)

    def find(self, name):
        return self.place / name / "labella.sqlite3"

    def at(self, name, work, *arguments, moment=None, spoil=None):
        """In a child: this work on the file of one end."""
        site_settings.DATA, connection.settings_dict["NAME"] = self.place / name, str(self.find(name))
        if moment:
            die_before(*moment, 1)
        if spoil:
            spoil()
        work(*arguments)

    def connect(self, desk, key):
        DeskKey.objects.all().delete()
        DeskKey.objects.create(private_key=desk.private_key, made_at=NOW)
        target = Target.objects.create(kind="site", address=self.address, desk=desk.key, title="Prova", language="en", made_at=NOW)
        Delivery.objects.create(target=target, tournament=key, slug="x", name="x", shown_digest="x" * 64)

    def carry(self, tries):
        """Ask as often as it takes, as a desk does. Raises: Trouble when the last try failed too."""
        carrier = carrying.EnrolmentCarrier(Target.objects.get(), lambda _bytes: None)
        ((delivery, tournament),) = carrier.list_asking(news_alone=False)
        for left in reversed(range(tries)):
            try:
                carrier.carry(delivery, tournament)
            except Trouble:
                if not left:
                    raise
                time.sleep(0.5)
            else:
                return

    def serve(self):
        server = WSGIServer(self.listener.getsockname(), Quiet, bind_and_activate=False)
        server.socket, server.server_name, server.server_port = self.listener, "127.0.0.1", self.listener.getsockname()[1]
        server.setup_environ()
        server.set_app(WSGIHandler())
        server.handle_error = lambda *_arguments: None
        server.serve_forever(0.01)

    def live(self, *, desk=None, site=None, spoil=None):
        """The desk asks, while one of the ends dies where it is told to. What nobody was killed for must come to its end."""
        server = fork(self.at, "site", self.serve, moment=SITE.get(site))
        how = wait(fork(self.at, "desk", self.carry, 1 if site else TRIES, moment=DESK.get(desk), spoil=spoil))
        is_dead = os.waitpid(server, os.WNOHANG)[0] == server or not self.end(server)
        assert how == 0 or (site and is_dead) or (desk and how == -signal.SIGKILL)
        assert site or not is_dead
        self.died[desk] += how == -signal.SIGKILL
        self.died[site] += is_dead

    def end(self, server):
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGTERM)
        return wait(server) == -signal.SIGTERM

    def ask(self, code, number, moment=None):
        """Somebody at home enrols, changes the telephone, withdraws; who hears nothing asks again."""
        phone, steps = self.asked.get(code, ("", []))
        wish, phone = (steps or [""])[-1], f"333 {number}"
        for place in dict.fromkeys((moment, None)):
            how = wait(fork(self.at, "site", want, code, wish, phone, moment=place and SITE[place]))
            self.died[place] += how == -signal.SIGKILL
            assert how in {0, -signal.SIGKILL}
        if wish == "":
            self.asked[code] = (phone, ["enrolled", "placed"])
        elif wish == "placed":
            self.asked[code] = (phone, [*steps, "changed"])
        else:
            self.asked[code] = (self.asked[code][0], [*steps, "withdrawn"])

    def read(self, name, query):
        with closing(sqlite3.connect(self.find(name))) as file:
            return file.execute(query).fetchall()

    def list_wrong(self):
        """What is not at both ends as people at home asked for it: lost, twice, or half."""
        rows = "SELECT code, phone, state, steps FROM tournaments_enrolment ORDER BY code"
        ends = [
            [(code, phone, state, [step["what"] for step in json.loads(steps)]) for code, phone, state, steps in self.read(name, rows)]
            for name in ("desk", "site")
        ]
        wanted = [
            (code, phone, "withdrawn" if steps[-1] == "withdrawn" else "placed", steps)
            for code, (phone, steps) in sorted(self.asked.items())
        ]
        entries = self.read("desk", "SELECT COUNT(*) FROM tournaments_entry WHERE state <> 'withdrawn'")[0][0]
        wrong = [[row for row in end if row not in wanted] + [row for row in wanted if row not in end] for end in ends]
        return wrong[0] + wrong[1] + ([] if entries == sum(row[2] == "placed" for row in wanted) else [entries])


@pytest.fixture
def ends(tmp_path):
    ends = Ends(tmp_path)
    yield ends
    ends.listener.close()


def want(code, wish, phone):
    details = EnrolmentDetails.from_values(WRITTEN | {"names": [f"Anna {code}", f"Bo {code}"], "phone": phone})
    tournament, row = Tournament.objects.get(), Enrolment.objects.filter(code=code).first()
    if wish == "":
        ask_to_enrol(tournament, details, code=code, origin="phone")
    elif wish == "placed":
        ask_to_change(row, details)
    else:
        ask_to_withdraw(row)


def kill_often(ends, lives):
    """So many lives of either end that end by force, each with somebody who asks for something; then one whole exchange."""
    chance, number = random.Random(SEED), 0
    ends.live()  # the site learns that its desk takes enrolments
    for life in range(lives):
        for kind, moments in (("desk", DESK), ("site", SITE)):
            moment, number = list(moments)[life % len(moments)], number + 1
            open_ones = [code for code, (_phone, steps) in ends.asked.items() if steps[-1] != "withdrawn"]
            code = chance.choice(open_ones) if open_ones and number % 3 else f"code{number:04d}".replace("0", "x").replace("1", "y")
            ends.ask(code, number, moment if moment == "before it stores a wish" else None)
            if moment != "before it stores a wish":
                ends.live(**{kind: moment})
    ends.live()


def prove(ends, figures, lives):
    kill_often(ends, lives)
    deaths = {moment: ends.died[moment] for moment in (*DESK, *SITE)}
    wrong = ends.list_wrong()
    figures(desk=sum(deaths[one] for one in DESK), site=sum(deaths[one] for one in SITE), enrolments=len(ends.asked), wrong=len(wrong))
    assert wrong == []
    assert min(deaths.values()) > 0
    return deaths


def test_whichever_end_is_killed_everybody_has_one_chair(ends, figures):
    prove(ends, figures, 5)


@pytest.mark.proof
def test_fifty_deaths_at_either_end(ends, figures):
    deaths = prove(ends, figures, 75)
    assert sum(deaths[one] for one in DESK) >= 50
    assert sum(deaths[one] for one in SITE) >= 50


def note_before_heeding():
    """A fault: what is about to be heeded counts as heeded."""
    heed = carrying.heed_wish

    def note_and_heed(tournament, wish, *, site):
        carrying._note(Delivery.objects.get(), wishes_heeded=wish["number"])
        heed(tournament, wish, site=site)

    carrying.heed_wish = note_and_heed


def note_nothing():
    """One answer is heeded, and nothing of that noted: every wish comes again."""
    carrying._note, carrying.MOST_ROUNDS = lambda *_arguments, **_columns: None, 1


def take_all_for_new():
    """A fault: a wish that comes again is not known."""
    heed = carrying.heed_wish

    def heed_as_new(tournament, wish, *, site):
        heed(tournament, wish | {"code": f"again{wish['number']:07}"}, site=site)

    carrying.heed_wish = heed_as_new


@pytest.mark.parametrize("fault", [None, note_before_heeding])
def test_a_desk_that_notes_before_it_heeds_is_found_out(ends, fault):
    ends.live()
    ends.ask("abcdefgh2345", 1)
    ends.live(desk="before it heeds", spoil=fault)
    ends.live()
    assert (ends.died["before it heeds"], ends.list_wrong() != []) == (1, fault is not None)


@pytest.mark.parametrize("fault", [None, take_all_for_new])
def test_a_desk_that_knows_no_wish_again_is_found_out(ends, fault):
    ends.live()
    for number in range(3):  # enrols, changes, withdraws
        ends.ask("abcdefgh2345", number)
    ends.live(spoil=note_nothing)
    ends.live(spoil=fault)
    assert (ends.list_wrong() != []) == (fault is not None)

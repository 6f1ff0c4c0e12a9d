"""Were it broken, a page outside would go on showing what the desk has changed, or a name that somebody took back."""

import datetime as dt
import random

import pytest
import time_machine

from desk.rehearsal.playing import simulate_results
from desk.rounds.services import close_round, draw_next_round
from publishing.static_pages import memory
from publishing.static_pages.building import INDEX, build_static_files
from publishing.static_pages.memory import open_memory
from rankings.schemes.services import decide_penalty
from scoring.confirmation.services import dispute_match
from scoring.ledger.appending import build_staff_actor
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening, quarrel
from tests.sweeps import is_turn
from tests.tournaments.doors import publish_round
from tournaments.models import Announcement, Club, Entry, Match, Organizer, Person, Round, Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]


def build(tournament):
    return {file.path: file.content for file in build_static_files(tournament, language="it")}


def change_names(tournament):
    Person.objects.filter(memberships__entry__number=1, memberships__tournament=tournament).update(name="Zita Nuova")
    Entry.objects.filter(tournament=tournament, number=1).update(name="Zita Nuova – Berto001")


def play_on(tournament):
    stage, director, assistant = tournament.stages.get(), build_user("director"), build_user("assistant")
    round_ = Round.objects.get(stage=stage, state="published")
    close_round(round_, actor=director, origin=origin_of(director))
    published = publish_round(draw_next_round(stage, actor=director, seed="more", at=NOW), actor=director, at=NOW)
    actors = {"enterer": build_staff_actor(assistant), "confirmer": build_staff_actor(director)}
    simulate_results(published, **actors, rng=random.Random(1), at=NOW, prefix="more")


def penalize(tournament):
    director = build_user("director")
    entry = Entry.objects.get(tournament=tournament, number=2)
    decide_penalty(tournament.stages.get(), entry, actor=director, origin=origin_of(director), points=1, words="late")


def dispute(tournament):
    match = Match.objects.filter(round__stage__tournament=tournament, round__state="published", kind="played").last()
    dispute_match(match, origin=origin_of(build_user("director")), version=None, words="no")


def announce_hours(tournament):
    Announcement.objects.update_or_create(tournament=tournament, defaults={"look": "festive", "starts_at": dt.time(20, 0)})


def update(model, **values):
    def change(tournament):
        rows = {
            Tournament: Tournament.objects.filter(pk=tournament.pk),
            Entry: Entry.objects.filter(tournament=tournament, number=3),
            Stage: tournament.stages.all(),
            Club: Club.objects.filter(name="Bar 1"),
            Round: Round.objects.filter(stage__tournament=tournament, state="published"),
            Match: Match.objects.filter(round__stage__tournament=tournament, round__state="published", table=1),
            Organizer: Organizer.objects.filter(pk=tournament.organizer_id),
        }[model]
        assert rows.update(**values) >= 1

    return change


STEPS = (
    (play_on, update(Club, name="Bar del Corso")),
    (quarrel, update(Entry, hidden=True), update(Stage, stored_name="Qualificazione")),
    (change_names, update(Match, table=77)),
    (update(Tournament, public_names="first"), dispute, penalize),
    (update(Tournament, public_names="full", history_public=False), update(Round, starts_at=NOW - dt.timedelta(hours=1))),
    (announce_hours, update(Organizer, name="Circolo della Luna")),
    (update(Tournament, name="Serata di gala", venue="Sala grande", state="finished"),),
)


@pytest.mark.parametrize("parts", [3, pytest.param(1, marks=pytest.mark.proof)])
def test_what_is_remembered_is_what_would_be_drawn(parts):
    """After a third of the steps, others in each run, and the last, the pages are those that a desk without a memory draws."""
    tournament = play_evening(pairs=4, rounds=2)
    seen = [build(tournament)]
    moment = dt.datetime.now(dt.UTC)
    for number, step in enumerate(STEPS):
        for change in step:
            change(tournament)
        tournament.refresh_from_db()
        if not is_turn(number, parts) and number < len(STEPS) - 1:
            continue
        with time_machine.travel(moment + dt.timedelta(minutes=number), tick=False):
            remembered = build(tournament)
            memory._memories.clear()
            drawn = build(tournament)
        assert [path for path in drawn if drawn[path] != remembered.get(path)] == [], number
        assert list(drawn) == list(remembered)
        assert drawn not in seen
        seen.append(drawn)


def test_nothing_is_kept_of_what_is_gone():
    """A name that was erased does not stay in the memory of the process."""
    tournament = play_evening(pairs=4, rounds=1)
    build(tournament)
    change_names(tournament)
    build(tournament)
    kept = open_memory(tournament.pk, "it", "", INDEX).pages
    assert len(kept) > 10
    assert [path for path, (_key, page) in kept.items() if b"Anna001" in page.content] == []


def test_a_page_that_did_not_change_is_not_drawn_again(monkeypatch):
    """One dispute in an evening draws its match, not the others."""
    tournament = play_evening(pairs=8, rounds=2)
    build(tournament)
    drawn = []
    monkeypatch.setattr("publishing.static_pages.building.draw_address", lambda address, _site: drawn.append(address))
    build(tournament)
    dispute(tournament)
    unchanged = len(drawn)
    build(tournament)
    assert [address for address in drawn[:unchanged] if "/matches/" in address] == []
    assert sum("/matches/" in address for address in drawn[unchanged:]) == 1

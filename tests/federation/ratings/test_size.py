"""A rating of 10,000 persons, a tenth of 200,000 placings through the database. If this failed, its pages or its counting would be slow."""

import random
import time

import pytest
from django.contrib.auth.models import User
from django.test import Client

from federation.models import RatingStep
from federation.ratings.services import count_ratings
from scoring.models import MatchResult
from tests.desk.overview.test_many_tournaments import found_many
from tests.scoring.builders import build_user
from tournaments.models import Entry, Match, Member, Person, Round, Seat, Stage, StageEntry, Tournament, get_house

pytestmark = [pytest.mark.django_db, pytest.mark.proof]
PERSONS, EVENINGS, PAIRS, ROUNDS = 10_000, 200, 50, 4
MOST_SECONDS, MOST_OF_A_PAGE = 20, 0.3
SUMMARY = {"games_won": [1, 0], "games": [[41, 30]], "score": [0, 0], "target": None}


@pytest.fixture
def rng():
    return random.Random(1)


@pytest.fixture
def tournaments(db, rng):
    found_many(build_user("director"), EVENINGS)
    Tournament.objects.update(organizer=get_house(), state="running", demonstration=False)
    Person.objects.bulk_create((Person(name=f"Nome {number}", membership=str(number)) for number in range(PERSONS)), batch_size=1000)
    people = list(Person.objects.exclude(membership=""))
    evenings = list(Tournament.objects.order_by("pk"))
    for tournament in evenings:
        play(tournament, rng.sample(people, 2 * PAIRS), rng)
    return evenings


def play(tournament, people, rng):
    Entry.objects.filter(tournament=tournament).delete()
    numbers = range(1, PAIRS + 1)
    entries = Entry.objects.bulk_create(Entry(tournament=tournament, number=number, name=f"Coppia {number}") for number in numbers)
    Member.objects.bulk_create(
        Member(entry=entries[place // 2], person=person, tournament=tournament, position=place % 2) for place, person in enumerate(people)
    )
    stage = Stage.objects.create(tournament=tournament, number=1, name="Svizzero", format_key="swiss", state="running")
    StageEntry.objects.bulk_create(StageEntry(stage=stage, entry=entry, rank=rank) for rank, entry in enumerate(entries, start=1))
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(stage=stage, number=number, state="closed")
        rng.shuffle(entries)
        matches = Match.objects.bulk_create(Match(round=round_, position=place) for place in range(PAIRS // 2))
        Seat.objects.bulk_create(
            Seat(match=matches[place // 2], entry=entry, round=round_, side=place % 2) for place, entry in enumerate(entries)
        )
        MatchResult.objects.bulk_create(
            MatchResult(match=match, state="submitted", winner=rng.randrange(2), version=1, seq=1, summary=SUMMARY) for match in matches
        )


def test_a_large_rating_is_counted_in_a_slice_of_time_and_its_pages_come_at_once(tournaments, figures):
    house = get_house()
    begin = time.perf_counter()
    assert count_ratings(house) == EVENINGS
    whole = time.perf_counter() - begin
    MatchResult.objects.filter(match__round__stage__tournament=tournaments[-1]).update(winner=0)
    begin = time.perf_counter()
    assert count_ratings(house) <= 2
    last = time.perf_counter() - begin
    User.objects.create_superuser("admin", password="asso-due-tre-0000")
    client, pages = Client(), {}
    client.force_login(User.objects.get(username="admin"))
    member = Member.objects.filter(tournament=tournaments[-1]).first()
    for address in ("rating/", "rating/?page=30", "rating/?day=2026-12-31", f"persons/{member.pk}/"):
        client.get(f"/organizers/house/{address}")
        begin = time.perf_counter()
        assert client.get(f"/organizers/house/{address}").status_code == 200
        pages[address] = round(time.perf_counter() - begin, 3)
    figures(steps=RatingStep.objects.count(), whole=round(whole, 2), last=round(last, 2), pages=pages)
    assert whole < MOST_SECONDS
    assert max(pages.values()) < MOST_OF_A_PAGE

"""The rating of a club through its pages. If this failed, a rating would not follow its results, or show who does not want it."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from backup.erasure import order_erasure
from federation.models import PersonPage, RatedEvening, RatingStep
from federation.ratings.services import count_outdated_ratings, count_ratings
from federation.skills.updating import RatedMatch, rate_evening
from jobs.models import Job
from scoring.models import MatchResult
from tests.pages import read_page
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Match, Member, Person, Seat, Tournament, get_house

pytestmark = [pytest.mark.django_db]
RATING = "/organizers/house/rating/"
FIRST_DAY = dt.date(2026, 11, 2)


@pytest.fixture
def evenings(data):
    """Two evenings of the same eight people, a week apart, in pairs that change; everybody has a card."""
    people = [Person.objects.create(name=f"Persona {number}", membership=f"00{number}") for number in range(8)]
    played = []
    for week in (0, 1):
        tournament = play_evening(pairs=4, rounds=2, closed=2, name=f"Serata {week}", seed=f"lots {week}")
        date = FIRST_DAY + dt.timedelta(weeks=week)
        Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, state="finished", organizer=get_house(), date=date)
        for member in Member.objects.filter(tournament=tournament):
            place = 2 * (member.entry.number - 1) + member.position
            Member.objects.filter(pk=member.pk).update(person=people[(place * (3 if week else 1)) % 8])
        played.append(tournament)
    return played


@pytest.fixture
def admin(evenings):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    return client


def read_values():
    rows = RatingStep.objects.order_by("evening__day", "member__person__membership")
    return [(row.evening.day, row.member.person.membership, row.value, row.doubt, row.expected, row.achieved, row.latest) for row in rows]


def rate_by_hand(tournaments):
    """The same from seats and winners alone, person by card."""
    skills, steps = {}, []
    for tournament in tournaments:
        matches = []
        for match in Match.objects.filter(round__stage__tournament=tournament, kind="played").order_by("round__number", "position"):
            sides = [
                tuple(Member.objects.filter(entry=seat.entry).order_by("position").values_list("person__membership", flat=True))
                for seat in Seat.objects.filter(match=match).order_by("side")
            ]
            winner = MatchResult.objects.get(match=match).winner
            matches.append(RatedMatch(tuple(sides), (0, 1) if winner == 0 else (1, 0)))
        made = rate_evening(skills, matches)
        skills |= {person: step.after for person, step in made.items()}
        steps += [(person, made[person]) for person in sorted(made)]
    return steps


def test_the_rating_is_what_the_matches_say_and_a_correction_counts_from_there_on(admin, evenings):
    house = get_house()
    assert count_ratings(house) == 2
    by_hand = rate_by_hand(evenings)
    counted = read_values()
    assert [(card, *step.after, step.expected, step.achieved) for card, step in by_hand] == [row[1:6] for row in counted]
    assert [row[6] for row in counted] == [False] * 8 + [True] * 8
    assert count_ratings(house) == 0
    kept = RatedEvening.objects.order_by("day").values_list("pk", flat=True)[0]
    late = MatchResult.objects.filter(match__round__stage__tournament=evenings[1], outcome="played").first()
    MatchResult.objects.filter(pk=late.pk).update(winner=1 - late.winner)
    assert count_ratings(house) == 1
    early = MatchResult.objects.filter(match__round__stage__tournament=evenings[0], outcome="played").first()
    assert RatedEvening.objects.order_by("day")[0].pk == kept
    MatchResult.objects.filter(pk=early.pk).update(winner=1 - early.winner)
    assert (count_outdated_ratings(timezone.now()), Job.objects.filter(kind="count_ratings").count()) == (1, 1)
    assert count_ratings(house) == 2
    once = read_values()
    RatedEvening.objects.all().delete()
    count_ratings(house)
    assert read_values() == once
    assert once[:8] != counted[:8]


def test_a_director_counts_it_looks_at_any_day_and_deletes_it(admin, evenings):
    page = read_page(admin.get(RATING))
    assert "2 evenings are not counted yet, or have changed." in page.text
    assert admin.post(f"{RATING}count/").url.startswith("/jobs/")
    count_ratings(get_house())
    page = read_page(admin.get(RATING))
    rows = [row.split() for row in page.texts("main tbody tr")]
    assert (len(rows), "not counted yet" in page.text) == (8, False)
    points = [int(row[2]) for row in rows]
    assert points == sorted(points, reverse=True)
    then = [row.split() for row in read_page(admin.get(RATING, {"day": "2026-11-03"})).texts("main tbody tr")]
    assert {row[-2] for row in then} == {"2"}
    assert "Nobody had played by then." in read_page(admin.get(RATING, {"day": "2020-01-01"})).text
    assert admin.get(RATING, {"day": "31/31/2026", "game": "nessuno"}).status_code == 200
    member = Member.objects.filter(tournament=evenings[1]).first()
    text = read_page(admin.get(f"/organizers/house/persons/{member.pk}/")).text
    assert ("Rating in" in text, "than expected" in text or "as expected" in text) == (True, True)
    admin.post(f"{RATING}delete/")
    assert (RatingStep.objects.count(), admin.get(RATING).status_code) == (0, 200)


def test_others_see_who_wants_to_be_seen_and_erasing_leaves_nothing(admin, evenings):
    house = get_house()
    count_ratings(house)
    assert Client().get("/ratings/house/").status_code == 404
    person = Person.objects.get(membership="003")
    key = Member.objects.get(person=person, tournament=evenings[0]).pk
    admin.post(f"/organizers/house/persons/{key}/page/")
    page = PersonPage.objects.get()
    Client().post(f"/persons/own/{page.own_code}/", {"shown": "listed"})
    text = read_page(Client().get("/ratings/house/")).text
    assert ("Persona 3" in text, "Persona 4" in text) == (True, False)
    assert Client().get(f"/persons/{page.key}/").status_code == 200
    data = Client().get(f"/persons/own/{page.own_code}/data.json").json()
    assert [step["date"] for step in data["rating"]] == ["2026-11-02", "2026-11-09"]
    order_erasure(person, actor=User.objects.get(username="admin"), at=timezone.now(), page="/")
    assert RatingStep.objects.filter(person=key).count() == 0
    assert count_ratings(house) == 2
    assert (RatingStep.objects.count(), Client().get("/ratings/house/").status_code) == (14, 404)


def test_seeds_follow_it_only_where_a_director_says_so(admin, evenings):
    count_ratings(get_house())
    fresh = play_evening(pairs=4, rounds=0, name="Nuova")
    Tournament.objects.filter(pk=fresh.pk).update(organizer=get_house(), state="preparing")
    address = f"/desk/{fresh.slug}/seeds/rating/"
    admin.force_login(User.objects.get(username="director"))
    known = list(Person.objects.exclude(membership="").order_by("membership"))
    for member in Member.objects.filter(entry__tournament=fresh, entry__number__lte=2):
        Member.objects.filter(pk=member.pk).update(person=known[2 * (member.entry.number - 1) + member.position])
    assert read_page(admin.get(address, {"count": "4"})).texts("main tbody tr")[0].startswith("1 ")
    assert Entry.objects.filter(tournament=fresh, seed__isnull=False).count() == 0
    assert admin.post(f"{address}?count=x").status_code == 422
    admin.post(f"{address}?count=4")
    seeds = dict(Entry.objects.filter(tournament=fresh, seed__isnull=False).values_list("seed", "number"))
    latest = {row.member.person.membership: row.value for row in RatingStep.objects.filter(latest=True)}
    strengths = {number: latest[known[2 * number - 2].membership] + latest[known[2 * number - 1].membership] for number in (1, 2)}
    assert seeds == dict(enumerate(sorted(strengths, key=strengths.get, reverse=True), start=1))


def test_a_match_of_one_against_two_counts_for_nobody(evenings):
    entry = Entry.objects.filter(tournament=evenings[0]).first()
    Member.objects.filter(entry=entry, position=1).delete()
    count_ratings(get_house())
    assert RatingStep.objects.filter(member__entry=entry).count() == 0
    assert RatingStep.objects.filter(evening__tournament=evenings[0]).count() == 6

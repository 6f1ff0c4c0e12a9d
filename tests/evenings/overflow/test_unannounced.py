"""People who come unannounced: if this failed, somebody who stood at the entrance would sit nowhere, or pay and not play."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from desk.verification.queries import verify_tournament
from tests.evenings.conftest import enrol_pair, found_evening
from tests.evenings.planning.test_plan_page import read_cards
from tests.scoring.page_forms import read_forms
from tests.tournaments.doors import draw_round, publish_round
from tournaments.announcing.services import open_door
from tournaments.check_in.door_queries import find_door_bye, read_door_seat, read_door_tables
from tournaments.models import Enrolment, Entry, Seat, Stage, Tournament

pytestmark = pytest.mark.django_db
EXPECTED = 8


def come_to_the_door(tournament, key, number, *, single):
    """Somebody reads the QR code at the entrance and enrols; their own page."""
    names = {"person_0": f"Ugo Porta{number:02d}", "looking": "on"} if single else {}
    names = names or {"person_0": f"Ugo Porta{number:02d}", "person_1": f"Ida Porta{number:02d}"}
    code = get_random_string(12, "abcdefghjkmnpqrstuvwxyz23456789")
    typed = {"code": code, **names, "phone": "333 1001", "notice": "on"}
    answer = Client().post(reverse("evenings:door", args=[tournament.slug, key]), typed)
    assert answer.status_code == 302
    return answer.url


def press(client, page, action):
    """Press the button of a page that leads there, with what its form holds."""
    form = next(form for form in read_forms(client.get(page)) if form.action == action)
    answer = client.post(action, form, follow=True)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def read_own_page(entry):
    return Client().get(reverse("evenings:own", args=[Enrolment.objects.filter(entry=entry).first().code])).content.decode()


def adopt_first_plan(client, tournament):
    address = reverse("evenings:plan", args=[tournament.slug])
    chosen = next(fields for title, fields in read_cards(client.get(address)).items() if title.startswith("Swiss"))
    assert client.post(address, chosen).status_code == 302


def pay_at_the_door(client, tournament):
    """Everybody pays and is given a table; who is told which."""
    client.post(reverse("tournaments:door_tables", args=[tournament.slug]), {"what": "give"})
    told = {}
    for entry in Entry.objects.filter(tournament=tournament).order_by("number"):
        answer = client.post(reverse("tournaments:check_in_one", args=[tournament.slug, entry.number]), {"what": "paid"})
        assert answer.url.endswith(f"?given={entry.number}")
        told[entry.pk] = read_door_seat(Entry.objects.get(pk=entry.pk))
    return told


@pytest.mark.parametrize(("pairs", "singles"), [(6, 3), pytest.param(35, 5, marks=pytest.mark.proof)])
def test_who_came_unannounced_plays_at_the_table_that_the_door_named(director, director_client, pairs, singles):
    tournament = found_evening(director, places=EXPECTED, days=0, starts_at=None)
    Tournament.objects.filter(pk=tournament.pk).update(fee_cents=1000, table_count=None)
    for number in range(EXPECTED):
        enrol_pair(tournament, f"Noto{number}")
    key = open_door(tournament, actor=director).door_key
    own = [come_to_the_door(tournament, key, number, single=number < singles) for number in range(pairs + singles)]
    overflow = reverse("evenings:overflow", args=[tournament.slug])
    text = press(director_client, overflow, reverse("evenings:overflow_everybody", args=[tournament.slug]))
    assert f"{pairs + singles} more have a place now." in text
    assert all("You have a place" in Client().get(page).content.decode() for page in own)
    press(director_client, reverse("evenings:singles", args=[tournament.slug]), reverse("evenings:singles_pair", args=[tournament.slug]))
    left = Enrolment.objects.filter(tournament=tournament, looking=True, entry__isnull=True).count()
    entries = EXPECTED + pairs + singles // 2
    assert (left, Entry.objects.filter(tournament=tournament).count()) == (singles % 2, entries)
    tournament.refresh_from_db()
    adopt_first_plan(director_client, tournament)
    told = pay_at_the_door(director_client, tournament)
    alone = find_door_bye(tournament, read_door_tables(tournament).seats)
    told_alone = "sits alone: a bye" in director_client.get(reverse("tournaments:check_in", args=[tournament.slug])).content.decode()
    assert (alone is not None, told_alone) == (bool(entries % 2),) * 2
    assert alone is None or "you have a bye" in read_own_page(alone)
    stage = Stage.objects.get(tournament=tournament)
    drawn = draw_round(stage, actor=director, seed="porta", at=timezone.now())
    publish_round(drawn, actor=director, at=timezone.now())
    seats = {seat.entry_id: seat.match.table for seat in Seat.objects.filter(round=drawn).select_related("match")}
    assert set(seats) == set(told)
    named = {key: seat.table for key, seat in told.items() if seat and (alone is None or key != alone.pk)}
    assert named == {key: seats[key] for key in named}
    assert alone is None or seats[alone.pk] is None
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)) == ()

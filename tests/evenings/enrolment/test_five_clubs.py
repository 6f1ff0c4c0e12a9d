"""An enrolment that is sold out twice over, through the pages that people have: if this failed, somebody would be lost or passed over."""

import random
import re
from collections import defaultdict

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from tests.evenings.conftest import found_evening
from tests.scoring.page_forms import read_forms
from tests.tournaments.doors import draw_round
from tournaments.announcing.queries import count_places
from tournaments.models import Enrolment, Entry, Seat
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
CLUBS = ("Bar Sport", "Circolo Arci", "Pro Loco", "Dopolavoro", "Bocciofila")


def send_enrolment(tournament, number, *, single):
    """Somebody enrols; their own page."""
    names = {"person_0": f"Gino Uno{number:03d}", "looking": "on"}
    if not single:
        names = {"person_0": f"Gino Uno{number:03d}", "person_1": f"Pino Due{number:03d}"}
    code = get_random_string(12, "abcdefghjkmnpqrstuvwxyz23456789")
    typed = {"code": code, **names, "phone": f"333 {number:07d}", "club": CLUBS[number % 5], "notice": "on"}
    answer = Client().post(reverse("evenings:enrol", args=[tournament.slug]), typed)
    assert answer.status_code == 302, answer.content.decode()
    return answer.url


def read_word(address):
    """What a page of one's own says first, and the place in line."""
    text = " ".join(re.sub(r"<[^>]+>", " ", Client().get(address).content.decode()).split())
    sentences = ("You have a place", "A place is free for you", "on the waiting list", "no longer in the list")
    return next(sentence for sentence in sentences if sentence in text)


def press(client, address, what):
    answer = client.post(address, {what: ""})
    assert answer.status_code == 302, answer.content.decode()


def play_five_clubs(director, client, *, places, pairs, singles, withdrawals):
    """Enrolments, then withdrawals by people and by the desk, each place answered by whoever is offered it; who is asked, in order."""
    chance = random.Random(pairs)
    tournament = found_evening(director, places=places, name="Coppa dei cinque circoli")
    alone = set(chance.sample(range(pairs + singles), singles))
    own = [send_enrolment(tournament, number, single=number in alone) for number in range(pairs + singles)]
    placed = [address for address in own if read_word(address) == "You have a place"]
    asked_before = []
    for turn, address in enumerate(chance.sample(placed, withdrawals)):
        if turn % 4 == 3:
            row = Enrolment.objects.get(code=address.rstrip("/").split("/")[-1])
            client.post(reverse("evenings:enrolment_decide", args=[tournament.slug, row.pk]), {"do": "withdraw"})
        else:
            press(Client(), address, "withdraw")
        for offered in Enrolment.objects.filter(tournament=tournament, state="offered").order_by("number"):
            asked_before.append((offered.number, offered.looking))
            press(Client(), reverse("evenings:own", args=[offered.code]), "decline" if turn % 5 == 4 else "accept")
        assert count_places(tournament).taken <= places
    return tournament, own, asked_before


def check_nobody_is_lost(tournament, own, asked):
    pairs = [number for number, looking in asked if not looking]
    assert pairs == sorted(pairs), "a place was offered to somebody who came later"
    words = [read_word(address) for address in own]
    waiting = [row.number for row in Enrolment.objects.filter(tournament=tournament, state="waiting", looking=False)]
    assert not waiting or max(pairs) < min(waiting)
    names = [name for row in Enrolment.objects.filter(tournament=tournament) for name in row.names]
    assert len(names) == len(set(names))
    assert words.count("You have a place") == Enrolment.objects.filter(tournament=tournament, state="placed").count()


def pair_singles(tournament, client):
    """At the desk the singles who have a place become pairs by lot."""
    page = client.get(reverse("evenings:singles", args=[tournament.slug]))
    seen = next(form["seen"] for form in read_forms(page) if "seen" in form)
    client.post(reverse("evenings:singles_pair", args=[tournament.slug]), {"method": "lot", "seen": seen})


def draw_apart(tournament, director):
    """The first round: everybody once, and nobody against the own club."""
    stage = create_stage(tournament, actor=director, format_key="knockout", options={})
    drawn = draw_round(stage, actor=director, seed="cinque", at=timezone.now())
    seats = list(Seat.objects.filter(round=drawn).select_related("entry").order_by("match"))
    clubs = defaultdict(list)
    for seat in seats:
        clubs[seat.match_id].append(seat.entry.club_id)
    assert len({seat.entry_id for seat in seats}) == len(seats) == Entry.objects.filter(tournament=tournament).count()
    assert [pair for pair in clubs.values() if len(pair) == 2 and pair[0] and pair[0] == pair[1]] == []


@pytest.mark.parametrize(
    "size",
    [
        pytest.param({"places": 6, "pairs": 11, "singles": 3, "withdrawals": 5}, id="11 pairs"),
        pytest.param({"places": 64, "pairs": 128, "singles": 9, "withdrawals": 40}, id="128 pairs", marks=pytest.mark.proof),
    ],
)
def test_five_clubs_for_half_as_many_places(director, director_client, size):
    tournament, own, asked = play_five_clubs(director, director_client, **size)
    check_nobody_is_lost(tournament, own, asked)
    pair_singles(tournament, director_client)
    left = Enrolment.objects.filter(tournament=tournament, looking=True, state="placed", entry__isnull=True).count()
    assert (count_places(tournament).taken, left < 2) == (size["places"], True)
    draw_apart(tournament, director)

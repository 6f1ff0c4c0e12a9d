"""A long season with new partners every evening stays answerable, small on the screen and legible on paper."""

import random

import pytest
from django.test import Client

from tests.pages import read_page
from tests.paper.reading import joined_runs, read
from tests.scoring.builders import build_user
from tests.scoring.seasons import build_evening, build_season

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
FIRST = [
    "Mario",
    "Lucia",
    "Elena",
    "Nicola",
    "Anna",
    "Berta",
    "Carla",
    "Dora",
    "Paolo",
    "Paola",
    "Gino",
    "Ida",
    "Franco",
    "Luca",
    "Luigi",
    "Giulia",
    "Marta",
    "Marco",
    "Piero",
    "Rosa",
]
LAST = [
    "Rossi",
    "Neri",
    "Piras",
    "Fois",
    "Serra",
    "Bianchi",
    "Montanari",
    "Lucchi",
    "Casadei",
    "Ricci",
    "Gallo",
    "Conti",
    "Greco",
    "Costa",
    "Fontana",
    "Caruso",
    "Ferri",
    "Villa",
]
CLUBS = [f"Bar {name}" for name in ("Sport", "Centrale", "Italia", "Roma", "Stella", "Porto")]
MOST_QUESTIONS, MOST_BYTES, LEAST_POINTS = 30, 300_000, 6.0


def build_mixed_evening(number, people, rng):
    """Everybody with a new partner, for whichever club; one name in a hundred is cut short or turned."""
    shuffled = rng.sample(people, len(people))
    written = [rng.choice((name[:-1], " ".join(reversed(name.split())))) if rng.random() < 0.01 else name for name in shuffled]
    pairs = zip(written[::2], written[1::2], strict=True)
    return build_evening(f"Serata {number}", number, *(f"{first} / {second}, {rng.choice(CLUBS)}" for first, second in pairs))


@pytest.mark.parametrize(("evenings", "persons"), [(4, 20), pytest.param(20, 200, marks=pytest.mark.proof)])
def test_new_partners_every_evening(evenings, persons):
    rng = random.Random("season")
    people = rng.sample([f"{first} {last}" for first in FIRST for last in LAST], persons)
    build_season(*(build_mixed_evening(number, people, rng) for number in range(1, evenings + 1)))
    desk = Client()
    desk.force_login(build_user("director"))
    pages = {address: desk.get(f"/seasons/winter/{address}") for address in ("", "desk/", "desk/people/")}
    assert {address: len(page.content) for address, page in pages.items() if len(page.content) > MOST_BYTES} == {}
    page = read_page(pages["desk/people/"])
    apart = [box for box in page.find_all("input[value=apart]") if "checked" not in box]
    questions = len(apart) + len(page.find_all(".season-namesakes"))
    assert questions <= MOST_QUESTIONS
    printed = read(desk.get("/seasons/winter/desk/ranking.pdf").content)
    assert len(printed) <= 2 + persons // 25
    assert min(run.size for sheet in printed for run in joined_runs(sheet)) >= LEAST_POINTS

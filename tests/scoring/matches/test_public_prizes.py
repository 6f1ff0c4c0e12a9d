"""If this fails, players no longer read what is won once the evening has begun, or the public reads what things cost or was never told."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import PaperStyle
from tests.pages import read_page
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db
PRIZE_LIST = "1: prosciutto (80 €) · Salumeria Rossi\n2–3: 30 €\nDonne:\nforma di pecorino"
IN_WORDS = ["1: prosciutto · Salumeria Rossi", "2–3: 30 €", "Donne, 1: forma di pecorino"]


def read_prizes_on(name, tournament):
    section = read_page(Client().get(reverse(name, args=[tournament.slug]))).find_all("section[aria-labelledby=prizes]")
    return [line.text.strip() for part in section for line in part.find_all("li, div")]


@pytest.mark.parametrize(
    ("announced", "prize_list", "shown"),
    [
        ("Due prosciutti\nVino", "", ["Due prosciutti", "Vino"]),
        ("1. Due prosciutti\n2. Vino", PRIZE_LIST, ["1. Due prosciutti", "2. Vino"]),
        ("", PRIZE_LIST, IN_WORDS),
        ("", "", []),
    ],
)
def test_the_prizes_are_read_from_the_first_round_to_the_final_list(announced, prize_list, shown):
    stage = found_stage(4, public=True)
    tournament = stage.tournament
    Announcement.objects.create(tournament=tournament, prizes=announced)
    PaperStyle.objects.create(tournament=tournament, prizes=prize_list)
    round_ = draw_and_publish(stage)
    assert read_prizes_on("tournaments:public", tournament) == shown
    close(play_round(round_))
    close(play_round(draw_and_publish(stage)))
    Tournament.objects.update(state="finished")
    assert read_prizes_on("tournaments:public", tournament) == shown
    assert read_prizes_on("scoring:public_final", tournament) == shown

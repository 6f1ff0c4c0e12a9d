"""Pools, then a knockout of the best two of each: planned, drawn, published and closed by the browser; the tables play by the services."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
NAME = re.compile(r"Rossi\d")
PLAY = """
import random
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.ledger.appending import build_staff_actor
from desk.rehearsal.playing import simulate_results
from tournaments.models import Round, StaffRole, Tournament
tournament = Tournament.objects.get(slug="{slug}")
Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
director = StaffRole.objects.get(tournament=tournament, role="director").user
helper, _made = User.objects.get_or_create(username="helper")
StaffRole.objects.get_or_create(tournament=tournament, user=helper, defaults={{"role": "assistant"}})
playing = Round.objects.get(stage__tournament=tournament, state="published")
people = {{"enterer": build_staff_actor(helper), "confirmer": build_staff_actor(director)}}
simulate_results(playing, **people, rng=random.Random(playing.pk), at=timezone.now(),
                 prefix=f"journey-{{playing.pk}}")
print("played")
"""


def play_tables(director: Director) -> None:
    assert "played" in director.desk.manage("shell", "-c", PLAY.format(slug=director.slug))


def play_stage(director: Director, stage: int, rounds: int) -> None:
    """Draw, publish, let the tables play, close; round after round."""
    page = director.page
    for number in range(1, rounds + 1):
        director.open(f"stages/{stage}/")
        director.press(re.compile("^(Draw|Prepare)"))
        director.sees("Change by hand")
        director.publish()
        play_tables(director)
        director.open(f"stages/{stage}/rounds/{number}/close/")
        director.press(re.compile("^Close "))
        expect(page.get_by_text(re.compile(f"Round (“.+”|{number}) is closed"))).to_be_visible()


def test_pools_then_a_knockout(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Gironi e tabellone")
    director.bring_in("\n".join(f"Rossi{number} / Bianchi{number}" for number in range(1, 9)))
    director.accept("Import 8 entries")
    director.add_stage("Pools (round robin)")

    director.open("stages/new/")
    director.press("Choose Knockout")
    expect(page.get_by_label("Who plays")).to_have_value("1")
    expect(page.get_by_label("The first of every pool")).to_have_value("2")
    page.get_by_label("The first of every pool").fill("")
    director.press("Add this stage")
    expect(page.get_by_text("Choose how many go on")).to_be_visible()
    page.get_by_label("The first of every pool").fill("2")
    director.press("Add this stage")
    picture = page.get_by_role("img", name="The order of the stages")
    expect(picture).to_contain_text("the first 2 of each pool")
    expect(picture).to_contain_text("4 entries")

    expect(page.get_by_text("when its last round is closed")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^(Draw|Prepare)"))).to_have_count(0)

    director.open("stages/1/scheme/")
    page.get_by_label("Fifth tie-break").select_option("lots")
    director.press("Count like this")
    expect(page.get_by_text("Saved: the standings count this way from now on")).to_be_visible()

    play_stage(director, stage=1, rounds=3)
    director.open("standings/?stage=1")
    pools = [table.locator("tbody tr").all_inner_texts() for table in page.locator(".standings table").all()]
    through = {name for rows in pools for name in NAME.findall(" ".join(rows[:2]))}
    assert (len(pools), len(through)) == (2, 4)

    play_stage(director, stage=2, rounds=2)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Standings")
    director.open("stages/2/")
    assert set(NAME.findall(" ".join(page.locator("tbody tr").all_inner_texts()))) == through
    director.open()
    expect(page.get_by_text("finished").first).to_be_visible()

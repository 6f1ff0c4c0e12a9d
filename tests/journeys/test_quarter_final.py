"""A quarter-final typed for the wrong side, found after the semi-finals were published: the evening still ends right."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk, open_desk
from tests.journeys.director import Director
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
PREPARE = """
from django.contrib.auth.models import User
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round
stage = found_stage(8, name="Quarti", public=True)
close(play_round(draw_and_publish(stage)))
draw_and_publish(stage)
print("slug:", stage.tournament.slug)
"""
CORRECT = """
from tests.scoring.corrected import turn_result
from tournaments.models import Match
turn_result(Match.objects.get(round__stage__tournament__slug="{slug}", round__number={round}, position=1))
print("turned")
"""
PLAY = """
from tests.scoring.corrected import play_round
from tournaments.models import Round
play_round(Round.objects.get(stage__tournament__slug="{slug}", state="published"))
print("played")
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("quarter") / "data", prepared_data) as opened:
        yield opened


def run(director: Director, program: str, **values: object) -> str:
    return director.desk.manage("shell", "-c", program.format(slug=director.slug, **values))


def read_bracket(director: Director) -> list[str]:
    director.page.goto(f"{director.desk.url}/tournaments/{director.slug}/bracket/")
    return director.page.locator(".bracket .name").all_text_contents()


def clean(page: Page) -> None:
    assert obstacles(page) == []


def test_a_corrected_quarter_final_reaches_the_final(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    found = re.search(r"slug: (\S+)", desk.manage("shell", "-c", PREPARE))
    assert found
    director.slug = found[1]
    let_the_winner_sit_down(director)
    play_the_semifinals(director)
    publish_the_final_twice(director)
    reopen_a_semifinal(director)


def let_the_winner_sit_down(director: Director) -> None:
    page = director.page
    assert "turned" in run(director, CORRECT, round=1)
    director.open()
    expect(page.get_by_text("1 seat contradicts the results.")).to_be_visible()
    director.open("stages/1/rounds/2/close/")
    expect(page.get_by_text("who plays “Knockout” contradicts the results")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Close"))).to_have_count(0)

    page.get_by_role("link", name="To decide").last.click()
    expect(page.get_by_role("button", name=re.compile("^Seat 2"))).to_be_visible()
    clean(page)
    director.press(re.compile("^Seat 2"))
    expect(page.get_by_text("Fill this in").first).to_be_visible()
    page.get_by_label("Reason").fill("typed for the wrong side")
    director.press(re.compile("^Seat 2"))
    expect(page.get_by_text("The seats follow the results. New sheets: table 1.")).to_be_visible()
    expect(page.get_by_text("Nothing to decide")).to_be_visible()
    assert any("002" in name for name in read_bracket(director)[8:])


def play_the_semifinals(director: Director) -> None:
    assert "played" in run(director, PLAY)
    director.close_round(2)
    director.draw_next_round()
    director.publish()


def publish_the_final_twice(director: Director) -> None:
    page = director.page
    director.open("stages/1/rounds/3/unpublish/")
    expect(page.get_by_text("Nothing is entered in this round")).to_be_visible()
    clean(page)
    page.get_by_label("Reason").fill("too early")
    director.press("Unpublish round “Final”")
    expect(page.get_by_text("Round “Final” is a draft again")).to_be_visible()
    director.publish()
    assert "played" in run(director, PLAY)
    director.close_round(3)

    director.open("final/")
    places = page.locator("tbody td:first-child").all_text_contents()
    assert places == ["1", "2", "3", "4", "5=", "5=", "5=", "5="]
    clean(page)


def reopen_a_semifinal(director: Director) -> None:
    page = director.page
    assert "turned" in run(director, CORRECT, round=2)
    director.open()
    sees_provisional = page.get_by_text("Provisional: a result is being checked")
    expect(sees_provisional).to_be_visible()
    director.open("print/certificates.pdf")
    expect(page.get_by_text("Not printed: places can still change.")).to_be_visible()
    director.open("to-decide/")
    expect(page.get_by_role("button", name="Play it again")).to_have_count(2)
    page.get_by_label("Reason").first.fill("agreed by all four")
    page.get_by_role("button", name="Let it stand").first.click()
    expect(page.get_by_role("button", name="Let it stand")).to_have_count(0)  # one pair cannot play for places 1 and 3
    director.open()
    expect(page.get_by_role("heading", name="All stages are played")).to_be_visible()
    expect(sees_provisional).to_have_count(0)

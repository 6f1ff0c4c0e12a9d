"""A season of twenty evenings with new partners every time: who is who in one answer, the last evening, the rule, the list on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.proof]
PREPARE = """
import random
from tests.scoring.seasons import build_evening, build_season
from tournaments.models import Tournament
firsts, lasts = ("Mario", "Lucia", "Elena", "Nicola", "Anna", "Gino"), ("Rossi", "Neri", "Piras", "Fois", "Serra")
people = [f"{first} {last}" for last in lasts for first in firsts]
evenings, chance = [], random.Random(20)
for number in range(1, 21):
    drawn = chance.sample(people, len(people))
    if number == 7:
        drawn = ["Rossi Mario" if name == "Mario Rossi" else "Lucia Nerri" if name == "Lucia Neri" else name for name in drawn]
    pairs = [f"{first} / {second}, Bar {chance.choice('ABC')}" for first, second in zip(drawn[::2], drawn[1::2])]
    evenings.append(build_evening(f"Serata {number}", number, *pairs))
build_season(*evenings[:19], public=True)
print("ready")
"""


def test_a_season_of_twenty_evenings(page: Page, desk: Desk):
    assert "ready" in desk.manage("shell", "-c", PREPARE)
    director = Director(page, desk)
    director.log_in()
    play_season(director)


def play_season(director: Director) -> None:
    say_who_is_who(director)
    add_the_last_evening(director)
    change_the_rule(director)
    read_what_everybody_gets(director)


def open_season(director: Director, path: str = "") -> None:
    director.page.goto(f"{director.desk.url}/seasons/winter/{path}")


def say_who_is_who(director: Director) -> None:
    """A name that was turned is recognised, one that was misspelt is asked: one answer, and thirty people in the ranking."""
    page = director.page
    open_season(director, "desk/")
    page.get_by_role("link", name=re.compile("One question about names")).click()
    expect(page.get_by_label("One and the same")).to_be_visible()
    assert obstacles(page) == []
    page.get_by_label("One and the same").check()
    director.press("Save the answers")
    expect(page.get_by_label("One and the same")).to_have_count(0)
    open_season(director, "desk/")
    expect(page.get_by_text("choose who is who")).to_have_count(0)
    expect(page.locator("table tbody tr")).to_have_count(30)
    expect(page.get_by_role("row", name=re.compile("Lucia Neri .*19"))).to_be_visible()


def add_the_last_evening(director: Director) -> None:
    page = director.page
    open_season(director, "desk/")
    evening = page.locator("select[name=tournament] option").filter(has_text="Serata 20")
    page.locator("select[name=tournament]").select_option(evening.get_attribute("value"))
    director.press("Add to the season")
    expect(page.locator(".season-evenings li")).to_have_count(20)
    page.get_by_role("button", name="Count it as a final").last.click()
    expect(page.get_by_text("★ final", exact=True)).to_be_visible()


def change_the_rule(director: Director) -> None:
    """Points that rise are refused with what was typed; then the best ten count, and the final always."""
    page = director.page
    open_season(director, "desk/settings/")
    page.get_by_label("Points by place").fill("5 6")
    page.get_by_label("Evenings that count").fill("10")
    page.get_by_label("always counts, as one of the best").check()
    director.press("Count like this")
    expect(page.get_by_role("alert")).to_contain_text("A lower place must not give more points than a higher one: 6 comes after 5")
    expect(page.get_by_label("Evenings that count")).to_have_value("10")
    page.get_by_label("Points by place").fill("15 12 10 8 6 5 4 3 2 1")
    director.press("Count like this")
    expect(page.get_by_role("heading", name="Evenings", exact=True)).to_be_visible()


def read_what_everybody_gets(director: Director) -> None:
    """On the public page, on paper and in the list: ten evenings count, the last of them the final, ties are shared."""
    page = director.page
    open_season(director)
    assert obstacles(page) == []
    rows = page.locator("table tbody tr")
    expect(rows).to_have_count(30)
    points = [float(row.locator("td").nth(1).inner_text().replace("½", ".5")) for row in rows.all()]
    assert points == sorted(points, reverse=True)
    answer = page.request.get(f"{director.desk.url}/seasons/winter/desk/ranking.csv")
    lines = answer.body().decode("utf-8-sig").splitlines()
    head, first = (dict(enumerate(line.split(";"))) for line in lines[:2])
    assert (head[1], head[len(head) - 1], len(first[len(head) - 1].split(", "))) == ("Tied", "Not counted", 10)
    paper = page.request.get(f"{director.desk.url}/seasons/winter/desk/ranking.pdf")
    assert paper.body().startswith(b"%PDF")

"""A page that somebody follows at home while it goes away, or the evening begins and ends. If this failed, who only reads would be told to
press a button again, or that a tournament with a winner is in preparation.
"""

import pytest
from playwright.sync_api import Browser, expect

from tests.desks import Desk
from tests.journeys.test_late_phones import DRAW_AGAIN, SMALL, run

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
FOUND = """
from tests.scoring.corrected import draw_and_publish, found_stage
stage = found_stage(4, public=True)
print(stage.tournament.slug, draw_and_publish(stage).matches.get(position=1).code)
"""
CLOSE = """
from tournaments.models import Tournament
Tournament.objects.filter(slug="{slug}").update(public=False)
"""


@pytest.mark.parametrize("has_htmx", [True, False], ids=["today", "phone of 2019"])
def test_who_follows_a_match_that_is_unpublished_reads_why_it_is_gone(browser: Browser, desk: Desk, has_htmx: bool):
    slug, code = run(desk, FOUND).split()
    context = browser.new_context(viewport=SMALL, locale="en-GB")
    if not has_htmx:
        context.route("**/htmx*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    match, results = context.new_page(), context.new_page()
    match.goto(f"{desk.url}/tournaments/{slug}/matches/{code}/")
    results.goto(f"{desk.url}/tournaments/{slug}/results/")
    run(desk, DRAW_AGAIN.format(slug=slug))
    match.bring_to_front()
    expect(match.get_by_text("This match was unpublished")).to_be_visible()
    expect(match.get_by_role("button", name="To the tournament")).to_be_visible()
    expect(results.locator(".match-list a").first).to_be_visible()
    run(desk, CLOSE.format(slug=slug))
    results.bring_to_front()
    expect(results.get_by_role("heading", name="There is no such page")).to_be_visible()
    expect(results.locator("#answer-banner")).to_be_hidden()
    context.close()


BEGUN = """
from tests.scoring.corrected import draw_and_publish, found_stage
stage = found_stage(4, public=True, name="Seguita")
print(stage.tournament.slug)
"""
PUBLISH = """
from tests.scoring.corrected import close, draw_and_publish, play_round
from tournaments.models import Stage
stage = Stage.objects.select_related("tournament").get(tournament__slug="{slug}")
draw_and_publish(stage)
"""
PLAY = """
from tests.scoring.corrected import enter_result
from tournaments.models import Match
for match in Match.objects.filter(round__stage__tournament__slug="{slug}"):
    enter_result(match, 0)
"""


def test_pages_that_were_open_before_the_first_round_follow_the_evening(browser: Browser, desk: Desk):
    slug = run(desk, BEGUN)
    context = browser.new_context(viewport=SMALL, locale="en-GB")
    front, standings, final = (context.new_page() for _page in range(3))
    for page, path in ((front, ""), (standings, "standings/"), (final, "final/")):
        page.goto(f"{desk.url}/tournaments/{slug}/{path}")
    expect(front.locator(".page-head").first).to_contain_text("in preparation")
    run(desk, PUBLISH.format(slug=slug))
    expect(front.locator(".page-head").first).to_contain_text("in progress")
    expect(standings.get_by_text("No results yet")).to_be_visible()
    run(desk, PLAY.format(slug=slug))
    expect(standings.get_by_text("No results yet")).to_be_hidden()
    expect(final.get_by_text("places can still change")).to_be_visible()
    context.close()

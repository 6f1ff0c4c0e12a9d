"""A page that somebody follows at home while it goes away. If this failed, who only reads would be told to press a button again."""

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

"""A phone at a table waits for news: its requests are counted while its own clock runs ahead, and where the desk cannot hold them."""

import re
from collections import Counter
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.test_table_phones import enter, phones, slips

__all__ = ["phones", "slips"]

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
HOLD_SECONDS = 25
MOST_A_MINUTE = 4
TAKEN_IN = """
() => new Promise((done) => {
  const next = new MessageChannel();
  let turns = 5;
  next.port1.onmessage = () => { turns -= 1; if (turns) next.port2.postMessage(0); else done(); };
  next.port2.postMessage(0);
})
"""
"""A few turns of the page's loop, which its clock does not stop."""


@dataclass
class VersionAnswers:
    """The desk's part: answers a question with what was seen, after so many seconds of the page's clock."""

    page: Page
    held: int
    asked: Counter[str] = field(default_factory=Counter)
    waiting: list[tuple[int, Route]] = field(default_factory=list)
    now: int = 0

    def watch(self) -> None:
        self.page.route("**/t/stamp/**", self._take)
        self.page.route("**/t/match/", self._count)

    def _count(self, route: Route) -> None:
        self.asked["page"] += 1
        route.continue_()

    def _take(self, route: Route) -> None:
        self.asked["version"] += 1
        self.waiting.append((self.now + self.held, route))

    def run(self, seconds: int) -> int:
        """How many requests come while the page's clock runs for so long."""
        self.asked.clear()
        for _second in range(seconds):
            self.now += 1
            self.page.clock.run_for(1000)
            for due, route in list(self.waiting):
                if due <= self.now:
                    self.waiting.remove((due, route))
                    seen = re.search(r"seen=([^&]+)", route.request.url)
                    route.fulfill(status=200, content_type="text/plain", body=seen[1] if seen else "")
                    self.page.evaluate(TAKEN_IN)
        return sum(self.asked.values())


@pytest.mark.parametrize("held", [HOLD_SECONDS, 0], ids=["held", "answered at once"])
def test_an_idle_phone_asks_four_times_a_minute_at_most(phones: list[Page], held: int):
    page = phones[0]
    page.clock.install()
    answers = VersionAnswers(page, held)
    answers.watch()
    page.reload()
    answers.run(240 if held == 0 else 30)
    assert 0 < answers.run(180) <= 3 * MOST_A_MINUTE


def test_a_hand_arrives_where_no_question_is_held(phones: list[Page]):
    """Questions without `seen` are answered at once, as an older desk does."""
    ours, theirs = phones
    theirs.route("**/t/stamp/**", lambda route: route.continue_(url=route.request.url.split("?")[0]))
    theirs.reload()
    enter(ours, "45")
    expect(theirs.get_by_text("from 0–0 to 0–10")).to_be_visible()


def test_a_hand_arrives_after_a_proxy_refused_the_question(phones: list[Page]):
    ours, theirs = phones
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=504)

    theirs.route("**/t/stamp/**", refuse, times=2)
    theirs.reload()
    enter(ours, "45")
    expect(theirs.get_by_text("from 0–0 to 0–10")).to_be_visible()
    assert refused

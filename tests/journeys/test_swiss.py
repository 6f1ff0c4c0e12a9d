"""Swiss of five rounds in a bar: somebody does not come, somebody leaves, somebody comes late. The browser does everything."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.proof]
ROUNDS = 5
PAIRS = 12
TIES = ["games_ratio", "direct_encounter", "nothing", "nothing"]
PROVE = """
import json
from collections import Counter
from scoring.standings.finished_matches import read_finished_matches
from scoring.standings.stored import compute_standings, read_entrant_ids
from tests.faults.recounting import Rules, recount
from tournaments.draws.publishing import replay_draw
from tournaments.models import Draw, Entry, Match, Stage
stage = Stage.objects.get(tournament__slug="{slug}")
numbers = dict(Entry.objects.filter(tournament=stage.tournament).values_list("pk", "number"))
matches = list(Match.objects.filter(round__stage=stage).select_related("result").prefetch_related("seats"))
seated = [tuple(sorted(numbers[seat.entry_id] for seat in match.seats.all())) for match in matches]
met = Counter(who for who, match in zip(seated, matches) if match.kind == "bye" or match.result.outcome == "played")
told = list(compute_standings(stage).lines)
scheme = stage.scheme
ties = [scheme[f"tie_break_{{place}}"] for place in range(1, 9) if scheme[f"tie_break_{{place}}"] != "nothing"]
counted = recount(read_entrant_ids(stage), read_finished_matches(stage).results, Rules(scheme["points"], ties, scheme["bye"]))
print(json.dumps({{
    "met_again": [who for who, times in met.items() if times > 1],
    "rests": sum(len(who) == 1 for who in met),
    "matches": {{number: sum(number in who for who in seated) for number in numbers.values()}},
    "proven": [replay_draw(draw).proven for draw in Draw.objects.filter(round__stage=stage)],
    "standings": [[line.rank, numbers[line.entrant], line.points] for line in told],
    "recount": [[rank, numbers[entry], points] for rank, entry, points in counted],
    "finished": stage.state,
}}))
"""


def new_evening(director: Director) -> None:
    page = director.page
    director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Svizzero del bar")
    director.bring_in("\n".join(f"Rossi{number} / Bianchi{number}" for number in range(1, PAIRS + 1)))
    director.accept(f"Import {PAIRS} entries")
    director.open("stages/new/")
    director.press("Choose Swiss system")
    page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    director.press("Add this stage")
    director.sees("Who plays")
    director.open("stages/1/scheme/")
    for label, key in zip(("First", "Second", "Third", "Fourth", "Fifth"), [*TIES, "nothing"], strict=True):
        page.get_by_label(f"{label} tie-break").select_option(key)
    director.press("Count like this")
    expect(page.get_by_text("Saved: the standings count this way from now on")).to_be_visible()


def at_the_door(director: Director, missing: int) -> None:
    """By keyboard: the number, Enter, Enter. Who is missing is drawn all the same: they telephoned."""
    page = director.page
    director.open("check-in/")
    for number in (1, 2):
        expect(page.locator("#q")).to_be_focused()
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        expect(page.locator("button:focus")).to_have_text("Here")
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"{number} Rossi{number} – Bianchi{number}: here.")).to_be_visible()
    director.press(re.compile("All 10 missing have arrived"))
    expect(page.get_by_text("10 more checked in.")).to_be_visible()
    page.locator("li", has_text=f"Rossi{missing} ").get_by_role("button", name="not here").click()
    expect(page.get_by_text(f"Bianchi{missing}: not here.")).to_be_visible()
    director.open("stages/1/")
    expect(page.get_by_text("1 entry not checked in")).to_be_visible()
    director.press("Draw everybody anyway")
    director.sees("Change by hand")


def addresses(director: Director) -> list[str]:
    """Of the matches of the round, as the tiles of the board open them."""
    director.open("results/")
    return [str(link.get_attribute("href")) for link in director.page.locator(".tile a[data-tile]").all()]


def play(director: Director, number: int, absent: str = "") -> None:
    """Every table sends its result, later most of them to a colleague; where `absent` should play, the other side wins unplayed."""
    page = director.page
    for place, address in enumerate(addresses(director)):
        winner = (place + number) % 2
        result = {f"games_{winner}": "2", f"games_{1 - winner}": str(place % 2)}
        if number > 1 and place:
            director.colleague.enter(address, "match", result)
            continue
        page.goto(f"{director.desk.url}{address}?kind=match")
        names = director.names_at_table()
        if absent and any(absent in name for name in names):
            there = next(name for name in names if absent not in name)
            page.get_by_text("More", exact=True).click()
            director.press(f"walk-over for {there}")
            expect(page.locator(".match-state")).to_contain_text("not confirmed")
            continue
        director.type_hand(result)
        director.confirm()


def come_late(director: Director, persons: tuple[str, str]) -> None:
    page = director.page
    director.open("entries/add/")
    for place, name in enumerate(persons):
        page.locator(f"[name=person_{place}]").fill(name)
    director.press(re.compile("^Add entry$"))
    expect(page.get_by_text("Plays from round 2 on")).to_be_visible()
    director.press("Admit")
    expect(page.get_by_text("plays “Swiss system”")).to_be_visible()


def leave(director: Director, number: int) -> None:
    director.open(f"entries/{number}/")
    director.press("Withdraw this entry")
    expect(director.page.get_by_text("has withdrawn and is left out of the next draws")).to_be_visible()


def test_five_rounds_with_a_no_show_a_late_entry_and_a_withdrawal(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    new_evening(director)
    for number in range(1, ROUNDS + 1):
        if number == 1:
            at_the_door(director, missing=7)
        else:
            director.draw_next_round()
        director.publish()
        play(director, number, absent="Rossi7 " if number == 1 else "")
        director.close_round(number)
        if number == 1:
            come_late(director, ("Verdi Tarda", "Neri Tarda"))
        if number == 3:
            leave(director, 2)
    director.open("standings/")
    expect(page.locator("tbody tr")).to_have_count(PAIRS + 1)

    told = json.loads(desk.manage("shell", "-v", "0", "-c", PROVE.format(slug=director.slug)).strip().splitlines()[-1])
    played = {int(number): times for number, times in told.pop("matches").items()}
    assert told.pop("standings") == told.pop("recount")
    assert played == {number: {2: 3, PAIRS + 1: ROUNDS - 1}.get(number, ROUNDS) for number in range(1, PAIRS + 2)}
    assert told == {"met_again": [], "rests": 2, "proven": [True] * ROUNDS, "finished": "finished"}

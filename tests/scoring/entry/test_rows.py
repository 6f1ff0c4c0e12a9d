"""Rows of a sheet that arrive together: each is saved once, under its own key, up to the first that cannot be."""

import json
import random
from itertools import islice

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from desk.rehearsal.playing import SURE, generate_events
from rules import game_by_key
from rules.events import MatchScore
from scoring.entry.outcomes import Created, Rejected
from scoring.entry.rows import submit_events
from scoring.entry.services import submit_event
from scoring.ledger.appending import build_submission
from scoring.models import Draft, LedgerEntry, MatchResult
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor, build_match, build_round, build_tournament, build_user
from tests.scoring.entry.test_entry_pages import address
from tests.scoring.hands import fresh_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db):
    game = game_by_key("marafon")
    options = game.preset_options("tournament-41")
    return build_round(build_tournament(game_key=game.key, rules=game.options_to_json(options), one_person=True)).matches.get()


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(build_user())
    return client


def build_row(points: str) -> dict[str, object]:
    return {"key": fresh_key(), "boxes": {"points_0": points}}


def send(desk, match, rows, version=0, status=201):
    first, *following = rows
    values = {"kind": "hand", "version": str(version), "key": first["key"], "typed": " ".join(first["boxes"]), **first["boxes"]}
    if following:
        values["following"] = json.dumps(following)
    answer = desk.post(address("enter_hand", match), values, headers={"accept": "application/json"})
    assert answer.status_code == status, answer.content
    return answer.json()


def read_points() -> list[int]:
    return [json.loads(entry.payload)["event"]["points"][0] for entry in LedgerEntry.objects.order_by("seq")]


def test_rows_that_come_together_are_saved_in_their_order(desk, match):
    answer = send(desk, match, [build_row(points) for points in ("7", "4", "9")])
    assert (answer["saved"], answer["version"], len(answer["rows"]), answer["next"]["number"]) == (True, 3, 3, 4)
    assert read_points() == [7, 4, 9]
    assert MatchResult.objects.get().summary["score"] == [20, 13]


def count_columns(part):
    """Of each row of a table, how many columns its cells cover."""
    return [sum(int(cell.attributes.get("colspan", 1)) for cell in row.find_all("th, td")) for row in part.find_all("tr")]


def test_a_row_and_the_line_above_a_game_are_as_wide_as_the_sheet(desk, match):
    (head,) = count_columns(read_page(desk.get(address("match", match))).find(".hand-grid thead"))
    answers = [send(desk, match, [build_row("9")], version) for version in range(5)]
    assert [count_columns(read_page(answer["rows"][0])) for answer in answers] == [[head, head], *[[head]] * 4]
    assert count_columns(read_page(answers[-1]["game"])) == [head]


def test_together_or_one_by_one_the_ledger_says_the_same(desk, match):
    send(desk, match, [build_row(points) for points in ("7", "4")])
    together = [(entry.kind, entry.payload, entry.match_version) for entry in LedgerEntry.objects.order_by("seq")]
    for version in (2, 3):
        desk.post(address("undo", match), {"version": str(version), "key": fresh_key()})
    for version, points in ((4, "7"), (5, "4")):
        send(desk, match, [build_row(points)], version)
    apart = [(entry.kind, entry.payload) for entry in LedgerEntry.objects.filter(match_version__gt=4).order_by("seq")]
    assert [entry[:2] for entry in together] == apart


def test_a_row_that_cannot_be_stops_those_behind_it_and_not_those_before(desk, match):
    answer = send(desk, match, [build_row(points) for points in ("7", "99", "4")], status=422)
    assert (answer["saved"], answer["version"], len(answer["rows"])) == (False, 1, 1)
    assert "99" in answer["message"]
    assert read_points() == [7]


def test_rows_whose_answer_was_lost_are_saved_once_with_whatever_they_come_again(desk, match):
    first, second, third = (build_row(points) for points in ("7", "4", "9"))
    send(desk, match, [first, second])
    answer = send(desk, match, [first, second, third], status=200)
    assert (answer["saved"], answer["version"], len(answer["rows"])) == (True, 2, 1)
    answer = send(desk, match, [second, third], version=2, status=200)
    assert (answer["saved"], answer["version"], len(answer["rows"])) == (True, 2, 1)
    answer = send(desk, match, [third], version=2)
    assert (answer["saved"], answer["version"]) == (True, 3)
    assert read_points() == [7, 4, 9]


def test_a_row_under_a_key_that_said_something_else_is_refused(desk, match):
    first = build_row("7")
    send(desk, match, [first])
    answer = send(desk, match, [{**first, "boxes": {"points_0": "8"}}], version=1, status=422)
    assert "already sent" in answer["message"]
    assert read_points() == [7]


def test_of_two_people_who_type_at_once_the_second_keeps_the_first_row(desk, match):
    send(desk, match, [build_row("7")])
    answer = send(desk, match, [build_row("4"), build_row("9")], status=200)
    assert answer["go"] == address("conflict", match, Draft.objects.get().pk)
    assert read_points() == [7]


def test_nothing_follows_the_row_that_decides_the_match(desk, match):
    version = 0
    for _row in range(9):
        version = send(desk, match, [build_row("9")], version)["version"]
    answer = send(desk, match, [build_row("9"), build_row("9"), build_row("3")], version)
    assert (answer["decided"], len(answer["rows"])) == (True, 1)
    assert answer["confirm"] == address("confirm", match)


def test_a_further_row_costs_a_third_of_the_first(desk, match):
    def count_queries(*points: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            send(desk, match, [build_row(text) for text in points], MatchResult.objects.get().version)
        return len(captured)

    send(desk, match, [build_row("7")])
    single, triple = count_queries("4"), count_queries("3", "9", "5")
    assert (triple - single) / 2 <= single / 3


@pytest.mark.parametrize(
    "following", ["no", "{}", "[1]", '[{"key": "a"}]', '[{"key": "a", "boxes": {"points_0": 7}}]', '[{"key": "", "boxes": {}}]']
)
def test_what_no_script_of_ours_sends_is_refused(desk, match, following):
    values = {"kind": "hand", "version": "0", "key": fresh_key(), "points_0": "7", "following": following}
    answer = desk.post(address("enter_hand", match), values, headers={"accept": "application/json"})
    assert answer.status_code == 400
    assert read_points() == []


def play_same_match(enter_lines, tournament):
    """The first hands of a match of its own, entered by `enter_lines`: what the ledger says, and the result."""
    match = build_match(tournament.stages.get().rounds.get(), tournament.entries.count())
    lines = [
        (event, build_submission(build_actor(), f"{match.pk}-{number}", {}, NOW))
        for number, event in enumerate(islice(generate_events(match, random.Random("a match")), 4))
    ]
    outcomes = enter_lines(match, lines)
    entries = LedgerEntry.objects.filter(match=match).order_by("seq")
    result = MatchResult.objects.get(match=match)
    return [type(outcome) for outcome in outcomes], list(entries.values_list("kind", "payload", "match_version")), result.summary


def test_simulated_events_together_are_what_they_are_one_by_one(match):
    def enter_apart(match, lines):
        return [submit_event(match, event, origin=origin, version=None, override=SURE) for event, origin in lines]

    def enter_together(match, lines):
        return submit_events(match, lines, override=SURE)

    tournament = match.round.stage.tournament
    apart, together = (play_same_match(enter_lines, tournament) for enter_lines in (enter_apart, enter_together))
    assert apart == together
    assert apart[0] == [Created] * 4


def test_nothing_follows_a_simulated_event_that_is_not_saved(match):
    (hand, *_others) = generate_events(match, random.Random("a match"))
    events = enumerate((hand, MatchScore((3, 3)), hand))
    lines = [(event, build_submission(build_actor(), str(number), {}, NOW)) for number, event in events]
    saved, refused = submit_events(match, lines, override=SURE)
    assert (type(saved), type(refused)) == (Created, Rejected)
    assert list(LedgerEntry.objects.values_list("idempotency_key", flat=True)) == ["0"]

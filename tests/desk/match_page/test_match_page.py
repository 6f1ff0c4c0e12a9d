"""What stands around the boxes of a hand: who disputes, who calls, where the cursor begins."""

import json
import random
import re

import pytest
from django.test import Client

from rules import HandEntry, game_by_key, simulate
from scoring.confirmation.services import dispute_match
from scoring.matches.table_links import list_open_calls
from scoring.models import DirectorCall, LedgerEntry, MatchResult
from tests.pages import read_page
from tests.scoring.builders import NOW, build_match, build_round, build_tournament, build_user, origin
from tests.scoring.entry.test_entry_pages import address
from tests.scoring.hands import enter, fresh_key, typed, win
from tournaments.models import Round, Tournament


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(build_user())
    return client


def test_who_disputes_stands_above_the_match(desk, match):
    win(match)
    dispute_match(match, origin=origin(fresh_key()), version=None, words="the last trick was ours")
    page = read_page(desk.get(address("match", match)))
    said = page.text
    assert said.index("the last trick was ours") < said.index(page.find(".score.card").text)


def test_the_help_names_the_key_of_a_marafona_only_where_there_is_one(desk, match):
    marafon = build_match(build_round(build_tournament("marafon", game_key="marafon"), matches=0), 1)
    helps = [read_page(desk.get(address("match", one)).content.decode()).find("[data-help]").text for one in (match, marafon)]
    assert ["its marafona" in text for text in helps] == [False, True]


def test_the_place_of_a_match_breaks_behind_its_dots(desk, match):
    """In the narrow column of the console the line of the code began with the dot."""
    source = desk.get(address("match", match)).content.decode()
    place = source[source.index("match-place") :].partition("</p>")[0]
    assert re.findall(r"[ \n]\N{NO-BREAK SPACE}·", place) == []
    assert "\N{NO-BREAK SPACE}· <span" in place


def test_who_disputed_at_the_desk_withdraws_it_there_and_the_page_says_so(desk, match):
    win(match)
    sent = {"version": str(MatchResult.objects.get(match=match).version), "key": fresh_key()}
    desk.post(address("dispute", match), sent)
    page = read_page(desk.get(address("match", match)))
    assert page.find(f"form[action={address('withdraw', match)}]")
    sent = {"version": page.find("[data-version]")["data-version"], "key": fresh_key()}
    assert desk.post(address("withdraw", match), sent).status_code == 303
    page = read_page(desk.get(address("match", match)))
    assert "Dispute withdrawn" in page.find(".notice").text
    assert not page.find_all(f"form[action={address('withdraw', match)}]")


def test_a_hand_begins_with_what_must_be_written(db):
    game = game_by_key("marafon")
    match = build_round(build_tournament(game_key="marafon", rules=game.options_to_json(game.options_from({})))).matches.get()
    client = Client()
    client.force_login(build_user())
    boxes = read_page(client.get(address("match", match))).find_all("input[type=text][autofocus]")
    assert [box["name"] for box in boxes] == ["points_0"]


def test_the_cursor_stops_at_the_amico_after_a_chiamo_only(db):
    """The stops of the row, and those beside a choice; static/row.js reads both."""
    game = game_by_key("trionfo5")
    tournament = build_tournament(game_key="trionfo5", rules=game.options_to_json(game.options_from({})))
    match = build_match(build_round(tournament, matches=0), 1, sides=5)
    client = Client()
    client.force_login(build_user())
    boxes = read_page(client.get(address("match", match))).find_all("input[data-box], select[data-box]")
    stops = [box["data-box"] for box in boxes if "data-stop" in box]
    beside = {box["data-box"]: box["data-stop-with"] for box in boxes if box.attributes.get("data-stop-with")}
    assert (stops, beside) == (["bid", "declarer", "won"], {"amico": "bid=chiamo"})


def test_nothing_is_chosen_for_the_director_in_a_list_of_the_row(db):
    game = game_by_key("trionfo5")
    tournament = build_tournament(game_key=game.key, rules=game.options_to_json(game.options_from({})), one_person=True)
    match = build_match(build_round(tournament, matches=0), 1, sides=game.side_count)
    client = Client()
    client.force_login(build_user())
    lists = [
        (box["name"], box.find("option")["value"]) for box in read_page(client.get(address("match", match))).find_all("select[data-box]")
    ]
    assert ("bid", "") in lists
    assert {value for _, value in lists} == {""}


def test_nobody_waits_for_the_director_in_a_round_that_is_closed(match):
    DirectorCall.objects.create(match=match, side=0, called_at=NOW)
    assert [call.match for call in list_open_calls(match.round.stage.tournament)] == [match]
    Round.objects.update(state=Round.State.CLOSED)
    assert list_open_calls(match.round.stage.tournament) == ()


def test_a_row_that_is_taken_back_brings_what_was_chosen_in_its_list(db):
    """The row shows words; its boxes hold the choice itself, with the letters of the sides."""
    game = game_by_key("trionfo5")
    options = game.options_from({})
    tournament = build_tournament(game_key=game.key, rules=game.options_to_json(options), one_person=True)
    match = build_match(build_round(tournament, matches=0), 1, sides=game.side_count)
    hand = next(event for event in simulate.play_random_match(game, options, random.Random(5)) if isinstance(event, HandEntry))
    boxes = {name: text for name, text in game.typed_from(hand).items() if text}
    client = Client()
    client.force_login(build_user())
    values = {"kind": "hand", "version": "0", "key": fresh_key(), **boxes}
    answer = client.post(address("enter_hand", match), values, headers={"accept": "application/json"}).json()
    assert answer["saved"], answer
    typed = json.loads(read_page(answer["rows"][0]).find("[data-typed]")["data-typed"])
    assert typed["bid"] == boxes["bid"]
    assert set(typed) <= set(boxes)


def test_the_answer_to_the_last_row_says_where_the_match_is_confirmed(match, desk):
    tournament = match.round.stage.tournament
    tournament.one_person = True
    tournament.save()
    values = {"kind": "match", "games_0": "2", "games_1": "0", "version": "0", "key": fresh_key()}
    answer = desk.post(address("enter_event", match), values, headers={"accept": "application/json"}).json()
    assert answer["confirm"] == address("confirm", match)
    tournament.one_person = False
    tournament.save()
    undone = desk.post(address("undo", match), {"version": str(answer["version"]), "key": fresh_key()})
    assert undone.status_code == 303
    again = desk.post(
        address("enter_event", match), {**values, "version": "2", "key": fresh_key()}, headers={"accept": "application/json"}
    ).json()
    assert (again["saved"], again["decided"], again["confirm"]) == (True, True, "")


def test_a_saved_match_comes_with_its_tile(match, desk):
    """The board beside the match is not asked for as a whole."""
    Tournament.objects.update(one_person=True)
    win(match)
    sent = {"key": fresh_key(), "version": str(MatchResult.objects.get(match=match).version)}
    tiles = read_page(desk.post(address("confirm", match), sent, headers={"hx-request": "true"})).find_all(
        "li.tile[data-code][hx-swap-oob]"
    )
    assert [(tile["id"], tile["class"]) for tile in tiles] == [(f"table-{match.table}", "tile is-confirmed")]


@pytest.mark.parametrize(("language", "king"), [("it", "R"), ("en", "K")])
def test_a_sheet_is_compared_and_corrected_in_the_words_of_the_sheet(match, desk, language, king):
    """The letter of a side says who dealt, also where the record says which of its players; a card has its name in every language."""
    for seat in ("A1", "B1", "A2"):
        enter(match, typed(20, "K", seat))
    line = LedgerEntry.objects.order_by("seq")[2].seq
    headers = {"accept-language": language}
    boxes = read_page(desk.get(f"{address('match', match)}?correct={line}", headers=headers)).find("#correction").fields
    assert (boxes["dealer"], boxes["turned"]) == ("A", king)
    for written in (king, "re", "king"):
        typed_again = {f"line-{line}-dealer": "A", f"line-{line}-turned": written, f"line-{line}-total_0": "20"}
        assert desk.post(address("check", match), typed_again, headers=headers).context["wrong"] == 0
    for box, text in (("dealer", "B"), ("turned", "7"), ("turned", "x"), ("total_0", "21")):
        assert desk.post(address("check", match), {f"line-{line}-{box}": text}, headers=headers).context["wrong"] == 1


@pytest.mark.parametrize("winner", ["", "abc", "-1", "None", "2", "99999"])
def test_a_match_is_given_to_nobody_by_mistake(desk, match, winner):
    answer = desk.post(address("give_match", match), {"version": 0, "key": "k", "winner": winner})
    assert (answer.status_code, "Choose one of the two sides." in answer.content.decode()) == (422, True)
    assert not LedgerEntry.objects.exists()

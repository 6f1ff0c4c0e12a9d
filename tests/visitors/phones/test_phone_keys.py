"""The keys that a phone offers for the boxes of a hand: every value of the game that a box takes, and nothing that it refuses."""

import json

import pytest

from rules import GAMES, RuleViolation
from scoring.matches.sides import SideView
from tests.pages import read_page
from tests.scoring.builders import build_match, build_round, build_tournament
from tests.scoring.links import issue, phone
from visitors.phones.viewpoint import call_side, name_seats, put_own_first

pytestmark = pytest.mark.django_db


def open_page(game_key, side=0, sides=2):
    round_ = build_round(build_tournament("other", game_key=game_key), matches=0)
    slip = issue(build_match(round_, 1, sides=sides), sides=[side])[0]
    return read_page(phone(slip).get("/t/match/"))


def read_keys(page):
    """The keys of each box, in the order of the page."""
    return {box["name"]: json.loads(box["data-keys"]) for box in page.find_all("input[name][data-keys]")}


PAIRS = (SideView(0, "A", (), "1", "Anna Rossi – Ugo Verdi", ""), SideView(1, "B", (), "2", "Ivo Neri – Ida Gallo", ""))


def test_a_phone_says_we_and_they_its_own_side_first_and_seats_by_the_names_of_who_sits_there():
    assert [[call_side(PAIRS, side, own) for side in (0, 1)] for own in (0, 1)] == [["we", "they"], ["they", "we"]]
    assert [put_own_first((11, 3), own) for own in (0, 1)] == [(11, 3), (3, 11)]
    assert put_own_first((1, 2, 3), 1) == (1, 2, 3)
    assert name_seats(PAIRS) == {"A1": "Anna Rossi", "B1": "Ivo Neri", "A2": "Ugo Verdi", "B2": "Ida Gallo"}


def test_points_of_marafon_are_keys_from_nothing_to_eleven_and_nothing_else_is_in_front():
    page = open_page("marafon")
    more = next(part for part in page.find_all("details") if part.find("summary").text.startswith("More boxes"))
    behind = read_keys(more)
    keys = {name: pad for name, pad in read_keys(page).items() if name not in behind}
    assert {name: [value for value, _text in pad] for name, pad in keys.items()} == {
        f"points_{side}": [str(points) for points in range(12)] for side in (0, 1)
    }
    assert len(page.find_all("[data-thirds]")) == 2


@pytest.mark.parametrize(("side", "order"), [(0, ["points_0", "points_1"]), (1, ["points_1", "points_0"])])
def test_the_own_side_stands_first(side, order):
    page = open_page("marafon", side)
    assert [name for name in read_keys(page) if name.startswith("points")] == order
    titles = [words.split()[0] for words in page.texts("legend")]
    assert titles.index("We") < titles.index("They")


def test_the_turned_card_of_mariglia_has_one_key_for_each_value_and_the_total_digits():
    keys = read_keys(open_page("mariglia"))
    assert next(iter(keys)) == "turned"
    assert [value for value, _text in keys["turned"]] == ["7", "A", "K", "J", "Q", "FRILLO"]
    assert keys["total_0"] == "digits"


def test_the_maranne_are_typed_in_digits_with_a_plus_between_them_and_the_box_shows_how():
    page = open_page("maranna")
    boxes = [page.find(f"[name=declared_{side}]") for side in (0, 1)]
    assert [(box["inputmode"], box["placeholder"], json.loads(box["data-keys"]), box["data-several"]) for box in boxes] == [
        ("tel", "40+80", "digits", "1")
    ] * 2


def test_seats_carry_the_players_who_sit_there():
    round_ = build_round(build_tournament("other", game_key="marafon"), matches=0)
    match = build_match(round_, 1)
    for seat, name in zip(match.seats.order_by("side"), ("Anna – Berto", "Carla – Dino"), strict=True):
        seat.entry.name = name
        seat.entry.save()
    chosen = read_page(phone(issue(match)[0]).get("/t/match/")).find("[name=maker]")
    options = [option.text for option in chosen.find_all("option") if option["value"]]
    assert options[:4] == ["A1 Anna", "B1 Carla", "A2 Berto", "B2 Dino"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_key_of_every_game_is_read_by_the_game(game):
    """The engine reads each value that a key writes; what it then refuses is the hand, never the writing of one box."""
    pads = read_keys(open_page(game.key, sides=game.side_count))
    state = game.start(game.options_from({}))
    unreadable = {"not_a_number", "not_an_amount", "not_a_choice", "unknown_field"}
    for name, keys in pads.items():
        wrong = unreadable if keys == "digits" else {*unreadable, "out_of_range"}
        values = "0123456789" if keys == "digits" else dict(keys)
        assert [(name, value) for value in values if wrong & find_codes(game, state, {name: value})] == []


def find_codes(game, state, boxes):
    try:
        game.entry_from(state, boxes)
    except RuleViolation as violation:
        return {problem.fact.code for problem in violation.problems}
    return set()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("game_key", ["sancagna", "maranna", "marjolet", "marafon", "tressette"])
def test_every_choice_between_the_sides_offers_the_own_one_first(game_key, side):
    page = open_page(game_key, side)
    choices = [[text.strip() for text in fieldset.texts("label")] for fieldset in page.find_all("fieldset")]
    named = [texts for texts in choices if {"we", "they"} <= set(texts)]
    assert named
    assert {tuple(texts) for texts in named} == {("–", "we", "they")}


@pytest.mark.parametrize("side", [0, 1])
def test_boxes_behind_more_say_we_and_they_too_the_own_side_first(side):
    page = open_page("marafon", side)
    more = next(part for part in page.find_all("details") if part.find("summary").text.startswith("More boxes"))
    assert [text for text in more.texts("label") if "Tricks" in text] == ["Tricks · We", "Tricks · They"]

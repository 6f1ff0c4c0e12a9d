"""A refusal on a phone calls a box as the form above it does."""

import pytest

from tests.pages import read_page
from tests.scoring.builders import build_match, build_round, build_tournament
from tests.scoring.links import issue, phone

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("game_key", "boxes", "said"),
    [
        ("trionfo5", {"bid": "chiamo", "declarer": "0", "amico": "1"}, ["Result: required."]),
        ("briscola5", {"caller": "0", "bid": "x", "partner": "1"}, ["Bid: “x” is not a whole number.", "Result: required."]),
        (
            "briscola5",
            {"caller": "0", "partner": "1", "won": "yes", "points": "x"},
            ["Points of the caller’s side: “x” is not a whole number."],
        ),
    ],
)
def test_a_refusal_calls_a_box_as_the_phone_does(game_key, boxes, said):
    match = build_match(build_round(build_tournament("five", game_key=game_key), matches=0), 1, sides=5)
    client = phone(issue(match, sides=[0])[0])
    page = read_page(client.get("/t/match/"))
    answer = read_page(client.post("/t/match/events/", {"version": "0", "key": "five", "kind": "hand", **boxes}))
    assert answer.texts(".answer .fact") == said
    labels = {label.text for label in page.find_all("label, legend")}
    assert {sentence.split(":")[0] for sentence in said} <= labels

"""Readers of the recorded hands in tests/golden/vectors, which two independent programs made and checked."""

import json
from pathlib import Path

from rules.deals import Action
from rules.record import HandRecord

FOLDER = Path(__file__).parents[1] / "golden" / "vectors"


def load(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def plays(vector):
    return tuple(Action(seat, "play", card) for cards, *_rest in vector["tricks"] for seat, card in cards)


def holdings(vector):
    return tuple(tuple(cards) for cards in vector["hands"])


def mariglia_record(vector):
    dealer, hands = vector["dealer"], list(holdings(vector))
    turned = vector.get("trionfo") or vector["trionfo_any_trump_of_dealer"][0]
    hands[dealer] = (*(card for card in hands[dealer] if card != turned), turned)
    return HandRecord("mariglia", tuple(hands), (Action(dealer, "turn", turned), *plays(vector)), dealer=dealer)


def marafon_record(vector):
    first, *rest = plays(vector)
    opening = (Action(vector["battezzante"], "trump", vector["trump"]), first)
    marafona = tuple(Action(seat, "marafona") for seat in range(4) if _holds_marafona(vector, seat) and vector["marafona"][seat % 2])
    return HandRecord("marafon", holdings(vector), (*opening, *marafona, *rest), leader=vector["battezzante"])


def _holds_marafona(vector, seat):
    return {vector["trump"] + rank for rank in "32A"} <= set(vector["hands"][seat])

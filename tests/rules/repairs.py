"""Sheets of freshly played hands with one box written wrongly, and at which place the engine proposes the true sheet."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

from rules import declared_fields, game_by_key
from rules.events import HandEntry
from rules.repairs import NUMBERS

NEAR = 2
"""The proposals that count: the first two."""
BOUNDED = {"pointsonly2": {"highest": "120", "total": "120"}, "pointstable3": {"highest": "120", "total": "120"}}
"""Without a sum a game of points alone refuses no number, and there is nothing to repair."""
MOST_TRIES = 200
"""Sheets in a row that are possible in spite of the wrong box, before the game is said to refuse nothing."""


@dataclass
class Tally:
    """Refused sheets; how often the truth is first and among the first two proposals, and what a plain search allows; how often the first
    proposal changes more than the one box that was wrong.
    """

    refused: int = 0
    first: int = 0
    near: int = 0
    bound: float = 0
    misled: int = 0
    seconds: list[float] = field(default_factory=list)

    def share(self, count: float) -> float:
        return 100 * count / self.refused


def write_sheet(game, entry) -> dict[str, str]:
    """The whole sheet as paper has it: both columns, whole points."""
    whole = replace(entry, thirds=None) if "thirds" in {column.name for column in fields(entry)} else entry
    return {box: text for box, text in game.typed_from(whole).items() if text}


def spoil(text: str, rng: random.Random) -> str | None:
    """The number written wrongly in one of four ways; None where this way changes nothing."""
    match rng.choice(("digit", "exchanged", "one", "ten")):
        case "digit":
            place = rng.randrange(len(text))
            return text[:place] + rng.choice("0123456789") + text[place + 1 :]
        case "exchanged" if len(text) > 1:
            place = rng.randrange(len(text) - 1)
            return text[:place] + text[place + 1] + text[place] + text[place + 2 :]
        case "one":
            return str(max(0, int(text) + rng.choice((-1, 1))))
        case "ten":
            return str(max(0, int(text) + rng.choice((-10, 10))))
    return None


def list_number_boxes(game, typed) -> list[str]:
    specs = [spec for spec in declared_fields(game.HandEntry) if spec.kind in NUMBERS]
    return [box for spec in specs for box in spec.box_names(game.side_count) if typed.get(box, "").isdecimal()]


def spoiled_sheets(key: str, count: int, seed: int) -> Iterator[tuple]:
    """Game, state, true sheet, box and spoiled sheet: refused ones only. Raises: AssertionError when the game refuses none."""
    game, rng = game_by_key(key), random.Random(seed)
    state = game.start(game.options_from(BOUNDED.get(key, {})))
    tries = 0
    while count:
        tries += 1
        assert tries < MOST_TRIES, f"{key} refuses no wrong number"
        entry = game.random_hand(state, rng)
        if not isinstance(entry, HandEntry):
            continue
        true = write_sheet(game, entry)
        boxes = list_number_boxes(game, true)
        if not boxes:
            continue
        box = rng.choice(boxes)
        wrong = spoil(true[box], rng)
        if wrong in (None, true[box]) or game.read_possible(state, spoiled := {**true, box: wrong}):
            continue
        count, tries = count - 1, 0
        yield game, state, true, box, spoiled


def same_sheet(game, fixed, true) -> bool:
    return {box: text for box, text in fixed.items() if text} == true


def search_plainly(game, state, typed) -> int:
    """How many changes of one number by one of the four ways make the sheet possible: tried one after the other."""
    found = 0
    for box in list_number_boxes(game, typed):
        found += sum(game.read_possible(state, {**typed, box: meant}) is not None for meant in list_plain_changes(typed[box]))
    return found


def list_plain_changes(text: str) -> set[str]:
    digits = {text[:place] + digit + text[place + 1 :] for place in range(len(text)) for digit in "0123456789"}
    exchanged = {text[:place] + text[place + 1] + text[place] + text[place + 2 :] for place in range(len(text) - 1)}
    shifted = {str(int(text) + shift) for shift in (-10, -1, 1, 10) if int(text) + shift >= 0}
    return (digits | exchanged | shifted) - {text}

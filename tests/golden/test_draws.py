"""Draws as an earlier release stored them: this one draws them again, unless it says that the format has another version.

`REWRITE_GOLDEN=1` adds the first draw of a format that has none, to be read before it is committed; stored draws never change.
"""

import json
import os
from pathlib import Path

import pytest

from pairing import FORMATS, DrawRefused, Entrant, Format, draw_round, draw_to_json, format_by_key, repeat_draw
from pairing.checker import check_draw

FILE = Path(__file__).with_name("draws.jsonl")
STORED = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def draw_first_round(form: Format) -> str:
    """A first draw of the format as a line of the file, with the fewest entries above seven that it takes."""
    for count in range(max(8, form.fewest), form.most + 1):
        entrants = [Entrant(100 + number, number, seed=number, club=f"club {number}") for number in range(1, count + 1)]
        try:
            draw = draw_round(form, entrants=entrants, round_number=1, seed="golden")
        except DrawRefused:
            continue
        return json.dumps(draw_to_json(draw), sort_keys=True, separators=(",", ":"))
    raise AssertionError(form.key)


def test_every_format_is_there():
    stored = {draw["request"]["format"] for draw in STORED}
    if os.environ.get("REWRITE_GOLDEN"):
        with FILE.open("a", encoding="utf-8") as file:
            file.writelines(f"{draw_first_round(form)}\n" for form in FORMATS if form.key not in stored)
        pytest.skip("written")
    assert stored == {form.key for form in FORMATS}


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.key)
def test_a_new_format_gets_a_draw_that_holds(form):
    draw = json.loads(draw_first_round(form))
    repeat_draw(draw)
    assert check_draw(draw).faults == []


@pytest.mark.parametrize("draw", STORED, ids=lambda draw: f"{draw['request']['format']}-{draw['request']['round']}")
def test_it_is_drawn_again(draw):
    assert format_by_key(draw["request"]["format"]).as_of(draw["version"]).version == draw["version"]
    repeat_draw(draw)
    assert check_draw(draw).faults == []

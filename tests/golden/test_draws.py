"""Draws as an earlier release stored them: this one draws them again, unless it says that the format has another version."""

import json
from pathlib import Path

import pytest

from pairing import FORMATS, format_by_key, repeat_draw
from pairing.checker import check_draw

STORED = [json.loads(line) for line in Path(__file__).with_name("draws.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_format_is_there():
    assert {draw["request"]["format"] for draw in STORED} == {form.key for form in FORMATS}


@pytest.mark.parametrize("draw", STORED, ids=lambda draw: f"{draw['request']['format']}-{draw['request']['round']}")
def test_it_is_drawn_again(draw):
    assert format_by_key(draw["request"]["format"]).version == draw["version"]
    repeat_draw(draw)
    assert check_draw(draw).faults == []

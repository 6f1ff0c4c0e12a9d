"""The bracket that is drawn on paper beforehand against whole stages as the engine plays them."""

from itertools import pairwise

import pytest

from pairing import format_by_key
from tests.pairing.evenings import Evening, people

pytestmark = pytest.mark.turns(4)

COUNTS = [2, 3, 4, 5, 7, 8, 12, 13, 16, 21, 32, 37, 64, 128]
STAGES = [
    *[("knockout", {"play_for": places}, count) for count in COUNTS for places in (2, 4, 8, 16, 1024)],
    *[("double_elimination", {"reset": reset}, count) for count in COUNTS if count > 2 for reset in (False, True)],
    *[("repechage", {"way": way, "play_for": 1024}, count) for count in COUNTS if count > 3 for way in ("drawn", "played")],
]


def plan_of(key, options, count):
    form = format_by_key(key)
    return form.build_bracket_plan(form.options_from(options), count)


def played(key, options, count):
    evening = Evening(key, people(count, seeds=min(count, 3)), options, seed=f"{key} {count}").play_all()
    shape = plan_of(key, options, count)
    pairings = [pairing for draw in evening.draws for pairing in draw.pairings]
    return shape, pairings, evening.results


@pytest.mark.parametrize(("key", "options", "count"), STAGES)
def test_every_match_has_its_place_once_and_every_place_is_reached(key, options, count):
    shape, pairings, _results = played(key, options, count)
    places = [position for section in shape.sections for position in section.positions]
    assert len(places) == len(set(places))
    met = {pairing.position for pairing in pairings if not pairing.bye}
    assert met <= set(places)
    if count & (count - 1) == 0 and key != "repechage":  # no byes: all are played, a second final only where it is needed
        assert [position for position in set(places) - met if position.bracket != "reset"] == []


@pytest.mark.parametrize(("key", "options", "count"), STAGES)
def test_whoever_sits_down_is_the_one_that_the_lines_lead_there(key, options, count):
    shape, pairings, results = played(key, options, count)
    ended = {pairing.position: (pairing, result.winner) for pairing, result in zip(pairings, results, strict=True)}
    for pairing in pairings:
        sources = [shape.sources_by_side.get((pairing.position, side)) for side in range(2)]
        for entrant, source in zip(pairing.sides, sources, strict=False) if not pairing.bye else ():
            if source is not None and source.position in ended:
                before, winner = ended[source.position]
                assert entrant == before.sides[winner if source.won else 1 - winner]


@pytest.mark.parametrize("key", ["swiss", "round_robin", "danish", "mitchell", "individual", "tables_of_five", "heats"])
def test_other_formats_have_none(key):
    assert plan_of(key, {}, 16) is None


def test_columns_hold_half_as_many_or_as_many_as_the_one_before():
    for key, options, count in STAGES:
        for section in plan_of(key, options, count).sections:
            sizes = [len(column) for column in section.columns]
            assert all(after in (before, before // 2) for before, after in pairwise(sizes))

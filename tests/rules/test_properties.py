"""Hypothesis: whatever is typed or stored, nothing but a RuleViolation comes out, and what is read is written back the same."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, RuleViolation, declared_fields, describe, game_by_key, record
from rules.codec import from_json, to_json
from rules.diagnosis import exchange_digits
from rules.events import GameScore, Penalty
from rules.feasibility import format_ranges, list_bits, sums_by_count
from rules.units import format_thirds, parse_amount

MARIGLIA, MARAFON = game_by_key("mariglia"), game_by_key("marafon")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
TYPED = st.sampled_from(
    ["", "0", "1", "7", "10", "11", "35", "70", "-1", "A", "B", "A1", "7⅓", "22t", "x", "yes", "D", "SA", "–", "9" * 12]
)


def boxes_of(game, cls):
    names = [box for spec in declared_fields(cls) for box in spec.box_names(game.side_count)]
    return st.dictionaries(st.sampled_from(names), TYPED)


FORMS = st.sampled_from(GAMES).flatmap(
    lambda game: st.sampled_from(sorted(game.event_types)).flatmap(
        lambda kind: st.tuples(st.just(game), st.just(kind), boxes_of(game, game.event_types[kind]))
    )
)


@given(FORMS)
def test_whatever_is_typed_is_judged_and_never_an_error(form):
    game, kind, typed = form
    state = game.start(game.options_from({}))
    try:
        event = game.event_from(state, kind, typed)
        problems = game.problems(state, event)
    except RuleViolation as refusal:
        problems = refusal.problems
    else:
        assert game.event_from(state, kind, game.typed_from(event)) == event
        assert game.event_from_json(json.loads(json.dumps(game.event_to_json(event)))) == event
        if not any(problem.is_impossible for problem in problems):
            game.advance(state, event)
    assert all(describe(problem, str) for problem in problems)


@given(st.sampled_from(GAMES), JSON)
def test_whatever_else_is_stored_is_refused(game, data):
    for read in (game.event_from_json, record.from_json):
        with pytest.raises(RuleViolation):
            read(data)


def test_a_file_holds_numbers_to_a_million():
    game = game_by_key("marafon")
    for points in (10**6, -(10**6)):
        assert game.event_from_json({**game.event_to_json(GameScore((0, 0))), "scores": [points, 0]}).scores == (points, 0)
    for points in (10**6 + 1, -(10**6) - 1, True, 3.0):
        with pytest.raises(RuleViolation):
            game.event_from_json({**game.event_to_json(GameScore((0, 0))), "scores": [points, 0]})


@given(st.sampled_from(GAMES), st.dictionaries(st.sampled_from(["targets", "games_to_win", "deals", "draws", "other"]), JSON))
def test_whatever_is_given_as_options_is_read_or_refused(game, raw):
    options, problems = read_options(game, raw)
    assert options is None or game.options_from(game.options_to_json(options)) == options
    assert bool(problems) is (options is None)
    assert all(describe(problem, str) for problem in problems)


def read_options(game, raw):
    try:
        return game.options_from(raw), ()
    except RuleViolation as refusal:
        return None, refusal.problems


@given(st.integers(0, 40), st.integers(0, 11), st.integers(0, 10), st.sampled_from([None, 0, 1]), st.sampled_from([None, 0, 1]))
def test_judging_a_sheet_of_marafon_agrees_with_the_rows(total_thirds, points, tricks, last, marafona):
    """The judge refuses exactly what no row of the table allows."""
    thirds = min(total_thirds, 35)
    hand = MARAFON.HandEntry(marafona=marafona, points=(thirds // 3, (35 - thirds) // 3), last=last, tricks=(tricks, 10 - tricks),
                             thirds=(thirds, 35 - thirds))  # fmt: skip
    state = MARAFON.start(MARAFON.options_from({}))
    refused = any(problem.is_impossible for problem in MARAFON.problems(state, hand))
    assert refused is not _possible(thirds, tricks, last, marafona)


def _possible(thirds, tricks, last, marafona):
    """By definition: some choice of 4·tricks cards, with 3-2-A on the side of the marafona, makes these thirds."""
    held = {None: (0, 0), 0: (5, 3), 1: (5, 3)}
    rest = [1, 1, 3, 1, 1, 1, 0, 0, 0, 0] * 4
    side = 0 if marafona is None else marafona
    own, k = (thirds, tricks) if side == 0 else (35 - thirds, 10 - tricks)
    points_held, cards_held = held[marafona]
    if marafona is not None:
        for value in (1, 1, 3):
            rest.remove(value)
        if k < 3:
            return False
    for won_last in (True, False) if last is None else (last == side,):
        need = own - points_held - (3 if won_last else 0)
        if (k == 0 and won_last) or (k == 10 and not won_last) or need < 0:
            continue
        if need in list_bits(sums_by_count(rest)[4 * k - cards_held]):
            return True
    return False


@given(st.integers(0, 2000))
def test_thirds_are_written_and_read_back(thirds):
    amount = parse_amount(format_thirds(thirds))
    assert (amount.whole * 3 if amount.thirds is None else amount.thirds) == thirds


@given(st.sets(st.integers(0, 60)))
def test_ranges_name_every_number_once(numbers):
    shown = format_ranges(sorted(numbers))
    parts = [part.split("–") for part in shown.split(", ")] if shown else []
    assert {number for part in parts for number in range(int(part[0]), int(part[-1]) + 1)} == numbers


@given(st.integers(10, 99999))
def test_exchanging_digits_keeps_them(number):
    assert all(sorted(other.zfill(len(str(number)))) == sorted(str(number)) for other in exchange_digits(str(number)))


@given(st.integers(0, 1), st.sampled_from(["fine", "award"]), st.integers(0, 1000))
def test_events_are_what_their_json_says(side, what, points):
    assert from_json(Penalty, to_json(Penalty(side, what, points))) == Penalty(side, what, points)

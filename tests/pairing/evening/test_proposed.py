"""If this fails, an evening is offered a plan that ends later than it says, that cannot be played, or that only looks different."""

import random
from itertools import product

import pytest

from pairing.evening import EveningField, EveningPlan, count_loads, propose_plans
from pairing.evening.values import EndSpan
from rules import GAMES, game_by_key
from rules.lengths import count_hands_per_match
from scoring.clocks.planned import EveningClock, list_match_lengths
from tests.pairing.evening.played import play

EVENINGS = 1000
SIZES = (3, 4, 5, 7, 8, 12, 16, 23, 32, 50, 64, 100, 128, 200, 256, 400, 512)
_LENGTHS = {}


def simulate_apart(game, length):
    """Hands of matches, other than those from which the plans were made."""
    key = (game.key, repr(length.rules))
    if key not in _LENGTHS:
        _LENGTHS[key] = count_hands_per_match(game, game.options_from(dict(length.rules)), 400, "apart")
    return _LENGTHS[key]


def list_rounds(plan: EveningPlan):
    """The stages of a plan as `play` takes them."""
    stages = []
    for stage in plan.stages:
        matches = [load.matches for load in count_loads(stage.format, stage.options, stage.entries)]
        last = None if stage.source is None else stage.lost[1] if stage.lost else len(stages[stage.source][1])
        stages.append((None if stage.source is None else (stage.source, last), matches))
    return stages


def propose(game_key, entries, tables, minutes, *, entry_size=0):
    game = game_by_key(game_key)
    lengths = list_match_lengths(game, {})
    together = game.entry_size // (entry_size or game.entry_size)
    field = EveningField(entries, tables, minutes, game.side_count, together, len(lengths))
    return game, lengths, propose_plans(field, EveningClock(game.key, lengths).estimate_end)


def count_held(plan, game, lengths, tables):
    """Of `EVENINGS` played evenings, how many end inside the interval of the plan."""
    hands = simulate_apart(game, lengths[plan.length])
    stages, seats = list_rounds(plan), tables or 10_000
    rng = random.Random(f"{game.key} {plan.kind} {plan.stages}")
    ends = [play(rng, stages, seats, hands) for _evening in range(EVENINGS)]
    return sum(plan.ends.early <= end <= plan.ends.late for end in ends)


@pytest.mark.parametrize(
    ("game_key", "entries", "tables", "minutes"), [("marafon", 16, 8, 300), ("briscola", 32, 10, 240), ("trionfo5", 25, 5, 240)]
)
def test_eight_of_ten_evenings_end_inside_the_interval(game_key, entries, tables, minutes):
    game, lengths, proposals = propose(game_key, entries, tables, minutes)
    held = {(plan.kind, plan.length): count_held(plan, game, lengths, tables) for plan in proposals.plans}
    assert len(held) >= 3
    assert {plan: count for plan, count in held.items() if not 750 <= count <= 850} == {}


@pytest.mark.proof
@pytest.mark.parametrize("game_key", [game.key for game in GAMES])
@pytest.mark.parametrize("entries", SIZES)
def test_eight_of_ten_evenings_end_inside_the_interval_whatever_is_played(game_key, entries, figures):
    for tables, minutes in ((0, 240), (max(1, entries // 5), 360)):
        game, lengths, proposals = propose(game_key, entries, tables, minutes)
        for plan in proposals.plans:
            held = count_held(plan, game, lengths, tables)
            figures(game=game_key, entries=entries, tables=tables, minutes=minutes, kind=plan.kind, length=plan.length, held=held)
            assert 750 <= held <= 850, (tables, minutes, plan)


@pytest.mark.parametrize(
    ("entries", "tables", "minutes", "absences"),
    [
        (24, 0, 210, {"pools": "late"}),
        (3, 0, 200, {"rounds": "few", "lines": "few"}),
        (128, 0, 180, {"brackets": "late", "pools": "late"}),
        (12, 6, 600, {}),
    ],
)
def test_a_usual_plan_that_is_not_offered_says_why(entries, tables, minutes, absences):
    _game, _lengths, proposals = propose("mariglia", entries, tables, minutes)
    assert {absence.family: absence.reason for absence in proposals.absences} == absences
    assert all(absence.number > minutes for absence in proposals.absences if absence.reason == "late")
    assert all(absence.number > entries for absence in proposals.absences if absence.reason == "few")


PROPOSED = {
    (8, 4, 180): ["everybody 2 7–7", "pools_two_finals 1 5–5", "equals 0 3–3", "two_lines 0 3–3", "consolation 0 2–3"],
    (12, 6, 240): ["equals 0 4–4", "one_ranking 0 4–4", "lucky_losers 0 1–4", "bracket 0 1–4"],
    (16, 8, 120): ["equals 2 5–5", "pools_knockout 2 3–5", "equals 1 3–3", "two_lines 1 3–3", "consolation 2 2–4"],
    (16, 8, 300): ["equals 0 6–6", "one_ranking 0 6–6", "pools_two_finals 0 4–6", "consolation 0 2–4"],
    (20, 5, 300): ["one_ranking 1 4–4", "pools_knockout 1 3–6", "equals 0 3–3", "two_lines 0 3–3", "bracket 0 1–5"],
    (24, 12, 360): ["equals 0 6–6", "one_ranking 0 6–6", "pools_knockout 0 5–7", "consolation 0 2–6"],
}
"""Entries, tables and minutes, with matches of 45, 30 or 20 minutes: what is offered, by which length, with how many matches for each."""


@pytest.mark.parametrize("asked", PROPOSED)
def test_the_plans_of_usual_evenings_are_those_that_were_approved(asked):
    def estimate_end(matches, length, tables):
        return EndSpan(*(share * sum(-(-count // tables) for count in matches) * (45, 30, 20)[length] for share in (0.9, 1, 1.1)))

    plans = propose_plans(EveningField(*asked, 2, 1, 3), estimate_end).plans
    assert [f"{plan.kind} {plan.length} {plan.least}–{plan.most}" for plan in plans] == PROPOSED[asked]


FOR = {
    "all_equal", "all_meet", "at_least", "drawn_back", "equal_strength", "final_decides", "known_beforehand", "neighbours_meet",
    "neighbours_meet_later", "one_defeat_allowed", "one_defeat_survives", "one_unbeaten", "plays_on", "points_stay", "rest_equal",
    "second_bracket", "tables_change",
}  # fmt: skip
AGAINST = {
    "early_points_weigh", "few_met", "final_byes", "long_way", "lot_decides", "meet_again", "others_compared", "out_after_pools",
    "out_at_once", "pools_differ", "rest_unequal", "straight_through", "unbeaten_tied", "wait_for_table",
}  # fmt: skip


def test_what_speaks_for_a_plan_and_what_against_it_is_told_apart():
    told = set()
    for entries, tables in product(range(3, 70, 5), (0, 4)):
        _game, _lengths, proposals = propose("mariglia", entries, tables, 600)
        told |= {(trait.key, trait.is_fair) for plan in proposals.plans for trait in plan.traits}
    assert {code for code, fair in told if fair} <= FOR
    assert {code for code, fair in told if not fair} <= AGAINST
    assert len(told) > 20


@pytest.mark.parametrize("entries", range(31, 37))
def test_players_who_do_not_fill_tables_of_three_are_offered_plans_too(entries):
    _game, _lengths, proposals = propose("mattazza3", entries, 11, 210)
    assert len(proposals.plans) >= 3
    assert {stage.format for plan in proposals.plans for stage in plan.stages} == {"tables_of_three"}
    assert (proposals.absences, all(plan.fits for plan in proposals.plans)) == ((), True)

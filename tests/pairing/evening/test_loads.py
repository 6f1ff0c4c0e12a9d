"""If this fails, a page says another number of rounds, matches or byes than will be played, or promises matches that nobody gets."""

import random
from collections import Counter

import pytest

from pairing import DrawRequest, Entrant, EntrantStanding, PlayedMatch, format_by_key
from pairing.evening.choosing import count_matches_of_plan
from pairing.evening.loads import count_loads, count_matches_of_entry
from pairing.evening.outlines import list_outlines
from pairing.evening.values import EveningField, EveningStage
from pairing.values import MatchOutcome

OPPOSED = ("knockout", "repechage", "round_robin", "swiss", "danish", "mitchell", "howell", "heats")
ALONE = ("individual", "tables_of_three", "tables_of_four", "tables_of_five")


def test_a_stage_takes_nobody_from_another_unless_that_is_said():
    stage = EveningStage("swiss", 8)
    assert (stage.source, stage.of_each, stage.best_others, stage.rest, stage.lost, stage.carries) == (None, 0, 0, False, None, False)


def test_an_evening_is_offered_pools_of_three_to_six_and_three_to_nine_rounds():
    stages = [outline.stages[0] for outline in list_outlines(EveningField(24, 0, 240, 2, 1, 1))]
    assert {stage.options["pool_size"] for stage in stages if stage.format == "round_robin"} == {3, 4, 5, 6}
    assert {stage.options["rounds"] for stage in stages if stage.format in {"swiss", "danish"}} == set(range(3, 10))


def play_stage(key, options, entries, rng):
    """Matches and byes of each round as they are drawn, with winners of chance, and the matches of each entry."""
    chosen = format_by_key(key)
    resolved = chosen.options_from(options)
    entrants = tuple(Entrant(number, number) for number in range(1, entries + 1))
    history, rounds, groups, played, points = [], [], (), Counter(), Counter()
    opponents = {entrant.id: [] for entrant in entrants}
    for number in range(1, chosen.count_rounds(resolved, entries) + 1):
        ranking = sorted(opponents, key=lambda one: (-points[one], one))
        byes = Counter(match.sides[0] for match in history if match.outcome is MatchOutcome.BYE)
        standings = [EntrantStanding(one, rank, points[one], 0, tuple(opponents[one]), byes[one]) for rank, one in enumerate(ranking, 1)]
        request = DrawRequest(
            key,
            number,
            "seed",
            entrants,
            chosen.options_to_json(resolved),
            tuple(history),
            tuple(standings) if number > 1 else (),
            groups=groups,
        )
        if number > 1 and chosen.is_over(resolved, request):
            break
        drawn = chosen.draw_pairings(resolved, request)
        groups = drawn.groups
        for pairing in drawn.pairings:
            winner = rng.randrange(len(pairing.teams))
            outcome = MatchOutcome.BYE if pairing.bye else MatchOutcome.PLAYED
            history.append(PlayedMatch(number, pairing.sides, winner, outcome, pairing.position, pairing.side_size))
            points.update(pairing.teams[winner])
            played.update(() if pairing.bye else pairing.sides)
            for one in pairing.sides:
                opponents[one] += [other for other in pairing.sides if other != one]
        byes_now = sum(pairing.bye for pairing in drawn.pairings)
        rounds.append((len(drawn.pairings) - byes_now, byes_now))
    return rounds, [played[entrant.id] for entrant in entrants]


def check(key, options, entries, times=1):
    """What is said before is what is played; the fewest and the most matches are reached, or at least never passed."""
    said = [(load.matches, load.byes) for load in count_loads(key, options, entries)]
    least, most = count_matches_of_entry(EveningStage(key, entries, options))
    for time in range(times):
        rounds, played = play_stage(key, options, entries, random.Random(f"{key} {entries} {time}"))
        assert (key, entries, rounds) == (key, entries, said)
        assert least <= min(played) <= max(played) <= most, (key, entries, least, most, played)


@pytest.mark.parametrize("key", OPPOSED)
def test_what_is_said_of_a_format_is_what_is_drawn(key):
    for entries in (*range(4, 18), 23, 32, 37):
        check(key, {}, entries)


@pytest.mark.parametrize("key", ALONE)
def test_what_is_said_of_a_format_for_individuals_is_what_is_drawn(key):
    for entries in (8, 9, 11, 13, 16, 20):
        check(key, {"rounds": 3}, entries)


def test_what_is_said_of_a_double_elimination_is_what_is_drawn():
    """Without the second grand final; a bracket of losers has the byes that those who come down leave."""
    for entries in (3, 4, 8, 16, 32):
        check("double_elimination", {"reset": False}, entries, times=5)


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("entries", range(3, 33))
def test_every_stage_of_every_outline_is_drawn_as_it_was_said(entries):
    stages = {
        (stage.format, str(stage.options), stage.entries): stage
        for outline in list_outlines(EveningField(entries, 0, 240))
        for stage in outline.stages
        if stage.format not in {"swiss", "danish", "double_elimination"}
    }
    for stage in stages.values():
        check(stage.format, stage.options, stage.entries)


def test_nobody_plays_less_than_a_plan_promises():
    """By hand: sixteen in four pools of four, the first two of each in one knockout, the others in another."""
    plans = {outline.kind: count_matches_of_plan(outline) for outline in list_outlines(EveningField(16, 0, 240))}
    assert plans["bracket"] == (1, 4)
    assert plans["consolation"] == (2, 4)
    pools = next(
        outline
        for outline in list_outlines(EveningField(16, 0, 240))
        if outline.kind == "pools_two_finals" and outline.stages[0].options == {"pool_size": 4}
    )
    assert count_matches_of_plan(pools) == (4, 6)

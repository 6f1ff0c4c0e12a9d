"""The Swiss system: against gacrux, against every pairing there is, and through whole tournaments."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing import DrawRefused, Entrant, EntrantStanding, MatchOutcome, PlayedMatch, draw_round
from pairing.swiss.bracket import pair_bracket
from pairing.swiss.field import SwissTeam, TeamField
from pairing.swiss.floaters import iterate_profiles
from pairing.swiss.rounds import NoLegalPairing, pair_round
from tests.cases import every_case
from tests.pairing.agreement import gacrux_pairs, our_pairs, random_tournament


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("block", [*range(6), *(pytest.param(block, marks=pytest.mark.proof) for block in range(6, 20))])
def test_the_same_pairs_as_gacrux(block):
    for number in range(10 * block, 10 * block + 10):
        report = random_tournament(number)
        assert our_pairs(report) == gacrux_pairs(report), number


@pytest.mark.proof
def test_the_same_pairs_as_gacrux_in_five_thousand_tournaments():
    different = [
        number for number in range(10_000, 15_000) if our_pairs(random_tournament(number)) != gacrux_pairs(random_tournament(number))
    ]
    assert different == []


def small_field(chance, count):
    teams = [
        SwissTeam(n, score=chance.randrange(4), played=chance.randrange(3), barred=chance.random() < 0.2, floated=chance.random() < 0.4)
        for n in range(count)
    ]
    blocked = [set() for _team in teams]
    for one, other in itertools.combinations(range(count), 2):
        if chance.random() < 0.35:
            blocked[one].add(other)
            blocked[other].add(one)
    return TeamField(teams, blocked)


def all_pairings(members):
    if not members:
        yield ()
        return
    for place in range(1, len(members)):
        for rest in all_pairings(members[1:place] + members[place + 1 :]):
            yield ((members[0], members[place]), *rest)


def legal_pairings(field, members):
    return [pairs for pairs in all_pairings(members) if all(field.may_meet(*pair) for pair in pairs)]


def by_the_text(field, repeats_matter):
    """C.04.6 word by word over all pairings: the bye, then bracket after bracket."""
    members = tuple(range(len(field.teams)))
    bye = None
    if len(members) % 2:
        order = sorted(members, key=lambda team: (field.teams[team].score, -field.teams[team].played, -team))
        fit = [team for team in order if not field.teams[team].barred and legal_pairings(field, tuple(t for t in members if t != team))]
        if not fit:
            return None
        bye = fit[0]
    left = tuple(team for team in members if team != bye)
    if not legal_pairings(field, left):
        return None
    pairs = []
    scores = sorted({team.score for team in field.teams}, reverse=True)
    while left:
        top = max(field.teams[team].score for team in left)
        chosen = min(candidate_brackets(field, left, top, scores, repeats_matter))
        pairs += chosen[-1]
        gone = {team for pair in chosen[-1] for team in pair}
        left = tuple(team for team in left if team not in gone)
    return bye, sorted(pairs)


def candidate_brackets(field, left, top, scores, repeats_matter):
    residents = [team for team in left if field.teams[team].score == top]
    lower = [team for team in left if field.teams[team].score < top]
    following_score = next((score for score in scores if score < top), None)
    for count in range(len(lower) + 1):
        for floaters in itertools.combinations(lower, count):
            members = tuple(sorted([*residents, *floaters]))
            rest = tuple(team for team in lower if team not in floaters)
            inside = legal_pairings(field, members) if len(members) % 2 == 0 else []
            if not inside or not legal_pairings(field, rest):
                continue
            differences = sorted((top - field.teams[team].score for team in floaters), reverse=True)
            again = sum(field.teams[team].floated for team in floaters) if repeats_matter else 0
            order = sorted(floaters, key=lambda team: (-field.teams[team].score, team))
            set_key = (count, differences, not keeps_next(field, rest, following_score), again, order)
            for pairs in inside:
                opponents = [b for pair in pairs for a, b in (pair, pair[::-1]) if a in floaters]
                repeats = sum(field.teams[team].floated for team in opponents) if repeats_matter else 0
                ranked = sorted(pairs)
                yield (*set_key, repeats, [a for a, _b in ranked], [b for _a, b in ranked], ranked)


def keeps_next(field, rest, following_score):
    group = [team for team in rest if field.teams[team].score == following_score]
    below = [team for team in rest if field.teams[team].score != following_score]
    helpers = [()] if len(group) % 2 == 0 else [(team,) for team in below]
    return any(
        legal_pairings(field, tuple(sorted([*group, *helper]))) and legal_pairings(field, tuple(t for t in below if t not in helper))
        for helper in helpers
    )


@every_case("case", range(400))
def test_no_other_pairing_complies_better_with_the_text(case):
    chance = random.Random(case)
    field = small_field(chance, chance.randint(2, 8))
    expected = by_the_text(field, repeats_matter=case % 3 > 0)
    if expected is None:
        with pytest.raises(NoLegalPairing):
            pair_round(field, apply_c7_c10=case % 3 > 0)
        return
    paired = pair_round(field, apply_c7_c10=case % 3 > 0)
    assert (paired.bye, sorted(pair for bracket in paired.brackets for pair in bracket.paired.pairs)) == expected


@every_case("case", range(60))
def test_a_bracket_of_ten_has_the_first_identifier(case):
    chance = random.Random(case)
    field = small_field(chance, 10)
    legal = legal_pairings(field, tuple(range(10)))
    if legal:
        expected = min(legal, key=lambda pairs: ([a for a, _b in sorted(pairs)], [b for _a, b in sorted(pairs)]))
        assert pair_bracket(field, range(10), (), apply_c7_c10=False).pairs == sorted(expected)


def test_the_example_of_article_3_5():
    # 2, 6, 8 have 3 points and 1, 3, 5 have 2½; two upfloaters of 3 points and one of 2½ in the order of the text.
    from pairing.swiss.floaters import UpfloaterSearch

    search = UpfloaterSearch(TeamField([], []), [], [[2, 6, 8], [1, 3, 5]], frozenset(), apply_c7_c10=False)
    assert list(search._iterate_sets((0, 0, 1)))[:5] == [(2, 6, 1), (2, 6, 3), (2, 6, 5), (2, 8, 1), (2, 8, 3)]


def test_profiles_come_from_the_smallest_difference_up():
    assert list(iterate_profiles([2, 1, 2], 2)) == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]


def play_on(standings, pairings, chance):
    """Everybody's line after a round with random results."""
    lines = {line.entrant: line for line in standings}
    after = dict(lines)
    for pairing in pairings:
        if pairing.bye:
            line = lines[pairing.sides[0]]
            after[line.entrant] = EntrantStanding(line.entrant, 1, line.primary + 2, 0, line.opponents, line.byes + 1, line.forfeit_wins)
            continue
        points = chance.choice([(2, 0), (0, 2), (1, 1)])
        apart = len({lines[side].primary for side in pairing.sides}) > 1
        for side, other, won in zip(pairing.sides, pairing.sides[::-1], points, strict=True):
            line = lines[side]
            met = (*line.opponents, other)
            after[side] = EntrantStanding(side, 1, line.primary + won, 0, met, line.byes, line.forfeit_wins, apart)
    return tuple(after.values())


@settings(max_examples=40, deadline=None)
@given(count=st.integers(2, 40), rounds=st.integers(1, 9), seed=st.integers(0, 10**6))
def test_whole_tournaments(count, rounds, seed):
    chance = random.Random(seed)
    players = [Entrant(100 + n, n) for n in range(1, count + 1)]
    standings = tuple(EntrantStanding(player.id, 1, 0) for player in players)
    groups = ()
    for number in range(1, rounds + 1):
        draw = draw_round(
            "swiss", options={"rounds": rounds}, entrants=players, round_number=number, seed=str(seed), standings=standings, groups=groups
        )
        groups = draw.groups
        seated = sorted(side for pairing in draw.pairings for side in pairing.sides)
        assert seated == sorted(player.id for player in players)
        assert len(draw.byes) == count % 2
        before = {line.entrant: line for line in standings}
        again = [pairing for pairing in draw.matches if pairing.sides[1] in before[pairing.sides[0]].opponents]
        assert {frozenset(pairing.sides) for pairing in again} == {frozenset(pair) for pair in draw.certificate["exceptions"]}
        for bye in draw.byes:
            assert not before[bye.sides[0]].byes or all(line.byes for line in standings)
        standings = play_on(standings, draw.pairings, chance)


def test_four_entries_meet_again_only_in_the_fourth_round():
    players = [Entrant(n, n) for n in (1, 2, 3, 4)]
    standings = tuple(EntrantStanding(n, 1, 0, opponents=tuple(o for o in (1, 2, 3, 4) if o != n)) for n in (1, 2, 3, 4))
    draw = draw_round("swiss", options={"rounds": 9}, entrants=players, round_number=4, seed="s", standings=standings)
    assert [reason.code for pairing in draw.pairings for reason in pairing.reasons] == ["rematch_unavoidable"] * 2
    with pytest.raises(DrawRefused) as refused:
        draw_round("swiss", options={"rounds": 9, "rematches": "refused"}, entrants=players, round_number=4, seed="s", standings=standings)
    assert [reason.code for reason in refused.value.reasons] == ["no_legal_pairing"]


def test_who_withdrew_is_not_paired_and_late_entries_come_last():
    players = [Entrant(n, n) for n in range(1, 7)]
    first = draw_round("swiss", entrants=players, round_number=1, seed="s")
    later = [*(Entrant(n, n, withdrawn=n == 3) for n in range(1, 7)), Entrant(9, 7)]
    second = draw_round("swiss", entrants=later, round_number=2, seed="s", groups=first.groups)
    assert second.groups[0].members == (*first.groups[0].members, 9)
    assert sorted(side for pairing in second.pairings for side in pairing.sides) == [1, 2, 4, 5, 6, 9]


def test_forbidden_pairs_are_kept_apart_while_that_is_possible():
    players = [Entrant(n, n) for n in (1, 2, 3, 4)]
    options = {"numbers": "given"}
    draw = draw_round("swiss", options=options, entrants=players, round_number=1, seed="s", forbidden=[(1, 3)])
    assert [pairing.sides for pairing in draw.pairings] == [(1, 4), (2, 3)]
    assert [reason.code for reason in draw.pairings[0].reasons] == ["same_score", "forbidden_avoided"]
    everybody = list(itertools.combinations((1, 2, 3, 4), 2))
    forced = draw_round("swiss", options=options, entrants=players, round_number=1, seed="s", forbidden=everybody)
    assert {reason.code for pairing in forced.pairings for reason in pairing.reasons} == {"forbidden_unavoidable"}


def test_first_deals_even_out():
    players = [Entrant(n, n) for n in (1, 2)]
    history = [PlayedMatch(1, (1, 2), 0, MatchOutcome.PLAYED, first_dealer=0)]
    standings = (EntrantStanding(1, 1, 2, opponents=()), EntrantStanding(2, 2, 0, opponents=()))
    draw = draw_round("swiss", entrants=players, round_number=2, seed="s", history=history, standings=standings)
    assert draw.pairings[0].sides[draw.pairings[0].first_dealer] == 2

"""Repechage and double elimination."""

from collections import Counter
from dataclasses import replace

import pytest

from pairing import draw_request, draw_to_json, format_by_key, repeat_draw
from pairing.checker import check_draw
from pairing.lucky_losers import RepechageNumbers, compute_repechage_numbers, list_candidates
from pairing.values import DrawRequest
from standings import build_played_history
from tests.pairing.evenings import Evening, people


def history_of(evening):
    return build_played_history(evening.results, evening.positions)


@pytest.mark.parametrize(
    ("count", "numbers"),
    [
        (4, RepechageNumbers(2, 2, 0)),
        (12, RepechageNumbers(6, 8, 2)),
        (24, RepechageNumbers(12, 16, 4)),
        (25, RepechageNumbers(13, 16, 3)),
        (32, RepechageNumbers(16, 16, 0)),
        (7, RepechageNumbers(4, 4, 0)),
    ],
)
def test_the_number_who_come_back_is_computed(count, numbers):
    assert compute_repechage_numbers(count) == numbers


@pytest.mark.parametrize("way", ["drawn", "played"])
@pytest.mark.parametrize("count", [4, 5, 9, 10, 12, 17, 18, 24, 25, 33, 40])
def test_the_bracket_is_full_and_nobody_meets_again_at_once(count, way):
    evening = Evening("repechage", people(count), {"way": way}, seed=str(count)).play_all()
    start = next(draw for draw in evening.draws if draw.certificate)
    numbers = compute_repechage_numbers(count)
    assert len(start.matches) == numbers.width // 2
    first = {frozenset(pairing.sides) for pairing in evening.draws[0].matches}
    assert numbers.width == 2 or not {frozenset(pairing.sides) for pairing in start.matches} & first
    assert len(start.certificate["back"]) == numbers.back


def test_who_came_back_and_had_won_after_all_has_one_place():
    """The first turn of a lucky loser is corrected to a win after the losers have played: the place is the opponent's there."""
    evening = Evening("repechage", people(12), {"way": "played"}, seed="s")
    evening.play()
    evening.play()
    lucky = next(result for result in evening.results if result.round == 2 and len(result.sides) == 2)
    back, beaten = lucky.sides[lucky.winner], lucky.sides[1 - lucky.winner]
    first = next(result for result in evening.results if result.round == 1 and back in result.sides)
    evening.results = [result._replace(winner=1 - result.winner) if result is first else result for result in evening.results]
    drawn = evening.draw()
    seated = Counter(evening.seats(drawn))
    assert set(seated.values()) == {1}
    assert {back, beaten} <= seated.keys()
    assert first.sides[first.winner] not in seated
    assert check_draw(draw_to_json(drawn)).faults == []


def test_who_withdraws_is_replaced_by_the_next_drawn():
    evening = Evening("repechage", people(12))
    evening.play()
    back = evening.draw().certificate["back"]
    evening.draws.pop()
    evening.withdraw(back[0])
    again = evening.draw()
    assert back[0] not in again.certificate["back"]
    assert back[1] in again.certificate["back"]
    assert len(again.matches) == 4


def declining(draw, *entries):
    """The same draw from the same seed, after these have declined."""
    return draw_request(replace(draw.request, declined=entries))


def second(count, way="drawn", seed="s"):
    evening = Evening("repechage", people(count), {"way": way}, seed=seed)
    evening.play()
    return evening.draw()


def order(draw, way="drawn"):
    return [call.entrant for call in list_candidates(way, draw.request)]


def instead(draw):
    told = [dict(reason.params) for pairing in draw.pairings for reason in pairing.reasons if reason.code == "drawn_back_instead"]
    return {one["entrant"]: one["other"] for one in told}


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_who_declines_makes_room_for_the_next_in_the_order_of_the_same_lots(seed):
    draw = second(12, seed=seed)
    one, two, three, four, *_rest = order(draw)
    assert sorted(draw.certificate["back"]) == sorted([one, two])
    again = declining(draw, one)
    assert set(again.certificate["back"]) == {two, three}
    assert instead(again) == {three: one}
    once_more = declining(draw, one, three)
    assert set(once_more.certificate["back"]) == {two, four}
    assert instead(once_more) == {four: three}
    assert [(call.comes, call.declined) for call in list_candidates("drawn", once_more.request)][:5] == [
        (False, True), (True, False), (False, True), (True, False), (False, False),
    ]  # fmt: skip
    assert repeat_draw(draw_to_json(once_more)) == once_more
    assert check_draw(draw_to_json(once_more)).faults == []
    assert declining(once_more) == draw


def test_a_forged_draw_that_seats_who_declined_is_found():
    draw = draw_to_json(second(12))
    draw["request"]["declined"] = [draw["certificate"]["back"][0]]
    assert "nobody is drawn back who declined" in {claim.what for claim in check_draw(draw).faults}


def test_with_everybody_declining_the_winners_rest():
    draw = second(12)
    none = declining(draw, *order(draw))
    assert (none.certificate["back"], len(none.matches), len(none.byes)) == ([], 2, 2)


def test_in_matches_for_a_place_too_the_next_one_plays():
    draw = second(24, "played")
    called = order(draw, "played")
    assert {side for pairing in draw.pairings for side in pairing.sides} == set(called[:8])
    again = declining(draw, called[0], called[5])
    assert {side for pairing in again.pairings for side in pairing.sides} == {*called[1:5], *called[6:10]}
    assert instead(again) == {called[8]: called[0], called[9]: called[5]}


def test_where_too_few_are_left_to_play_for_it_more_get_a_place_without_playing():
    """Five lost and three places are left: two matches, and a place without playing."""
    draw = second(10, "played")
    called = order(draw, "played")
    assert (len(called), len(draw.matches), len(draw.byes)) == (5, 2, 1)
    again = declining(draw, called[0], called[1])
    assert (len(again.matches), len(again.byes), instead(again)) == (0, 3, {})


def test_a_draw_without_anybody_who_declined_says_nothing_of_it():
    assert "declined" not in draw_to_json(second(12))["request"]


def test_who_withdraws_before_the_bracket_stands_behind_it_and_before_who_lost_the_first_turn():
    """Whoever the withdrawals hit: everybody has one place, and nobody who gave up a place of the bracket stands in front of it."""
    evening = Evening("repechage", people(12))
    first = evening.play()
    winner = next(result.sides[result.winner] for result in evening.results if result.round == first.request.round)
    evening.withdraw(winner)
    evening.play_all()
    places = evening.format.compute_places(evening.format.options_from({}), evening.entrants, history_of(evening))
    assert sorted(entry for tied in places for entry in tied) == sorted(player.id for player in evening.entrants)
    behind = places.index([winner])
    bracket = {side for draw in evening.draws[1:] for pairing in draw.pairings for side in pairing.sides}
    assert {entry for tied in places[:behind] for entry in tied} == bracket


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 11, 16, 23, 32])
@pytest.mark.parametrize("reset", [False, True])
def test_out_after_the_second_defeat(count, reset):
    evening = Evening("double_elimination", people(count), {"reset": reset}, seed=str(count)).play_all()
    lost = Counter()
    for draw in evening.draws:
        for pairing in draw.pairings:
            assert all(lost[side] < 2 for side in pairing.sides)
        for result in evening.results:
            if result.round == draw.request.round and len(result.sides) == 2:
                lost[result.sides[1 - result.winner]] += 1
    champion = evening.format.compute_places(evening.format.options_from(evening.options), evening.entrants, history_of(evening))[0]
    assert len(champion) == 1
    assert lost[champion[0]] < 2
    others = [player.id for player in evening.entrants if player.id != champion[0]]
    assert sum(lost[entrant] == 2 for entrant in others) >= len(others) - (0 if reset else 1)


def test_the_second_grand_final_is_played_only_when_both_have_lost():
    seen = set()
    for seed in range(20):
        evening = Evening("double_elimination", people(8), seed=str(seed)).play_all()
        final = evening.draws[-2].pairings[0]
        result = next(result for result in evening.results if result.sides == final.sides and result.round == len(evening.draws) - 1)
        seen.add(result.winner)
        assert len(evening.draws[-1].pairings) == result.winner
    assert seen == {0, 1}


def test_losers_of_the_first_rounds_do_not_meet_their_winners_again_at_once():
    evening = Evening("double_elimination", people(16), seed="s").play_all()
    met = Counter(frozenset(pairing.sides) for draw in evening.draws[:5] for pairing in draw.matches)
    assert set(met.values()) == {1}


def places_of(evening):
    return evening.format.compute_places(evening.format.options_from(evening.options), evening.entrants, history_of(evening))


@pytest.mark.parametrize("key", ["knockout", "double_elimination", "repechage"])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_who_withdraws_while_still_in_does_not_share_the_first_place(key, seed):
    """After every round somebody who is still in goes home: at the end one is first, and everybody has one place."""
    evening = Evening(key, people(16), seed=seed)
    while len(evening.draws) < evening.rounds and len([one for one in evening.entrants if not one.withdrawn]) > 8:
        evening.play()
        won = [result.sides[result.winner] for result in evening.results if result.round == len(evening.draws) and len(result.sides) == 2]
        if won:
            evening.withdraw(won[-1])
    evening.play_all()
    places = places_of(evening)
    gone = {one.id for one in evening.entrants if one.withdrawn}
    assert sorted(entry for tied in places for entry in tied) == sorted(one.id for one in evening.entrants)
    assert len(places[0]) == 1
    assert not set(places[0]) & gone


@pytest.mark.parametrize("key", ["knockout", "double_elimination", "repechage"])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_whose_first_match_is_annulled_does_not_share_the_first_place(key, seed):
    """Nobody goes on from it: before the next round both could still come first, at the end both are where its losers are."""
    evening = Evening(key, people(8), seed=seed)
    evening.play()
    annulled = next(result for result in evening.results if len(result.sides) == 2)
    evening.results.remove(annulled)
    evening.play_all()
    places = places_of(evening)
    assert sorted(entry for tied in places for entry in tied) == sorted(one.id for one in evening.entrants)
    assert len(places[0]) == 1
    assert set(annulled.sides) <= set(places[-1])
    if key == "double_elimination":  # all the others have played twice
        assert set(annulled.sides) == set(places[-1])


def test_when_the_losers_bracket_runs_dry_the_final_still_comes():
    """Of sixteen everybody goes home but the two of the winners' final: its loser waits, round after round, and plays the grand final."""
    evening = Evening("double_elimination", people(16))
    for _round in range(4):
        evening.play()
    final = [one for one in evening.results if one.round == 4 and evening.positions[one.match].bracket == "main"]
    for player in list(evening.entrants):
        if player.id not in final[0].sides:
            evening.withdraw(player.id)
    assert [len(evening.play().matches) for _round in (5, 6, 7, 8)] == [0, 0, 0, 1]
    assert set(places_of(evening)[0]) <= set(final[0].sides)


def test_in_the_middle_who_has_lost_once_stands_behind_who_has_not():
    evening = Evening("double_elimination", people(8))
    evening.play()
    evening.play()
    lost = Counter(side for one in evening.results for side in one.sides if len(one.sides) == 2 and side != one.sides[one.winner])
    assert [sorted({lost[entry] for entry in tied}) for tied in places_of(evening)] == [[0], [1], [2]]


def test_while_the_first_round_is_played_nobody_who_waits_stands_behind_who_has_lost():
    evening = Evening("knockout", people(8))
    evening.play()
    del evening.results[1:]
    (one,) = evening.results
    loser = one.sides[1 - one.winner]
    assert places_of(evening) == [[player.id for player in evening.entrants if player.id != loser], [loser]]


@pytest.mark.parametrize("count", [3, 4, 5, 8, 11])
def test_double_elimination_is_over_when_nothing_is_left_to_draw(count):
    form, evening = format_by_key("double_elimination"), Evening("double_elimination", people(count), {}, seed=str(count)).play_all()
    asked = [form.is_over(form.options_from({}), draw.request) for draw in evening.draws]
    assert asked == [not draw.pairings for draw in evening.draws]
    assert form.is_over(form.options_from({}), replace(evening.draws[-1].request, history=tuple(history_of(evening))))


@pytest.mark.parametrize("way", ["drawn", "played"])
def test_repechage_is_over_when_its_bracket_is_played(way):
    evening = Evening("repechage", people(12), {"way": way}).play_all()
    options = evening.format.options_from(evening.options)
    assert not any(evening.format.is_over(options, draw.request) for draw in evening.draws)
    after = replace(evening.draws[-1].request, round=evening.rounds + 1, history=tuple(history_of(evening)))
    assert evening.format.is_over(options, after)


def test_only_matches_before_the_bracket_are_drawn_without_lines_from_one_to_the_next():
    form = format_by_key("repechage")
    sections = form.build_bracket_plan(form.options_from({"way": "played"}), 12).sections
    assert [section.loose for section in sections] == [True, True, *[False] * (len(sections) - 2)]
    nobody_back = form.build_bracket_plan(form.options_from({"way": "played"}), 4).sections
    assert [section.loose for section in nobody_back[:2]] == [True, False]


@pytest.mark.parametrize(("staying", "is_over"), [(0, True), (1, True), (2, False), (5, False)])
def test_whoever_withdrew_keeps_no_double_elimination_going(staying, is_over):
    form = format_by_key("double_elimination")
    entrants = tuple(replace(entrant, withdrawn=number >= staying) for number, entrant in enumerate(people(5)))
    assert form.is_over(form.options_from({}), DrawRequest(form.key, 1, "s", entrants)) is is_over


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("count", [4, 5, 8])
@pytest.mark.parametrize("before", [True, False])
def test_who_goes_home_unbeaten_before_the_grand_final_is_second(count, seed, before):
    """While the losers' final is played, or after it: the stage goes on to a grand final with one side, as a knockout does."""
    evening = Evening("double_elimination", people(count), seed=seed)
    for _round in range(evening.rounds - 2 - before):
        evening.play()
    lost = {result.sides[1 - result.winner] for result in evening.results if len(result.sides) == 2}
    (unbeaten,) = {one.id for one in evening.entrants} - lost
    if before:
        evening.play()
    evening.withdraw(unbeaten)
    request = replace(evening.draws[-1].request, entrants=tuple(evening.entrants), history=tuple(history_of(evening)))
    assert not evening.format.is_over(evening.format.options_from({}), request)
    final = evening.play()
    assert [len(pairing.sides) for pairing in final.pairings] == [1]
    assert places_of(evening)[:2] == [list(final.pairings[0].sides), [unbeaten]]


def test_who_goes_home_before_the_semifinal_has_the_place_below_who_comes_to_the_match_for_third():
    evening = Evening("knockout", people(8), seed="s")
    first = evening.play()
    gone = next(result.sides[result.winner] for result in evening.results)
    evening.withdraw(gone)
    evening.play_all()
    assert len(first.matches) == 4
    assert [len(tied) for tied in places_of(evening)] == [1, 1, 1, 1, 4]
    assert places_of(evening)[3] == [gone]

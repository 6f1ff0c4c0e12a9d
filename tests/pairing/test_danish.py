"""The Danish system and its proof."""

import pytest

from pairing import EntrantStanding, draw_round, draw_to_json
from pairing.checker import check_draw
from tests.pairing.evenings import Evening, people


def test_first_meets_second_when_rematches_are_allowed():
    standings = [EntrantStanding(105 - n, rank=n, primary=9 - n, opponents=(104, 103, 102, 101)[n - 1 :]) for n in range(1, 5)]
    draw = draw_round("danish", options={"rematch_gap": 0}, entrants=people(4), round_number=2, seed="s", standings=standings)
    assert [pairing.sides for pairing in draw.pairings] == [(104, 103), (102, 101)]


@pytest.mark.parametrize("count", [4, 7, 10, 16, 31])
@pytest.mark.parametrize("gap", [0, 2, 99])
def test_every_draw_is_proven(count, gap):
    evening = Evening("danish", people(count), {"rounds": 8, "rematch_gap": gap}).play_all()
    for draw in evening.draws:
        assert check_draw(draw_to_json(draw)).faults == []


def test_a_gap_forgets_old_meetings():
    evening = Evening("danish", people(6), {"rounds": 9, "rematch_gap": 2}).play_all()
    rounds = [{frozenset(pairing.sides) for pairing in draw.matches} for draw in evening.draws]
    for number, pairs in enumerate(rounds):
        exceptions = {frozenset(pair) for pair in evening.draws[number].certificate["exceptions"]}
        assert pairs & set().union(*rounds[max(0, number - 2) : number], set()) == exceptions


def test_forged_pairs_are_found():
    stored = draw_to_json(Evening("danish", people(8)).play())
    one, other = stored["certificate"]["pairs"][:2]
    one[1], other[1] = other[1], one[1]
    assert "everybody meets the highest who leaves a legal round" in map(str, check_draw(stored).faults)


@pytest.mark.parametrize("count", [9, 14, 23])
@pytest.mark.parametrize("gap", [0, 2, 99])
def test_in_heats_too_every_draw_is_proven(count, gap):
    evening = Evening("heats", people(count, clubs=3), {"heats": 2, "rounds": 4, "rematch_gap": gap}).play_all()
    for draw in evening.draws:
        verdict = check_draw(draw_to_json(draw))
        assert verdict.faults == []
        assert {"everybody plays in its own venue", "everybody meets the highest who leaves a legal round"} <= set(map(str, verdict.proven))


def last_of(key, count=13, **options):
    return draw_to_json(Evening(key, people(count), {"rounds": 3, **options}, seed="forge").play_all().draws[-1])


def parts(stored):
    """The certificate of the draw, or that of its first venue, with its pairings."""
    if stored["request"]["format"] == "danish":
        return stored["certificate"], stored["pairings"]
    name = next(name for name, part in stored["certificate"]["heats"].items() if part["bye"] is not None)
    return stored["certificate"]["heats"][name], [one for one in stored["pairings"] if one["group"] == name]


def exchange(stored):
    """Two pairs exchange partners, in the draw and in its certificate alike."""
    certificate, pairings = parts(stored)
    one, other = certificate["pairs"][:2]
    swap = {one[1]: other[1], other[1]: one[1]}
    for pair in certificate["pairs"]:
        pair[1] = swap.get(pair[1], pair[1])
    for pairing in pairings:
        pairing["sides"] = [swap.get(side, side) for side in pairing["sides"]]


def rest_another(stored):
    """The first of the ranking rests instead of the last, everywhere."""
    certificate, pairings = parts(stored)
    first, last = certificate["order"][0], certificate["bye"]
    swap = {first: last, last: first}
    certificate["bye"] = first
    certificate["order"] = [swap.get(entry, entry) for entry in certificate["order"]]
    certificate["pairs"] = [[swap.get(entry, entry) for entry in pair] for pair in certificate["pairs"]]
    for pairing in pairings:
        pairing["sides"] = [swap.get(side, side) for side in pairing["sides"]]


def invent_a_meeting(stored):
    """The certificate says of two that they must not meet, which nobody forbade."""
    certificate, _pairings = parts(stored)
    certificate["blocked"].append(certificate["pairs"][0])


def forget_one(stored):
    certificate, pairings = parts(stored)
    pair = certificate["pairs"].pop()
    certificate["order"] = [entry for entry in certificate["order"] if entry not in pair]
    stored["pairings"].remove(next(one for one in pairings if set(one["sides"]) == set(pair)))


@pytest.mark.parametrize("forge", [exchange, rest_another, invent_a_meeting, forget_one])
@pytest.mark.parametrize(("key", "options"), [("danish", {}), ("heats", {"heats": 2})])
def test_what_is_forged_is_found(key, options, forge):
    stored = last_of(key, **options)
    assert check_draw(stored).faults == []
    forge(stored)
    assert check_draw(stored).faults != []


def test_that_another_rests_than_the_last_who_may_is_said():
    stored = last_of("danish")
    rest_another(stored)
    assert "the last who may rest rests" in map(str, check_draw(stored).faults)


def test_who_was_moved_to_another_venue_is_found():
    stored = last_of("heats", count=12, heats=2)
    one, other = (next(pairing for pairing in stored["pairings"] if pairing["group"] == name) for name in ("A", "B"))
    one["sides"][0], other["sides"][0] = other["sides"][0], one["sides"][0]
    assert "everybody plays in its own venue" in map(str, check_draw(stored).faults)

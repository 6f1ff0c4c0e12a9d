"""Team matches: against the published Berger tables, and every promise about boards, byes and short teams."""

from collections import Counter, defaultdict

import pytest
from gacrux.berger import bergertables

from pairing import DrawRefused, Entrant, draw_round, draw_to_json
from pairing.checker import check_draw
from tests.pairing.evenings import Evening


def squads(*sizes, single=0):
    """Teams of so many pairs each, and pairs without a club."""
    clubs = [f"Club {place}" for place, size in enumerate(sizes) for _ in range(size)] + [""] * single
    return [Entrant(100 + number, number, club=club) for number, club in enumerate(clubs, 1)]


def draw_teams(entrants, number=1, **options):
    return draw_round("team_matches", options=options, entrants=entrants, round_number=number, seed="s")


@pytest.mark.parametrize("teams", range(3, 13))
def test_teams_meet_as_the_published_tables_say(teams):
    entrants = squads(*[2] * teams)
    for number, table in bergertables(teams)["pairing"].items():
        drawn = draw_teams(entrants, number, boards=2, rounds=60)
        met = {tuple(map(int, pairing.group.split("-"))) for pairing in drawn.matches}
        assert met == {pair for board in table.values() if max(pair := (board["white"], board["black"])) <= teams}


def test_in_the_second_half_the_first_dealers_are_exchanged():
    entrants = squads(3, 3, 3, 3)
    first, second = (draw_teams(entrants, number, boards=3, rounds=6) for number in (1, 4))
    assert {pairing.sides for pairing in second.matches} == {pairing.sides[::-1] for pairing in first.matches}
    assert Counter(pairing.first_dealer for pairing in first.matches) == {0: 4, 1: 2}


@pytest.mark.parametrize("sizes", [(3, 3, 3), (5, 4, 3, 6), (2, 3, 3), (4, 1, 2, 5, 3)])
def test_a_whole_event(sizes):
    boards = 3
    rounds = len(sizes) - 1 + len(sizes) % 2
    evening = Evening("team_matches", squads(*sizes), {"boards": boards, "rounds": rounds}).play_all()
    club = {entrant.id: entrant.club for entrant in evening.entrants}
    size = Counter(club.values())
    met, rests = Counter(), defaultdict(Counter)
    for drawn in evening.draws:
        assert sorted(evening.seats(drawn)) == sorted(club)
        assert check_draw(draw_to_json(drawn)).faults == []
        clubs = Counter(frozenset(club[side] for side in pairing.sides) for pairing in drawn.matches)
        for pair, count in clubs.items():
            assert (len(pair), count) == (2, min(boards, *(size[one] for one in pair)))
            met[pair] += 1
        playing = {one for pair in clubs for one in pair}
        for bye in drawn.byes:
            (entry,) = bye.sides
            code = bye.reasons[-1].code
            assert (code == "team_rests") == (club[entry] not in playing)
            assert (code == "team_board_alone") == bool(bye.group)
            rests[club[entry]][entry] += code == "team_reserve"
    assert set(met.values()) == {1}
    assert len(met) == len(sizes) * (len(sizes) - 1) // 2
    for resting in rests.values():
        assert max(resting.values()) - min(resting.values(), default=0) <= 1


def test_who_has_no_club_is_drawn_into_a_team_by_lot():
    drawn = draw_teams(squads(3, single=7), boards=3, rounds=3)
    assert sorted(len(group.members) for group in drawn.groups) == [2, 2, 3, 3]
    other = draw_round("team_matches", options={}, entrants=squads(3, single=7), round_number=1, seed="another")
    assert {frozenset(group.members) for group in other.groups} != {frozenset(group.members) for group in drawn.groups}


def test_one_club_alone_is_refused_with_its_name():
    with pytest.raises(DrawRefused) as refused:
        draw_teams(squads(4))
    assert [(reason.code, dict(reason.params)) for reason in refused.value.reasons] == [("one_team", {"club": "Club 0"})]


def test_seeds_sit_at_the_first_boards():
    entrants = [Entrant(1, 1, club="A"), Entrant(2, 2, seed=1, club="A"), Entrant(3, 3, club="B"), Entrant(4, 4, seed=2, club="B")]
    drawn = draw_teams(entrants, boards=2, rounds=1)
    assert [set(pairing.sides) for pairing in drawn.matches] == [{2, 4}, {1, 3}]


def forge(change):
    """A stored second round of four teams of three, changed."""
    evening = Evening("team_matches", squads(3, 3, 3, 3), {"boards": 3, "rounds": 3})
    evening.play()
    stored = draw_to_json(evening.play())
    change(stored["pairings"])
    return [claim.what for claim in check_draw(stored).faults]


def exchange(pairings):
    first, last = pairings[0], pairings[-1]
    first["sides"], last["sides"] = [first["sides"][0], last["sides"][1]], [last["sides"][0], first["sides"][1]]


def drop_board(pairings):
    pairings.pop()


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (lambda _pairings: None, []),
        (exchange, ["every team meets one other team", "two teams play on as many boards as both can fill"]),
        (drop_board, ["two teams play on as many boards as both can fill"]),
    ],
)
def test_the_checker_finds_what_was_forged(change, faults):
    assert forge(change) == faults


def test_the_checker_claims_no_new_opponents_where_two_teams_meet_again():
    evening = Evening("team_matches", squads(2, 2, 2, 2), {"boards": 2, "rounds": 3})
    evening.play()
    stored = draw_to_json(evening.play())
    for played in stored["request"]["history"]:
        played["sides"] = stored["pairings"][0]["sides"]
    assert "no two teams meet again before they have met all" in {claim.what for claim in check_draw(stored).open}


def test_in_a_second_leg_the_checker_looks_at_its_own_rounds():
    evening = Evening("team_matches", squads(2, 2, 2, 2), {"boards": 2, "rounds": 5}).play_all()
    verdicts = [check_draw(draw_to_json(draw)) for draw in evening.draws]
    assert all("no two teams meet again before they have met all" in {claim.what for claim in one.proven} for one in verdicts)

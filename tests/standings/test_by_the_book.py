"""If this fails, a table counts otherwise than FIDE C.07 and the point systems say: every cell of random tournaments counted once more."""

import random
from fractions import Fraction

import pytest

from pairing.values import MatchOutcome
from standings import (
    POINT_SYSTEMS,
    TIE_BREAKS,
    Carried,
    CountingScheme,
    StandingResult,
    build_tally,
    explain_cell,
    explain_points,
    find_tied_before,
    rank_tally,
)
from standings.tie_breaks import AmongTied
from tests.cases import every_case
from tests.standings.by_the_book import Book
from tests.standings.test_tie_breaks import build_random_round

SCHEMES = [
    CountingScheme(system.key, seed="s", **more)
    for system in POINT_SYSTEMS
    for more in ({}, {"bye": 4}, {"bye_average": True}, {"bye_average": True, "bye": 2}, {"everybody_meets": True})
] + [
    CountingScheme("own_values", values=(5, 2, 1)),
    CountingScheme("own_values", values=(4, 4, 0), bye=4),
    CountingScheme("victory_own", steps=(1, 4, 9)),
    *(
        CountingScheme("points_scored", fewest_win=True, **more)
        for more in ({}, {"bye": 3}, {"bye_average": True}, {"bye": 3, "bye_average": True})
    ),
    CountingScheme("match_won", fewest_win=True),
    CountingScheme("points_scored", fewest_win=True, everybody_meets=True),
]
ALONE = [tie_break.key for tie_break in TIE_BREAKS if not isinstance(tie_break, AmongTied) and tie_break.key not in {"lots", "decided"}]
AMONG = [tie_break.key for tie_break in TIE_BREAKS if isinstance(tie_break, AmongTied)]
ENTRIES = list(range(11, 19))


def play(chance, rounds):
    return [result for number in range(1, rounds + 1) for result in build_random_round(chance, ENTRIES, number)]


def describe(scheme):
    told = {name: getattr(scheme, name) for name in ("points", "bye", "everybody_meets", "bye_average", "values", "steps", "fewest_win")}
    return " ".join(f"{name} {value}" for name, value in told.items() if value not in (None, False, (), (3, 1, 0)))


@pytest.mark.parametrize("scheme", SCHEMES, ids=describe)
def test_every_cell_of_random_tournaments_is_what_the_rules_make_of_it(scheme):
    chance = random.Random(describe(scheme))
    for rounds in (1, 3, 6):
        results = play(chance, rounds)
        penalties = {11: 2, 14: -1}
        tally = build_tally(ENTRIES, results, scheme, penalties=penalties)
        book = Book(ENTRIES, results, scheme, penalties)
        for key in ALONE:
            lines = rank_tally(tally, CountingScheme(**{**told(scheme), "tie_breaks": (key,)}))
            assert {line.entrant: line.points for line in lines} == {entry: float(points) for entry, points in book.points.items()}
            expected = {entry: float(book.compute_cell(key, entry)) for entry in ENTRIES}
            assert {line.entrant: float(line.cells[0]) for line in lines} == pytest.approx(expected, abs=1e-12), key


def told(scheme):
    return {name: getattr(scheme, name) for name in scheme.__dataclass_fields__}


@pytest.mark.parametrize("scheme", SCHEMES, ids=describe)
def test_every_part_of_a_cell_is_told_as_it_was(scheme):
    """In order of rounds, with whom it was, what it brought, and whether it counts; in the unit of the points."""
    chance = random.Random(f"parts {describe(scheme)}")
    results = play(chance, 4)
    tally, unit = build_tally(ENTRIES, results, scheme, penalties={12: 1}), scheme.system.unit
    book = Book(ENTRIES, results, scheme, {12: 1})
    for entry in ENTRIES:
        fine = [(0, 0, None, Fraction(-1), "penalty")] if entry == 12 else []
        assert tell(explain_points(tally, "", entry), unit) == book.list_parts(entry, book.earned) + fine
        for cuts, key in enumerate(("buchholz", "buchholz_cut", "buchholz_median")):
            explained = explain_cell(tally, key, entry, ())
            own = sorted(zip(tell(explained, unit), (part.counted for part in explained.parts), strict=True), key=repr)
            assert own == sorted(book.list_buchholz(entry, cuts), key=repr)
        for key in ("games_won", "points_scored", "points_conceded", "wins", "wins_with_byes", "wins_at_table", "wins_second_dealer"):
            values = {line: book.compute_gain(key, line) for line in book.lines[entry]}
            assert tell(explain_cell(tally, key, entry, ())) == book.list_parts(entry, values)
        for key in ("sonneborn_berger", "progressive"):
            values = {line: book.compute_gain(key, line) for line in book.lines[entry]}
            assert tell(explain_cell(tally, key, entry, ()), unit) == book.list_parts(entry, values)


def tell(explanation, unit=1):
    return [(part.round, part.match, part.opponent, Fraction(part.value, unit), str(part.kind)) for part in explanation.parts]


def list_groups(ranks):
    return [[entry for entry in ranks if ranks[entry] == rank] for rank in sorted(set(ranks.values()))]


def divide(book, key, group, cells):
    """The group in its order, recounted among whoever stays tied; a cell is what was counted first."""
    if len(group) == 1:
        return [group]
    values = book.count_among(key, group)
    for entry in group:
        cells.setdefault(entry, values[entry])
    parts = [[entry for entry in group if values[entry] == value] for value in sorted(set(values.values()), reverse=True)]
    return [group] if len(parts) == 1 else [smaller for part in parts for smaller in divide(book, key, part, cells)]


@pytest.mark.parametrize("key", AMONG)
@pytest.mark.parametrize("points", ["match_won", "two_one_zero", "own_values", "victory_own", "places"])
@every_case("case", range(12))
def test_who_is_tied_is_divided_by_the_matches_among_them(case, points, key):
    chance = random.Random(f"{case} {points} {key}")
    scheme = CountingScheme(points, (key,), values=(2, 1, 0), steps=(3, 6), everybody_meets=bool(case % 2))
    results = play(chance, chance.choice((2, 5, 9)))
    book = Book(ENTRIES, results, scheme)
    cells, order = {}, []
    for level in sorted(set(book.points.values()), reverse=True):
        order += divide(book, key, [entry for entry in ENTRIES if book.points[entry] == level], cells)
    tally = build_tally(ENTRIES, results, scheme)
    lines = rank_tally(tally, scheme)
    assert list_groups({line.entrant: line.rank for line in lines}) == order
    unit = scheme.system.unit if key == "direct_encounter" and points == "places" else 1
    for line in lines:
        assert line.cells[0] is None or line.cells[0] in (cells[line.entrant], cells[line.entrant] / unit)
        assert (line.cells[0] is None) == (line.entrant not in cells)
        tied = find_tied_before(tally, (), line.entrant)
        assert sorted(tied) == [entry for entry in ENTRIES if book.points[entry] == book.points[line.entrant]]
        against = [part.opponent for part in explain_cell(tally, key, line.entrant, tied).parts]
        assert against == [one.against for one in book.lines[line.entrant] if one.met and one.against in tied]


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("sides", [2, 3, 5])
def test_tables_of_several_are_counted_player_by_player(sides, size):
    chance = random.Random(f"{sides} {size}")
    people = list(range(1, 2 * sides * size + 2))
    results = []
    for number in range(1, 6):
        order = chance.sample(people, len(people))
        for table in range(2):
            seated = tuple(order[table * sides * size : (table + 1) * sides * size])
            points = tuple(chance.randrange(4) for _side in range(sides))
            winner = points.index(max(points)) if points.count(max(points)) == 1 else -1
            games = tuple(int(side == winner) for side in range(sides))
            results.append(
                StandingResult(10 * number + table, number, seated, games, points, winner, first_dealer=number % sides, side_size=size)
            )
        results.append(StandingResult(10 * number + 9, number, (order[-1],), (1,), (2,), 0, MatchOutcome.BYE))
    for system in ("places", "points_scored", "match_won", "games_won"):
        for key in ("games_won", "games_ratio", "point_difference", "points_conceded", "progressive", "wins", "wins_second_dealer"):
            scheme = CountingScheme(system, (key,))
            lines, book = rank_tally(build_tally(people, results, scheme), scheme), Book(people, results, scheme)
            assert {line.entrant: line.points for line in lines} == book.points
            assert {line.entrant: float(line.cells[0]) for line in lines} == {one: float(book.compute_cell(key, one)) for one in people}
            assert {line.entrant: line.played for line in lines} == {one: sum(not line.bye for line in book.lines[one]) for one in people}


@pytest.mark.parametrize("system", ["match_won", "two_one_zero", "points_scored"])
def test_a_stage_that_carries_points_counts_those_before_as_its_first_rounds(system):
    """Who played only there is an opponent and has no place; penalties of both are told apart."""
    chance = random.Random(system)
    before, after = play(chance, 3), [result for result in play(chance, 2) if set(result.sides) <= set(ENTRIES[:6])]
    scheme = CountingScheme(system, ("buchholz_cut", "sonneborn_berger", "progressive", "lots"), seed="s")
    carried = Carried(3, tuple(before), tuple(ENTRIES), {11: 1, 18: 2})
    tally = build_tally(ENTRIES[:6], after, scheme, carried=carried, penalties={11: 2, 12: -3})
    whole = [*before, *(result._replace(round=result.round + 3) for result in after)]
    book = Book(ENTRIES, whole, scheme, {11: 3, 12: -3, 18: 2})
    lines = rank_tally(tally, scheme)
    assert (tally.ranked_count, sorted(line.entrant for line in lines)) == (6, ENTRIES[:6])
    assert {line.entrant: line.points for line in lines} == {entry: book.points[entry] for entry in ENTRIES[:6]}
    for place, key in enumerate(scheme.tie_breaks[:3]):
        assert {line.entrant: line.cells[place] for line in lines} == {entry: book.compute_cell(key, entry) for entry in ENTRIES[:6]}
    for entry in ENTRIES[:6]:
        earlier = sum(book.earned[line] for line in book.lines[entry] if line.result.round <= 3) - (entry == 11)
        own = [part for part in book.list_parts(entry, book.earned) if part[0] > 3]
        fined = {11: [(0, 0, None, Fraction(-2), "penalty")], 12: [(0, 0, None, Fraction(3), "given")]}.get(entry, [])
        assert tell(explain_points(tally, "", entry)) == [(0, 0, None, earlier, "carried"), *own, *fined]


def test_a_round_without_a_place_costs_the_most_penalties_of_a_match():
    results = [StandingResult(1, 1, (1, 2), (1, 0), (-6, -10), 0), StandingResult(2, 2, (1, 3), (0, 1), (-9, -2), 1)]
    scheme = CountingScheme("points_scored", (), fewest_win=True)
    tally = build_tally([1, 2, 3], results, scheme, absences={2: 1, 3: 2})
    assert {line.entrant: line.points for line in rank_tally(tally, scheme)} == {1: -15, 2: -20, 3: -22}
    assert tell(explain_points(tally, "", 3)) == [(2, 2, 1, -2, "match"), *[(0, 0, None, -10, "missed")] * 2]
    free = build_tally([1, 2, 3], results, CountingScheme("match_won", (), fewest_win=True), absences={2: 1})
    assert (free.absences, [line.points for line in rank_tally(free, CountingScheme("match_won", ()))]) == (None, [1, 1, 0])

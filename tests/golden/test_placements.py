"""If this fails, lots place entries otherwise than they did: random fields in brackets, pools, lines, groups of scores and movements.

Where a rule decides, other tests compare with it; where a search decides, this keeps what it finds, since a draw is promised to repeat.
`REWRITE_GOLDEN=1` writes it anew, to be read before it is committed.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from pairing import FORMATS, DrawRefused, Entrant, draw_request, draw_round
from pairing.bracket import compute_bracket_width, compute_seed_order
from pairing.chain import list_losers
from pairing.clubs import compute_fewest_together, count_club_meetings, place_clubs
from pairing.compatibility import find_incompatibility
from pairing.due_seats import find_due_sides
from pairing.lots import Lots, compute_commitment
from pairing.movements.designs import Movement, build_affine_plane, build_resolvable_design, build_rotation, build_whist_movement
from pairing.movements.format import IndividualFormat, compute_quality
from pairing.movements.seating_history import compute_repetition
from pairing.pools import count_pools, draw_pools, fill_serpentine_pools, format_pool_name
from pairing.separation import separate_in_bracket, separate_in_groups, separate_in_lines
from pairing.singles import Method, Single, group_singles
from pairing.trf.report import build_request
from pairing.values import EntryGroup
from tests.golden.kept_text import compare_with_kept
from tests.pairing.agreement import random_tournament
from tests.pairing.stages import PlayedStage, Scene, tell_places, tell_position, tell_reason
from tests.pairing.test_crossing import draw_chain

FOLDER = Path(__file__).parent / "placements"
BRACKETS: list[tuple[str, dict[str, object]]] = [
    ("knockout", {"play_for": 2}),
    ("knockout", {"play_for": 8}),
    ("double_elimination", {}),
    ("double_elimination", {"reset": False}),
    ("repechage", {}),
    ("repechage", {"way": "played", "play_for": 1024}),
]
TELLERS: dict[str, Callable[[], Iterator[str]]] = {}


def kept(tell: Callable[[], Iterator[str]]) -> Callable[[], Iterator[str]]:
    TELLERS[tell.__name__.removeprefix("tell_")] = tell
    return tell


@kept
def tell_lots() -> Iterator[str]:
    for seed in ("", "s", "golden", "1"):
        lots = Lots(seed, "kept")
        yield f"{seed}: {lots.draw_order(range(12))} {[lots.draw_number(100) for _turn in range(8)]} {lots.draw_item('abcdef')}"
        yield f"{compute_commitment(seed)} {Lots(seed).draw_order('abc')}"


@kept
def tell_clubs() -> Iterator[str]:
    for case in range(120):
        chance = random.Random(f"clubs {case}")
        count = chance.randint(2, 26)
        order = compute_seed_order(compute_bracket_width(count))
        seeds = chance.randint(0, count // 2)
        clubs = [chance.choice("ABCDE"[: chance.randint(1, 5)]) if chance.random() < 0.8 else 100 + place for place in range(count)]
        fixed = {order.index(seed): clubs[seed - 1] for seed in range(1, seeds + 1)}
        free = [order.index(seed) for seed in range(seeds + 1, count + 1)]
        slots = place_clubs(len(order), fixed, free, clubs[seeds:], Lots(str(case)))
        fewest = compute_fewest_together(len(order), fixed, free, clubs[seeds:])
        met = count_club_meetings(len(order), {**fixed, **dict(zip(slots, clubs[seeds:], strict=True))})
        yield f"{case}: {' '.join(map(str, slots))}; {fewest} {met}"


@kept
def tell_brackets() -> Iterator[str]:
    """Forbidden pairs in a bracket, with clubs behind them."""
    for case in range(60):
        chance = random.Random(f"brackets {case}")
        count = chance.randint(3, 20)
        width = compute_bracket_width(count)
        slots = dict(zip(sorted(range(width), key=compute_seed_order(width).__getitem__)[:count], range(1, count + 1), strict=True))
        pairs = chance.sample(list(combinations(range(1, count + 1), 2)), chance.randint(1, 3))
        clubs = {entry: chance.choice("ABC") for entry in slots.values()}
        movable = [slot for slot, entry in slots.items() if entry > chance.randint(0, 2)]
        found = separate_in_bracket(width, slots, movable, clubs, pairs)
        yield f"{case}: {pairs} {' '.join(f'{slot}:{entry}' for slot, entry in sorted(found.items()))}"


@kept
def tell_groups() -> Iterator[str]:
    """Forbidden pairs in pools, and in two lines."""
    for case in range(50):
        chance = random.Random(f"groups {case}")
        count = chance.randint(4, 15)
        order = chance.sample(range(1, count + 1), count)
        pairs = chance.sample(list(combinations(order, 2)), chance.randint(1, 5))
        pools = [EntryGroup("ABC"[place], tuple(order[place::3])) for place in range(3)]
        clubs = {entry: chance.choice("XYZ") for entry in order if chance.random() < 0.6}
        apart = separate_in_groups(pools, {entry for entry in order if chance.random() < 0.8}, clubs, pairs)
        half = -(-count // 2)
        lines = [EntryGroup("fixed", tuple(order[:half])), EntryGroup("moving", (*order[half:], *[0] * (2 * half - count)))]
        ranks = {entry: place for place, entry in enumerate(chance.sample(order, count))}
        yield f"{case}: {pairs} {[one.members for one in apart]} {[one.members for one in separate_in_lines(lines, ranks, pairs)]}"


@kept
def tell_pools() -> Iterator[str]:
    for case in range(60):
        chance = random.Random(f"pools {case}")
        count = chance.randint(3, 26)
        size = chance.randint(0, 6)
        pools, seeds = count_pools(count, size), chance.randint(0, count)
        entrants = [
            Entrant(
                100 + n, n, seed=n if n <= seeds and case % 3 else 0, club=chance.choice(["", "X", "Y", "Z"]), strength=chance.randrange(3),
                pool=chance.choice(["", "P", "Q"]) if case % 4 == 0 else "",
            )
            for n in range(1, count + 1)
        ]  # fmt: skip
        drawn = draw_pools(entrants, pools, Lots(str(case)), clubs_apart=case % 2 == 0)
        yield f"{case}: {count} by {size}, {' / '.join(' '.join(map(str, one.members)) for one in drawn)}"
        serpentine = fill_serpentine_pools(entrants, pools, Lots(str(case)))
        yield f"  serpentine {' / '.join(' '.join(map(str, one.members)) for one in serpentine)}"
    yield " ".join(format_pool_name(index) for index in (0, 1, 25, 26, 27, 51, 52, 701, 702, 703))


@kept
def tell_crossings() -> Iterator[str]:
    """Knockouts after pools: by the pools, how many of each go on, and how many others."""
    shapes = [
        (2, 2, 0),
        (3, 2, 2),
        (4, 2, 0),
        (5, 1, 3),
        (5, 2, 0),
        (4, 3, 0),
        (6, 2, 4),
        (7, 2, 2),
        (8, 2, 0),
        (3, 4, 0),
        (2, 1, 5),
        (8, 3, 0),
    ]
    for shape in shapes:
        for seed in range(3):
            draw = draw_chain(*shape, seed)
            yield f"{shape} {seed}: {' '.join('-'.join(map(str, pairing.sides)) for pairing in draw.pairings)} {draw.certificate}"
    for case in range(24):
        chance = random.Random(f"crossings {case}")
        count, pools = chance.randint(5, 24), chance.randint(2, 6)
        entrants = [
            Entrant(
                n,
                n,
                n,
                club=chance.choice("XYZ") if chance.random() < 0.7 else "",
                pool=chance.choice(["ABCDEF"[n % pools], "AB"[n % 2], ""]),
            )
            for n in range(1, count + 1)
        ]
        forbidden = chance.sample(list(combinations(range(1, count + 1), 2)), chance.randint(0, 3))
        draw = draw_round("knockout", entrants=entrants, round_number=1, seed=str(case), forbidden=forbidden)
        told = " ".join("-".join(map(str, pairing.sides)) for pairing in draw.pairings)
        codes = sorted({tell_reason(reason) for pairing in draw.pairings for reason in pairing.reasons if reason.code != "pools_crossed"})
        yield f"{case}: {forbidden} {told} {draw.certificate} {codes}"


@kept
def tell_swiss() -> Iterator[str]:
    for number in range(60):
        report = random_tournament(number, most=24, accelerated=number % 3 == 2)
        try:
            draw = draw_request(build_request(report, "kept"))
        except DrawRefused as refused:
            yield f"{number}: {refused}"
            continue
        told = " ".join("-".join(map(str, pairing.sides)) for pairing in draw.pairings)
        names = ("score", "upfloaters", "upfloaters_again", "opponents_again", "next_group_kept")
        brackets = [[one[name] for name in names] for one in draw.certificate["brackets"] if one["upfloaters"]]
        codes = [
            tell_reason(reason)
            for pairing in draw.pairings
            for reason in pairing.reasons
            if reason.code.endswith(("avoided", "lowest", "points"))
        ]
        yield f"{number}: {told}; {brackets} {sorted(set(codes))}"


@kept
def tell_movements() -> Iterator[str]:
    """Of a movement that is known the digest, of one that is searched the quality too."""
    forms = [form for form in FORMATS if isinstance(form, IndividualFormat)]
    for players in (4, 5, 8, 9, 12, 13, 16, 17, 20, 24, 25, 28, 29, 37, 40, 41, 49, 53, 61, 6, 21, 33):
        yield f"whist {players}: {tell_movement(build_whist_movement(players))}"
    for players in range(3, 58):
        designs = [tell_movement(build_resolvable_design(players, size)) for size in (3, 4, 5)]
        yield f"designs {players}: {', '.join(designs)}" if set(designs) != {"none"} else f"no design of {players}"
    yield f"planes {', '.join(tell_movement(build_affine_plane(order)) for order in (2, 3, 4, 5, 7, 9))}"
    for tables in range(1, 13):
        yield f"rotations of {tables}: {', '.join(tell_movement(build_rotation(tables, seats)) for seats in (2, 3, 4, 5))}"
    for form in (edition for own in forms for edition in (own, own.as_of(2))):
        for players in (*range(form.fewest, 18), 20, 21, 24, 25, 27, 28):
            known = [tell_movement(form.find_known_movement(players, rounds)) for rounds in (1, 3, 4, 5, 6, 7, 9, 13)]
            yield f"{form.key} {form.version} {players}: {' '.join(one.partition(' ')[0] for one in known)}"
    for form in forms:
        for players in (form.fewest, 7, 10):
            for rounds in (1, 3):
                movement = form.find_movement(players, rounds, "kept")
                yield f"{form.key} {players} {rounds}: {digest(movement)} {compute_repetition(movement, players, form.side_size)}"
        yield f"{form.key}: {compute_quality(form, form.fewest + 2, 3, 'kept')}"


def tell_movement(movement: Movement | None) -> str:
    return f"{digest(movement)} in {len(movement)}" if movement else "none"


def digest(movement: object) -> str:
    return hashlib.sha256(repr(movement).encode()).hexdigest()[:12]


@kept
def tell_turned() -> Iterator[str]:
    """Brackets whose results were corrected or annulled afterwards, while the seats of later rounds stand: places, losers, who is due."""
    for case in range(36):
        key, options = BRACKETS[case % len(BRACKETS)]
        chance = random.Random(f"turned {case}")
        stage = PlayedStage(Scene(key, chance.randint(4, 17), options, gone={3: (chance.randint(1, 4),)}, calm=bool(case % 4))).play_all()
        history = list(stage.history)
        for place in chance.sample(range(len(history)), min(3, len(history))):
            match = history[place]
            turned = chance.choice((-1, 1 - max(match.winner, 0)))
            history[place] = replace(match, winner=turned if len(match.sides) == 2 else match.winner)
        yield f"{case}: {stage.scene} {[(match.round, match.sides, match.winner) for match in history]}"
        for playing in (None, *range(1, stage.rounds + 1)):
            so_far = [match for match in history if playing is None or match.round <= playing]
            yield f"  {playing}: {tell_places(stage.form.compute_places(stage.options, stage.entrants, so_far, playing))}"
        for draw in stage.draws:
            before = [match for match in history if match.round < draw.request.round]
            due = find_due_sides(draw, before, {one.id for one in stage.entrants if one.withdrawn})
            if due:
                yield f"  due in {draw.request.round}: {'; '.join(f'{tell_position(place)} {sides}' for place, sides in due.items())}"
        if key == "knockout":
            ids = [one.id for one in stage.entrants]
            rounds = [(first, last) for last in range(1, stage.rounds + 1) for first in range(1, last + 1)]
            yield f"  lost {[list_losers(history, ids, chosen) for chosen in rounds]}"


@kept
def tell_singles() -> Iterator[str]:
    for case in range(60):
        chance = random.Random(f"singles {case}")
        numbers = chance.sample(range(1, 60), chance.randint(0, 15))
        singles = [Single(one, chance.randint(1, 3), chance.choice([None, one, 99, *numbers])) for one in numbers]
        for size, method in ((2, Method.LOT), (2, Method.STRENGTH), (3, Method.STRENGTH)):
            yield f"{case} {size} {method}: {group_singles(singles, size, method, str(case))}"


@kept
def tell_games() -> Iterator[str]:
    """Which formats suit a game: sides, persons on a side, persons entered together."""
    for form in FORMATS:
        for sides, persons, entered in (
            (2, 1, 1),
            (2, 2, 1),
            (2, 2, 2),
            (2, 3, 1),
            (2, 3, 3),
            (3, 1, 1),
            (4, 1, 1),
            (5, 1, 1),
            (6, 1, 1),
            (3, 2, 2),
        ):
            found = find_incompatibility(form, sides=sides, side_persons=persons, entry_size=entered)
            yield f"{form.key} {sides} {persons} {entered}: {tell_reason(found) if found else 'suits'}"


@pytest.mark.parametrize("name", TELLERS)
def test_lots_place_everybody_where_they_did(name):
    compare_with_kept(FOLDER / f"{name}.txt", TELLERS[name]())


def test_no_placement_is_left_of_what_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(TELLERS)

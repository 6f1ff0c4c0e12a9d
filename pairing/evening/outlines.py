"""The plans that an evening of so many entries could have, before anybody looks at the clock."""

from collections.abc import Iterator

from pairing.bracket import compute_bracket_width
from pairing.chain import EVERYBODY
from pairing.danish import Danish
from pairing.double_elimination import DoubleElimination
from pairing.evening.loads import can_be_played
from pairing.evening.values import EveningField, EveningStage, Outline
from pairing.format import Family, Format
from pairing.formats import FORMATS, format_by_key
from pairing.knockout import Knockout
from pairing.mitchell import Mitchell
from pairing.pools import count_pools
from pairing.repechage import Repechage
from pairing.round_robin import RoundRobin
from pairing.swiss.format import Swiss

BRACKETS, POOLS, ROUNDS, LINES, TABLES = "brackets", "pools", "rounds", "lines", "tables"
"""Families of plans, of which an evening is offered different ones."""
SHORT = "short"
"""What is offered only where hardly anything else fits."""
MOST_ROUNDS = 9
FEWEST_ROUNDS = 3
POOL_SIZES = (3, 4, 5, 6)
LARGEST_POOL = 12
"""One pool of more is no evening."""
FINALISTS = 4
MOST_IN_DOUBLE_ELIMINATION = 64
LINE_ROUNDS, FEWEST_IN_ONE_RANKING = 2, 8
"""Rounds of Mitchell before the Danish ones; with fewer entries some would meet again."""


def list_outlines(field: EveningField) -> Iterator[Outline]:
    """All that can be played, of each kind several: the clock chooses among them."""
    opposed = field.sides == 2 and field.side_size == 1
    for outline in _list_opposed(field.entries) if opposed else _list_individual(field):
        if all(can_be_played(format_by_key(stage.format), stage.options, stage.entries) for stage in outline.stages):
            yield outline


def find_fewest(field: EveningField) -> int:
    """How many entries the least demanding format of the game needs."""
    return min((chosen.fewest for chosen in FORMATS if _suits(chosen, field)), default=field.seats)


def _suits(chosen: Format, field: EveningField) -> bool:
    return (chosen.sides, chosen.side_size) == (field.sides, field.side_size)


def _list_opposed(entries: int) -> Iterator[Outline]:
    yield from _list_knockouts(entries)
    yield from _list_single_pools(entries)
    for size in POOL_SIZES:
        yield from _list_pools_before_knockout(entries, size)
    yield from _list_rounds(entries)


def _build_knockout(entries: int, **more: object) -> EveningStage:
    places = 4 if entries >= 4 else 2
    return EveningStage(Knockout.key, entries, {"play_for": places}, **more)  # type: ignore[arg-type]  # the fields that say where entries come from


def _list_knockouts(entries: int) -> Iterator[Outline]:
    yield Outline("bracket", BRACKETS, (_build_knockout(entries),))
    width = compute_bracket_width(entries)
    last = 1 if entries == width else 2
    losers = entries - (width >> last)
    if width >= 4 << last:
        consolation = EveningStage(Knockout.key, losers, {"play_for": 2}, source=0, lost=(1, last), label="consolation")
        yield Outline("consolation", BRACKETS, (_build_knockout(entries), consolation), 0.5)
    if 3 <= entries <= MOST_IN_DOUBLE_ELIMINATION:
        yield Outline("second_chance", BRACKETS, (EveningStage(DoubleElimination.key, entries, {"reset": False}),), 0.8)
    if entries > 4 and entries != width:
        yield Outline("lucky_losers", BRACKETS, (EveningStage(Repechage.key, entries, {"play_for": 4}),), 0.2)


def _list_single_pools(entries: int) -> Iterator[Outline]:
    for kind, meetings in (("everybody", 1), ("everybody_twice", 2)):
        if entries * meetings <= LARGEST_POOL:
            options = {"pool_size": 0, "meetings": meetings}
            yield Outline(kind, POOLS, (EveningStage(RoundRobin.key, entries, options),), 1.5)


def _list_pools_before_knockout(entries: int, size: int) -> Iterator[Outline]:
    """The first of each pool go on, and where a bracket has few places free, the best of the others fill it."""
    pools = count_pools(entries, size)
    smallest = entries // pools
    if pools < 2:
        return
    first = EveningStage(RoundRobin.key, entries, {"pool_size": size})
    for of_each in (1, 2):
        if of_each >= smallest:
            continue
        through = of_each * pools
        free = compute_bracket_width(through) - through
        best_others = free if free <= pools // 2 else 0
        rest = entries - through - best_others
        best = _build_knockout(through + best_others, source=0, of_each=of_each, best_others=best_others, label="final")
        if through + best_others >= 2:
            yield Outline("pools_knockout", POOLS, (first, best), 0.7 + 0.1 * of_each)
        if of_each == 2 and rest >= 3:
            second = _build_knockout(rest, source=0, of_each=of_each, best_others=best_others, rest=True, label="consolation")
            yield Outline("pools_two_finals", POOLS, (first, best, second), 0.9)


def _list_rounds(entries: int) -> Iterator[Outline]:
    most = min(MOST_ROUNDS, entries - 1)
    if entries >= 6:
        yield Outline("two_lines_short", SHORT, (EveningStage(Mitchell.key, entries, {"rounds": 2}),), 0.3)
    for rounds in range(FEWEST_ROUNDS, most + 1):
        swiss = EveningStage(Swiss.key, entries, {"rounds": rounds})
        yield Outline("equals", ROUNDS, (swiss,), 1.0 if 1 << rounds >= entries else 0.6)
        if entries >= 2 * FINALISTS:
            final = _build_knockout(FINALISTS, source=0, best_others=FINALISTS, label="final")
            yield Outline("equals_final", ROUNDS, (swiss, final), 0.9)
        if entries >= 6:
            yield Outline("neighbours", ROUNDS, (EveningStage(Danish.key, entries, {"rounds": rounds}),), 0.5)
        if entries >= 6 and rounds <= entries // 2:
            yield Outline("two_lines", LINES, (EveningStage(Mitchell.key, entries, {"rounds": rounds}),), 0.3)
        if entries >= FEWEST_IN_ONE_RANKING and rounds >= 2 * LINE_ROUNDS:
            yield _build_one_ranking(entries, rounds)


def _build_one_ranking(entries: int, rounds: int) -> Outline:
    """The usual evening of burraco: two rounds of Mitchell, then Danish ones, and one ranking of all of them."""
    lines = EveningStage(Mitchell.key, entries, {"rounds": LINE_ROUNDS})
    danish = EveningStage(Danish.key, entries, {"rounds": rounds - LINE_ROUNDS}, source=0, best_others=EVERYBODY, carries=True)
    return Outline("one_ranking", LINES, (lines, danish), 0.7)


def _list_individual(field: EveningField) -> Iterator[Outline]:
    """Where partners change, or everybody plays for himself, there is one movement: by rounds, and with a final table."""
    chosen = next((chosen for chosen in FORMATS if _suits(chosen, field) and chosen.family is Family.MOVEMENT), None)
    if chosen is None:
        return
    for rounds in range(1, MOST_ROUNDS + 1):
        stage = EveningStage(chosen.key, field.entries, {"rounds": rounds})
        rests = chosen.plan_rests(chosen.options_from(stage.options), field.entries)
        equal = rests is None or not rests.differing
        yield Outline("tables", TABLES if rounds > 1 else SHORT, (stage,), 0.5 + 0.5 * equal)
        if equal and rests is not None:
            yield Outline("tables_equal", TABLES, (stage,), 1.5)
        if rounds == FEWEST_ROUNDS:
            yield Outline("tables_short", TABLES, (stage,))
        if field.entries >= 2 * field.seats and rounds >= 2:
            final = EveningStage(chosen.key, field.seats, {"rounds": 1}, source=0, best_others=field.seats, label="final")
            yield Outline("tables_final", TABLES, (stage, final), 0.6)

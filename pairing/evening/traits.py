"""What a plan is fair or unfair about, with the numbers of its sentences."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pairing.bracket import compute_bracket_width
from pairing.evening.loads import count_loads
from pairing.evening.values import EveningField, EveningStage, Outline, RoundLoad, Trait
from pairing.format import Family
from pairing.formats import format_by_key
from pairing.knockout import Knockout
from pairing.pools import count_pools


def list_traits(outline: Outline, field: EveningField, rounds: Sequence[RoundLoad], matches: tuple[int, int]) -> tuple[Trait, ...]:
    """Fair ones first."""
    first = outline.stages[0]
    traits = [
        *_describe_matches(matches),
        *_TELLERS[outline.kind](outline, field),
        *_describe_final(outline.stages),
        *_describe_rests([stage for stage in outline.stages if stage is first or stage.carries]),
        *_describe_tables(field, rounds),
    ]
    return tuple(sorted(traits, key=lambda trait: not trait.is_fair))


def _describe_matches(matches: tuple[int, int]) -> Iterator[Trait]:
    least, most = matches
    if least == most:
        yield Trait.of("all_equal", fair=True, matches=least)
    elif least > 1:
        yield Trait.of("at_least", fair=True, matches=least)


def _describe_knockout(outline: Outline, field: EveningField) -> Iterator[Trait]:
    loads = count_loads(outline.stages[0].format, outline.stages[0].options, field.entries)
    yield Trait.of("out_at_once", fair=False, entries=loads[0].matches)
    yield from _describe_free_places(loads[0])
    yield Trait.of("lot_decides", fair=False)


def _describe_free_places(load: RoundLoad) -> Iterator[Trait]:
    if load.byes:
        yield Trait.of("straight_through", fair=False, entries=load.byes)


def _describe_consolation(outline: Outline, field: EveningField) -> Iterator[Trait]:
    first, consolation = outline.stages
    loads = count_loads(first.format, first.options, field.entries)
    yield Trait.of("second_bracket", fair=True, entries=consolation.entries)
    yield from _describe_free_places(loads[0])
    yield Trait.of("lot_decides", fair=False)


def _describe_second_chance(outline: Outline, field: EveningField) -> Iterator[Trait]:
    yield Trait.of("one_defeat_allowed", fair=True)
    yield Trait.of("long_way", fair=False, rounds=len(count_loads(outline.stages[0].format, outline.stages[0].options, field.entries)))


def _describe_repechage(outline: Outline, field: EveningField) -> Iterator[Trait]:
    loads = count_loads(outline.stages[0].format, outline.stages[0].options, field.entries)
    back = 2 * loads[1].matches - loads[0].matches - loads[0].byes
    yield Trait.of("drawn_back", fair=True, entries=back)
    yield Trait.of("out_at_once", fair=False, entries=loads[0].matches - back)


def _describe_everybody(outline: Outline, field: EveningField) -> Iterator[Trait]:
    yield Trait.of("all_meet", fair=True, opponents=field.entries - 1)


def _describe_pools(outline: Outline, field: EveningField) -> Iterator[Trait]:
    first, best = outline.stages[:2]
    pools = count_pools(field.entries, int(first.options["pool_size"]))
    yield Trait.of("one_defeat_survives", fair=True, pools=pools)
    if len(outline.stages) > 2:
        yield Trait.of("plays_on", fair=True, entries=outline.stages[2].entries)
    else:
        yield Trait.of("out_after_pools", fair=False, entries=field.entries - best.entries)
    smaller = pools - field.entries % pools
    if smaller < pools:
        yield Trait.of("pools_differ", fair=False, pools=smaller)
    if best.best_others:
        yield Trait.of("others_compared", fair=False, entries=best.best_others)


def _describe_swiss(outline: Outline, field: EveningField) -> Iterator[Trait]:
    rounds = int(outline.stages[0].options["rounds"])
    yield Trait.of("equal_strength", fair=True)
    unbeaten = -(-field.entries >> rounds) if 1 << rounds < field.entries else 1
    if unbeaten > 1 and len(outline.stages) == 1:
        yield Trait.of("unbeaten_tied", fair=False, entries=unbeaten)
    elif len(outline.stages) == 1:
        yield Trait.of("one_unbeaten", fair=True)


def _describe_danish(outline: Outline, field: EveningField) -> Iterator[Trait]:
    yield Trait.of("neighbours_meet", fair=True)
    yield Trait.of("early_points_weigh", fair=False)


def _describe_mitchell(outline: Outline, field: EveningField) -> Iterator[Trait]:
    rounds = int(outline.stages[0].options["rounds"])
    yield Trait.of("known_beforehand", fair=True)
    yield Trait.of("few_met", fair=False, met=rounds, others=field.entries - 1)


def _describe_one_ranking(outline: Outline, field: EveningField) -> Iterator[Trait]:
    lines, danish = outline.stages
    yield Trait.of("points_stay", fair=True, rounds=int(lines.options["rounds"]) + int(danish.options["rounds"]))
    yield Trait.of("neighbours_meet_later", fair=True)


def _describe_tables(field: EveningField, rounds: Sequence[RoundLoad]) -> Iterator[Trait]:
    if field.tables and (waiting := max(load.matches for load in rounds) - field.tables) > 0:
        yield Trait.of("wait_for_table", fair=False, matches=waiting, tables=field.tables)


def _describe_movement(outline: Outline, field: EveningField) -> Iterator[Trait]:
    rounds = int(outline.stages[0].options["rounds"])
    met, opponents = rounds * (field.seats - 1), field.entries - 1
    yield Trait.of("tables_change", fair=True, rounds=rounds)
    if met > opponents:
        yield Trait.of("meet_again", fair=False, others=opponents)
    elif met < opponents:
        yield Trait.of("few_met", fair=False, met=met, others=opponents)


def _describe_final(stages: Sequence[EveningStage]) -> Iterator[Trait]:
    final = next((stage for stage in stages if stage.label == "final"), None)
    if final is not None and format_by_key(stages[0].format).family is not Family.POOLS:
        yield Trait.of("final_decides", fair=True, entries=final.entries)
    if final is not None and final.format == Knockout.key and final.entries != compute_bracket_width(final.entries):
        yield Trait.of("final_byes", fair=False, entries=compute_bracket_width(final.entries) - final.entries)


def _describe_rests(stages: Sequence[EveningStage]) -> Iterator[Trait]:
    """Byes of the stages that everybody plays to the end; those of brackets are told with them, those of pools with their sizes."""
    first = stages[0]
    chosen = format_by_key(first.format)
    byes = sum(load.byes for stage in stages for load in count_loads(stage.format, stage.options, stage.entries))
    if chosen.family in {Family.RANKING, Family.MOVEMENT} and byes:
        if byes % first.entries:
            yield Trait.of("rest_unequal", fair=False, entries=byes % first.entries)
        else:
            yield Trait.of("rest_equal", fair=True, byes=byes // first.entries)


_TELLERS: Mapping[str, Callable[[Outline, EveningField], Iterator[Trait]]] = {
    "bracket": _describe_knockout,
    "consolation": _describe_consolation,
    "second_chance": _describe_second_chance,
    "lucky_losers": _describe_repechage,
    "everybody": _describe_everybody,
    "everybody_twice": _describe_everybody,
    "pools_knockout": _describe_pools,
    "pools_two_finals": _describe_pools,
    "equals": _describe_swiss,
    "equals_final": _describe_swiss,
    "neighbours": _describe_danish,
    "two_lines": _describe_mitchell,
    "two_lines_short": _describe_mitchell,
    "one_ranking": _describe_one_ranking,
    "tables": _describe_movement,
    "tables_equal": _describe_movement,
    "tables_short": _describe_movement,
    "tables_final": _describe_movement,
}

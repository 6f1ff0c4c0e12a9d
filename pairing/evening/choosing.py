"""Which plans an evening is offered: those that let people play most, and most fairly, inside the time, and not five of one kind."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pairing.evening.absences import list_absences
from pairing.evening.loads import add_up_rounds, count_loads, count_matches_of_entry
from pairing.evening.outlines import SHORT, find_fewest, list_outlines
from pairing.evening.traits import list_traits
from pairing.evening.values import EndEstimate, EndSpan, EveningField, EveningPlan, EveningProposals, Outline, Remedies, RoundLoad

FEWEST_PLANS, USUAL_PLANS, MOST_PLANS = 3, 4, 5
ENOUGH_MATCHES = 6
"""More are no reason to prefer a plan."""
FEW_MATCHES = 4
"""Where everybody is sure of fewer, shorter matches are thought of too."""
TRIED = 4
"""So many of the shortest plans are tried with more tables, and so many numbers of tables."""


@dataclass(frozen=True, slots=True)
class _Timed:
    """An outline that somebody has looked at the clock for."""

    outline: Outline
    rounds: tuple[RoundLoad, ...]
    spans: tuple[tuple[int, int], ...]
    matches: tuple[int, int]
    length: int
    ends: EndSpan
    fits: bool
    score: float


def propose_plans(field: EveningField, estimate: EndEstimate) -> EveningProposals:
    """Three to five plans where so many can be played, the best first; those that do not fit come last, and `remedies` say what helps."""
    outlines = list(list_outlines(field))
    if not outlines:
        return EveningProposals((), fewest=find_fewest(field))
    timed = _time_all(outlines, field, 0, estimate)
    pools = [_list_best(timed)]
    for length in range(1, field.lengths):
        if len(pools[0]) < FEWEST_PLANS or max(plan.matches[0] for plan in pools[0]) < FEW_MATCHES:
            shorter = _time_all(outlines, field, length, estimate)
            pools.append(_list_best(shorter))
            timed += shorter
    chosen = _select(pools)
    if len(chosen) < FEWEST_PLANS:
        chosen += _list_best(timed, short=True)[: FEWEST_PLANS - len(chosen)]
    remedies = None if chosen else _find_remedies(timed, field, estimate)
    if len(chosen) < FEWEST_PLANS:
        chosen += _select([_list_nearest(timed, chosen)])[: FEWEST_PLANS - len(chosen)]
    chosen.sort(key=lambda plan: (not plan.fits, -plan.score if plan.fits else plan.ends.late))
    absences = list_absences(field, {plan.outline.family for plan in chosen}, _find_soonest(timed))
    return EveningProposals(tuple(_build_plan(plan, field) for plan in chosen), remedies, absences=tuple(absences))


def _find_soonest(timed: Iterable[_Timed]) -> dict[str, float]:
    """After how many minutes the shortest plan of each family is over, by its cautious end."""
    soonest: dict[str, float] = {}
    for plan in timed:
        family = plan.outline.family
        soonest[family] = min(soonest.get(family, plan.ends.late), plan.ends.late)
    return soonest


def _time_all(outlines: Iterable[Outline], field: EveningField, length: int, estimate: EndEstimate) -> list[_Timed]:
    """Stages side by side are thought of only where they have tables for both: else nobody knows which of them waits."""
    timed = (_time(outline, field, length, estimate) for outline in outlines)
    return [plan for plan in timed if not field.tables or _count_side_by_side(plan) <= field.tables]


def _count_side_by_side(plan: _Timed) -> int:
    """The most matches of a round in which several stages play."""
    numbers = Counter(number for first, last in plan.spans for number in range(first, last + 1))
    return max((plan.rounds[number - 1].matches for number, stages in numbers.items() if stages > 1), default=0)


def _time(outline: Outline, field: EveningField, length: int, estimate: EndEstimate) -> _Timed:
    rounds, spans = add_up_rounds(outline.stages)
    matches = count_matches_of_plan(outline)
    ends = estimate(tuple(load.matches for load in rounds), length, field.tables)
    average = sum(load.matches for load in rounds) * field.seats / field.entries
    score = min(matches[0], ENOUGH_MATCHES) + min(average, ENOUGH_MATCHES) / 2 + outline.fairness
    return _Timed(outline, rounds, spans, matches, length, ends, ends.late <= field.minutes, score)


def count_matches_of_plan(outline: Outline) -> tuple[int, int]:
    """The fewest and the most matches of an entry in all stages."""
    first, *later = outline.stages
    least, most = count_matches_of_entry(first)
    if not later:
        return least, most
    if later[0].carries:
        return _count_matches_with_points(outline)
    following = [count_matches_of_entry(stage) for stage in later]
    if later[0].lost:
        last = later[0].lost[1]
        return 1 + following[0][0], max(most, last + following[0][1])
    goes_on = any(stage.rest for stage in later)
    return least + (min(fewest for fewest, _most in following) if goes_on else 0), most + max(most for _fewest, most in following)


def _count_matches_with_points(outline: Outline) -> tuple[int, int]:
    """Everybody plays all stages, and a bye in one of them counts in the next: nobody has a second one before all have had one."""
    loads = [load for stage in outline.stages for load in count_loads(stage.format, stage.options, stage.entries)]
    rests, entries = sum(load.byes for load in loads), outline.stages[0].entries
    return len(loads) - -(-rests // entries), len(loads) - rests // entries


def _list_best(timed: Iterable[_Timed], *, short: bool = False) -> list[_Timed]:
    """Of every kind the best variant that fits, the best kinds first."""
    best: dict[str, _Timed] = {}
    for plan in timed:
        if plan.fits and (plan.outline.family == SHORT) == short:
            best[plan.outline.kind] = max(best.get(plan.outline.kind, plan), plan, key=lambda one: one.score)
    return _drop_repeated(sorted(best.values(), key=lambda plan: -plan.score))


def _select(pools: Sequence[Sequence[_Timed]]) -> list[_Timed]:
    """The best of every family, with the own length of match where one fits; then what lets everybody play more; then other kinds."""
    offered = [plan for pool in pools for plan in pool]
    chosen: list[_Timed] = []
    for plan in offered:
        if len(chosen) < MOST_PLANS and plan.outline.family not in {other.outline.family for other in chosen}:
            chosen.append(plan)
    most = max((plan.matches[0] for plan in chosen), default=0)
    gained = [plan for plan in offered if plan.matches[0] > most][:1]
    chosen = [*chosen[: MOST_PLANS - len(gained)], *gained]
    chosen += _list_others(offered, chosen, alike=False)[: max(0, USUAL_PLANS - len(chosen))]
    return chosen + _list_others(offered, chosen, alike=True)[: max(0, FEWEST_PLANS - len(chosen))]


def _list_others(offered: Iterable[_Timed], taken: Sequence[_Timed], *, alike: bool) -> list[_Timed]:
    """Plans of kinds that were not taken; unless `alike`, only such whose rounds are others too."""
    kinds = {plan.outline.kind for plan in taken}
    evenings = {(plan.rounds, plan.length) for plan in taken}
    by_kind: dict[str, _Timed] = {}
    for plan in offered:
        if plan.outline.kind not in kinds and (alike or (plan.rounds, plan.length) not in evenings):
            by_kind.setdefault(plan.outline.kind, plan)
    return list(by_kind.values())


def _drop_repeated(plans: Iterable[_Timed]) -> list[_Timed]:
    """Two kinds can come to the same stages."""
    distinct: dict[tuple[object, ...], _Timed] = {}
    for plan in plans:
        distinct.setdefault((*((stage.format, str(stage.options), stage.source) for stage in plan.outline.stages), plan.length), plan)
    return list(distinct.values())


def _list_nearest(timed: Iterable[_Timed], taken: Sequence[_Timed]) -> list[_Timed]:
    """Plans that do not fit, the shortest of every kind, the soonest over first."""
    shortest: dict[str, _Timed] = {}
    kinds = {plan.outline.kind for plan in taken}
    for plan in timed:
        kind = plan.outline.kind
        if kind not in kinds and not plan.fits and (kind not in shortest or plan.ends.late < shortest[kind].ends.late):
            shortest[kind] = plan
    return _drop_repeated(sorted(shortest.values(), key=lambda plan: (plan.ends.late, -plan.score)))


def _find_remedies(timed: Sequence[_Timed], field: EveningField, estimate: EndEstimate) -> Remedies:
    """No shorter matches help: those were tried. Later hours and more tables are looked at for the soonest plans at the own length."""
    soonest = sorted((plan for plan in timed if plan.length == 0), key=lambda plan: plan.ends.late)[:TRIED]
    shortest = min(timed, key=lambda plan: plan.ends.late)
    most = max(load.matches for load in shortest.rounds)
    helping = (
        tables
        for tables in _list_more_tables(field.tables, most)
        if any(
            estimate(tuple(load.matches for load in plan.rounds), plan.length, tables).late <= field.minutes
            for plan in [shortest, *soonest]
        )
    )
    return Remedies(int(soonest[0].ends.late), int(shortest.ends.late), shortest.length, next(helping, 0))


def _list_more_tables(tables: int, most: int) -> Iterator[int]:
    """Some numbers between the tables that there are and those at which all play at once."""
    if 0 < tables < most:
        step = max(1, -(-(most - tables) // TRIED))
        yield from range(tables + step, most, step)
        yield most


def _build_plan(plan: _Timed, field: EveningField) -> EveningPlan:
    least, most = plan.matches
    return EveningPlan(
        kind=plan.outline.kind,
        stages=plan.outline.stages,
        length=plan.length,
        rounds=plan.rounds,
        rounds_by_stage=plan.spans,
        least=least,
        most=most,
        ends=plan.ends,
        fits=plan.fits,
        traits=list_traits(plan.outline, field, plan.rounds, plan.matches),
    )

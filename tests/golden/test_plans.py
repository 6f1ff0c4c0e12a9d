"""If this fails, an evening is offered other plans than it was, or a format says another thing of so many entries, as they were approved.

`REWRITE_GOLDEN=1` writes them anew, to be read before they are committed.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pairing import FORMATS, Entrant, Format
from pairing.chain import EVERYBODY, PlannedStage, StageSetup, compute_plan
from pairing.evening import EndSpan, EveningField, EveningPlan, EveningStage, count_loads, propose_plans
from pairing.evening.loads import count_matches_of_entry
from pairing.formats import format_by_key
from pairing.reasons import build_match_title
from tests.golden.kept_text import compare_with_kept
from tests.pairing.stages import tell_position, tell_reason

FOLDER = Path(__file__).parent / "plans"
LENGTHS = (45, 30, 20)
OPPOSED = [
    *((entries, 0, 240, 2, 1, 1) for entries in (1, 2, 3, 4, 5, 6, 8, 9, 11, 14, 16, 21, 27)),
    *((entries, entries // 3, 240, 2, 1, 3) for entries in (6, 7, 10, 12, 13, 17, 20, 24, 33)),
    *((entries, entries // 2, 150, 2, 1, 3) for entries in (4, 8, 12, 15, 18, 26, 40)),
    *((entries, 2, 180, 2, 1, 2) for entries in (5, 8, 11, 16, 32)),
    *((entries, 0, minutes, 2, 1, 3) for entries in (10, 16, 30) for minutes in (30, 90, 420)),
    (65, 20, 300, 2, 1, 1),
]
ALONE = [
    *((entries, 0, 240, 2, 2, 1) for entries in (3, 4, 5, 8, 12, 13, 17)),
    *((entries, entries // 6, 200, 2, 2, 3) for entries in (16, 22, 32)),
    *((entries, 0, 240, 3, 1, 2) for entries in (2, 3, 7, 9, 13)),
    *((entries, 3, 180, 4, 1, 3) for entries in (4, 9, 16, 21)),
    *((entries, 0, 120, 5, 1, 3) for entries in (4, 5, 11, 23, 25)),
    (8, 0, 240, 6, 1, 1),
]


def estimate_end(matches: Sequence[int], length: int, tables: int) -> EndSpan:
    """Every table plays as long as its matches have; a pause of five minutes follows each round."""
    waves = [-(-count // tables) if tables else bool(count) for count in matches]
    minutes = sum(waves) * LENGTHS[length] + 5 * len(waves)
    return EndSpan(0.9 * minutes, minutes, 1.1 * minutes)


def tell_stage(stage: EveningStage) -> str:
    options = ", ".join(f"{name} {value}" for name, value in stage.options.items())
    told = {name: getattr(stage, name) for name in ("source", "of_each", "best_others", "rest", "lost", "label", "carries")}
    from_where = " ".join(f"{name}={value}" for name, value in told.items() if value not in (None, 0, False, ""))
    return f"{stage.format} of {stage.entries} ({options}){' ' * bool(from_where)}{from_where}"


def tell_plan(plan: EveningPlan) -> Iterator[str]:
    rounds = " ".join(f"{load.matches}+{load.byes}" for load in plan.rounds)
    spans = " ".join(f"{first}-{last}" for first, last in plan.rounds_by_stage)
    ends = f"{plan.ends.early:.0f} {plan.ends.middle:.0f} {plan.ends.late:.0f}"
    yield f"  {plan.kind}, length {plan.length}, {plan.least}-{plan.most} matches, {ends}{'' if plan.fits else ', too long'}"
    yield f"    {'; '.join(map(tell_stage, plan.stages))}"
    yield f"    rounds {rounds}; stages {spans}; in all {plan.matches}+{plan.byes}"
    traits = (f"{'+-'[not one.is_fair]}{one.key}{''.join(f' {name} {count}' for name, count in one.numbers)}" for one in plan.traits)
    yield f"    {', '.join(traits)}"


def tell_proposals(asked: Sequence[int]) -> Iterator[str]:
    proposals = propose_plans(EveningField(*asked), estimate_end)
    yield "{} entries, {} tables, {} minutes, {} sides of {}, {} lengths:".format(*asked)
    for plan in proposals.plans:
        yield from tell_plan(plan)
    if proposals.remedies:
        yield f"  {proposals.remedies}"
    if proposals.fewest:
        yield f"  at least {proposals.fewest}"
    yield from (f"  no {absence.family}: {absence.reason} {absence.number}" for absence in proposals.absences)


@pytest.mark.parametrize(("name", "fields"), [("opposed", OPPOSED), ("alone", ALONE)])
def test_evenings_are_offered_the_plans_that_they_were(name, fields):
    compare_with_kept(FOLDER / f"{name}.txt", (line for asked in fields for line in tell_proposals(asked)))


COUNTS = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    11,
    12,
    13,
    16,
    17,
    20,
    25,
    31,
    32,
    33,
    64,
    65,
    100,
    101,
    399,
    400,
    401,
    1024,
    1025,
    10_000,
    10_001,
    10_002,
)
OPTIONS = {
    "knockout": ({}, {"play_for": 2}, {"play_for": 1024}),
    "repechage": ({}, {"way": "played"}),
    "double_elimination": ({}, {"reset": False}),
    "round_robin": ({}, {"pool_size": 0}, {"pool_size": 1}, {"pool_size": 5, "meetings": 2}),
    "swiss": ({}, {"rounds": 7, "acceleration": "baku"}, {"numbers": "given"}),
    "danish": ({}, {"first_round": "given"}),
    "mitchell": (
        {},
        {"rounds": 8, "deals_travel": True, "switched": 2},
        {"switched": 1},
        {"rounds": 2, "deals_travel": True, "switched": 2},
    ),
    "howell": ({}, {"rounds": 399, "deals_travel": True}),
    "heats": ({}, {"heats": 5}),
    "team_matches": ({}, {"boards": 1, "rounds": 60, "decided_by": "points"}),
}
"""Of the formats of individuals: the usual ones and nine rounds."""


def tell_problems(problems: Sequence[object]) -> str:
    return ", ".join(map(tell_reason, problems)) or "none"


def tell_rounds(form: Format, options: object, count: int, rounds: int) -> str:
    """What the first rounds of a stage are called, and whether they are drawn."""
    names = []
    for number in range(1, min(rounds, 9) + 1):
        position = form.find_main_match(options, count, number)
        drawn = "".join("dp"[not form.is_round_drawn(options, count, number, seeded=seeded)] for seeded in (False, True))
        names.append(f"{drawn}{' ' + build_match_title(position).code + tell_position(position) if position else ''}")
    return ", ".join(names)


def tell_numbers(form: Format, options: object, count: int) -> Iterator[str]:
    problems = form.find_plan_problems(options, count)
    entrants = [Entrant(number, number, club="Bar" * (count % 2)) for number in range(1, count + 1)]
    drawing = form.find_problems(options, entrants) if count <= 110 else form.find_count_problems(count)
    yield f"{count}: problems {tell_problems(drawing)}; of the plan {tell_problems(problems)}"
    if problems or count < form.fewest:
        return
    rounds = form.count_rounds(options, count)
    rests = form.plan_rests(options, count)
    seats = "all seated" if form.can_seat_all(options, count) else "not all seated"
    yield f"   {rounds} rounds, {form.count_groups(options, count)} groups, {seats}: {tell_rounds(form, options, count, rounds)}"
    if rests:
        better = rests.find_fairer_rounds()
        yield f"   rests {rests.rests}, more {rests.more}, equal {rests.equal_rounds}, differ {rests.differing}, better {better}"
    if count <= 33:
        loads = " ".join(f"{load.matches}+{load.byes}" for load in count_loads(form.key, form.options_to_json(options), count))
        yield f"   {loads}; each {count_matches_of_entry(EveningStage(form.key, count, form.options_to_json(options)))}"


def tell_bracket(form: Format, options: object, count: int) -> Iterator[str]:
    plan = form.build_bracket_plan(options, count) if count >= form.fewest else None
    if plan is None:
        return
    yield f"bracket of {count}"
    for section in plan.sections:
        columns = " | ".join(" ".join(f"{one.place}/{one.width}/{one.slot}/{one.bracket}" for one in column) for column in section.columns)
        yield f"   {'loose ' * section.loose}{columns}"
    for (target, side), source in plan.sources_by_side.items():
        yield f"  {tell_position(target)} side {side}: {'winner' if source.won else 'loser'}{tell_position(source.position)}"


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.key)
def test_a_format_says_of_any_number_of_entries_what_it_said(form):
    lines = []
    for values in OPTIONS.get(form.key, ({}, {"rounds": 9})):
        options = form.options_from(values)
        lines += [f"== {values}: free opening {form.has_free_opening(options)}, decided by {form.choose_team_decision(options)}"]
        virtual = [form.compute_virtual_halves(options, number, 3) for number in range(1, 10)]
        lines += [f"virtual {virtual}"] if form.is_accelerated(options) else []
        lines += [line for count in COUNTS for line in tell_numbers(form, options, count)]
        lines += [line for count in (2, 3, 4, 6, 8, 11) for line in tell_bracket(form, options, count)]
    compare_with_kept(FOLDER / f"{form.key}.txt", lines)


CHAINS = [
    [StageSetup("round_robin", {"pool_size": 4}, of_each=2), StageSetup("knockout")],
    [StageSetup("round_robin", {"pool_size": 4}, of_each=2, best_others=3), StageSetup("round_robin", of_each=1), StageSetup("knockout")],
    [StageSetup("swiss", {"rounds": 5}, best_others=8), StageSetup("double_elimination")],
    [StageSetup("mitchell", {"rounds": 2}, best_others=EVERYBODY), StageSetup("danish")],
    [StageSetup("knockout", {"play_for": 2}, lost=(1, 2)), StageSetup("swiss", {"rounds": 3})],
    [StageSetup("knockout", {"play_for": 4}, lost=(2, 3)), StageSetup("knockout")],
    [StageSetup("knockout", {"play_for": 8}, lost=(1, 1)), StageSetup("knockout", {"play_for": 2}, lost=(1, 1)), StageSetup("knockout")],
    [StageSetup("double_elimination", lost=(1, 1)), StageSetup("knockout")],
    [StageSetup("knockout", lost=(0, 1)), StageSetup("knockout", lost=(2, 1)), StageSetup("knockout")],
    [StageSetup("team_matches", of_each=1), StageSetup("knockout")],
    [StageSetup("heats", {"heats": 3}, of_each=4), StageSetup("heats"), StageSetup("howell")],
    [StageSetup("individual", best_others=16), StageSetup("tables_of_four", of_each=4), StageSetup("tables_of_four")],
]


def tell_planned(stage: PlannedStage) -> str:
    problems = f": {tell_problems(stage.problems)}" if stage.problems else ""
    return f"{stage.entries} in {stage.groups}, {stage.rounds} rounds, {stage.through} on{problems}"


def test_plans_of_several_stages_come_to_what_they_did():
    lines = []
    for setups in CHAINS:
        lines.append(f"== {'; '.join(map(str, setups))}")
        counts = (1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 23, 32, 33, 60)
        lines += [f"{count}: {' | '.join(map(tell_planned, compute_plan(setups, count)))}" for count in counts]
    compare_with_kept(FOLDER / "chains.txt", lines)


def test_no_plan_is_left_of_a_format_that_is_gone():
    assert {path.stem for path in FOLDER.iterdir()} == {"opposed", "alone", "chains", *(form.key for form in FORMATS)}
    assert set(OPTIONS) <= {format_by_key(form.key).key for form in FORMATS}

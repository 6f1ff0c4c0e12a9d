"""If this fails, a stage or a season counts by other rules than it was offered, or other people are taken for one: as it was approved.

`REWRITE_GOLDEN=1` writes it anew, to be read before it is committed.
"""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pairing import FORMATS, format_by_key
from rules.problems import RuleViolation
from standings import POINT_SYSTEMS, FormatCounting
from standings.schemes import WORTH
from standings.season import (
    SEASON_TIE_BREAKS,
    Appearance,
    SeasonOptions,
    StageOrder,
    Turn,
    compute_evening_scores,
    compute_final_order,
    compute_season_standings,
    list_namesakes,
    list_places,
    list_questions,
    parse_season_options,
    recognise_players,
    share_score,
)
from tests.golden.kept_text import compare_with_kept

FOLDER = Path(__file__).parent / "counting"
TELLERS: dict[str, Callable[[], Iterator[str]]] = {}


def kept(tell: Callable[[], Iterator[str]]) -> Callable[[], Iterator[str]]:
    TELLERS[tell.__name__.removeprefix("tell_")] = tell
    return tell


def list_countings(form) -> dict[str, FormatCounting]:
    usual = FormatCounting(form)
    other = FormatCounting(format_by_key("swiss"))
    carried = other.options_to_json(other.options_from({"points": "own_values", "win": 5, "draw": 2, "loss": 1, "tie_break_1": "buchholz"}))
    return {
        "": usual,
        " where matches may tie": FormatCounting(form, matches_may_tie=True),
        " where the fewest win": FormatCounting(form, fewest_win=True),
        " with points carried": FormatCounting(form, carried={name: carried.get(name) for name in carried}),
    }


@kept
def tell_offers() -> Iterator[str]:
    """What a format proposes and offers, and the scheme that comes of it."""
    for form in FORMATS:
        for name, counting in list_countings(form).items():
            yield f"== {form.key}{name}: {counting.default_values}"
            yield f"  asked {' '.join(spec.name for spec in counting.specs)}"
            points = [choice.value for spec in counting.specs if spec.name == "points" for choice in spec.choices]
            breaks = [choice.value for spec in counting.specs if spec.name == "tie_break_8" for choice in spec.choices]
            yield f"  points {' '.join(points)}; tie-breaks {' '.join(breaks)}"
            sentences = {spec.name: str(spec.sentence)[:60] for spec in counting.specs if spec.name in ("bye", "missed")}
            scheme = counting.build_scheme(counting.options_from({}), seed="s")
            yield f"  {sentences} {scheme}; {scheme.charges_absences} {scheme.averages_byes}"


TYPED = (
    {"points": "victory_own", "steps": "5 9 20"},
    {"points": "victory_own"},
    {"points": "own_values", "win": 1, "draw": 2},
    {"points": "own_values", "win": 2, "draw": 2, "loss": 2},
    {"points": "own_values", "draw": 1, "loss": 2, "win": 3},
    {"points": "match_won", "win": 1, "draw": 2},
    {"bye_average": True},
    {"bye": 0},
    {"bye": 999},
    {"bye": 1000},
    {"steps": "9 5"},
    {"steps": "5 5"},
    {"steps": " ".join(map(str, range(50)))},
    {"steps": " ".join(map(str, range(51)))},
    {"tie_break_1": "wins", "tie_break_2": "wins", "tie_break_3": "nothing", "tie_break_4": "nothing", "tie_break_5": "wins"},
    {"tie_break_1": "nothing", "tie_break_2": "lots", "tie_break_3": "nothing", "tie_break_8": "decided"},
    {"tie_break_1": "buchholz", "tie_break_2": "games_won"},
    {"points": "places"},
    {"missed": 12},
)


@kept
def tell_choices() -> Iterator[str]:
    """What a director types: taken and stored, or refused with its boxes."""
    for key in ("swiss", "round_robin", "mitchell", "individual", "tables_of_five"):
        counting = FormatCounting(format_by_key(key))
        for typed in TYPED:
            try:
                options = counting.options_from({**counting.default_values, **typed})
                told = f"{options.tie_breaks} {counting.options_to_json(options)}"
            except RuleViolation as refused:
                told = f"refused {[(problem.code, problem.field) for problem in refused.problems]}"
            yield f"{key} {typed}: {told}"
    yield f"{WORTH}"
    for system in POINT_SYSTEMS:
        fine = system.refine(50)
        yield f"{system.key}: {system.bye} {system.draw} {system.win} {system.unit} {system.secondary_system}"
        worth = [fine.get_bye_worth(None), fine.get_bye_worth(3), fine.convert_to_points(75)]
        yield f"  refined {fine.bye} {fine.draw} {fine.win} {fine.unit} {worth}"
        yield f"  {system.get_bye_worth(None)} {system.get_bye_worth(0)} {system.convert_to_points(3)} {system.convert_to_points(4)}"


NAMES = (
    "mario rossi",
    "m rossi",
    "mario rosi",
    "maria rossi",
    "rossi",
    "mario andrea rossi",
    "lucia neri",
    "lucia nero",
    "lucai neri",
    "anna bo",
    "anna ba",
    "",
)


@kept
def tell_people() -> Iterator[str]:
    for case in range(160):
        chance = random.Random(f"people {case}")
        names = chance.sample(NAMES, chance.randint(2, 5))
        seen = [
            Appearance(
                evening, 10 * evening + place, chance.choice((0, place)), chance.choice(names), chance.choice(("bar", "circolo", "")),
                chance.choice(("", "", "7", "8")),
            )
            for evening in range(1, chance.randint(2, 6)) for place in range(1, chance.randint(2, 5))
        ]  # fmt: skip
        atoms = [one.atom for one in seen]
        rulings = [{atom: chance.randint(1, 2) for atom in chance.sample(atoms, min(len(atoms), 3))} for _turn in range(case % 3)]
        players = recognise_players(seen, rulings)
        yield f"{case}: " + "; ".join(
            f"{player.id} {' '.join(f'{one.evening}.{one.entry}' for one in player.appearances)} {player.doubt or ''}" for player in players
        )
        for question in list_questions(players, rulings):
            yield f"  {question.first.id} = {question.second.id}? {question.likeness}{' likely' * question.likely}"
        for doubt in list_namesakes(players):
            yield f"  {doubt.name}: {' '.join(player.id for player in doubt.players)}"


def draw_order(chance, entries, apart):
    """Places of the entries, some of them shared."""
    order, left = [], chance.sample(entries, len(entries))
    while left:
        size = 1 if chance.random() < apart else chance.randint(2, 3)
        order.append(tuple(left[:size]))
        left = left[size:]
    return tuple(order)


@kept
def tell_orders() -> Iterator[str]:
    """Final orders over several stages, and what their places bring."""
    for case in range(80):
        chance = random.Random(f"orders {case}")
        entries = list(range(1, chance.randint(5, 13)))
        stages = [StageOrder(1, draw_order(chance, entries, 0.6))]
        for number in range(2, chance.randint(2, 5)):
            source = chance.choice([*stages, None])
            pool = entries if source is None else [one for together in source.places for one in together]
            some = chance.sample(pool, chance.randint(1, len(pool)))
            stages.append(
                StageOrder(
                    number, draw_order(chance, some, 0.7), source.number if source else None, source is not None and chance.random() < 0.4
                )
            )
        order = compute_final_order(chance.sample(stages, len(stages)))
        teams = {one: one % 4 for one in entries} if case % 3 == 0 else None
        options = parse_season_options(
            {
                "places": "20 15 11 8 6 4" if case % 2 else "3", "scale": chance.choice(("list", "entries")), "final_percent": 150,
                "taking_part": chance.randint(0, 2), "shared": chance.choice(("mean", "better")),
            }
        )  # fmt: skip
        scores = compute_evening_scores(
            order, options, evening=case, final=case % 4 == 1, absent=entries[:1] if case % 5 == 0 else (), teams=teams
        )
        yield f"{case}: {[(stage.number, stage.places, stage.source, stage.aside) for stage in stages]}"
        yield f"  {order} {list(list_places(order, teams))}"
        yield f"  {' '.join(f'{one}:{score.place}/{score.sharing}/{score.entries}={score.points}' for one, score in scores.items())}"


@kept
def tell_seasons() -> Iterator[str]:
    keys = [one.key for one in SEASON_TIE_BREAKS]
    for case in range(80):
        chance = random.Random(f"seasons {case}")
        evenings = [10 * number for number in range(1, chance.randint(1, 6))]
        typed = {f"tie_break_{place}": key for place, key in enumerate(chance.sample(keys, 5), start=1)}
        typed |= {"best": chance.randint(0, 3), "final_counts": chance.choice(("like_others", "always", "besides")), "places": "6 4 2 1"}
        options = parse_season_options(typed | {"substitutes": chance.choice(("rounds", "equally", "everybody", "last"))})
        scores: dict[str, list] = {}
        for evening in evenings:
            order = draw_order(chance, list(range(1, chance.randint(3, 7))), 0.7)
            for entry, score in compute_evening_scores(order, options, evening=evening, final=evening == evenings[-1]).items():
                turns = [Turn(entry, Fraction(chance.randint(0, 4), 2)), Turn(entry + 6, Fraction(chance.randint(0, 3)))][
                    : 1 + (chance.random() < 0.3)
                ]
                for person, part in share_score(score, options, turns).items():
                    scores.setdefault("abcdefghijklm"[person], []).append(part)
        once = {player: list({part.evening: part for part in parts}.values()) for player, parts in scores.items()}
        yield f"{case}: {options.tie_breaks} best {options.best} {options.final_counts} {options.substitutes}"
        for line in compute_season_standings(once, options, evenings=evenings, seed=str(case)):
            cells = " ".join(map(str, line.cells))
            yield f"  {line.rank} {line.player} {line.points} of {sorted(line.counted)}: {cells} ({' '.join(line.tied)})"


@pytest.mark.parametrize("name", TELLERS)
def test_what_counts_is_what_counted(name):
    compare_with_kept(FOLDER / f"{name}.txt", TELLERS[name]())


def test_nothing_is_left_of_what_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(TELLERS)
    assert SeasonOptions().tie_breaks == ("evenings_won", "best_result", "evenings_played", "last_evening")

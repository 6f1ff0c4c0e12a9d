"""What a stage's counting offers and proposes: by the formats' own declarations, and by names that stand in the rule book of no program."""

import pytest

from pairing import FORMATS, format_by_key
from rules.options import declared_fields
from rules.problems import RuleViolation
from standings import TIE_BREAKS, FormatCounting, SchemeOptions
from standings.season.rule import SeasonOptions, parse_season_options
from standings.tie_breaks.base import DECLARED
from tests.cases import every_case

MODULES = ["among_tied", "games", "opponents", "wins", "without_play"]


@pytest.mark.parametrize("form", [one.key for one in FORMATS])
def test_a_tie_is_worth_half_a_win_by_default_only_where_matches_count_and_may_tie(form):
    usual = format_by_key(form).usual_counting.points
    proposed = [FormatCounting(format_by_key(form), may_tie).default_values["points"] for may_tie in (False, True)]
    assert proposed == [usual, "two_one_zero" if usual == "match_won" else usual]


def test_every_tie_break_is_offered_once_in_the_order_of_the_modules():
    assert [type(one) for one in TIE_BREAKS] == [
        declared for module in MODULES for declared in DECLARED if declared.__module__.endswith(f".{module}")
    ]
    assert len(TIE_BREAKS) == len(DECLARED)


@pytest.mark.parametrize(("options", "places"), [(SchemeOptions, 8), (SeasonOptions, 5)])
def test_the_first_tie_break_separates_equal_points_and_the_others_what_is_left(options, places):
    sentences = [str(spec.sentence) for spec in declared_fields(options) if spec.name.startswith("tie_break_")]
    assert sentences[0].endswith("with the same points.")
    assert sentences[1:] == ["Decides where all those above leave a tie."] * (places - 1)


def test_numbers_that_a_director_may_change_have_these_defaults_and_limits():
    stage = {spec.name: (spec.default, spec.lowest, spec.highest) for spec in declared_fields(SchemeOptions) if not spec.choices}
    assert stage == {
        "win": (3, 0, 99), "draw": (1, 0, 99), "loss": (0, 0, 99), "steps": ((), 0, 99_999), "bye": (None, 0, 999),
        "bye_average": (False, None, None), "missed": (0, 0, 999),
    }  # fmt: skip
    season = {spec.name: (spec.default, spec.lowest, spec.highest) for spec in declared_fields(SeasonOptions) if not spec.choices}
    assert season == {
        "places": ((25, 18, 15, 12, 10, 8, 6, 4, 2, 1), 0, 9999), "taking_part": (1, 0, 999), "best": (0, 0, 99),
        "final_percent": (200, 100, 1000),
    }  # fmt: skip


@pytest.mark.parametrize("place", range(1, 9))
def test_where_several_are_met_at_once_no_place_takes_a_tie_break_of_one_opponent(place):
    counting = FormatCounting(format_by_key("tables_of_three"))
    chosen = {f"tie_break_{number}": "nothing" for number in range(1, 9)} | {f"tie_break_{place}": "buchholz"}
    with pytest.raises(RuleViolation) as refusal:
        counting.options_from(chosen)
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == [("tie_break_needs_one_opponent", f"tie_break_{place}")]


def test_values_in_the_unit_of_the_points_are_these():
    """Sums of points, one's own or those of opponents; all others count matches, games or points of the cards."""
    in_points = {tie_break.key for tie_break in TIE_BREAKS if tie_break.in_points}
    assert in_points == {"buchholz", "buchholz_cut", "buchholz_median", "direct_encounter", "progressive", "sonneborn_berger"}


def test_tie_breaks_that_nobody_chose_are_these():
    assert SchemeOptions().tie_breaks == ("direct_encounter", "games_ratio", "point_difference", "points_scored")
    assert SeasonOptions().tie_breaks == ("evenings_won", "best_result", "evenings_played", "last_evening")


@pytest.mark.parametrize("parse", [FormatCounting(format_by_key("swiss")).options_from, parse_season_options], ids=["stage", "season"])
@every_case("later", range(2, 9))
def test_a_tie_break_that_stands_higher_up_is_refused_at_every_later_place(later, parse):
    """Of a stage eight places, of a season five; nothing may stand at as many as one likes."""
    places = 8 if parse is not parse_season_options else 5
    for earlier in range(1, later):
        if later <= places:
            chosen = {f"tie_break_{place}": "nothing" for place in range(1, places + 1)}
            with pytest.raises(RuleViolation) as refusal:
                parse(chosen | {f"tie_break_{earlier}": "lots", f"tie_break_{later}": "lots"})
            assert [(problem.code, problem.field) for problem in refusal.value.problems] == [("tie_break_repeated", f"tie_break_{later}")]
            assert parse(chosen | {f"tie_break_{later}": "lots"}).tie_breaks == ("lots",)

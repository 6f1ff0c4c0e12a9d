"""What a stage's counting offers and proposes: by the formats' own declarations, and by names that stand in the rule book of no program."""

import pytest

from pairing import FORMATS, format_by_key
from standings import TIE_BREAKS, FormatCounting
from standings.season.rule import SeasonOptions
from standings.tie_breaks.base import DECLARED

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


@pytest.mark.parametrize(("options", "places"), [("stage", 8), ("season", 5)])
def test_the_first_tie_break_separates_equal_points_and_the_others_what_is_left(options, places):
    specs = FormatCounting(format_by_key("swiss")).specs if options == "stage" else SeasonOptions.__dataclass_fields__.values()
    declared = [spec if options == "stage" else spec.metadata["spec"] for spec in specs if spec.name.startswith("tie_break_")]
    sentences = [str(spec.sentence) for spec in declared]
    assert sentences[0].endswith("with the same points.")
    assert sentences[1:] == ["Decides where all those above leave a tie."] * (places - 1)

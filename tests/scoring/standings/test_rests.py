"""What a rest is worth: nothing in an odd pool, where everybody rests once; a win where only some do."""

import pytest

from scoring.standings.stored import read_scheme
from tests.scoring.builders import build_round, build_tournament


@pytest.mark.django_db
@pytest.mark.parametrize(("format_key", "worth"), [("round_robin", 0), ("knockout", None), ("swiss", None)])
def test_the_format_says_what_a_rest_is_worth(format_key: str, worth: int | None):
    stage = build_round(build_tournament(), format_key=format_key).stage
    assert read_scheme(stage).bye == worth

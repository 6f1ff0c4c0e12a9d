"""Cells of the standings on the page."""

import pytest

from rankings.standings_pages.queries import StandingLine, StandingsColumn, StandingsGroup
from rankings.standings_pages.standings_table import CellColumn, StandingsWebTable


@pytest.mark.parametrize(("value", "shown"), [(29, "29"), (0, "0"), (-4, "−4"), (-6.5, "−6.5")])
def test_below_zero_stands_a_minus_and_no_hyphen(value: float, shown: str) -> None:
    table = StandingsWebTable(StandingsGroup("", ()), (), stage_number=1)
    line = StandingLine(1, False, 1, 7, "Anna – Berto", "", "", 3, value, {})
    cell = CellColumn(StandingsColumn("points", "Points", "All points.")).render(value, line, table)
    assert f">{shown}<" in cell

"""Cells of the standings on the page."""

import pytest

from scoring.standings_pages.queries import Column, Group, StandingLine
from scoring.standings_pages.tables import CellColumn, StandingsTable


@pytest.mark.parametrize(("value", "shown"), [(29, "29"), (0, "0"), (-4, "−4"), (-6.5, "−6.5")])
def test_below_zero_stands_a_minus_and_no_hyphen(value: float, shown: str) -> None:
    table = StandingsTable(Group("", ()), (), stage_number=1)
    line = StandingLine(1, False, 1, 7, "Anna – Berto", "", "", 3, value, {})
    cell = CellColumn(Column("points", "Points", "All points.")).render(value, line, table)
    assert f">{shown}<" in cell

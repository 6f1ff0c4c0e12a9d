"""The dates of a series: if this failed, a Thursday would be missing, doubled, or fall on a Wednesday."""

import datetime as dt
from itertools import pairwise

import pytest

from evenings.repeating.dates import MOST_EVENINGS, build_name, find_weekday, list_dates

THURSDAY = dt.date(2026, 10, 8)
JUNE = dt.date(2027, 6, 30)


def test_every_thursday_until_june_is_a_thursday_over_both_changes_of_the_clock():
    dates = list_dates(THURSDAY, "weekly", JUNE, since=THURSDAY)
    assert {date.weekday() for date in dates} == {3}
    assert (dates[0], dates[-1], len(dates)) == (dt.date(2026, 10, 15), dt.date(2027, 6, 24), 37)
    assert {later - earlier for earlier, later in pairwise(dates)} == {dt.timedelta(days=7)}


def test_every_other_week_keeps_the_rhythm_of_the_first_date_when_it_begins_later():
    dates = list_dates(THURSDAY, "fortnightly", dt.date(2026, 12, 31), since=dt.date(2026, 11, 1))
    assert dates == tuple(dt.date(2026, *day) for day in ((11, 5), (11, 19), (12, 3), (12, 17), (12, 31)))


def test_every_month_keeps_the_weekday_and_its_place():
    dates = list_dates(THURSDAY, "monthly", dt.date(2027, 3, 31), since=THURSDAY)
    assert dates == (dt.date(2026, 11, 12), dt.date(2026, 12, 10), dt.date(2027, 1, 14), dt.date(2027, 2, 11), dt.date(2027, 3, 11))


@pytest.mark.parametrize(
    ("year", "month", "found"), [(2026, 10, dt.date(2026, 10, 29)), (2026, 11, dt.date(2026, 11, 26)), (2027, 2, dt.date(2027, 2, 25))]
)
def test_the_fifth_of_a_month_stands_for_the_last(year, month, found):
    assert find_weekday(year, month, 3, 5) == found


def test_one_date_is_that_date_unless_it_is_past_or_the_own_one():
    assert list_dates(THURSDAY, "once", JUNE, since=THURSDAY) == (JUNE,)
    assert list_dates(THURSDAY, "once", THURSDAY, since=THURSDAY) == ()
    assert list_dates(THURSDAY, "once", dt.date(2026, 10, 1), since=THURSDAY) == ()


def test_years_of_weeks_end_one_after_the_most_that_are_made():
    assert len(list_dates(THURSDAY, "weekly", dt.date(2036, 1, 1), since=THURSDAY)) == MOST_EVENINGS + 1


@pytest.mark.parametrize(
    ("name", "dated", "new"),
    [
        ("Giovedì", False, "Giovedì"),
        ("Giovedì", True, "Giovedì 3/12/2026"),
        ("Giovedì 8/10/2026", False, "Giovedì 3/12/2026"),
        ("x" * 80, True, "x" * 70 + " 3/12/2026"),
    ],
)
def test_a_name_gets_the_date_where_it_had_one_or_one_is_asked_for(name, dated, new):
    assert build_name(name, dt.date(2026, 12, 3), most=80, former=THURSDAY, dated=dated) == new

"""How a tournament ended for the entry that holds the phone: why it stands before or behind one of the same points, what it sends to
friends, and which part of the standings it reads.
"""

import pytest

from rankings.standings_pages.chances import Chances, OpenChance
from rankings.standings_pages.final_list import FinalLine
from rankings.standings_pages.queries import StandingLine, StandingsColumn, StandingsGroup, StandingsView
from tests.scoring.builders import build_round, build_tournament
from tournaments.models import Entry, Stage, Tournament
from visitors.phones.ending import describe_end, list_tie_reasons
from visitors.phones.evening import build_excerpt, find_drawing

COLUMNS = (
    StandingsColumn("points", "Points", ""),
    StandingsColumn("buchholz", "Buchholz", ""),
    StandingsColumn("share", "Share of points", "", share=True),
)


def write_line(number, rank, points, buchholz=None, share=None, *, placed=True):
    """`points` stand in their own cell as another kind of number, so that a comparison of cells alone would find them different."""
    cells = {"points": float(points + number), "buchholz": buchholz, "share": share}
    return StandingLine(rank, False, number, number, f"Pair {number}", "", "", 3, points, cells, placed=placed)


def show(*groups, format_key="swiss"):
    return StandingsView(Stage(format_key=format_key, name="Swiss"), COLUMNS, tuple(StandingsGroup("", lines) for lines in groups), 1)


def end_at(number, rank, shared=False):
    return FinalLine(rank, shared, number, number, f"Pair {number}", "", "Swiss", "", False)


LINES = (
    write_line(1, 1, 6, 9, 0.5),
    write_line(2, 2, 4, 8, 0.6),
    write_line(3, 3, 4, 7, 0.6),
    write_line(4, 4, 4, 7, 0.5),
    write_line(5, 5, 2, 7, 0.5),
)


def explain(number, *groups, final=None, **details):
    view = show(*(groups or (LINES,)), **details)
    return list_tie_reasons(view, Entry(pk=number), final or end_at(number, number))


def test_who_has_the_same_points_as_a_neighbour_reads_which_tie_break_told_them_apart_first():
    assert explain(3) == (
        "Same points as Pair 2: they are ahead. Buchholz: 8, yours 7.",
        "Same points as Pair 4: you are ahead. Share of points: 60.0 %, theirs 50.0 %.",
    )


def test_nothing_is_explained_to_who_has_other_points_than_its_neighbours_or_stands_at_an_end_alone():
    assert explain(1) == ()
    assert explain(5) == ()
    assert explain(2) == ("Same points as Pair 3: you are ahead. Buchholz: 8, theirs 7.",)


def test_the_last_line_has_nobody_below_it_and_the_first_nobody_above_it():
    two = (write_line(1, 1, 4, 9), write_line(2, 2, 4, 8))
    assert explain(1, two) == ("Same points as Pair 2: you are ahead. Buchholz: 9, theirs 8.",)
    assert explain(2, two) == ("Same points as Pair 1: they are ahead. Buchholz: 9, yours 8.",)


def test_entries_that_share_a_place_or_differ_in_nothing_shown_are_not_told_apart():
    assert explain(1, (write_line(1, 1, 4, 9), write_line(2, 1, 4, 8))) == ()
    assert explain(1, (write_line(1, 1, 4, None), write_line(2, 2, 4, 8))) == ()
    assert explain(1, (write_line(1, 1, 4, 8), write_line(2, 2, 4, None))) == ()


def test_no_reason_is_given_where_the_final_place_is_not_the_one_of_these_standings():
    assert list_tie_reasons(show(LINES), Entry(pk=3), None) == ()
    assert explain(3, final=end_at(3, 7)) == ()
    assert explain(3, LINES, (write_line(6, 1, 4),)) == ()
    assert explain(3, format_key="knockout") == ()
    assert explain(9) == ()


@pytest.fixture
def tournament():
    return Tournament(slug="evening", name="Evening", public=True)


def test_the_place_that_is_sent_to_friends_says_among_how_many_and_where_to_read_more(tournament):
    assert describe_end(end_at(3, 3, shared=True), 24, tournament, lambda path: f"https://cards.example{path}") == (
        "Place 3= of 24 · Evening https://cards.example/tournaments/evening/players/3/"
    )
    assert describe_end(end_at(3, 3), 24, tournament, lambda _path: "") == "Place 3 of 24 · Evening"


def test_nothing_is_sent_without_a_place_or_where_nobody_may_read_it(tournament):
    assert describe_end(None, 24, tournament, str) == ""
    tournament.public = False
    assert describe_end(end_at(3, 3), 24, tournament, str) == ""


@pytest.mark.django_db
def test_a_phone_leads_to_the_picture_of_a_bracket_or_to_the_pools_and_else_to_the_standings():
    assert find_drawing(build_tournament("empty")) == "standings"
    for number, (format_key, page) in enumerate({"knockout": "bracket", "round_robin": "pools", "swiss": "standings"}.items()):
        assert find_drawing(build_round(build_tournament(f"evening-{number}"), format_key=format_key).stage.tournament) == page


def read_excerpt(number, count, chances=()):
    lines = tuple(write_line(place, place, 2 * count - place) for place in range(1, count + 1))
    excerpt = build_excerpt(show(lines), Entry(pk=number), chances)
    return [line.number for line in excerpt.lines], excerpt.cut


def test_a_group_of_eight_is_shown_whole_and_of_a_larger_one_the_first_and_two_on_each_side():
    assert read_excerpt(5, 8) == ([1, 2, 3, 4, 5, 6, 7, 8], frozenset())
    assert read_excerpt(6, 9) == ([1, 4, 5, 6, 7, 8], {1})
    assert read_excerpt(1, 9) == ([1, 2, 3], frozenset())
    assert read_excerpt(9, 9) == ([1, 7, 8, 9], {1})
    assert read_excerpt(4, 9) == ([1, 2, 3, 4, 5, 6], frozenset())


def test_before_anything_counts_there_is_no_excerpt():
    lines = (write_line(1, 1, 0, placed=False), write_line(2, 2, 0, placed=False))
    assert build_excerpt(show(lines), Entry(pk=2), ()) is None


def test_what_an_entry_still_needs_is_said_only_where_its_name_is_nobody_elses():
    def needs(*hopes):
        possible = tuple(OpenChance(name, needs) for name, needs in hopes)
        excerpt = build_excerpt(show(LINES), Entry(pk=2), [Chances("", "Places 1 to 2", (), possible, ())])
        return excerpt.needs, excerpt.places

    assert needs(("Pair 1", "a win"), ("Pair 2", "two wins")) == ("two wins", "Places 1 to 2")
    assert needs(("Pair 2", "a win"), ("Pair 2", "two wins")) == ("", "")
    assert needs(("Pair 1", "a win")) == ("", "")

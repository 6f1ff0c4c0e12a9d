"""A season in pictures on paper. If this failed, a line would tell another course than the ranking, or a number would stand elsewhere."""

from itertools import pairwise

import pytest

from paper.season_charts import PrintedMeeting, PrintedPlaces, render_season_charts
from tests.paper.reading import MM, Placed, Sheet, read
from tests.paper.samples import head

DAYS, NAMES = ("7.1.", "14.1.", "21.1."), ("Anna", "Berto", "Carla", "Dino")
RANKS = ((1, None, 2), (2, 1, 1), (3, 2, 3), (None, 3, 9))
ROW = 8.5 * MM


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    meetings = [PrintedMeeting("Anna", ((0, 0), (2, 0))), PrintedMeeting("Berto", ((2, 1), (0, 0)))]
    (page,) = read(render_season_charts(head(), PrintedPlaces(DAYS, NAMES, RANKS), meetings))
    return page


def find(sheet: Sheet, text: str) -> Placed:
    return next(placed for placed in sheet.texts if placed.text == text)


def middle(placed: Placed) -> float:
    return (placed.x0 + placed.x1) / 2


def test_every_evening_has_a_line_from_its_day_down_past_the_last_place(sheet: Sheet) -> None:
    lowest = min(stroke.y1 for stroke in sheet.strokes if stroke.x0 < stroke.x1 and stroke.y0 != stroke.y1) - ROW  # nobody was last twice
    for day in DAYS:
        placed = find(sheet, day)
        (line,) = (stroke for stroke in sheet.strokes if stroke.x0 == stroke.x1 == pytest.approx(middle(placed), abs=0.1))
        assert 1 * MM < placed.y0 - line.y0 < 2 * MM
        assert line.y1 == pytest.approx(lowest - 2 * MM, abs=MM / 4)


def test_places_of_neighbouring_evenings_are_joined_and_no_others(sheet: Sheet) -> None:
    xs = [middle(find(sheet, day)) for day in DAYS]
    first = sheet.strokes[1].y0 - (8.5 * 1.4 - 5.5) * MM
    drawn = {
        (round(stroke.x0), round(stroke.y0), round(stroke.x1), round(stroke.y1))
        for stroke in sheet.strokes
        if xs[0] - 1 < stroke.x0 < stroke.x1
    }
    courses = ((0, 2, 1, 1), (1, 1, 2, 1), (0, 3, 1, 2), (1, 2, 2, 3))
    assert drawn == {
        tuple(map(round, (xs[before], first - ROW * (rank - 1), xs[after], first - ROW * (later - 1))))
        for before, rank, after, later in courses
    }
    dots = {(round((area.x0 + area.x1) / 2), round((area.y0 + area.y1) / 2)) for area in sheet.areas if area.x1 - area.x0 < 5}
    wanted = {(evening, rank) for ranks in RANKS for evening, rank in enumerate(ranks) if rank and rank <= len(NAMES)}
    assert dots == {(round(xs[evening]), round(first - ROW * (rank - 1))) for evening, rank in wanted}


def test_names_stand_right_of_the_last_evening_at_their_place(sheet: Sheet) -> None:
    labels = [find(sheet, f"{number} {name}") for number, name in enumerate(NAMES, start=1)]
    assert {round(label.x0 - middle(find(sheet, DAYS[-1])), 1) for label in labels} == {round(3 * MM, 1)}
    assert [round(one.y0 - other.y0, 1) for one, other in pairwise(labels)] == [round(ROW, 1)] * 3


def test_the_table_says_against_and_in_brackets_together(sheet: Sheet) -> None:
    words = sheet.words[sheet.words.index("Who met whom") :]
    assert words[1:10] == ["Name", "1", "2", "1 Anna", "–", "2", "2 Berto", "2 (1)", "–"]


@pytest.mark.parametrize(("places", "meetings"), [(PrintedPlaces((), (), ()), []), (PrintedPlaces(DAYS[:1], NAMES[:1], ((1,),)), [])])
def test_nothing_or_one_evening_is_a_page_as_well(places: PrintedPlaces, meetings: list[PrintedMeeting]) -> None:
    (page,) = read(render_season_charts(head(), places, meetings))
    assert (NAMES[0] in " ".join(page.words)) is bool(places.names)
    assert "Who met whom" not in page.words

"""A season in pictures. If this failed, the picture would show another course than the ranking, or somebody who is hidden."""

import pytest
from django.test import Client

from rankings.seasons.queries import compute_ranking
from rankings.seasons.services import set_rule
from records.season_charts.counting import count_meetings, draw_places
from records.season_charts.queries import read_season_charts
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.seasons import RULE, build_evening, build_season
from tournaments.models import Entry, Season

pytestmark = pytest.mark.django_db
FIRST = ("Anna Loi / Berto Manca", "Carla Rossi / Dino Sanna")
SECOND = ("Carla Rossi / Dino Sanna", "Gino Cau / Ivo Meloni", "Anna Loi / Elio Pinna", "Berto Manca / Fulvia Piras")


@pytest.fixture
def season(data):
    season = build_season(build_evening("One", 7, *FIRST), build_evening("Two", 14, *SECOND))
    set_rule(season, actor=build_user(), typed=RULE)
    Season.objects.update(public=True)
    season.refresh_from_db()
    return season


def test_the_course_of_a_player_is_the_ranking_after_each_evening(season):
    whole = read_season_charts(season, compute_ranking(season, everything=True))
    ranks = {line.name: line.ranks for line in whole.lines}
    assert ranks["Anna Loi"] == (1, 3)
    assert ranks["Carla Rossi"] == (3, 1)
    assert ranks["Elio Pinna"] == (None, 7)
    last = {ranking_line.player: ranking_line.rank for ranking_line in compute_ranking(season, everything=True).lines}
    assert sorted(line.ranks[-1] for line in whole.lines) == sorted(last.values())


def test_meetings_are_counted_both_ways_and_partners_apart():
    against, together = count_meetings([(("a", "b"), ("c", "d")), (("a", "c"), ("b",))])
    assert (against["a", "c"], against["c", "a"], against["a", "b"], together["a", "b"], together["c", "a"]) == (1, 1, 1, 1, 1)
    gap = draw_places([("x", (1, None, 2, 99))], 12)[0]
    assert (gap.path.count("M"), len(gap.dots)) == (2, 2)


def test_page_and_print_leave_out_who_is_hidden(season):
    Entry.objects.filter(tournament__slug="two", number=3).update(hidden=True)
    page = read_page(Client(headers={"accept-language": "en"}).get(f"/seasons/{season.slug}/pictures/"))
    assert "Carla Rossi" in page.text
    assert not [name for name in ("Anna Loi", "Elio Pinna", "No. 3") if name in page.text]
    assert Client().get(f"/seasons/{season.slug}/pictures.pdf").content.startswith(b"%PDF")
    Season.objects.update(public=False)
    assert Client().get(f"/seasons/{season.slug}/pictures/").status_code == 404

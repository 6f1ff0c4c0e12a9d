"""If these fail, a program is told a season, a game, a pairing or a number of the standings otherwise than people, or a long list hangs."""

import re
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rankings.seasons.services import set_rule
from rankings.standings_pages.cells import explain_standings_cell
from rankings.standings_pages.queries import read_standings_view
from rules import game_by_key
from tests.api.callers import Program
from tests.scoring.builders import build_tournament, build_user
from tests.scoring.evenings import play_evening
from tests.scoring.seasons import RULE, build_evening, build_season, told
from tournaments.models import Entry, Match, Season, Tournament
from tournaments.people.naming import PublicNaming

pytestmark = pytest.mark.django_db
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
ZONED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
MANY = 10_000


@pytest.fixture
def anybody():
    return Program()


@pytest.fixture
def evening(data):
    played = play_evening(pairs=6, rounds=3, closed=2, name="Serata svizzera")
    Tournament.objects.filter(pk=played.pk).update(public=True)
    return Tournament.objects.get(pk=played.pk)


def read_whole(program, path, limit):
    items, cursor = [], ""
    while cursor is not None:
        part = program.read(f"{path}?limit={limit}&cursor={cursor}").json()
        items, cursor = items + part["items"], part["next"]
    return items


def test_a_season_is_told_as_its_page_tells_it(anybody, data):
    season = build_season(
        build_evening("Prima", 7, "Anna / Berta, Bar", "Carla / Dora, Bar"),
        build_evening("Seconda", 14, "Anna / Carla, Bar", "Berta / Dora, Bar"),
    )
    set_rule(season, actor=build_user("director"), typed=RULE)
    Season.objects.update(public=False)
    assert anybody.read("/seasons").json() == []
    assert anybody.read(f"/seasons/{season.slug}").status_code == 404
    Season.objects.update(public=True)
    assert [(one["slug"], one["name"]) for one in anybody.read("/seasons").json()] == [(season.slug, "Winter")]
    answer = anybody.read(f"/seasons/{season.slug}").json()
    shown = [(place, name, float(points.replace("½", ".5"))) for place, name, points in told(season, everything=False)]
    assert [(line["place"], line["name"], line["points"]) for line in answer["items"]] == shown
    assert [(one["name"], one["date"]) for one in answer["evenings"]] == [("Prima", "2026-11-07"), ("Seconda", "2026-11-14")]
    assert read_whole(anybody, f"/seasons/{season.slug}", 1) == answer["items"]


@pytest.mark.parametrize("key", ["mariglia", "marafon", "trionfo5", "pointsonly2"])
def test_a_game_is_told_with_all_its_options_presets_and_boxes(anybody, key):
    game, answer = game_by_key(key), anybody.read(f"/games/{key}").json()
    assert [one["name"] for one in answer["options"]] == [spec.name for spec in game.option_specs]
    assert {one["key"]: one["options"] for one in answer["presets"]}.keys() == {preset.key for preset in game.presets}
    assert [one["kind"] for one in answer["kinds"]] == list(game.event_types)
    boxes = {box for kind in answer["kinds"] for field in kind["fields"] for box in field["boxes"]}
    assert boxes == {
        box for event in game.event_types.values() for spec in game.fields_of(event) for box in spec.box_names(game.side_count)
    }
    for preset in answer["presets"]:
        game.options_from(preset["options"])


def test_every_pairing_says_why(anybody, evening):
    items = anybody.read(f"/tournaments/{evening.slug}/stages/1/rounds/2/pairings").json()["items"]
    codes = set(Match.objects.filter(round__number=2, round__stage__tournament=evening, kind="played").values_list("code", flat=True))
    assert {one["code"] for one in items if not one["bye"]} == codes
    assert all(one["reasons"] and all(one["reasons"]) for one in items)


def test_every_number_of_the_standings_says_how_it_came_about(anybody, evening):
    stage, naming = evening.stages.get(), PublicNaming(evening)
    at = f"/tournaments/{evening.slug}/stages/1/standings"
    standings = anybody.read(at).json()
    keys = [column.key for column in read_standings_view(stage, naming).columns]
    for line in standings["items"]:
        answer = anybody.read(f"{at}/{line['entry']}").json()
        assert (answer["name"], [cell["key"] for cell in answer["cells"]]) == (line["name"], keys)
        for cell in answer["cells"]:
            shown = explain_standings_cell(stage, line["entry"], cell["key"], naming)
            parts = [(part["label"], part["value"], part["counted"], part["match"]) for part in cell["parts"]]
            assert parts == [(part.label, part.value, part.counted, part.code) for part in shown.parts]
            assert (cell["total"], cell["sentence"]) == (shown.total, shown.sentence)
        points = answer["cells"][0]
        assert sum(float(part["value"].replace("½", ".5")) for part in points["parts"]) == line["points"]
    assert anybody.read(f"{at}/999").status_code == 404


def test_every_moment_has_its_zone(anybody, evening):
    paths = ("", "/entries", "/stages", "/now", "/standings", "/stages/1/standings", "/stages/1/rounds/1/pairings", "/events")
    texts = [anybody.read(f"/tournaments/{evening.slug}{path}").content.decode() for path in paths]
    code = Match.objects.filter(kind="played").first().code
    texts.append(anybody.read(f"/tournaments/{evening.slug}/matches/{code}").content.decode())
    moments = [text[found.start() : found.start() + 40] for text in texts for found in MOMENT.finditer(text)]
    assert len(moments) > 10
    assert [moment for moment in moments if not ZONED.match(moment)] == []


def test_pools_are_told_as_cross_tables(anybody, data):
    played = play_evening(pairs=4, rounds=3, closed=3, format_key="round_robin")
    Tournament.objects.filter(pk=played.pk).update(public=True)
    [pool] = anybody.read(f"/tournaments/{played.slug}/stages/1/pools").json()["pools"]
    assert len(pool["rows"]) == 4
    assert {len(row["meetings"]) for row in pool["rows"]} == {3}
    assert min(row["place"] for row in pool["rows"]) == 1


@pytest.mark.slow
def test_ten_thousand_entries_come_in_parts_that_cost_alike(anybody, figures):
    tournament = build_tournament("aperto", public=True)
    Entry.objects.bulk_create(
        (Entry(tournament=tournament, number=number, name=f"Coppia {number:05d}") for number in range(1, MANY + 1)), batch_size=1000
    )
    items, cursor, asked, seconds = [], "", [], []
    while cursor is not None:
        began = time.process_time()
        with CaptureQueriesContext(connection) as queries:
            part = anybody.read(f"/tournaments/aperto/entries?limit=200&cursor={cursor}").json()
        seconds.append(time.process_time() - began)
        items, cursor = items + part["items"], part["next"]
        asked.append(len(queries))
    assert [one["number"] for one in items] == list(range(1, MANY + 1))
    assert (len(asked), max(asked) - min(asked)) == (MANY // 200, 0)
    figures(
        parts=len(asked),
        queries=asked[0],
        median_ms=round(1000 * sorted(seconds)[len(seconds) // 2], 1),
        last_ms=round(1000 * seconds[-1], 1),
    )

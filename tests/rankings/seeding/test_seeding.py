"""Seeds from the ranking of a season: who gets which, against a plain count; when not; and the page."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from rankings.seasons.services import set_rule
from rankings.seeding.queries import read_placed_lines, read_seeded_lines, select_earlier_tournaments
from rankings.seeding.services import seed_from_earlier, seed_from_season
from tests.scoring.builders import build_user
from tests.scoring.seasons import RULE, build_evening, build_season, told
from tests.tournaments.conftest import draw_first, found_tournament
from tournaments.importing.services import import_entries
from tournaments.models import Entry
from tournaments.refusals import ChangeRefused

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
FINAL = "Lucia Neri / Ugo Re\nMario Rossi / Anna Bo\nZoe Mai / Zita Mai\nPio Ex / Mario Verdi\nAda Nuova / Ida Nuova"


@pytest.fixture
def season():
    season = build_season(
        build_evening("Prima", 7, "Mario Rossi / Anna Bo", "Lucia Neri / Ugo Re", "Mario Verdi / Pio Ex"),
        build_evening("Seconda", 14, "Anna Bo / Lucia Neri", "Mario Rossi / Ugo Re", "Zoe Mai / Pio Ex"),
    )
    set_rule(season, actor=build_user(), typed=RULE)
    return season


@pytest.fixture
def final():
    tournament = found_tournament(build_user(), "Finale")
    import_entries(tournament, FINAL, actor=build_user())
    return tournament


def seeds_of(tournament):
    return dict(Entry.objects.filter(tournament=tournament, seed__isnull=False).order_by("seed").values_list("seed", "name"))


def test_the_points_of_the_players_together_make_the_seed(season, final):
    points = {name: int(text) for _rank, name, text in told(season)}
    assert points == {"Anna Bo": 22, "Lucia Neri": 18, "Mario Rossi": 18, "Ugo Re": 14, "Mario Verdi": 5, "Pio Ex": 10, "Zoe Mai": 5}
    expected = {entry.name: sum(points.get(name, 0) for name in entry.name.split(" – ")) for entry in final.entries.all()}
    lines = read_seeded_lines(final, season, 3)
    assert {line.entry.name: int(line.points) for line in lines} == expected
    assert seed_from_season(final, season, 3, actor=build_user()) == 3
    assert seeds_of(final) == {1: "Mario Rossi – Anna Bo", 2: "Lucia Neri – Ugo Re", 3: "Pio Ex – Mario Verdi"}


def test_who_has_no_points_is_not_seeded_and_former_seeds_go(season, final):
    Entry.objects.filter(tournament=final, name__startswith="Ada").update(seed=1)
    assert seed_from_season(final, season, 16, actor=build_user()) == 4
    assert list(seeds_of(final)) == [1, 2, 3, 4]
    assert "Ada Nuova – Ida Nuova" not in seeds_of(final).values()
    assert Entry.history.filter(name__startswith="Lucia", seed=2, history_user=build_user()).exists()


def test_after_the_draw_and_for_others_seeds_stay(season, final):
    stranger = build_user("stranger")
    with pytest.raises(PermissionDenied):
        seed_from_season(final, season, 2, actor=stranger)
    draw_first(final, build_user())
    with pytest.raises(ChangeRefused, match="the first round is drawn"):
        seed_from_season(final, season, 2, actor=build_user())
    assert seeds_of(final) == {}


def test_a_season_of_others_seeds_nobody(final):
    season = build_season(build_evening("Altra", 7, "Tizio / Caio", "Sempronio / Mevio"))
    with pytest.raises(ChangeRefused, match="nobody who plays here"):
        seed_from_season(final, season, 2, actor=build_user())


def test_the_page_shows_the_list_before_anything_is_saved(season, final, client):
    client.force_login(build_user())
    address = reverse("scoring:seeding", args=[final.slug])
    asked = {"season": season.pk, "count": "2"}
    page = client.get(address, asked)
    assert [line.seed for line in page.context["lines"]] == [1, 2, None, None, None]
    assert client.get(address, {"season": season.pk, "count": "0"}).context["lines"] is None
    assert seeds_of(final) == {}
    assert client.post(f"{address}?season={season.pk}&count=2").status_code == 302
    assert list(seeds_of(final)) == [1, 2]
    assert client.post(f"{address}?season={season.pk}&count=x").status_code == 422


def test_places_of_an_earlier_tournament_seed_those_who_played_then(final):
    earlier = build_evening("Prima", 7, "Mario Rossi / Anna Bo", "Lucia Neri / Zoe Mai", "Mario Verdi / Pio Ex")
    assert list(select_earlier_tournaments(final)) == [earlier]
    lines = read_placed_lines(final, earlier, 2)
    assert [(line.places, line.seed) for line in lines if line.entry.name == "Mario Rossi – Anna Bo"] == [((1, 1), 1)]
    assert [line.places for line in lines if line.entry.name == "Lucia Neri – Ugo Re"] == [(2,)]
    assert seed_from_earlier(final, earlier, 2, actor=build_user()) == 2
    assert seeds_of(final)[1] == "Mario Rossi – Anna Bo"
    assert "Ada Nuova – Ida Nuova" not in seeds_of(final).values()
    with pytest.raises(PermissionDenied):
        seed_from_earlier(final, earlier, 2, actor=build_user("stranger"))
    earlier.state = "running"
    earlier.save()
    with pytest.raises(ChangeRefused):
        seed_from_earlier(final, earlier, 2, actor=build_user())


def test_the_page_of_earlier_places_shows_them_before_it_gives_seeds(client, final):
    earlier = build_evening("Prima", 7, "Mario Rossi / Anna Bo", "Lucia Neri / Zoe Mai")
    client.force_login(build_user())
    address = reverse("scoring:seeding_earlier", args=[final.slug]) + f"?earlier={earlier.pk}&count=1"
    assert "Mario Rossi – Anna Bo" in client.get(address).content.decode()
    assert client.post(address).status_code == 302
    assert seeds_of(final) == {1: "Mario Rossi – Anna Bo"}

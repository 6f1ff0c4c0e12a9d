"""The page on which a stage's way of counting is chosen asks as often for many entries and decisions as for few."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from jobs.worker import report_worker_alive
from rankings.schemes.services import decide_penalty
from rankings.standings_pages.cells import explain_standings_cell
from scoring.standings.stored import compute_standings
from tests.desk.verification import test_every_format
from tests.scoring.builders import build_round, build_tournament, build_user
from tests.scoring.evenings import origin_of, play_evening
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def counted(tournament):
    client = Client()
    client.force_login(build_user("director"))
    address = f"/desk/{tournament.slug}/stages/1/scheme/"
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def evening(name, pairs, penalties):
    tournament = play_evening(pairs=pairs, rounds=1, name=name)
    for entry in Entry.objects.filter(tournament=tournament).order_by("number")[:penalties]:
        director = build_user("director")
        decide_penalty(tournament.stages.get(), entry, actor=director, origin=origin_of(director), points=1, words="ritardo")
    return tournament


def test_the_page_of_the_scheme_asks_as_often_for_many_as_for_few():
    report_worker_alive()
    assert counted(evening("Piccola", 4, 1)) == counted(evening("Grande", 12, 3))


@pytest.mark.parametrize(("form", "offered"), [("individual", True), ("tables_of_four", False)])
def test_the_page_opens_where_players_meet_several_and_offers_what_can_be_compared(form, offered):
    tournament = test_every_format.found(*next(case for case in test_every_format.SUITED if case[1].key == form)).tournament
    client = Client()
    client.force_login(build_user("director"))
    page = client.get(f"/desk/{tournament.slug}/stages/1/scheme/")
    assert page.status_code == 200
    assert ('value="victory_three"' in page.content.decode()) == offered


def test_victory_points_are_chosen_stored_and_counted():
    tournament = play_evening(pairs=6, rounds=1)
    client = Client()
    client.force_login(build_user("director"))
    address = f"/desk/{tournament.slug}/stages/1/scheme/"
    typed = {f"scheme-{name}": value for name, value in client.get(address).context["scheme_form"].initial.items() if value is not None}
    refused = client.post(address, typed | {"scheme-points": "victory_own", "scheme-steps": "50 20"})
    assert refused.status_code == 409 or "50 20" in refused.content.decode()
    own = {"scheme-points": "own_values", "scheme-win": "0", "scheme-draw": "1", "scheme-loss": "3"}
    assert "A match won must be worth at least as much as a tied one" in client.post(address, typed | own).content.decode()
    saved = client.post(address, typed | {"scheme-points": "victory_own", "scheme-steps": "5 15 30 60 100"})
    assert saved.status_code == 302
    stage = tournament.stages.get()
    assert (stage.scheme["points"], stage.scheme["steps"]) == ("victory_own", [5, 15, 30, 60, 100])
    points = [line.points for line in compute_standings(stage).lines]
    assert sum(points) == 10 * 3
    assert max(points) > 5


def test_a_bye_that_is_worth_ones_own_average_says_so():
    stage = play_evening(pairs=5, rounds=2, closed=2, format_key="mitchell", stage_options={"rounds": 3}).stages.get()
    stage.scheme = {**stage.scheme, "bye_average": True}
    stage.save()
    cells = [explain_standings_cell(stage, number, "points") for number in range(1, 6)]
    byes = [(cell, part) for cell in cells for part in cell.parts if ", bye" in part.label]
    assert [part.label.partition(", ")[2] for _cell, part in byes] == ["bye: the average of its own matches"] * 2
    for cell, bye in byes:
        assert [part.value for part in cell.parts if part is not bye] == [bye.value]


def test_where_the_fewest_points_win_the_page_says_what_a_bye_is_worth():
    client = Client()
    client.force_login(build_user("director"))
    for game_key, said in (("mattazza", True), ("mariglia", False)):
        round_ = build_round(build_tournament(f"of-{game_key}", game_key=game_key), matches=0)
        page = client.get(f"/desk/{round_.stage.tournament.slug}/stages/1/scheme/").content.decode()
        assert ("Where points are added the fewest win here" in page) is said

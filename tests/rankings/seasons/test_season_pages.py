"""The pages of a season, as its director and as everybody sees them."""

import re
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from jobs.databases import write_tx
from jobs.worker import report_worker_alive
from rankings.seasons.queries import compute_ranking
from rankings.seasons.services import (
    SeasonDetails,
    add_evening,
    edit_season,
    mark_as_different,
    remove_evening,
    revoke_decision,
    set_final,
    set_rule,
)
from scoring.page_versions import read_season_page_version
from tests.pages import read_page
from tests.paper.reading import joined_runs, read
from tests.scoring.builders import NOW, build_user
from tests.scoring.ledger.test_editions import TABLES
from tests.scoring.seasons import build_evening, build_season
from tournaments.models import Person, Season, Tournament
from tournaments.people.erasure import erase_person_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):
    report_worker_alive()
    season = build_season(
        build_evening("Prima", 7, "Mario Rossi / Lucia Neri, Bar", "Elena Piras / Nicola Fois, Circolo"),
        build_evening("Seconda", 14, "Elena Piras / M. Rossi, Bar", "Lucia Neri / Nicola Fois, Bar"),
    )
    set_rule(season, actor=build_user("director"), typed={"places": "10 6 4", "best": 1})
    return season


@pytest.fixture
def desk(season):
    client = Client()
    client.force_login(build_user("director"))
    return client


def shown(answer):
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", text)


def test_everybody_reads_the_ranking_and_asks_how_a_number_came_about(season):
    page = Client().get("/seasons/winter/")
    assert "4 Mario Rossi Bar 11 11 — 1 11 1 0" in shown(page)
    link = read_page(page).find("a.cell[href$=points#explanation]")["href"]
    assert "7 Nov · Prima, place 2 of 2: 7" in shown(Client().get(f"/seasons/winter/{link.partition('#')[0]}"))


def test_an_idle_phone_gets_nothing_until_something_moves(season):
    phone = Client()
    tag = phone.get("/seasons/winter/")["ETag"]
    assert phone.get("/seasons/winter/", HTTP_IF_NONE_MATCH=tag).status_code == 304
    set_rule(season, actor=build_user("director"), typed={"taking_part": 5})
    assert phone.get("/seasons/winter/", HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_a_name_that_was_erased_is_gone_at_once(season):
    assert "Nicola Fois" in shown(Client().get("/seasons/winter/"))
    for person in build_evening("Terza", 21, "Nicola Fois").entries.get().persons.all():
        with write_tx():
            erase_person_rows(person, at=NOW)
    assert "Nicola Fois" not in shown(Client().get("/seasons/winter/"))


def test_what_is_private_is_told_to_nobody(season):
    Tournament.objects.filter(name="Seconda").update(public=False)
    page = shown(Client().get("/seasons/winter/"))
    assert ("Seconda" in page, "M. Rossi" in page, "One evening is not public and does not count here." in page) == (False, False, True)
    Season.objects.update(public=False)
    assert Client().get("/seasons/winter/").status_code == 404


@pytest.mark.parametrize(
    ("form", "called"),
    [("full", "Mario Rossi Bar"), ("first", "Mario R. Bar"), ("initials", "M. R. Bar"), ("numbers", "No. 1 Bar"), ("hidden", "No. 1")],
)
def test_the_evening_that_tells_least_says_how_somebody_is_called(season, form, called):
    """Who plays on two evenings is not told in full because one of them tells it."""
    terza = build_evening("Terza", 21, "Mario Rossi / Anna Serra, Bar")
    season.evenings.create(tournament=terza)
    Tournament.objects.filter(pk=terza.pk).update(public_names="full" if form == "hidden" else form)
    terza.entries.update(hidden=form == "hidden")
    for page in (shown(Client().get("/seasons/winter/")), Client().get("/seasons/winter/").content.decode()):
        assert ("Mario Rossi" in page, "Serra" in page) == (form == "full", form == "full")
    assert f" {called} 11 " in shown(Client().get("/seasons/winter/"))


def test_the_public_page_asks_only_what_begins_another_edition(season):
    with CaptureQueriesContext(connection) as captured:
        Client().get("/seasons/winter/")
    asked = {table for query in captured for table in re.findall(r'(?:FROM|JOIN) "?(\w+)', query["sql"])}
    assert {table for table in asked - TABLES if not table.startswith("tournaments_season")} == {"tournaments_edition"}


def test_every_change_of_a_season_is_another_version(season):
    director, versions = build_user("director"), {read_season_page_version("winter").text}
    evening = season.evenings.first()
    players = list(compute_ranking(season, everything=True).players)[:2]
    changes = (
        lambda: set_final(season, evening, actor=director, final=True),
        lambda: edit_season(season, SeasonDetails("Inverno"), actor=director),
        lambda: set_rule(season, actor=director, typed={}),
        lambda: mark_as_different(season, players, actor=director, at=NOW),
        lambda: revoke_decision(season, season.decisions.get(), actor=director),
        lambda: remove_evening(season, evening, actor=director),
        lambda: add_evening(season, evening.tournament, actor=director),
    )
    for change in changes:
        change()
        versions.add(read_season_page_version("winter").text)
    assert len(versions) == len(changes) + 1


def test_home_leads_to_seasons(season, desk):
    assert 'href="/seasons/winter/desk/"' in desk.get("/").content.decode()
    assert 'href="/seasons/winter/"' in Client().get("/").content.decode()


def test_a_season_from_nothing(desk):
    made = desk.post("/seasons/new/", {"name": "Primavera", "game_key": "mariglia", "public": "on"})
    assert made["Location"] == "/seasons/primavera/desk/settings/"
    assert desk.post("/seasons/new/", {"name": "", "game_key": "any"}).status_code == 422
    rule = {"rule-places": "9 7", "rule-taking_part": "2", "rule-best": "", "save_rule": ""}
    assert desk.post(made["Location"], rule)["Location"] == "/seasons/primavera/desk/"
    assert desk.post("/seasons/primavera/desk/", {"tournament": "prima"}).status_code == 302
    assert "1= Lucia Neri Bar 11" in shown(desk.get("/seasons/primavera/desk/"))
    season = Season.objects.get(slug="primavera")
    assert (season.rule["places"], season.game_key) == ([9, 7], "mariglia")


def test_a_rule_that_cannot_be_comes_back_with_what_was_typed(desk):
    answer = desk.post("/seasons/winter/desk/settings/", {"rule-places": "5 6", "save_rule": ""})
    assert (answer.status_code, 'value="5 6"' in answer.content.decode()) == (422, True)
    assert "A lower place must not give more points than a higher one: 6 comes after 5." in shown(answer)


def test_settings_and_colleagues(season, desk):
    User.objects.create_user("collega")
    settings = "/seasons/winter/desk/settings/"
    assert desk.post(settings, {"name": "Inverno", "game_key": "marafon"}).status_code == 422
    assert desk.post(settings, {"name": "Inverno", "game_key": "any"}).status_code == 302
    assert desk.post("/seasons/winter/desk/directors/", {"username": "nobody"}).status_code == 422
    desk.post("/seasons/winter/desk/directors/", {"username": "collega"})
    me = build_user("director").pk
    assert desk.post(f"/seasons/winter/desk/directors/{me}/remove/")["Location"] == "/"
    assert (desk.get(settings).status_code, list(season.directors.values_list("user__username", flat=True))) == (404, ["collega"])


def test_evenings_are_marked_and_taken_out(season, desk):
    evening = season.evenings.first()
    desk.post(f"/seasons/winter/desk/evenings/{evening.pk}/final/", {"final": "yes"})
    assert "7 Nov ★" in shown(desk.get("/seasons/winter/desk/"))
    desk.post(f"/seasons/winter/desk/evenings/{evening.pk}/remove/")
    assert list(season.evenings.values_list("tournament__name", flat=True)) == ["Seconda"]
    assert desk.post("/seasons/winter/desk/", {"tournament": "seconda"}).status_code == 422


def test_who_is_who_is_asked_answered_and_taken_back(season, desk):
    people = "/seasons/winter/desk/people/"
    question = read_page(desk.get(people)).find("ul.season-questions")
    names = [box["name"] for box in question.find_all("input[name^=answer:][value=same][checked]")]
    assert (len(names), "Nearly the same name." in question.text) == (1, True)
    assert "1 question decided." in shown(desk.post(people, {names[0]: "same", "what": "answers"}, follow=True))
    assert "Mario Rossi, M. Rossi · one and the same" in shown(desk.get(people))
    desk.post(f"{people}{season.decisions.get().pk}/take-back/")
    assert season.decisions.count() == 0
    answer = desk.post(people, {"player": ["1-1"], "what": "apart"}, follow=True)
    assert "Choose at least two." in shown(answer)
    assert "no question has an answer" in shown(desk.post(people, {"answer:x": "same", names[0]: "", "what": "answers"}, follow=True))


def test_everybody_is_searched_by_name_and_club(desk):
    people = "/seasons/winter/desk/people/"
    assert ("Nicola Fois" in shown(desk.get(people)), "Nicola Fois" in shown(desk.get(f"{people}?q=piras+circ"))) == (True, False)
    assert "Nobody of this name or club." in shown(desk.get(f"{people}?q=zz"))


def find_player(season, name):
    return next(player for player, called in compute_ranking(season, everything=True).called.items() if called.name == name)


def test_one_person_is_divided_by_evenings(season, desk):
    page = f"/seasons/winter/desk/people/{find_player(season, 'Lucia Neri')}/"
    assert "7 Nov · Prima Mario Rossi – Lucia Neri Bar place 1 of 2 11" in shown(desk.get(page))
    second = Tournament.objects.get(name="Seconda").pk
    desk.post(page, {"evening": [second, "x", "9" * 30], "what": "divide"})
    names = [one.name for one in compute_ranking(season, everything=True).called.values()]
    assert names.count("Lucia Neri") == 2
    assert "leave at least one" in shown(desk.post(page, {"what": "divide"}, follow=True))
    assert "The list has changed" in shown(desk.get("/seasons/winter/desk/people/0-0/", follow=True))


def test_a_name_is_chosen_on_the_page_of_a_player(season, desk):
    people = "/seasons/winter/desk/people/"
    desk.post(people, {"player": [find_player(season, "Mario Rossi"), find_player(season, "M. Rossi")], "what": "join"})
    page = f"{people}{find_player(season, 'M. Rossi')}/"
    choices = read_page(desk.get(page)).find_all("label")
    [key] = [choice.find("input[type=radio]")["value"] for choice in choices if choice.text == "Mario Rossi"]
    assert "Saved: the ranking shows this name." in shown(desk.post(page, {"what": "name", "name": key}, follow=True))
    assert "Mario Rossi Bar" in shown(Client().get("/seasons/winter/"))
    assert "M. Rossi Bar" not in shown(Client().get("/seasons/winter/"))


def test_the_print_holds_every_line_and_says_what_it_follows_from(season, desk):
    answer = desk.get("/seasons/winter/desk/ranking.pdf")
    runs = [run.text for page in read(answer.content) for run in joined_runs(page)]
    wanted = ["Rank", "Name", "Club", "Points", "7 Nov", "14 Nov"]
    assert [run for run in runs if run in {"No.", *wanted}] == wanted
    assert "(7)" in runs
    assert any(run.startswith("7 Nov: Prima, ledger ") for run in runs)


def test_the_spreadsheet_holds_numbers_and_no_formula(season, desk):
    Tournament.objects.filter(name="Prima").update(name="=1+1")
    Person.objects.filter(name="Mario Rossi").update(name="=cmd")
    text = desk.get("/seasons/winter/desk/ranking.csv").content.decode("utf-8-sig")
    assert text.splitlines()[0].startswith("Place;Tied;Name;Club;Points;7 Nov;14 Nov;")
    assert "4;;'=cmd;Bar;11;11;;1;11;1;0;" in text
    assert text.splitlines()[1].endswith(";7 Nov")
    sheet = load_workbook(BytesIO(desk.get("/seasons/winter/desk/ranking.xlsx").content)).active
    assert [cell.value for cell in sheet[5]] == [4, None, "=cmd", "Bar", 11, 11, None, 1, 11, 1, 0, None]


def test_pages_ask_as_often_for_many_as_for_few(season, desk):
    def asked(address):
        desk.get(address)
        caches["drawn"].clear()
        set_rule(season, actor=build_user("director"), typed={"places": "10 6 4"})
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(address).status_code == 200
        return len(queries)

    addresses = ("/seasons/winter/desk/", "/seasons/winter/desk/people/", "/seasons/winter/")
    mark_as_different(season, list(compute_ranking(season, everything=True).players)[:2], actor=build_user("director"), at=NOW)
    few = [asked(address) for address in addresses]
    for day in (21, 28):
        season.evenings.create(tournament=build_evening(f"Sera {day}", day, "Anna / Berta", "Carla / Dora", "Mario Rossi / M. Rossi"))
    players = list(compute_ranking(season, everything=True).players)
    for pair in (players[:2], players[2:4], players[4:6]):
        mark_as_different(season, pair, actor=build_user("director"), at=NOW)
    assert [asked(address) for address in addresses] == few

"""If these fail, a program reads something else than the pages show, or what nobody may see, or asks the database for nothing new."""

import json
import os
import subprocess
import sys

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from federation.identities.queries import read_persons
from federation.identities.services import open_page, show_page
from federation.models import PersonPage
from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.queries import read_standings_view
from scoring.ledger import verifier
from scoring.ledger.queries import format_ledger_lines
from scoring.models import MatchResult
from tests.api.callers import ROOT, Program, founder, issue
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor
from tests.scoring.hands import enter, typed, win
from tests.tournaments.conftest import draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Match, Tournament
from tournaments.people.naming import IN_FULL

pytestmark = pytest.mark.django_db

GETS = [
    "/tournaments/serata",
    "/tournaments/serata/entries",
    "/tournaments/serata/entries/1",
    "/tournaments/serata/stages",
    "/tournaments/serata/now",
    "/tournaments/serata/standings",
    "/tournaments/serata/stages/1/standings",
    "/tournaments/serata/stages/1/standings/1",
    "/tournaments/serata/stages/1/bracket",
    "/tournaments/serata/stages/1/pools",
    "/tournaments/serata/stages/1/rounds/1/pairings",
    "/tournaments/serata/events",
]


@pytest.fixture
def played(director):
    """A knockout of eight pairs whose first round is over."""
    tournament = found_tournament(director, name="Serata", venue="Bar Sport")
    Tournament.objects.filter(pk=tournament.pk).update(slug="serata", demonstration=False)
    tournament.refresh_from_db()
    names = [f"Anna Zulu{number}a / Berto Zulu{number}b" for number in range(1, 9)]
    import_entries(tournament, "\n".join(names), actor=director)
    round_ = draw_first(tournament, director)
    publish_round(round_, actor=director, at=NOW)
    for match in round_.matches.filter(kind=Match.Kind.PLAYED):
        win(match, side=match.position % 2, actor=build_actor("director"))
    return tournament


@pytest.fixture
def anybody():
    return Program()


def test_lists_are_those_of_the_pages(played, anybody):
    listed = anybody.read("/tournaments").json()["items"]
    assert [(one["slug"], one["name"], one["venue"], one["game"]) for one in listed] == [("serata", "Serata", "Bar Sport", "mariglia")]
    entries = anybody.read("/tournaments/serata/entries").json()["items"]
    assert [(one["number"], one["name"]) for one in entries] == list(played.entries.order_by("number").values_list("number", "name"))
    stage = played.stages.get()
    view = read_standings_view(stage)
    standings = anybody.read("/tournaments/serata/stages/1/standings").json()
    lines = [line for group in view.groups for line in group.lines]
    assert [(one["entry"], one["place"], one["points"]) for one in standings["items"]] == [
        (line.number, line.rank if line.placed else None, line.points) for line in lines
    ]
    assert [one["key"] for one in standings["columns"]] == [column.key for column in view.columns]
    final = anybody.read("/tournaments/serata/standings").json()["items"]
    assert [(one["place"], one["entry"]) for one in final] == [(line.rank, line.number) for line in read_final_list(played, IN_FULL).lines]


def test_a_match_tells_every_hand_as_its_page_does(match, anybody):
    enter(match, typed(45))
    enter(match, typed(30))
    told = anybody.read(f"/tournaments/evening/matches/{match.code}").json()
    result = MatchResult.objects.get(match=match)
    assert (told["version"], told["state"], told["takes_hands"]) == (result.version, "open", True)
    scores = [line["score"] for line in told["games"][0]["lines"]]
    assert scores[-1] == result.summary["score"]
    assert len(scores) == 2
    shown = read_page(Client().get(reverse("scoring:public_match", args=["evening", match.code]))).text
    assert all(str(points) in shown for score in scores for points in score)


def test_the_events_are_a_ledger_that_verifies(played, anybody):
    items, after = [], 0
    while True:
        part = anybody.read(f"/tournaments/serata/events?after={after}&limit=7").json()
        items += part["items"]
        after = part["last"]
        if not part["more"]:
            break
    assert items == [json.loads(line) for line in format_ledger_lines(played)]
    assert list(verifier.find_faults(items, [verifier.parse_head(part["head"])])) == []


def test_parts_of_a_list_are_the_whole_list(played, anybody):
    for path in ("/tournaments/serata/entries", "/tournaments/serata/standings", "/tournaments/serata/stages/1/rounds/1/pairings"):
        whole, parts, cursor = anybody.read(path).json()["items"], [], ""
        while cursor is not None:
            part = anybody.read(f"{path}?limit=3&cursor={cursor}").json()
            parts, cursor = parts + part["items"], part["next"]
        assert parts == whole
        assert len(whole) > 3


def test_the_list_of_tournaments_goes_on_where_it_ended_and_finds(director, anybody):
    for number in range(5):
        tournament = found_tournament(director, name=f"Sera {number}", venue="Orosei" if number % 2 else "Nuoro")
        Tournament.objects.filter(pk=tournament.pk).update(date=f"2026-12-0{1 + number // 2}")
    for order, names in (
        ("soonest", ["Sera 0", "Sera 1", "Sera 2", "Sera 3", "Sera 4"]),
        ("latest", ["Sera 4", "Sera 3", "Sera 2", "Sera 1", "Sera 0"]),
    ):
        found, cursor = [], ""
        while cursor is not None:
            part = anybody.read(f"/tournaments?order={order}&limit=2&cursor={cursor}").json()
            found, cursor = found + [one["name"] for one in part["items"]], part["next"]
        assert found == names
    assert [one["name"] for one in anybody.read("/tournaments?q=orosei&since=2026-12-02").json()["items"]] == ["Sera 3"]


@pytest.mark.parametrize("path", GETS)
def test_what_has_not_changed_costs_one_query(played, anybody, path, django_assert_num_queries):
    first = anybody.read(path)
    assert first.status_code == 200
    if path == GETS[0]:  # whether enrolment is open also depends on the clock
        assert anybody.read(path, **{"If-None-Match": first["ETag"]}).status_code == 304
        return
    with django_assert_num_queries(1):
        again = anybody.read(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    Entry.objects.filter(number=1).update(name="Altri Due")
    assert anybody.read(path, **{"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("path", GETS)
def test_a_private_tournament_is_nothing_to_the_public_and_to_strangers(played, anybody, path, stranger):
    Tournament.objects.update(public=False)
    other = found_tournament(stranger, name="Altra")
    assert anybody.read(path).json()["code"] == "not_found"
    assert Program(issue(other, stranger)).read(path).json()["code"] == "not_found"
    assert Program(issue(played, founder(played))).read(path).status_code == 200
    assert "serata" not in {one["slug"] for one in anybody.read("/tournaments").json()["items"]}


def test_a_login_opens_nothing(played, director_client):
    Tournament.objects.update(public=False)
    assert director_client.get(f"{ROOT}/tournaments/serata").status_code == 404


def test_a_draft_is_nobodys_business(director, anybody):
    tournament = found_tournament(director, name="Bozza")
    enter_pairs(tournament, director, 4)
    draw_first(tournament, director)
    code = Match.objects.filter(kind="played").first().code
    secret = issue(tournament, director, "direct")
    for program in (anybody, Program(secret)):
        assert program.read("/tournaments/bozza-2026/stages").json()[0]["rounds"] == []
        assert program.read("/tournaments/bozza-2026/stages/1/rounds/1/pairings").status_code == 404
        assert program.read(f"/tournaments/bozza-2026/matches/{code}").status_code == 404


@pytest.mark.parametrize("form", ["first", "initials", "numbers"])
def test_names_are_those_that_the_tournament_shows(played, anybody, form):
    """Canaries: no word of any name in any answer, while a token of the staff reads them."""
    Tournament.objects.update(public_names=form)
    Entry.objects.filter(number=2).update(hidden=True)
    surnames = {name.split()[-1] for entry in played.entries.all() for name in entry.name.split(" – ")}
    for path in GETS:
        text = anybody.read(path).content.decode()
        assert not [name for name in surnames if name in text], path
    whole = Program(issue(played, founder(played))).read("/tournaments/serata/entries").content.decode()
    assert all(name in whole for name in surnames)


def test_a_person_has_an_address_when_the_person_says_so(played, director, anybody):
    User.objects.filter(pk=director.pk).update(is_superuser=True)
    director.refresh_from_db()
    person = read_persons(played.organizer).persons[0]
    page = open_page(played.organizer, person, actor=director, at=played.created_at)
    entries = "/tournaments/serata/entries"
    assert anybody.read(f"/persons/{page.key}").status_code == 404
    assert {one["id"] for entry in anybody.read(entries).json()["items"] for one in entry["persons"]} == {None}
    show_page(page, PersonPage.Shown.LINK)
    told = anybody.read(f"/persons/{page.key}").json()
    assert [one["tournament"] for one in told["evenings"]] == ["serata"]
    named = [one for entry in anybody.read(entries).json()["items"] for one in entry["persons"] if one["id"]]
    assert named == [{"name": told["name"], "id": page.key}]


def test_problems_speak_the_language_of_the_reader(played):
    for language, word in (("en", "nothing here"), ("it", "non c’è nulla"), ("de", "nothing here")):
        answer = Program(language=language).read("/tournaments/serata/entries/99")
        assert answer["Content-Type"] == "application/problem+json"
        assert word in answer.json()["title"].lower(), language
    assert "Accept-Language" in answer["Vary"]
    assert "Cookie" not in answer["Vary"]


def test_other_sites_may_read_what_everybody_may(played, anybody):
    assert anybody.read("/tournaments")["Access-Control-Allow-Origin"] == "*"
    secret = issue(played, founder(played))
    assert "Access-Control-Allow-Origin" not in Program(secret).read("/tournaments")
    asked = anybody.client.options(
        f"{ROOT}/tournaments/serata/entries", headers={"Access-Control-Request-Method": "POST", "Origin": "https://x.example"}
    )
    assert (
        asked.status_code,
        "POST" in asked["Access-Control-Allow-Methods"],
        "Authorization" in asked["Access-Control-Allow-Headers"],
    ) == (204, False, False)


def test_the_heart_beats_without_the_library(played):
    """A desk's start costs nothing: the library comes with the first call."""
    lines = [
        "import django, sys; django.setup()",
        "import config.urls, api.door.views, api.tokens.views",
        "print('ninja' in sys.modules, 'pydantic' in sys.modules)",
    ]
    code = "; ".join(lines)
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
    )
    assert ran.stdout.split() == ["False", "False"]


def test_a_filter_with_a_slip_in_its_name_does_not_give_everything(played, anybody):
    answer = anybody.read("/tournaments?gmae=marafon")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "query.gmae")
    assert anybody.read("/tournaments?game=marafon&lang=it").json()["items"] == []

"""Everybody from A to Z, all tables at a glance, and the card of an entry."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages import read_page
from tests.scoring.builders import NOW
from tests.scoring.hands import enter, typed, win
from tests.tournaments.conftest import draw_first, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.entries.services import EntryDetails, add_entry
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Match, Person, Tournament
from tournaments.people.name_parts import format_surnames
from tournaments.people.naming import Naming, PublicNaming
from visitors.tournament_pages.directory import filter_people, read_people
from visitors.tournament_pages.player import read_player_view

pytestmark = pytest.mark.django_db
LIST = """Teresa Zoli / Anna De Rossi, Bar Sport
Wiebke Àlvisi / Mario Bandini
Carla Ricci / Ugo Fabbri
Nino Gori / Pia Emiliani"""


@pytest.fixture
def evening(director):
    """A pool of four with its first round being played."""
    tournament = found_tournament(director, "Serata")
    import_entries(tournament, LIST, actor=director)
    publish_round(draw_first(tournament, director, format_key="round_robin"), actor=director, at=NOW)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def naming(evening):
    return PublicNaming(evening)


def read(evening, name, query=""):
    page = Client().get(reverse(f"scoring:{name}", args=[evening.slug]) + query).content.decode()
    return re.sub(r"\s+", " ", page)


def test_people_stand_by_surname_without_regard_to_accents(evening, naming):
    listed = [line.listed for line in read_people(evening, naming)]
    assert listed == [
        "Àlvisi Wiebke", "Bandini Mario", "De Rossi Anna", "Emiliani Pia", "Fabbri Ugo", "Gori Nino", "Ricci Carla", "Zoli Teresa",
    ]  # fmt: skip
    tables = {line.listed: line.table for line in read_people(evening, naming)}
    assert tables["Zoli Teresa"] == tables["De Rossi Anna"] in {1, 2}


@pytest.mark.parametrize(
    ("text", "letter", "listed"),
    [
        ("zoli teresa", "", ["Zoli Teresa"]),
        ("bar sport", "", ["De Rossi Anna", "Zoli Teresa"]),
        ("2", "", ["Àlvisi Wiebke", "Bandini Mario"]),
        ("", "A", ["Àlvisi Wiebke"]),
        ("nobody", "", []),
    ],
)
def test_people_are_found_by_name_club_number_and_letter(evening, naming, text, letter, listed):
    assert [line.listed for line in filter_people(read_people(evening, naming), text, letter)] == listed


def test_shortened_and_hidden_names_are_listed_as_they_are_displayed(evening):
    Tournament.objects.filter(pk=evening.pk).update(public_names="first")
    Entry.objects.filter(tournament=evening, number=1).update(hidden=True)
    short = Tournament.objects.get(pk=evening.pk)
    listed = [line.listed for line in read_people(short, PublicNaming(short))]
    assert listed[:2] == ["Carla R.", "Mario B."]
    assert [name for name in listed if "1" in name] == ["No. 1"]


def test_any_number_of_people_costs_the_same_number_of_queries(evening, naming, director, django_assert_num_queries):
    with django_assert_num_queries(QUERIES):
        read_people(evening, naming)
    import_entries(evening, "\n".join(f"Lia Neri{number} / Leo Verdi{number}" for number in range(9)), actor=director)
    with django_assert_num_queries(QUERIES):
        assert len(read_people(evening, PublicNaming(evening))) == 26


QUERIES = 4


def test_full_names_are_listed_from_plain_rows_as_from_models(evening, naming, director):
    """Also of a team, of one who plays alone, of one who said the surname, of one who went."""
    add_entry(evening, EntryDetails(("Ada Sanna", "Bo Murru"), club="Bar Sport"), actor=director)
    Entry.objects.filter(tournament=evening, number=5).update(name="I Draghi")
    Person.objects.filter(name="Mario Bandini").update(surname="Mario")
    Entry.objects.filter(tournament=evening, number=4).update(state=Entry.State.WITHDRAWN)
    lines = read_people(evening, naming)
    assert lines == read_people(evening, Naming())
    assert {line.team for line in lines} == {"", "I Draghi"}


def test_the_page_of_people_leads_to_their_cards(evening):
    page = read_page(read(evening, "public_people", "?letter=Z"))
    [card] = page.find_all(".people-list a")
    assert card["href"] == f"/tournaments/{evening.slug}/players/1/"
    assert card.texts(".match-names strong") == ["Zoli Teresa"]
    assert card.texts(".match-names span.hint") == ["1 · De Rossi Anna · Bar Sport"]
    assert "Nothing found." in read(evening, "public_people", "?q=nobody")


def test_the_grid_shows_surnames_games_and_running_points(evening):
    match = Match.objects.filter(seats__entry__number=1).get()
    enter(match, typed(45))
    page = read_page(read(evening, "public_results", "?view=grid"))
    tile = page.find(f"a[href*=/matches/{match.code}/]")
    assert "Zoli – De Rossi" in tile.texts(".glance-name")
    assert [games.isdigit() for games in tile.texts(".glance-side strong")] == [True, True]
    assert tile.texts(".glance-points") == ["10", "0"]
    assert len(page.find_all(".glance-head")) == 2


@pytest.mark.parametrize(
    ("name", "short"),
    [("Raffaele Loi – Anna De Rossi", "Loi – De Rossi"), ("I Volponi", "I Volponi"), ("No. 12", "No. 12"), ("Loi – Manca", "Loi – Manca")],
)
def test_names_are_shortened_to_surnames_where_they_are_those_of_persons(name, short):
    assert format_surnames(name) == short


def test_a_card_has_all_rounds_with_games_and_who_is_still_to_be_met(evening, naming):
    match = Match.objects.filter(seats__entry__number=1).get()
    side = match.seats.get(entry__number=1).side
    win(match, side)
    card = read_player_view(Entry.objects.select_related("tournament").get(tournament=evening, number=1), naming)
    assert [(one.round, one.result, one.in_progress) for one in card.rounds] == [(1, "2–0", True)]
    assert card.rounds[0].games == "35–0 · 35–0"
    opponent = match.seats.exclude(entry__number=1).get().entry.number
    assert {line.number for line in card.places[0].to_meet} == {2, 3, 4} - {opponent}
    assert "Still to meet" in Client().get(reverse("scoring:public_player", args=[evening.slug, 1])).content.decode()


def test_standings_on_a_phone_show_place_name_and_points_first(evening):
    match = Match.objects.filter(seats__entry__number=1).get()
    win(match, 0)
    brief, whole = (read_page(read(evening, "public_standings", query)) for query in ("", "?columns=all"))
    assert ([table["class"] for table in brief.find_all(".named")], [table["class"] for table in whole.find_all(".named")]) == (
        ["named"],
        ["named is-whole"],
    )
    headings = [heading for heading in brief.find_all("th[scope=col][class]") if "detail-column" not in heading.classes]
    assert [heading.text for heading in headings] == ["Place", "Name", "Points"]
    [link] = brief.find_all(f"a.player-link[href=/tournaments/{evening.slug}/players/1/]")
    assert link["data-entry"] == "1"
    assert whole.find_all("a[href*=columns=all&explain=]") != []

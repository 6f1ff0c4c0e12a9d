"""If this fails, the page on which a format is chosen shows no plans, adopts something else than it showed, or replaces what is drawn."""

import datetime as dt
import re

import pytest
from django.test import Client

from tests.scoring.builders import build_user
from tests.tournaments.conftest import draw_first, enter_pairs, found_tournament
from tournaments.models import Announcement, Entry, Stage, Tournament

pytestmark = pytest.mark.django_db
ALL_DAY = {"entries": "16", "tables": "8", "begins": "09:00", "ends_by": "23:00"}
SWISS = "Swiss, 6 rounds"


@pytest.fixture
def client(db):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


@pytest.fixture
def evening(db):
    tournament = found_tournament(build_user("director"), "Serata", game_key="briscola")
    enter_pairs(tournament, build_user("director"), 16)
    Tournament.objects.filter(pk=tournament.pk).update(table_count=8)
    return Tournament.objects.get(pk=tournament.pk)


def get_address(tournament):
    return f"/desk/{tournament.slug}/plan/"


def read_cards(page):
    """Title by the hidden fields of each card's form."""
    cards = page.content.decode().split('<article class="card plan-card')[1:]
    return {re.search(r"<h3>(.*?)</h3>", card)[1]: dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', card)) for card in cards}


def list_stages(tournament):
    return list(Stage.objects.filter(tournament=tournament).order_by("number").values_list("stored_name", "format_key", "source__number"))


def adopt(client, tournament, title, asked=ALL_DAY, **more):
    return client.post(get_address(tournament), {**read_cards(client.get(get_address(tournament), asked))[title], **more})


def test_three_to_five_plans_are_shown_for_those_who_are_entered(client, evening):
    page = client.get(get_address(evening))
    assert page.context["form"].list_asked() == {"entries": 16, "tables": 8, "begins": "20:30", "ends_by": "00:30"}
    cards = page.context["planner"].cards
    assert 3 <= len(cards) == len({card.title for card in cards}) <= 5
    assert all(card.fits and card.traits for card in cards)
    assert set(read_cards(page)) == {card.title for card in cards}


def test_a_format_for_which_there_are_too_few_says_how_many_it_needs(client):
    """Two teams are not two entries: with three it asked for at least two."""
    tournament = found_tournament(build_user("director"), "Pochi")
    enter_pairs(tournament, build_user("director"), 3)
    figures = {figure.key: figure for figure in client.get(get_address(tournament)).context["planner"].formats}
    assert (figures["team_matches"].hours, figures["team_matches"].fewest) == (None, 6)
    assert all(figure.fewest > 3 for figure in figures.values() if figure.hours is None)


def test_places_and_hours_are_those_that_are_announced(client):
    tournament = found_tournament(build_user("director"), "Annunciata", game_key="briscola")
    Announcement.objects.create(tournament=tournament, starts_at=dt.time(21), ends_by=dt.time(1, 30), places=24)
    page = client.get(get_address(tournament))
    assert page.context["form"].list_asked() == {"entries": 24, "tables": "", "begins": "21:00", "ends_by": "01:30"}
    assert page.context["planner"].cards
    assert set(map(len, read_cards(page).values())) == {0}, "without entries nothing can be adopted"


def test_who_knows_nothing_yet_is_asked_and_sees_the_formats(client):
    page = client.get(get_address(found_tournament(build_user("director"), "Vuota", game_key="briscola")))
    assert page.context["planner"] is None
    assert "Choose Swiss system" in page.content.decode()


def test_one_press_adopts_a_plan_of_several_stages(client, evening):
    answer = adopt(client, evening, "Pools, then two knockouts")
    assert answer["Location"] == f"/desk/{evening.slug}/stages/1/"
    assert list_stages(evening) == [
        ("Pools (round robin)", "round_robin", None), ("Final", "knockout", 1), ("Consolation", "knockout", 1)
    ]  # fmt: skip


def test_a_plan_with_shorter_matches_changes_the_rules(client):
    tournament = found_tournament(build_user("director"), "Mariglia")
    enter_pairs(tournament, build_user("director"), 8)
    address, four_hours = get_address(tournament), {"entries": "8", "tables": "", "begins": "20:30", "ends_by": "00:30"}
    page = client.get(address, four_hours)
    shorter = next(card for card in page.context["planner"].cards if [line.value for line in card.length] == ["35", "1"])
    assert client.post(address, read_cards(page)[shorter.title]).status_code == 302
    assert Tournament.objects.get(pk=tournament.pk).rules["games_to_win"] == 1


def test_stages_that_are_planned_are_replaced_only_after_a_question(client, evening):
    adopt(client, evening, SWISS)
    before = list_stages(evening)
    answer = adopt(client, evening, "Pools, then two knockouts")
    assert (answer.status_code, list_stages(evening)) == (422, before)
    assert "Replace the planned stage?" in answer.content.decode()
    question = answer.content.decode().split('id="asking"')[1].split("</section>")[0]
    assert client.post(get_address(evening), dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', question))).status_code == 302
    assert [name for name, _format, _source in list_stages(evening)] == ["Pools (round robin)", "Final", "Consolation"]


def test_what_is_drawn_stays(client, evening):
    sent = read_cards(client.get(get_address(evening)))
    draw_first(evening, build_user("director"))
    before = list_stages(evening)
    page = client.get(get_address(evening))
    assert read_cards(page) == {}
    assert "Choose Swiss system" in page.content.decode()
    answer = client.post(get_address(evening), {**next(iter(sent.values())), "seen": "", "replace": "on"})
    assert (answer.status_code, list_stages(evening)) == (422, before)
    assert "a round is already drawn" in answer.content.decode()


def test_a_page_that_outlived_its_moment_changes_nothing(client, evening):
    sent = read_cards(client.get(get_address(evening), ALL_DAY))
    adopt(client, evening, SWISS)
    before = list_stages(evening)
    answer = client.post(get_address(evening), {**sent["Pools, then two knockouts"], "replace": "on"})
    assert (answer.status_code, list_stages(evening)) == (422, before)
    assert "this is no longer what your page showed" in answer.content.decode()


def test_a_plan_that_is_not_proposed_is_not_adopted(client, evening):
    answer = client.post(get_address(evening), {**ALL_DAY, "plan": "0" * 16})
    assert (answer.status_code, list_stages(evening)) == (422, [])
    assert client.post(get_address(evening), {}).status_code == 422


def test_all_or_nothing_is_adopted(client, evening):
    """Planned for 16 and adopted when 3 are left: the second stage of the plan cannot be played."""
    Entry.objects.filter(tournament=evening, number__gt=3).update(state=Entry.State.WITHDRAWN)
    answer = adopt(client, evening, "Pools, then two knockouts")
    assert (answer.status_code, list_stages(evening)) == (422, [])


def test_mistakes_are_shown_beside_their_boxes(client, evening):
    page = client.get(get_address(evening), {"entries": "1", "tables": "no", "begins": "", "ends_by": "25:00"})
    assert set(page.context["form"].errors) == {"entries", "tables", "begins", "ends_by"}
    assert page.context["planner"] is None


def test_where_nothing_fits_the_page_says_what_would(client, evening):
    page = client.get(get_address(evening), {"entries": "512", "tables": "4", "begins": "20:30", "ends_by": "21:30"})
    content = page.content.decode()
    assert "Nothing is surely over in time." in content
    assert len(page.context["planner"].cards) >= 3
    assert not any(card.fits for card in page.context["planner"].cards)


def test_every_format_has_its_figures(client, evening):
    formats = {line.key: line for line in client.get(get_address(evening)).context["planner"].formats}
    assert len(formats) == 10
    figures = {key: (line.rounds, line.matches, line.byes) for key, line in formats.items()}
    assert figures["knockout"] == (4, 16, 0)
    assert figures["round_robin"] == (3, 24, 0)
    assert figures["swiss"] == (5, 40, 0)
    assert all(line.hours.early <= line.hours.late for line in formats.values() if line.hours.late.hour > 20)


def test_the_choice_of_a_format_leads_to_the_plans(client, evening):
    assert client.get(f"/desk/{evening.slug}/stages/new/")["Location"] == get_address(evening)
    assert client.get(f"/desk/{evening.slug}/stages/new/?format=swiss").status_code == 200
    assert get_address(evening) in client.get(f"/desk/{evening.slug}/").content.decode()


def test_the_page_of_128_entries_costs_few_queries(client, evening, django_assert_max_num_queries):
    many = found_tournament(build_user("director"), "Grande", game_key="briscola")
    enter_pairs(many, build_user("director"), 128)
    client.get(get_address(many))
    with django_assert_max_num_queries(30):
        assert client.get(get_address(many)).status_code == 200

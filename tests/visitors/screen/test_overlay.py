"""The overlay of a stream: what the desk chooses is seen, and nothing else. If this failed, a stream would show the wrong table, or what
is private.
"""

import pytest
from django.test import Client

from scoring.models import PaperStyle
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, typed, win
from tournaments.models import Entry, Match, Round, StaffRole, Tournament
from tournaments.people.naming import IN_FULL
from visitors.screen.overlay import MOST_LETTERS, build_overlay_match, find_shown_match

pytestmark = pytest.mark.django_db

URL, CONTROL = "/tournaments/evening/overlay/", "/desk/evening/screen/overlay/"


@pytest.fixture
def tournament(match) -> Tournament:
    return match.round.stage.tournament


@pytest.fixture
def desk(tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


def read_shown(query="", client=None):
    return read_page((client or Client(headers={"accept-language": "en"})).get(URL + query)).find("#live")


def test_the_desk_chooses_what_a_stream_shows_and_hides_it(desk, match):
    assert read_shown().text == ""
    enter(match, typed(25))
    assert desk.post(CONTROL, {"scene": "match"}).status_code == 302
    shown = read_shown()
    view = match.ledger.first().match
    assert [name.text for name in shown.find_all(".side-name")] == [seat.entry.name for seat in view.seats.order_by("side")]
    assert (len(shown.find_all(".overlay-points")), len(shown.find_all(".overlay-gained"))) == (2, 2)
    assert shown.find_all(".overlay-points")[0].text != shown.find_all(".overlay-points")[1].text
    desk.post(CONTROL, {"scene": "caption", "title": "Maria commenta", "text": "Bar Sport"})
    assert read_shown().text == "Maria commenta Bar Sport"
    desk.post(CONTROL, {"scene": "", "title": "Maria commenta", "text": "Bar Sport"})
    assert (read_shown().text, read_shown("?scene=caption").text) == ("", "")
    assert "The overlay shows nothing." in read_page(desk.get("/desk/evening/screen/")).text


def test_what_is_too_long_is_refused_and_stays_in_its_box(desk):
    answer = desk.post(CONTROL, {"scene": "caption", "title": "x" * 61, "text": "Bar Sport"})
    assert (answer.status_code, PaperStyle.objects.count()) == (422, 0)
    assert read_page(answer).find("[name=text]")["value"] == "Bar Sport"


def test_an_unchanged_overlay_costs_one_query(desk, django_assert_num_queries):
    desk.post(CONTROL, {"scene": "match"})
    tag = Client().get(URL)["ETag"]
    with django_assert_num_queries(1):
        assert Client().get(URL, headers={"if-none-match": tag}).status_code == 304
    desk.post(CONTROL, {"scene": ""})
    assert Client().get(URL, headers={"if-none-match": tag}).status_code == 200


def test_a_private_tournament_is_on_no_stream(tournament, desk):
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    assert (Client().get(URL).status_code, desk.get(URL).status_code) == (404, 200)
    assert "sees nothing" in read_page(desk.get("/desk/evening/screen/")).text


def test_assistants_do_not_change_a_stream(tournament):
    assistant = build_user("assistant")
    StaffRole.objects.get_or_create(tournament=tournament, user=assistant, defaults={"role": StaffRole.Role.ASSISTANT})
    client = Client()
    client.force_login(assistant)
    assert (client.post(CONTROL, {"scene": "match"}).status_code, PaperStyle.objects.count()) == (403, 0)


def test_it_follows_from_table_to_table_unless_one_is_chosen():
    tournament = play_evening(pairs=8, rounds=1, closed=0)
    first, second, *_rest = Match.objects.filter(round__stage__tournament=tournament).order_by("table")
    Match.objects.filter(pk=first.pk).update(kind=Match.Kind.PLAYED)
    for match in (first, second):
        match.result.delete()
    assert find_shown_match(tournament, "") == first
    assert find_shown_match(tournament, second.code) == second
    assert find_shown_match(tournament, "NOSUCH") == first
    Round.objects.update(state=Round.State.DRAFT)
    assert find_shown_match(tournament, second.code) is None


def test_long_names_become_surnames_and_then_smaller(match):
    def fit(name):
        Entry.objects.update(name=name)
        shown = build_overlay_match(Match.objects.select_related("round__stage__tournament").get(pk=match.pk), IN_FULL)
        return shown.sides[0].name, shown.layout.letter

    assert fit("Ada Lo – Ugo Re") == ("Ada Lo – Ugo Re", MOST_LETTERS)
    name, letter = fit("Bartolomeo Castelfranchi Donà – Massimiliano Castelfranchi Donà")
    assert (len(name) < 50, letter >= 5.0) == (True, True)
    name, letter = fit(f"{'Bartolomeo Castelfranchi-Montebello-' * 2}Donà – Massimiliano Castelfranchi-Montebello-Donà")
    assert letter < MOST_LETTERS


def test_a_match_that_is_over_shows_its_winner(desk, match):
    win(match)
    desk.post(CONTROL, {"scene": "match", "match": match.code})
    shown = read_shown()
    assert len(shown.find_all(".is-won")) == 1
    assert [games.text for games in shown.find_all(".overlay-games")] == ["2", "0"]


@pytest.mark.parametrize(("format_key", "drawn"), [("swiss", []), ("knockout", ["bracket"])])
def test_a_bracket_is_offered_where_there_is_one(format_key, drawn):
    tournament = play_evening(pairs=4, rounds=1, format_key=format_key)
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    shown = read_page(client.get(f"/desk/{tournament.slug}/screen/"))
    assert [button["value"] for button in shown.find_all("button[name=scene]")] == ["match", "standings", *drawn, "caption", ""]


def test_a_final_is_called_once(desk):
    tournament = play_evening(pairs=2, rounds=1, closed=0, format_key="knockout")
    tournament.stages.update(stored_name="Final")
    match = Match.objects.select_related("round__stage__tournament").get(round__stage__tournament=tournament)
    assert build_overlay_match(match, IN_FULL).title == "Final"


@pytest.mark.parametrize(("format_key", "scene"), [("swiss", "standings"), ("knockout", "bracket")])
def test_standings_and_bracket_are_laid_out_as_on_the_screen_in_the_hall(format_key, scene):
    tournament = play_evening(pairs=8, rounds=2, format_key=format_key)
    shown = read_page(Client().get(f"/tournaments/{tournament.slug}/overlay/?scene={scene}")).find("#live")
    assert len(shown.find_all(f".overlay-panel.is-{scene}")) == 1
    assert len(shown.find_all(".side-name")) >= 4

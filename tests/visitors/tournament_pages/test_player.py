"""The page of one entry: its table, its opponents, its place, and what it has played."""

import re

import pytest
from django.test import Client

from rankings.standings_pages.final_list import read_final_orders
from scoring.confirmation.services import void_match
from scoring.entry.services import submit_event
from scoring.ledger.match_log import Forfeit
from tests.pages import read_page
from tests.scoring.builders import build_match, build_round, build_tournament, build_user
from tests.scoring.corrected import SURE, close, draw_and_publish, found_stage, origin_of, play_round
from tests.scoring.hands import win
from tournaments.models import Entry, Match, Round
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage
from visitors.tournament_pages.player import read_player_view

pytestmark = pytest.mark.django_db

PAGE = "/tournaments/evening/players/1/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def entry(match):
    return match.seats.get(side=0).entry


def shown(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def test_before_a_hand_it_tells_table_and_opponent(match, entry):
    page = read_page(Client().get(PAGE))
    opponent = match.seats.get(side=1).entry.name
    assert ("Table" in page.texts("small"), "Table 1" in page.text) == (True, True)
    assert ("against" in page.texts("span.hint"), opponent in page.texts("strong"), f"against {opponent}" in page.text) == (
        True,
        True,
        True,
    )
    assert read_player_view(entry).places == ()


def test_afterwards_it_tells_the_result_and_the_place(match, entry):
    win(match)
    Round.objects.update(state=Round.State.CLOSED)
    view = read_player_view(Entry.objects.select_related("tournament").get(pk=entry.pk))
    assert ([one.won for one in view.before], view.now, view.playing) == ([True], (), False)
    assert [(one.line.rank, one.among) for one in view.places] == [(1, 2)]
    other = read_player_view(Entry.objects.select_related("tournament").get(pk=match.seats.get(side=1).entry_id))
    assert [(one.result, one.won, one.lost) for one in (*view.before, *other.before)] == [("2–0", True, False), ("0–2", False, True)]
    assert "No round in progress." in shown(Client().get(PAGE))


def test_a_match_to_which_nobody_came_says_so(match, entry):
    submit_event(match, Forfeit(None), origin=origin_of("director"), version=None, override=SURE)
    Round.objects.update(state=Round.State.CLOSED)
    assert "both absent" in read_page(Client().get(PAGE)).texts("span.match-result span.hint")


def test_whoever_rests_or_does_not_play_is_told_so(match, entry):
    resting = build_match(match.round, 2, sides=1, kind=Match.Kind.BYE, table=None).seats.get().entry
    assert "Bye" in read_page(Client().get(f"/tournaments/evening/players/{resting.number}/")).texts("p.table-number")
    Entry.objects.create(tournament=entry.tournament, number=50, name="Late")
    assert "Not in the round in progress." in shown(Client().get("/tournaments/evening/players/50/"))


def test_everybody_at_a_table_of_five_is_an_opponent(db):
    tournament = build_tournament(game_key="trionfo5")
    round_ = build_round(tournament, matches=0, format_key="tables_of_five")
    match = build_match(round_, 1, sides=5)
    entry = match.seats.get(side=2).entry
    [one] = read_player_view(entry).now
    assert (one.own, one.opponents) == ("Pair 3", ("Pair 1", "Pair 2", "Pair 4", "Pair 5"))


@pytest.mark.parametrize("more", [0, 2])
def test_any_number_of_rounds_asks_the_same_number_of_questions(match, entry, more, django_assert_num_queries):
    for number in range(2, 2 + more):
        round_ = Round.objects.create(stage=match.round.stage, number=number, state=Round.State.CLOSED)
        other = build_match(round_, 1)
        other.seats.filter(side=0).update(entry=entry)
    player = Entry.objects.select_related("tournament").get(pk=entry.pk)
    with django_assert_num_queries(QUERIES):
        read_player_view(player)


QUERIES = 11


def test_an_idle_phone_gets_nothing_until_something_happens(match):
    client = Client()
    tag = client.get(PAGE, headers=HTMX)["ETag"]
    assert client.get(PAGE, headers={**HTMX, "If-None-Match": tag}).status_code == 304
    win(match)
    assert client.get(PAGE, headers={**HTMX, "If-None-Match": tag}).status_code == 200


def test_the_search_leads_there_between_rounds_too(match, entry):
    Round.objects.update(state=Round.State.CLOSED)
    for wanted in (entry.name, str(entry.number), entry.name.upper()):
        assert PAGE in shown(Client().get("/tournaments/evening/", {"q": wanted}))
    assert "Nobody here is called" in shown(Client().get("/tournaments/evening/", {"q": "Zorro"}))
    assert Client().get("/tournaments/evening/players/99/").status_code == 404


def test_a_cancelled_match_is_neither_won_nor_lost(match, entry):
    win(match)
    void_match(match, origin=origin_of(), version=None, reason="referee", words="x")
    [one] = read_player_view(entry).rounds
    assert (one.counts, one.won, one.lost) == (False, False, False)
    assert "cancelled" in read_page(Client().get(PAGE)).texts("span.match-result .hint")


def test_after_pools_and_a_final_the_place_among_all_is_told(db):
    pools = found_stage(8, "round_robin", name="Coppa", options={"pool_size": "4"})
    director = build_user("director")
    final = create_stage(
        pools.tournament, actor=director, format_key="knockout", options={}, name="Finalissima", source=StageSource(pools, of_each=1)
    )
    for stage in (pools, pools, pools, final):
        close(play_round(draw_and_publish(stage)))
    orders = read_final_orders([pools.tournament_id])[pools.tournament_id]
    first, third = (Entry.objects.select_related("tournament").get(pk=orders[place][0]) for place in (0, 2))
    view = read_player_view(third)
    assert (view.final.rank, view.final.shared, view.final.among) == (3, True, 8)
    assert view.places[0].group in {"Pool A", "Pool B"}
    page = read_page(Client().get(f"/tournaments/{first.tournament.slug}/players/{first.number}/"))
    assert "Place 1 of 8" in page.text
    assert page.texts("a .match-names .hint")[0] == "Finalissima"

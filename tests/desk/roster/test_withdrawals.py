"""An entry that withdraws while it sits at a table: its open match is asked about, and can go to the opponent."""

import re

import pytest
from django.test import Client

from desk.roster.withdrawals import list_open_matches
from desk.rounds.services import draw_next_round
from jobs.worker import report_worker_alive
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, typed
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, Match, Tournament
from tournaments.stages.services import create_stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def round_(db):
    """The first round of a knockout of four pairs, published and not begun."""
    director = build_user("director")
    tournament = found_tournament(director)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="knockout", options={})
    return publish_round(draw_next_round(stage, actor=director, seed="x", at=NOW), actor=director, at=NOW)


@pytest.fixture
def desk(db):
    report_worker_alive()
    client = Client()
    client.force_login(build_user("director"))
    return client


def read_seats(round_):
    match = round_.matches.order_by("position").first()
    return match, match.seats.get(side=1).entry, match.seats.get(side=0).entry


def address(entry, page=""):
    return f"/desk/{entry.tournament.slug}/entries/{entry.number}/{page}"


def leave(desk, entry, seen=None):
    """Press the button of the entry's page as it is now, or as it was with `seen`."""
    return desk.post(address(entry, "leave/"), {"key": "k", "seen": read_seen(desk, entry) if seen is None else seen})


def read_seen(desk, entry):
    """The mark of the form that withdraws; other forms of the page have their own."""
    return read_page(desk.get(address(entry))).find(f"form[action={address(entry, 'leave/')}]").hidden["seen"]


def test_nobody_leaves_with_a_walk_over_after_something_was_entered_there(round_, desk):
    match, entry, _other = read_seats(round_)
    seen = read_seen(desk, entry)
    enter(match, typed(45))
    page = desk.post(address(entry, "leave/"), {"key": "k", "seen": seen}, follow=True).content.decode()
    assert "Not withdrawn: its matches have changed since this page was opened." in page
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.ENTERED
    leave(desk, entry)  # seen now; hands that are entered are no walk-over, so the match is left to the desk
    assert (Entry.objects.get(pk=entry.pk).state, Match.objects.get(pk=match.pk).result.winner) == (Entry.State.WITHDRAWN, None)
    assert "Not withdrawn" not in desk.post(address(entry, "leave/"), {"key": "k", "seen": seen}, follow=True).content.decode()


def test_the_page_of_the_entry_asks_about_its_open_match(round_, desk):
    match, entry, _other = read_seats(round_)
    page = desk.get(address(entry)).content.decode()
    assert [place in page for place in (f"/matches/{match.code}/", address(entry, "leave/"), address(entry, "withdraw/"))] == [True] * 3


def test_matches_of_several_rounds_are_told_apart(desk):
    director = build_user("director")
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="round_robin", options={})
    publish_round(draw_next_round(stage, actor=director, seed="x", at=NOW), actor=director, at=NOW)
    desk.post(f"/desk/{tournament.slug}/stages/1/publish-all/", {"key": "all"})
    entry = Entry.objects.get(tournament=tournament, number=1)
    page = read_page(desk.get(address(entry)))
    [asked] = [notice for notice in page.find_all(".notice") if notice.text.startswith("These matches are open. What becomes of them?")]
    assert [re.fullmatch(r".*· ([^,]*), table \d", link)[1] for link in asked.texts("li a")] == ["Round 1", "Round 2", "Round 3"]
    assert "Withdraw, but play them" in page.texts("button")


def test_who_returns_is_told_of_a_draw_only_where_one_comes(desk):
    director = build_user("director")
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="round_robin", options={})
    publish_round(draw_next_round(stage, actor=director, seed="x", at=NOW), actor=director, at=NOW)
    entry = Entry.objects.get(tournament=tournament, number=1)

    def return_again():
        withdraw_entry(entry, actor=director)
        return read_page(desk.post(address(entry, "readmit/"), {"key": "k"}, follow=True)).text

    assert "plays again from the next draw on" in return_again()
    desk.post(f"/desk/{tournament.slug}/stages/1/publish-all/", {"key": "all"})
    told = return_again()
    assert "from the next draw on" not in told
    assert f"Entry {entry} plays again. All rounds of “{stage.name}” are drawn: its matches are listed on this page." in told


def test_its_opponent_wins_without_playing(round_, desk):
    match, entry, _other = read_seats(round_)
    assert leave(desk, entry).status_code == 302
    result = Match.objects.get(pk=match.pk).result
    assert (result.winner, result.outcome) == (0, "walkover")
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.WITHDRAWN
    assert list_open_matches(entry.tournament, entry.number) == []


def test_a_decided_match_stays_as_it_is(desk):
    tournament = play_evening(pairs=4, rounds=1, closed=0, format_key="knockout")
    match, entry, _other = read_seats(tournament.stages.get().rounds.get())
    before = match.result.winner
    assert address(entry, "leave/") not in desk.get(address(entry)).content.decode()
    leave(desk, entry, seen="")
    assert Match.objects.get(pk=match.pk).result.winner == before
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.WITHDRAWN


def test_who_withdrew_on_an_old_page_is_said_to_sit_at_a_table(round_, desk):
    """The page was opened before the round was published, and had one button, which asks nothing."""
    match, entry, _other = read_seats(round_)
    page = desk.post(address(entry, "withdraw/"), follow=True)
    link = f"/desk/{entry.tournament.slug}/matches/{match.code}/"
    assert f"Its match at table {match.table} is open" in read_page(page).text
    assert link in [shown["href"] for shown in read_page(page).find_all(".notice a")]
    give_match(desk, match)
    assert "is open" not in read_page(desk.get(address(entry))).text


def give_match(desk, match):
    assert desk.post(f"/desk/{match.round.stage.tournament.slug}/matches/{match.code}/given/", {"key": "g", "winner": "0", "version": "0"})
    desk.post(f"/desk/{match.round.stage.tournament.slug}/matches/{match.code}/confirm/", {"key": "c", "version": "1"})

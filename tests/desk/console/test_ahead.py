"""A bracket in which matches begin before the round before is over: what can begin, where, and what follows it."""

import datetime as dt
import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from desk.console.board import build_round_tabs, find_next_step
from desk.console.services import advance_round, enter_score
from desk.console.tiles import build_tiles_ahead
from desk.rounds.ahead import begin_ready_matches, find_ready_matches
from desk.rounds.services import close_round, draw_next_round, publish_draft
from desk.seats.services import let_seats_follow
from desk.seats.unpublishing import unpublish_round
from desk.verification.queries import verify_tournament
from printing.sheets_back.commands import find_matches, parse_command
from rankings.standings_pages.bracket import read_bracket_parts
from rankings.standings_pages.contradictions import list_contradictions, read_open_points
from scoring.clocks.forecast import count_matches_to_come
from scoring.clocks.queries import read_hall_status
from scoring.entry.services import FilledBoxes, submit_event
from scoring.matches.rounds import find_current_round, read_round_count
from scoring.models import LedgerEntry, MatchResult
from scoring.standings.stored import compute_standings
from tests.pages import read_page
from tests.scoring.builders import build_user, origin
from tests.scoring.corrected import turn_result
from tests.scoring.hands import fresh_key
from tests.tournaments.conftest import NOON, SEED, draw_first, enter_pairs, found_tournament
from tournaments.draws.certificates import build_certificate
from tournaments.draws.publishing import replay_draw
from tournaments.entries.late import read_late_offer
from tournaments.models import Entry, Match, Round, Seat, StaffRole, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.rounds import list_counted_rounds
from visitors.tournament_pages.player import read_player_view

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english():
    """A test client leaves the language of its last request behind in the thread."""
    with translation.override("en"):
        yield


def publish_bracket(pairs: int = 8, *, format_key="knockout", options=None, **fields) -> Round:
    director = build_user()
    tournament = found_tournament(director, one_person=True, **fields)
    StaffRole.objects.create(tournament=tournament, user=build_user("assistant"), role=StaffRole.Role.ASSISTANT)
    enter_pairs(tournament, director, pairs)
    return publish_draft(draw_first(tournament, director, format_key=format_key, options=options), actor=director, at=NOON)


@pytest.fixture
def quarter(db) -> Round:
    return publish_bracket()


def play(match: Match, games=(2, 0)) -> None:
    enter_score(Match.objects.select_related("round__stage__tournament").get(pk=match.pk), games, origin=origin(fresh_key()))


def begin(stage: Stage) -> tuple[Match, ...]:
    return begin_ready_matches(stage, actor=build_user(), seed=SEED, at=NOON)


def play_tables(round_: Round, *tables: int) -> None:
    for match in round_.matches.filter(table__in=tables):
        play(match)


def read_numbers(match: Match) -> list[int]:
    return list(match.seats.order_by("side").values_list("entry__number", flat=True))


def read_step(round_: Round):
    current = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    return find_next_step(current, list_counted_rounds(current.stage.tournament), read_round_count(current))


def read_round(number: int) -> Round:
    return Round.objects.select_related("stage__tournament", "draw").get(number=number)


@pytest.mark.both_databases
def test_a_semi_final_begins_when_its_two_winners_are_known(quarter):
    stage = quarter.stage
    play_tables(quarter, 1)
    assert find_ready_matches(stage) is None
    with pytest.raises(ChangeRefused, match="no match of a later round can begin"):
        begin(stage)
    play_tables(quarter, 2)
    ready = find_ready_matches(stage)
    assert (ready.count, ready.number, ready.name) == (1, 2, "Semi-final")
    step = read_step(quarter)
    assert (step.title, step.is_ready, step.begins_ahead) == ("Start 1 match of “Semi-final” now", True, True)
    [match] = begin(stage)
    winners = [read_numbers(quarter.matches.get(table=table))[0] for table in (1, 2)]
    assert (read_numbers(match), match.table, match.round.state) == (winners, 1, Round.State.PUBLISHED)
    assert find_ready_matches(stage) is None
    assert read_step(quarter).url.endswith("/rounds/1/close/")
    assert read_step(match.round).title == "Go to “Quarter-final”"
    assert find_current_round(stage.tournament) == quarter
    assert replay_draw(match.round.draw).proven


@pytest.mark.both_databases
def test_what_is_left_is_published_when_the_round_is_closed(quarter):
    play_tables(quarter, 1, 2)
    [first] = begin(quarter.stage)
    play_tables(quarter, 3, 4)
    assert read_step(quarter).title == "Close “Quarter-final” and publish the rest of “Semi-final”"
    advanced = advance_round(read_round(1), actor=build_user(), origin=origin("advance"), seed=SEED, at=NOON)
    semi = read_round(2)
    assert (advanced.closed.state, advanced.published) == (Round.State.CLOSED, semi)
    assert semi.draw.inputs.get("ahead") is None
    matches = list(semi.matches.order_by("position"))
    assert [match.position for match in matches] == [1, 2]
    assert matches[0] == first
    assert [match.table for match in matches] == [1, 2]
    assert replay_draw(semi.draw).proven
    assert build_certificate(semi).wrong == 0
    for match in matches:
        play(match)
    advance_round(read_round(2), actor=build_user(), origin=origin("semi"), seed=SEED, at=NOON)
    for match in read_round(3).matches.all():
        play(match)
    advance_round(read_round(3), actor=build_user(), origin=origin("final"), seed=SEED, at=NOON)
    assert Stage.objects.get().state == Stage.State.FINISHED
    assert verify_tournament(quarter.stage.tournament) == ()
    assert list_contradictions(quarter.stage) == []


def test_a_branch_runs_ahead_as_far_as_it_can_and_the_places_wait(db):
    first = publish_bracket(16)
    stage = first.stage
    play_tables(first, 1, 2, 3, 4, 5)
    begun = begin(stage)
    assert [match.round.number for match in begun] == [2, 2]
    for match in begun:
        play(match)
    [semi] = begin(stage)
    play(semi)
    assert find_ready_matches(stage) is None
    ranks = {line.entrant: line.rank for line in compute_standings(stage).lines}
    waiting = Seat.objects.get(match=first.matches.get(table=5), side=0).entry_id
    assert ranks[waiting] == min(ranks.values())
    parts = read_bracket_parts(stage)
    counts = [sum(match is not None for match in column.matches) for column in parts[0].rounds]
    assert counts == [8, 4, 2, 1]
    assert count_matches_to_come(read_round(1)) == {2: 2, 3: 1, 4: 2}
    rounds = list_counted_rounds(stage.tournament)
    assert [tab.state for tab in build_round_tabs(stage.tournament, rounds, first, directs=True)] == ["published"] * 3


@pytest.mark.both_databases
def test_without_a_free_table_the_match_waits_for_one(db):
    quarter = publish_bracket(table_count=4)
    Tournament.objects.update(table_count=2)
    play_tables(quarter, 3, 4)
    [match] = begin(quarter.stage)
    assert match.table is None
    play_tables(quarter, 1)
    [ready] = read_hall_status(quarter.stage.tournament, at=NOON).ready
    assert (ready.place.code, ready.table) == (match.code, 1)


def enter_as(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_byes_of_the_round_let_their_entries_begin(db):
    first = publish_bracket(6)
    play_tables(first, 1)
    [semi] = begin(first.stage)
    assert len(read_numbers(semi)) == 2
    assert list_contradictions(first.stage) == []
    play_tables(first, 2)
    advance_round(read_round(1), actor=build_user(), origin=origin("advance"), seed=SEED, at=NOON)
    assert read_round(2).matches.count() == 2
    assert list_contradictions(first.stage) == []


def test_a_correction_before_the_round_is_closed_lets_the_seat_follow(quarter):
    stage, director = quarter.stage, build_user()
    play_tables(quarter, 1, 2)
    [semi] = begin(stage)
    winner, loser = read_numbers(quarter.matches.get(table=1))
    turn_result(quarter.matches.get(table=1))
    [contradiction] = read_open_points(stage.tournament).contradictions
    assert (contradiction.code, contradiction.numbers) == (semi.code, (winner, loser))
    with pytest.raises(ChangeRefused, match="contradicts"):
        begin(stage)
    let_seats_follow(stage, 2, actor=director, origin=origin("follow"), words="typed for the wrong side")
    assert loser in read_numbers(semi)
    assert list_contradictions(stage) == []
    play_tables(quarter, 3, 4)
    begin(stage)
    assert replay_draw(read_round(2).draw).proven
    close_round(quarter, actor=director, origin=origin("close"))
    assert list_contradictions(stage) == []
    assert replay_draw(read_round(2).draw).proven
    assert verify_tournament(stage.tournament) == ()


@pytest.mark.both_databases
def test_unpublishing_takes_back_what_nobody_has_begun_and_refuses_the_rest(quarter):
    stage, director = quarter.stage, build_user()
    play_tables(quarter, 1, 2)
    [semi] = begin(stage)
    unpublish_round(semi.round, actor=director, origin=origin("back"), words="they want to eat first")
    assert list(Round.objects.values_list("number", "state")) == [(1, "published")]
    noted = LedgerEntry.objects.filter(match=None, payload__contains='"unpublished"')
    assert [json.loads(entry.payload)["round"] for entry in noted] == [2]
    [again] = begin(stage)
    play(again)
    codes = tuple(quarter.matches.values_list("code", flat=True))
    with pytest.raises(ChangeRefused, match="something was entered in round 2"):
        unpublish_round(again.round, actor=director, origin=origin("back2"), words="too late")
    with pytest.raises(ChangeRefused, match="something is entered in round “Semi-final”, which follows from this one"):
        unpublish_round(quarter, actor=director, origin=origin("back3"), words="too late", annul=codes)
    assert set(Round.objects.values_list("state", flat=True)) == {"published"}
    client = Client(headers={"accept-language": "en"})
    client.force_login(director)
    page = client.get(reverse("scoring:unpublish", args=[stage.tournament.slug, stage.number, 1])).content.decode()
    address = f"{reverse('scoring:results', args=[stage.tournament.slug])}?stage={stage.number}&amp;round=2"
    assert "Cancel that first:" in page
    assert address in page
    assert again.code in client.get(address.replace("&amp;", "&")).content.decode()


def test_rounds_close_in_their_order(quarter):
    play_tables(quarter, 1, 2)
    [semi] = begin(quarter.stage)
    play(semi)
    with pytest.raises(ChangeRefused, match="close round “Quarter-final” before it"):
        close_round(semi.round, actor=build_user(), origin=origin("early"))
    with pytest.raises(ChangeRefused, match="still in progress"):
        draw_next_round(quarter.stage, actor=build_user(), seed=SEED, at=NOON)


@pytest.mark.both_databases
def test_a_withdrawal_between_two_matches_gives_a_bye_that_goes_on(quarter):
    stage, director = quarter.stage, build_user()
    play_tables(quarter, 1, 2)
    begin(stage)
    play_tables(quarter, 3)
    gone = Seat.objects.get(match=quarter.matches.get(table=3), side=0).entry
    Entry.objects.filter(pk=gone.pk).update(state=Entry.State.WITHDRAWN)
    play_tables(quarter, 4)
    close_round(quarter, actor=director, origin=origin("close"))
    semi = read_round(2)
    assert sorted(semi.matches.values_list("kind", flat=True)) == ["bye", "played"]
    assert replay_draw(semi.draw).proven
    assert list_contradictions(stage) == []


def test_nobody_comes_late_once_a_bye_was_used(db):
    first = publish_bracket(6)
    assert read_late_offer(first.stage).place
    play_tables(first, 1)
    begin(first.stage)
    assert not read_late_offer(first.stage).place


def test_a_table_opens_the_next_match_and_a_player_sees_it(quarter):
    play_tables(quarter, 1, 2)
    [semi] = begin(quarter.stage)
    tournament = quarter.stage.tournament
    assert find_matches(tournament, parse_command("1"), quarter) == [semi]
    assert find_matches(tournament, parse_command("1 2-0"), quarter) == [quarter.matches.get(table=1)]
    entry = Entry.objects.select_related("tournament").get(pk=semi.seats.first().entry_id)
    view = read_player_view(entry)
    assert ([match.round for match in view.now], [match.round for match in view.before]) == ([2], [1])


def test_double_elimination_runs_ahead_in_both_brackets(db):
    first = publish_bracket(8, format_key="double_elimination")
    stage = first.stage
    play_tables(first, 1, 2)
    begun = begin(stage)
    assert [json.loads(json.dumps(match.bracket))[3] for match in begun] == ["main", "losers"]
    for match in begun:
        play(match)
    assert find_ready_matches(stage) is None
    play_tables(first, 3, 4)
    close_round(first, actor=build_user(), origin=origin("close"))
    semi = read_round(2)
    assert semi.matches.count() == 4
    assert replay_draw(semi.draw).proven


def test_the_console_starts_them_with_one_button(quarter):
    play_tables(quarter, 1, 2)
    client, slug = enter_as(build_user()), quarter.stage.tournament.slug
    page = client.get(reverse("scoring:results", args=[slug])).content.decode()
    assert page.count("data-advance") == 1
    assert "Start 1 match of “Semi-final” now" in page
    answer = client.post(reverse("scoring:begin_ready", args=[slug, 1]))
    assert (answer.status_code, answer.url) == (302, f"{reverse('scoring:print', args=[slug])}?round=1-2")
    printing = read_page(client.get(answer.url))
    assert "It begins at table 1." in printing.text
    assert "Print the lists and 1 sheet" in printing.texts("a, button")
    assert "as soon as you start it" in client.get(reverse("scoring:unpublish", args=[slug, 1, 2])).content.decode()
    gone = client.post(reverse("scoring:unpublish", args=[slug, 1, 2]), {"key": "gone", "words": "they want to eat first"})
    assert (gone.status_code, gone.url) == (302, reverse("tournaments:stage", args=[slug, 1]))
    stranger = enter_as(build_user("somebody"))
    assert stranger.post(reverse("scoring:begin_ready", args=[slug, 1])).status_code in (403, 404)


def test_formats_that_draw_each_round_are_left_alone(db):
    first = publish_bracket(8, format_key="swiss")
    play_tables(first, 1, 2)
    assert find_ready_matches(first.stage) is None
    assert submit_event(
        first.matches.get(table=3), FilledBoxes("match", {"games_0": "2", "games_1": "0"}), origin=origin("x"), version=None
    )


def read_tiles(round_: Round, at) -> list[tuple[str, list[tuple[int | None, int | None]]]]:
    current = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    return [(name, [(tile.row.table, tile.minutes) for tile in tiles]) for name, tiles in build_tiles_ahead(current, at=at)]


def test_the_board_lists_what_began_ahead_and_counts_its_minutes_from_the_last_result_before_it(quarter):
    later = NOON + dt.timedelta(minutes=30)
    assert read_tiles(quarter, later) == []
    play_tables(quarter, 1, 2)
    [semifinal] = begin(quarter.stage)
    MatchResult.objects.filter(match__round=quarter).update(updated_at=NOON + dt.timedelta(minutes=20))
    assert read_tiles(quarter, later) == [("Semi-final", [(semifinal.table, 10)])]
    following = Round.objects.select_related("stage__tournament").get(pk=semifinal.round_id)
    assert read_tiles(following, later) == []


def test_a_table_that_was_free_again_stands_twice_on_the_board_under_two_ids(quarter):
    play_tables(quarter, 1, 2)
    begin(quarter.stage)
    client = Client()
    client.force_login(build_user())
    page = read_page(client.get(reverse("scoring:results", args=[quarter.stage.tournament.slug]) + "?stage=1&round=1"))
    ids = [tile["id"] for tile in page.find_all("li[id^=table-]")]
    assert len(ids) == len(set(ids)) == 5
    assert "begun ahead" in page.text

"""Pools whose rounds are all published at once: what can begin when, at which tables, on which sheets, and how they are closed."""

import datetime as dt
import io
import json
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from desk.console.board import find_next_step, read_board
from desk.console.services import advance_round, enter_score
from desk.hall_pages.services import seat_waiting
from desk.rounds.services import close_round, draw_next_round, publish_all_rounds, publish_draft
from desk.seats.unpublishing import unpublish_round
from desk.verification.queries import verify_tournament
from jobs.models import Job
from printing.prints import views as printing
from printing.prints.files import print_set, read_sheets_pdf
from printing.sheets_back.commands import find_matches, parse_command
from rankings.standings_pages.stage_progress import read_stage_progress
from scoring.clocks.queries import read_clocks, read_hall_status
from scoring.matches.rounds import choose_round, find_current_round, read_round_count
from scoring.models import LedgerEntry, SheetIssue
from tests.scoring.builders import build_user, origin
from tests.scoring.hands import fresh_key
from tests.tournaments.conftest import NOON, SEED, draw_first, enter_pairs, found_tournament
from tournaments.draws.publishing import replay_draw
from tournaments.entries.late import read_late_offer
from tournaments.models import Entry, Match, Round, Seat, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages import rounds as stage_rounds
from tournaments.stages.rounds import list_counted_rounds
from visitors.tournament_pages.player import read_player_view

pytestmark = pytest.mark.django_db
POOLS = {"pool_size": 4}


def found_pools(pairs: int = 8, **fields) -> Round:
    """The draft of the first round of pools of four."""
    director = build_user()
    tournament = found_tournament(director, one_person=True, **fields)
    enter_pairs(tournament, director, pairs)
    return draw_first(tournament, director, format_key="round_robin", options=POOLS)


def publish_whole(drafted: Round) -> tuple[Round, ...]:
    return publish_all_rounds(drafted.stage, actor=build_user(), seed=SEED, at=NOON)


@pytest.fixture
def rounds(db):
    return publish_whole(found_pools())


@pytest.mark.parametrize(("most", "offered"), [(2, False), (3, True)])
def test_more_rounds_than_a_desk_can_publish_at_once_go_out_one_by_one(monkeypatch, most, offered):
    monkeypatch.setattr(stage_rounds, "MOST_AT_ONCE", most)
    draft = found_pools()
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user())
    page = client.get(f"/desk/{draft.stage.tournament.slug}/stages/1/rounds/1/draft/").content.decode()
    assert ("publish-all" in page) is offered
    if offered:
        assert len(publish_whole(draft)) == 3
    else:
        with pytest.raises(ChangeRefused, match="at most"):
            publish_whole(draft)
        publish_draft(draft, actor=build_user(), at=NOON)
    assert Round.objects.exclude(state=Round.State.DRAFT).count() == (3 if offered else 1)


def play(match: Match, games=(2, 0)) -> None:
    enter_score(match, games, origin=origin(fresh_key()))


def read_pairs(match: Match) -> frozenset[int]:
    return frozenset(match.seats.values_list("entry__number", flat=True))


def test_everybody_meets_everybody_of_the_pool_and_each_draw_can_be_repeated(rounds):
    assert [(round_.number, round_.state) for round_ in rounds] == [(number, "published") for number in (1, 2, 3)]
    met = [read_pairs(match) for match in Match.objects.all()]
    pools: dict[str, set[int]] = {}
    for pool, number in Seat.objects.values_list("match__pool", "entry__number"):
        pools.setdefault(pool, set()).add(number)
    assert sorted(map(sorted, met)) == sorted(sorted(pair) for members in pools.values() for pair in combinations(sorted(members), 2))
    assert [replay_draw(round_.draw).proven for round_ in rounds] == [True] * 3
    assert Stage.objects.get().state == Stage.State.RUNNING


def test_a_pool_stays_at_its_tables(rounds):
    tables = [{(match.pool, match.table) for match in round_.matches.all()} for round_ in rounds]
    assert tables == [{("A", 1), ("A", 2), ("B", 3), ("B", 4)}] * 3


def test_the_pairings_are_those_of_rounds_published_one_by_one(rounds):
    ahead = [{read_pairs(match) for match in round_.matches.all()} for round_ in rounds]
    director, drafted = build_user(), found_pools(name="Una alla volta")
    singly = []
    for number in (1, 2, 3):
        publish_draft(drafted, actor=director, at=NOON)
        singly.append({read_pairs(match) for match in drafted.matches.all()})
        for match in drafted.matches.all():
            play(match)
        close_round(drafted, actor=director, origin=origin(fresh_key()))
        if number < 3:
            drafted = draw_next_round(drafted.stage, actor=director, seed=SEED, at=NOON)
    assert singly == ahead


@pytest.mark.both_databases
def test_a_match_of_a_later_round_is_blocked_until_its_sides_are_free(rounds):
    board = {tile.row.code: tile for tile in read_tiles(rounds[1])}
    assert {tile.turn for tile in board.values()} == {"blocked"}
    assert {tile.word for tile in board.values()} == {"sides still play"}
    for match in rounds[0].matches.filter(pool="A"):
        play(match)
    turns = {(tile.row.pool, tile.turn, tile.minutes) for tile in read_tiles(rounds[1])}
    assert turns == {("A", "ready", 0), ("B", "blocked", None)}
    assert {tile.turn for tile in read_tiles(rounds[0])} == {""}


def read_tiles(round_: Round):
    current = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    request = Client().get("/").wsgi_request
    return list(read_board(request, current.stage.tournament, current, directs=True, at=NOON)["listing"].page)


def test_the_round_that_is_shown_is_the_first_in_which_a_match_is_missing(rounds):
    tournament = rounds[0].stage.tournament
    assert find_current_round(tournament) == rounds[0]
    for match in rounds[0].matches.all():
        play(match)
    assert find_current_round(tournament) == rounds[1]
    assert choose_round(tournament, "1", "") == rounds[1]
    assert choose_round(tournament, "1", "1") == rounds[0]


def test_a_table_opens_its_next_match_but_stores_no_result_there(rounds):
    """Whoever types a result twice by mistake must not give it to the match that follows at the table."""
    tournament, first, second = rounds[0].stage.tournament, *(round_.matches.get(table=1) for round_ in rounds[:2])
    shown = Round.objects.select_related("stage").get(pk=rounds[0].pk)
    assert find_matches(tournament, parse_command("1"), shown) == [first]
    play(first)
    assert find_matches(tournament, parse_command("1"), shown) == [second]
    assert find_matches(tournament, parse_command("1 2-0"), shown) == [first]
    assert find_matches(tournament, parse_command(f"{second.code} 2-0"), shown) == [second]


def test_a_result_refused_at_a_table_that_went_on_leads_to_the_match_that_is_played_there(rounds):
    """The sentence said “open the match”, and the table’s number opened another one."""
    tournament, first, second = rounds[0].stage.tournament, *(round_.matches.get(table=1) for round_ in rounds[:2])
    play(first)
    client = Client()
    client.force_login(build_user())
    typed = {"command": "1 0-2", "stage": "1", "round": "1", "key": fresh_key()}
    answer = client.post(reverse("scoring:command", args=[tournament.slug]), typed, headers={"accept": "application/json"}).json()
    assert not answer["saved"]
    assert answer["said"].endswith("If it is the result of the next match at this table, open that one.")
    assert [link["url"].rstrip("/").split("/")[-1] for link in answer["links"]] == [first.code, second.code]


def test_the_second_match_at_a_table_of_one_round_is_opened_by_its_number():
    rounds = publish_whole(found_pools(table_count=3))
    tournament, first = Tournament.objects.get(), rounds[0].matches.get(table=1)
    play(first)
    [waiting] = seat_waiting(tournament, actor=build_user(), at=NOON)
    shown = Round.objects.select_related("stage").get(pk=rounds[0].pk)
    assert find_matches(tournament, parse_command("1"), shown) == [waiting]
    assert find_matches(tournament, parse_command("1 2-0"), shown) == [first]


@pytest.mark.both_databases
def test_all_rounds_are_closed_together_and_the_stage_is_over(rounds):
    director, tournament = build_user(), rounds[0].stage.tournament
    step = find_next_step(read_round(rounds[0]), list_counted_rounds(tournament), read_round_count(rounds[0]))
    assert (step.title, step.is_ready) == ("Close all 3 rounds", False)
    assert step.url.endswith("/stages/1/rounds/1/close/")
    for round_ in rounds:
        for match in round_.matches.all():
            play(match)
    step = find_next_step(read_round(rounds[0]), list_counted_rounds(tournament), read_round_count(rounds[0]))
    assert (step.is_ready, step.url.endswith("/rounds/1/advance/")) == (True, True)
    advanced = advance_round(read_round(rounds[0]), actor=director, origin=origin("all"), seed=SEED, at=NOON)
    assert advanced.published is None
    assert set(Round.objects.values_list("state", flat=True)) == {"closed"}
    assert Stage.objects.get().state == Stage.State.FINISHED
    assert LedgerEntry.objects.filter(match=None, kind="lock").count() == 3
    assert verify_tournament(tournament) == ()


def test_the_last_round_can_be_closed_first_and_the_stage_goes_on(rounds):
    for match in rounds[2].matches.all():
        play(match)
    assert not close_round(rounds[2], actor=build_user(), origin=origin("third")).stage_finished
    for round_ in rounds[:2]:
        for match in round_.matches.all():
            play(match)
    assert not close_round(rounds[0], actor=build_user(), origin=origin("first")).stage_finished
    assert close_round(rounds[1], actor=build_user(), origin=origin("second")).stage_finished


def read_round(round_: Round) -> Round:
    return Round.objects.select_related("stage__tournament").get(pk=round_.pk)


@pytest.mark.both_databases
def test_in_a_small_hall_the_next_match_gets_a_free_table_when_both_sides_are_free():
    rounds = publish_whole(found_pools(table_count=3))
    tournament = Tournament.objects.get()
    assert [match.table for match in rounds[0].matches.order_by("position")] == [1, 2, 3, None]
    assert {match.table for round_ in rounds[1:] for match in round_.matches.all()} == {None}
    assert seat_waiting(tournament, actor=build_user(), at=NOON) == ()
    play(rounds[0].matches.get(table=1))
    [waiting] = seat_waiting(tournament, actor=build_user(), at=NOON)
    assert (waiting.round, waiting.table) == (rounds[0], 1)
    play(rounds[0].matches.get(table=2))
    [next_match] = seat_waiting(tournament, actor=build_user(), at=NOON)
    assert (next_match.round, next_match.pool, next_match.table) == (rounds[1], "A", 2)
    assert read_hall_status(tournament, at=NOON).ready == ()


def test_nobody_is_silent_in_a_round_that_could_not_begin_and_one_clock_runs(rounds):
    tournament = rounds[0].stage.tournament
    play(rounds[0].matches.get(table=1))
    late = NOON + dt.timedelta(minutes=11)
    silent = {place.code for place in read_hall_status(tournament, at=late).silent}
    assert silent == {match.code for match in rounds[0].matches.exclude(table=1)}
    assert [(clock.round, clock.stage) for clock in read_clocks(tournament, at=late)] == [(1, rounds[0].stage.name)]


def test_a_player_sees_what_comes_next_first(rounds):
    match = rounds[0].matches.get(table=1)
    entry = Entry.objects.select_related("tournament").get(pk=match.seats.first().entry_id)
    assert [shown.round for shown in read_player_view(entry).now] == [1, 2, 3]
    play(match)
    view = read_player_view(entry)
    assert ([shown.round for shown in view.now], [shown.round for shown in view.before]) == ([2, 3], [1])


@pytest.mark.both_databases
def test_unpublishing_the_first_round_takes_the_others_with_it(rounds):
    stage, director = rounds[0].stage, build_user()
    unpublish_round(rounds[0], actor=director, origin=origin("back"), words="wrong pools")
    assert list(Round.objects.values_list("number", "state")) == [(1, "draft")]
    noted = LedgerEntry.objects.filter(match=None, payload__contains='"unpublished"').order_by("seq")
    assert [json.loads(entry.payload)["round"] for entry in noted] == [3, 2, 1]
    assert len(publish_all_rounds(stage, actor=director, seed=SEED, at=NOON)) == 3
    assert verify_tournament(stage.tournament) == ()


def test_what_was_played_ahead_keeps_the_rounds_published(rounds):
    play(rounds[1].matches.get(table=1))
    with pytest.raises(ChangeRefused, match="something is entered in round 2, which follows from this one"):
        unpublish_round(rounds[0], actor=build_user(), origin=origin("back"), words="wrong pools")
    assert set(Round.objects.values_list("state", flat=True)) == {"published"}


def test_the_standings_speak_of_the_first_round_that_is_not_over(rounds):
    """A walk-over for who has withdrawn stands in round 3 already; nobody has begun that."""
    stage = rounds[0].stage
    for match in rounds[0].matches.all():
        play(match)
    play(rounds[2].matches.get(table=1))
    progress = read_stage_progress(stage)
    assert (progress.round_number, progress.ended, progress.matches) == (2, 0, 4)
    for round_ in rounds[1:]:
        for match in round_.matches.filter(result__isnull=True):
            play(match)
    assert read_stage_progress(stage).round_number == 3


def test_a_late_pair_is_told_what_to_do(rounds):
    assert "unpublish the first one" in read_late_offer(rounds[0].stage).sentence


def test_a_bracket_is_published_round_by_round():
    director = build_user()
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 8)
    drafted = draw_first(tournament, director)
    with pytest.raises(ChangeRefused, match="only rounds that the first draw has fixed"):
        publish_whole(drafted)
    assert drafted.stage.rounds.get().state == Round.State.DRAFT


@pytest.mark.both_databases
def test_nothing_is_left_to_publish_twice(rounds):
    with pytest.raises(ChangeRefused, match="every round of this stage is published"):
        publish_whole(rounds[0])


def test_the_next_round_alone_still_waits_for_the_one_before():
    drafted = found_pools()
    director = build_user()
    publish_draft(drafted, actor=director, at=NOON)
    with pytest.raises(ChangeRefused, match="still in progress"):
        draw_next_round(drafted.stage, actor=director, seed=SEED, at=NOON)
    assert [round_.number for round_ in publish_whole(drafted)] == [2, 3]


def test_the_draft_offers_all_rounds_and_print_all_sheets_at_once():
    drafted = found_pools()
    slug = drafted.stage.tournament.slug
    client = Client()
    client.force_login(build_user())
    page = client.get(reverse("tournaments:draft", args=[slug, 1, 1])).content.decode()
    assert "Publish all 3 rounds" in page
    answer = client.post(reverse("scoring:publish_all", args=[slug, 1]))
    assert (answer.status_code, answer.url) == (302, reverse("scoring:print", args=[slug]))
    assert "Print 12 sheets of 3 rounds" in client.get(answer.url).content.decode()
    printed = client.post(reverse("scoring:print_sheets", args=[slug]), {"paper": "a5", "which": "stage", "round": "1-1"})
    assert printed.content.startswith(b"%PDF")
    pools = SheetIssue.objects.order_by("pk").values_list("match__pool", "match__round__number", "match__table")
    assert list(pools) == sorted(pools)
    assert SheetIssue.objects.values("match").distinct().count() == 12
    assert "sheets of 3 rounds" not in client.get(answer.url).content.decode()


def test_many_sheets_of_several_rounds_are_one_pdf(monkeypatch):
    monkeypatch.setattr(printing, "MOST_AT_ONCE", 4)
    drafted = found_pools()
    slug = drafted.stage.tournament.slug
    client = Client()
    client.force_login(build_user())
    client.post(reverse("scoring:publish_all", args=[slug, 1]))
    answer = client.post(reverse("scoring:print_sheets", args=[slug]), {"paper": "a5", "which": "stage", "round": "1-1"})
    job = Job.objects.get(kind="print_set")
    assert answer["Location"] == job.get_absolute_url()
    together = read_sheets_pdf(print_set(job.arguments, lambda *_report: None).content)
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(together)).pages)
    assert [match.code for match in Match.objects.all() if f"{match.code}-1" not in text] == []


@pytest.mark.both_databases
def test_an_assistant_cannot_publish():
    drafted = found_pools()
    client = Client()
    client.force_login(build_user("somebody"))
    assert client.post(reverse("scoring:publish_all", args=[drafted.stage.tournament.slug, 1])).status_code in (403, 404)
    assert Round.objects.get().state == Round.State.DRAFT


def test_a_match_that_waits_for_its_confirmation_frees_its_sides(rounds):
    tournament = rounds[0].stage.tournament
    Tournament.objects.filter(pk=tournament.pk).update(one_person=False)
    for match in rounds[0].matches.select_related("round__stage__tournament"):
        enter_score(match, (2, 1), origin=origin(fresh_key()))
    assert {tile.turn for tile in read_tiles(rounds[1])} == {"ready"}


def test_a_table_typed_at_the_board_of_a_closed_round_opens_its_match_of_that_round():
    drafted = found_pools()
    director = build_user()
    first = publish_draft(drafted, actor=director, at=NOON)
    for match in first.matches.filter(kind=Match.Kind.PLAYED):
        enter_score(match, (2, 0), origin=origin(fresh_key()))
    second = advance_round(first, actor=director, origin=origin("all"), seed=SEED, at=NOON).published
    tournament = Tournament.objects.get()
    shown = choose_round(tournament, "1", "1")
    (found,) = find_matches(tournament, parse_command("1"), shown)
    assert second.number == 2
    assert found.round_id == first.pk

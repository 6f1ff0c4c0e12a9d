import random
from contextlib import contextmanager

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from desk.rehearsal.playing import simulate_results
from desk.rounds import locking
from desk.rounds import services as rounds
from desk.rounds.closing import read_closing_preview
from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import verify_tournament
from jobs.databases import WriteLockTimeout, write_tx
from pairing import MatchOutcome
from printing.prints.services import issue_sheets
from printing.sheets_back.progress import read_desk_steps
from scoring.confirmation.services import confirm_match, void_match
from scoring.entry import outcomes
from scoring.entry.outcomes import Locked
from scoring.ledger.appending import EntryContent, NewLine, append_chained, chain_lines, lock_head
from scoring.ledger.match_log import Forfeit, State
from scoring.ledger.queries import find_chain_faults
from scoring.matches.rounds import list_matches, read_next_missing, read_round_count
from scoring.models import LedgerEntry, LedgerHead, MatchResult, SheetIssue, StandingsCache
from scoring.standings.stored import StageStandings, read_handover, read_standings
from tests.scoring.builders import NOW, build_actor, build_match, build_round, build_user, origin
from tests.scoring.hands import enter, fresh_key, typed, win
from tests.tournaments.conftest import draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Match, Round, StaffRole, Stage, Tournament
from tournaments.refusals import ChangeRefused

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def round_(match):
    for position in (2, 3):
        build_match(match.round, position)
    return match.round


@pytest.fixture
def matches(round_):
    return list(round_.matches.order_by("position"))


def settle(match):
    win(match, actor=build_actor("assistant", match.round.stage.tournament))
    confirm_match(match, origin=origin(fresh_key()), version=None)


def close(round_, key="close"):
    return close_round(round_, actor=build_user(), origin=origin(key))


def test_missing_tables_are_named(round_, matches):
    settle(matches[1])
    with pytest.raises(ChangeRefused, match=r"Not confirmed: table 1, 3\."):
        close(round_)
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_an_unconfirmed_result_keeps_the_round_open(round_, matches):
    for match in matches[:2]:
        settle(match)
    win(matches[2])
    with pytest.raises(ChangeRefused, match="table 3"):
        close(round_)


def test_confirmed_cancelled_and_given_matches_can_be_closed(round_, matches, tournament):
    settle(matches[0])
    void_match(matches[1], origin=origin("void"), version=None, reason="referee")
    enter(matches[2], Forfeit(None))
    closed = close(round_)
    assert (closed.locked, closed.round.state) == (2, Round.State.CLOSED)
    assert [match.result.state for match in Match.objects.order_by("position")] == ["locked", "void", "locked"]
    assert LedgerEntry.objects.get(match=None, kind="lock").payload == '{"round":1,"stage":1}'
    assert verify_tournament(tournament) == ()


def test_nine_matches_are_closed_with_as_many_statements_as_three(round_, tournament):
    counts = []
    for more in (0, 6):
        latest = round_ if not counts else build_round(tournament, matches=3 + more)
        for match in latest.matches.all():
            settle(match)
        with CaptureQueriesContext(connection) as asked:
            close(latest, key=f"close-{more}")
        counts.append(len(asked))
    assert counts[1] <= counts[0]
    assert verify_tournament(tournament) == ()


def test_under_the_lock_nothing_is_read_that_grows(round_, matches, tournament, monkeypatch):
    """The results are read and their entries counted before: everybody would wait meanwhile."""
    for match in matches:
        settle(match)
    at_work = []

    def lock(head_of):
        at_work.append("locked")
        return lock_head(head_of)

    def chain(head, lines):
        at_work.append("chained")
        return chain_lines(head, lines)

    monkeypatch.setattr(rounds, "lock_head", lock)
    monkeypatch.setattr(locking, "chain_lines", chain)
    close(round_)
    assert at_work == ["chained", "locked"]
    assert verify_tournament(tournament) == ()


def test_a_result_that_comes_while_the_round_is_being_closed_is_closed_with_it(round_, matches, tournament, monkeypatch):
    for match in matches:
        settle(match)
    late = matches[0]

    def prepare(current, closing, head=None):
        prepared = locking.prepare_locks(current, closing, head)
        if head is None:
            void_match(late, origin=origin("late"), version=None, reason="referee")
        return prepared

    monkeypatch.setattr(rounds, "prepare_locks", prepare)
    assert close(round_).locked == len(matches) - 1
    assert MatchResult.objects.get(match=late).state == State.VOID
    locks = LedgerEntry.objects.filter(tournament=tournament, kind="lock", match__isnull=False)
    assert set(locks.values_list("match", flat=True)) == {match.pk for match in matches[1:]}
    assert find_chain_faults(tournament) == ()


def test_lines_that_follow_another_head_are_not_appended(round_, matches, tournament):
    settle(matches[0])
    head = LedgerHead.objects.get(tournament=tournament)
    line = NewLine(EntryContent(LedgerEntry.Kind.LOCK, "mariglia/1"), origin("early"), matches[0], 9)
    chained = chain_lines(head, [line])
    settle(matches[1])
    with pytest.raises(RuntimeError, match="do not follow"):
        append_chained(LedgerHead.objects.get(tournament=tournament), chained)


def test_a_round_is_closed_also_if_its_standings_find_no_turn(round_, matches, tournament, monkeypatch, caplog):
    for match in matches:
        settle(match)
    turns = []

    @contextmanager
    def take_turn():
        turns.append(len(turns))
        if len(turns) > 1:
            raise WriteLockTimeout("another write is still running")
        with write_tx():
            yield

    monkeypatch.setattr(rounds, "write_tx", take_turn)
    close(round_)
    assert (len(turns), "stay stale" in caplog.text) == (2, True)
    assert StandingsCache.objects.get(stage=round_.stage).payload == {}
    assert {line.points for line in read_standings(Stage.objects.get(pk=round_.stage_id)).lines} == {0, 1}


def test_what_is_closed_takes_nothing(round_, matches):
    for match in matches:
        settle(match)
    close(round_)
    assert enter(matches[0], typed(45)) == Locked(outcomes.CLOSED)


def test_a_round_is_closed_once(round_, matches):
    for match in matches:
        settle(match)
    close(round_)
    with pytest.raises(ChangeRefused, match="nothing to close"):
        close(round_, key="again")


def test_assistants_do_not_close(round_, matches, assistant):
    with pytest.raises(PermissionDenied):
        close_round(round_, actor=get_user_model().objects.get(pk=assistant.user_pk), origin=origin("c", assistant))


def test_consequences_are_told_before(round_, matches):
    settle(matches[0])
    told = read_closing_preview(round_)
    assert ([row.table for row in told.hindering], told.count.settled) == ([2, 3], 1)


def test_the_list_of_a_round_knows_state_and_next_table(round_, matches):
    settle(matches[0])
    win(matches[1])
    enter(matches[2], typed(45))
    rows = list_matches(round_)
    assert [(row.table, row.state, row.result, row.state_label) for row in rows] == [
        (1, State.CONFIRMED, "2–0", "confirmed"),
        (2, State.SUBMITTED, "2–0", "entered, not confirmed"),
        (3, State.OPEN, "0–0", "in play"),
    ]
    count = read_round_count(round_)
    assert (count.total, count.entered, count.settled, count.complete) == (3, 2, 1, False)
    assert read_next_missing(round_, after=3).table == 3


@pytest.mark.parametrize("more", [0, 2])
def test_a_round_is_listed_with_the_same_number_of_queries(match, more, django_assert_num_queries):
    for position in range(2, 2 + more):
        build_match(match.round, position)
    with django_assert_num_queries(2):
        list_matches(match.round)


@pytest.fixture
def knockout(director):
    """Five pairs: three byes in the first round."""
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 5)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    tournament.refresh_from_db()
    return tournament


def play(round_, director):
    actor = build_actor(director.username)
    publish_round(round_, actor=director, at=NOW)
    count = simulate_results(round_, enterer=actor, confirmer=actor, rng=random.Random(7), at=NOW, prefix=f"p{round_.pk}")
    close_round(round_, actor=director, origin=origin(f"close{round_.pk}", actor))
    return count


def test_a_knockout_is_played_to_its_winner(knockout, director):
    first = draw_first(knockout, director)
    stage = first.stage
    assert [play(first, director), play(draw_next_round(stage, actor=director, seed="s", at=NOW), director)] == [1, 2]
    handover = read_handover(stage)
    assert sum(played.outcome is MatchOutcome.BYE for played in handover.history) == 3
    last = draw_next_round(stage, actor=director, seed="s", at=NOW)
    play(last, director)
    stage.refresh_from_db()
    knockout.refresh_from_db()
    assert (stage.state, knockout.state) == (Stage.State.FINISHED, Tournament.State.FINISHED)
    final = MatchResult.objects.filter(match__round=last).order_by("match__position").first()
    champion = final.match.seats.get(side=final.winner).entry_id
    lines = list(StageStandings.from_json(StandingsCache.objects.get(stage=stage).payload).lines)
    assert (lines[0].entrant, [line.rank for line in lines]) == (champion, [1, 2, 3, 4, 5])
    assert verify_tournament(knockout) == ()


def test_results_are_made_up_in_demonstrations_only(knockout, director):
    first = draw_first(knockout, director)
    Tournament.objects.update(demonstration=False)
    first.refresh_from_db()
    first = Round.objects.select_related("stage__tournament").get(pk=first.pk)
    actor = build_actor(director.username)
    with pytest.raises(ChangeRefused):
        simulate_results(first, enterer=actor, confirmer=actor, rng=random.Random(1), at=NOW, prefix="x")


def now_of(tournament):
    return next((step.key for step in read_desk_steps(tournament) if step.state == "now"), None)


def states_of(tournament):
    return {step.key: step.state for step in read_desk_steps(tournament)}


def test_the_bar_says_what_is_next(knockout, director):
    assert now_of(knockout) == "entries"
    first = draw_first(knockout, director)
    assert now_of(knockout) == "draw"
    publish_round(first, actor=director, at=NOW)
    assert now_of(knockout) == "print"
    actor = build_actor(director.username)
    match = first.matches.filter(kind="played").first()
    win(match, actor=actor)
    assert now_of(knockout) == "results"
    confirm_match(match, origin=origin("c", actor), version=None)
    assert now_of(knockout) == "close"
    assert states_of(knockout) == {"entries": "done", "draw": "done", "print": "passed", "results": "done", "close": "now"}
    issue_sheets(knockout, list(first.matches.filter(kind="played")), actor=director, what=SheetIssue.What.SHEET, at=NOW)
    assert states_of(knockout)["print"] == "done"
    assert [bool(read_desk_steps(knockout, directs=directs)[-1].url) for directs in (True, False)] == [True, False]
    close_round(first, actor=director, origin=origin("x", actor))
    assert now_of(knockout) == "draw"


def test_the_overview_does_not_say_that_matches_are_played_whose_results_are_in(knockout, director):
    client = Client(headers={"accept-language": "en"})
    client.force_login(director)
    first = draw_first(knockout, director)
    publish_round(first, actor=director, at=NOW)
    match, overview = first.matches.get(kind="played"), reverse("tournaments:desk", args=[knockout.slug])
    assert "Results in: 0 of 1." in client.get(overview).content.decode()
    actor = build_actor(director.username)
    win(match, actor=actor)
    confirm_match(match, origin=origin("c", actor), version=None)
    page = client.get(overview).content.decode()
    assert "All results are in: the round can be closed." in page
    assert "Results in:" not in page


def test_a_match_without_a_table_is_no_table_none(knockout, director):
    client = Client(headers={"accept-language": "en"})
    client.force_login(director)
    first = draw_first(knockout, director)
    publish_round(first, actor=director, at=NOW)
    Match.objects.filter(round=first, kind="played").update(table=None)
    page = client.get(reverse("scoring:close_round", args=[knockout.slug, 1, 1])).content.decode()
    assert "Waiting for a table" in page
    assert "None" not in page


@pytest.mark.parametrize("role", [StaffRole.Role.READER, StaffRole.Role.DOOR])
def test_who_enters_no_results_is_not_told_how_to(knockout, director, role):
    """The board said that “12 2-0” saves a result; typed by such a helper it opened the match and saved nothing."""
    publish_round(draw_first(knockout, director), actor=director, at=NOW)
    helper = build_user("helper")
    StaffRole.objects.create(tournament=knockout, user=helper, role=role)
    for user, is_offered in ((director, True), (helper, False)):
        client = Client(headers={"accept-language": "en"})
        client.force_login(user)
        board, overview, prints = (
            client.get(reverse(name, args=[knockout.slug])).content.decode()
            for name in ("scoring:results", "tournaments:desk", "scoring:print")
        )
        offers = ["saves the result" in board, "Enter results" in overview, "Print the sheets" in overview, "Enter results" in prints]
        assert offers == [is_offered] * 4

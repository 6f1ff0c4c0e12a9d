from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied

from rules import Problem
from scoring.entry import outcomes
from scoring.entry.outcomes import Conflict, Created, InvalidatedLine, Locked, Rejected, Replayed
from scoring.entry.services import FilledBoxes, Override, correct_entry, submit_event, undo_last, void_entry
from scoring.ledger.match_log import Forfeit, State
from scoring.ledger.queries import find_chain_faults
from scoring.matches.queries import load_match
from scoring.models import Draft, LedgerEntry, LedgerText, MatchResult, StandingsCache
from scoring.standings.stored import read_standings
from tests.scoring.builders import build_actor, build_match, build_round, build_tournament, origin
from tests.scoring.hands import SURE, enter, fresh_key, typed, win
from tournaments.models import Match, Round, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def score_of(match):
    view = load_match(match)
    return view.log.state.score, view.games_won


def codes(outcome):
    return [problem.code for problem in outcome.problems]


def test_a_hand_moves_ledger_result_and_score_together(match, tournament):
    outcome = enter(match, typed(45))
    assert isinstance(outcome, Created)
    assert (outcome.status, outcome.entry.seq, outcome.entry.match_version) == (201, 1, 1)
    stored = MatchResult.objects.get(match=match)
    assert (stored.state, stored.version, stored.seq, stored.hands) == ("open", 1, 1, 1)
    assert stored.summary == {"games_won": [0, 0], "games": [], "score": [10, 0], "target": 35}
    assert score_of(match) == ((10, 0), (0, 0))
    assert find_chain_faults(tournament) == ()


def test_the_other_side_follows_from_one(match):
    enter(match, typed(45, tricks_0="6"))
    boxes = load_match(match).games[0].lines[0].revision.boxes
    assert [(box.label, box.text) for box in boxes] == [("Turned card", "2"), ("Tricks", "6–4"), ("Total", "45–25")]


def test_a_decided_match_waits_for_its_confirmation(match):
    last = win(match)[-1]
    assert (last.result.state, last.result.winner, last.result.summary["games"]) == (State.SUBMITTED, 0, [[35, 0], [35, 0]])


def test_the_same_request_twice_is_one_entry(match):
    first = enter(match, typed(45), key="one")
    second = enter(match, typed(45), key="one")
    assert (type(second), second.status, second.entry) == (Replayed, 200, first.entry)
    assert LedgerEntry.objects.count() == 1


def test_a_replay_is_answered_even_when_the_version_has_moved_on(match):
    first = enter(match, typed(45), key="one", version=0)
    enter(match, typed(45))
    assert enter(match, typed(45), key="one", version=0).entry == first.entry


def test_the_same_key_with_another_body_is_refused(match):
    submit_event(match, typed(45), origin=origin("one", body={"total": 45}), version=0)
    outcome = submit_event(match, typed(46), origin=origin("one", body={"total": 46}), version=1)
    assert (outcome.status, outcome.refusal) == (422, outcomes.KEY_REUSED)
    assert LedgerEntry.objects.count() == 1


def test_whoever_comes_second_gets_a_conflict_and_keeps_what_was_typed(match, assistant):
    enter(match, typed(45), version=0)
    outcome = enter(match, typed(50), assistant, version=0)
    assert (type(outcome), outcome.status, outcome.result.version) == (Conflict, 409, 1)
    draft = Draft.objects.get()
    assert outcome.draft == draft
    assert (draft.actor, draft.version, draft.typed["total_0"]) == (assistant.id, 0, "50")
    assert score_of(match) == ((10, 0), (0, 0))


def test_a_hand_that_cannot_be_is_refused_with_every_problem(match):
    outcome = enter(match, FilledBoxes("hand", {"turned": "2", "total_0": "45", "total_1": "26"}))
    assert (type(outcome), outcome.status, codes(outcome)) == (Rejected, 422, ["totals"])
    assert (LedgerEntry.objects.count(), outcome.only_remarkable) == (0, False)


def test_what_cannot_be_read_is_refused(match):
    outcome = enter(match, FilledBoxes("hand", {"turned": "2", "total_0": "much"}))
    assert codes(outcome) == ["not_a_number"]


def test_what_is_remarkable_is_asked_once(match):
    asked = enter(match, typed(70), override=Override())
    assert (codes(asked), asked.only_remarkable) == (["all_tricks"], True)
    assert isinstance(enter(match, typed(70), override=SURE), Created)


IMPOSSIBLE = FilledBoxes("hand", {"turned": "2", "total_0": "45", "total_1": "26"})


def test_a_director_overrules_with_a_reason(match):
    outcome = enter(match, IMPOSSIBLE, override=Override(reason="seen by the referee"))
    assert isinstance(outcome, Created)
    assert (outcome.entry.reason, LedgerText.objects.get().text) == ("overruled", "seen by the referee")
    assert load_match(match).games[0].lines[0].revision.overruled is True


def test_an_assistant_does_not_overrule(match, assistant):
    outcome = enter(match, IMPOSSIBLE, assistant, override=Override(reason="I want it"))
    assert (outcome.refusal, LedgerEntry.objects.count()) == (outcomes.DIRECTOR_ONLY, 0)


def test_a_correction_keeps_the_old_wording_and_counts_anew(match):
    first = enter(match, typed(45))
    enter(match, typed(40))
    outcome = correct_entry(match, first.entry.seq, typed(55), origin=origin("fix"), version=2, reason="typed_wrong")
    assert (outcome.entry.kind, outcome.entry.supersedes, outcome.entry.reason) == ("correct", 1, "typed_wrong")
    line = load_match(match).games[0].lines[0]
    assert (line.score, line.gained, [box.text for box in line.earlier[0].boxes]) == ((20, 0), (20, 0), ["2", "45–25"])
    assert score_of(match) == ((25, 0), (0, 0))


def test_a_line_corrected_twice_shows_both_old_wordings(match):
    enter(match, typed(45))
    for total in (46, 47):
        correct_entry(match, 1, typed(total), origin=origin(fresh_key()), version=None, reason="typed_wrong")
    line = load_match(match).games[0].lines[0]
    assert [wording.boxes[-1].text for wording in (*line.earlier, line.revision)] == ["45–25", "46–24", "47–23"]


def test_a_correction_that_displaces_later_hands_is_refused_with_the_list(match):
    win(match)
    outcome = correct_entry(match, 1, typed(45), origin=origin("fix"), version=None, reason="typed_wrong")
    assert isinstance(outcome, Created)
    assert outcome.result.state == State.OPEN
    again = enter(match, typed(70))
    assert again.result.state == State.SUBMITTED
    back = correct_entry(match, 1, typed(70), origin=origin("back"), version=None, reason="typed_wrong", override=SURE)
    assert (type(back), [one.seq for one in back.invalidated]) == (Rejected, [4])
    assert isinstance(back.invalidated[0], InvalidatedLine)
    assert [problem.code for problem in back.invalidated[0].problems] == ["match_over"]


def test_a_correction_may_leave_out_what_no_longer_fits_and_count_the_rest_again(match, tournament):
    """At 30 the turned seven ends the game; at 10 the second hand has to be played, and the third belongs to the first game."""
    enter(match, typed(65))
    enter(match, FilledBoxes("hand", {"dealer": "A1", "turned": "7"}))
    enter(match, typed(45))
    assert score_of(match) == ((10, 0), (1, 0))
    fix = {"origin": origin("fix"), "version": None, "reason": "typed_wrong"}
    refused = correct_entry(match, 1, typed(45), **fix)
    assert ([line.seq for line in refused.invalidated], LedgerEntry.objects.count()) == ([2], 3)
    outcome = correct_entry(match, 1, typed(45), override=Override(leaves_out=True), **fix)
    assert isinstance(outcome, Created)
    assert score_of(match) == ((20, 0), (0, 0))
    kinds = list(LedgerEntry.objects.order_by("seq").values_list("kind", flat=True))
    assert kinds == ["submit"] * 3 + ["void", "void", "correct", "submit"]
    assert (load_match(match).version, find_chain_faults(tournament)) == (7, ())
    again = correct_entry(match, 1, typed(45), override=Override(leaves_out=True), **fix)
    assert (type(again), again.entry.pk) == (Replayed, outcome.entry.pk)


@pytest.mark.parametrize(("words", "kept"), [("", "typed_wrong"), ("the sheet says so", "the sheet says so")])
def test_a_hand_against_the_rules_that_is_counted_again_says_why_it_was(match, words, kept):
    enter(match, typed(65))
    enter(match, FilledBoxes("hand", {"dealer": "A1", "turned": "7"}))
    enter(match, IMPOSSIBLE, override=Override(reason="seen by the referee"))
    fix = {"origin": origin("fix"), "version": None, "reason": "typed_wrong", "words": words}
    assert isinstance(correct_entry(match, 1, typed(45), override=Override(leaves_out=True), **fix), Created)
    again = LedgerEntry.objects.order_by("seq").last()
    assert (again.kind, again.reason, LedgerText.objects.get(seq=again.seq).text) == ("submit", "overruled", kept)


def test_a_cancelled_line_may_take_what_no_longer_fits_with_it(match):
    enter(match, typed(65))
    enter(match, FilledBoxes("hand", {"dealer": "A1", "turned": "7"}))
    drop = {"origin": origin("drop"), "version": None, "reason": "typed_wrong"}
    assert [line.seq for line in void_entry(match, 1, **drop).invalidated] == [2]
    assert isinstance(void_entry(match, 1, override=Override(leaves_out=True), **drop), Created)
    assert score_of(match) == ((0, 0), (0, 0))


def test_a_correction_is_judged_where_it_stands(match):
    enter(match, typed(70))
    enter(match, typed(45))
    outcome = correct_entry(match, 2, IMPOSSIBLE, origin=origin("fix"), version=None, reason="typed_wrong")
    assert codes(outcome) == ["totals"]


@pytest.mark.parametrize(("seq", "reason", "refusal"), [(9, "typed_wrong", outcomes.NO_SUCH_LINE), (1, "", outcomes.REASON_NEEDED)])
def test_a_correction_needs_its_line_and_a_reason(match, seq, reason, refusal):
    enter(match, typed(45))
    outcome = correct_entry(match, seq, typed(46), origin=origin("fix"), version=None, reason=reason)
    assert outcome.refusal == refusal


def test_a_cancelled_line_counts_no_more_and_stays_to_be_seen(match):
    enter(match, typed(45))
    enter(match, typed(50))
    outcome = void_entry(match, 1, origin=origin("void"), version=2, reason="wrong_table")
    assert (outcome.entry.kind, outcome.entry.supersedes) == ("void", 1)
    view = load_match(match)
    assert (view.log.state.score, [line.cancelled for line in view.cancelled]) == ((15, 0), ["belongs to another table"])


def test_undo_takes_back_the_last_line(match):
    enter(match, typed(45))
    enter(match, typed(50))
    for expected in ((10, 0), (0, 0)):
        undo_last(match, origin=origin(fresh_key()), version=None)
        assert score_of(match)[0] == expected
    assert undo_last(match, origin=origin(fresh_key()), version=None).refusal == outcomes.NO_SUCH_LINE


def test_a_corrected_line_can_be_taken_back(match):
    enter(match, typed(45))
    correct_entry(match, 1, typed(50), origin=origin("fix"), version=None, reason="typed_wrong")
    undo_last(match, origin=origin("undo"), version=None)
    assert score_of(match)[0] == (0, 0)


@pytest.mark.parametrize(("winner", "outcome"), [(0, "walkover"), (1, "walkover"), (None, "absent")])
def test_a_match_can_be_given_without_playing(match, winner, outcome):
    result = enter(match, Forfeit(winner)).result
    assert (result.state, result.outcome, result.winner) == (State.SUBMITTED, outcome, winner)


def test_a_match_that_was_begun_is_not_given(match):
    enter(match, typed(45))
    assert enter(match, Forfeit(0)).refusal == outcomes.HANDS_FIRST


def test_nothing_follows_a_walk_over(match):
    enter(match, Forfeit(0))
    assert enter(match, typed(45)).refusal == outcomes.ALREADY_FORFEITED


def test_a_walk_over_can_be_taken_back(match):
    enter(match, Forfeit(0))
    undo_last(match, origin=origin("undo"), version=None)
    assert isinstance(enter(match, typed(45)), Created)


def test_nobody_wins_from_a_third_chair(match):
    assert enter(match, Forfeit(2)).refusal == outcomes.NO_SUCH_SIDE


@pytest.mark.parametrize(
    ("statement", "games", "winner"),
    [
        (FilledBoxes("match", {"games_0": "2", "games_1": "1"}), [2, 1], 0),
        (FilledBoxes("match", {"games_0": "0", "games_1": "2"}), [0, 2], 1),
    ],
)
def test_a_match_can_be_entered_as_its_result(match, statement, games, winner):
    result = enter(match, statement).result
    assert (result.summary["games_won"], result.winner, result.state) == (games, winner, State.SUBMITTED)


def test_a_game_can_be_entered_as_its_score(match):
    result = enter(match, FilledBoxes("game", {"scores_0": "35", "scores_1": "20"})).result
    assert (result.summary["games"], result.state, result.hands) == ([[35, 20]], State.OPEN, 0)


def test_strangers_change_nothing(match):
    with pytest.raises(PermissionDenied):
        enter(match, typed(45), build_actor("stranger"))
    assert LedgerEntry.objects.count() == 0


def test_staff_of_another_tournament_change_nothing(match):
    stranger = build_actor("stranger", build_tournament(slug="other"))
    with pytest.raises(PermissionDenied):
        enter(match, typed(45), stranger)


def test_rights_are_read_when_it_is_written(match, assistant):
    enter(match, typed(45), assistant)
    match.round.stage.tournament.staff.filter(user_id=assistant.user_pk).delete()
    with pytest.raises(PermissionDenied):
        enter(match, typed(45), assistant)


def test_a_round_that_is_not_published_takes_nothing(match):
    Round.objects.update(state=Round.State.DRAFT)
    assert enter(match, typed(45)) == Locked(outcomes.NOT_PUBLISHED)


def test_a_bye_takes_nothing(tournament):
    bye = build_match(Round.objects.get(), 2, kind=Match.Kind.BYE, table=None, sides=1)
    assert enter(bye, Forfeit(0)) == Locked(outcomes.NOT_PLAYED)


def test_a_result_marks_the_standings_as_stale(match):
    last = win(match, side=1)[-1]
    stage = Stage.objects.select_related("standings").get(pk=match.round.stage_id)
    first = next(read_standings(stage).lines)
    assert (stage.standings.seq, stage.standings.payload) == (last.entry.seq, {})
    assert (first.entrant, first.rank) == (match.seats.get(side=1).entry_id, 1)


def test_a_hand_that_decides_nothing_leaves_the_standings_alone(match):
    enter(match, typed(45))
    assert StandingsCache.objects.count() == 0


def test_chains_of_two_tournaments_do_not_touch(match, tournament):
    other = build_round(build_tournament(slug="other")).matches.get()
    for seq in (1, 2):
        assert [enter(one, typed(45)).entry.seq for one in (match, other)] == [seq, seq]


def test_a_problem_is_a_value_of_the_engine(match):
    refused = enter(match, IMPOSSIBLE)
    assert isinstance(refused.problems[0], Problem)
    assert replace(refused, problems=()).only_remarkable is False


def test_nothing_follows_a_decided_match_whatever_the_director_says(match):
    win(match)
    answer = enter(match, typed(45), override=Override(sure=True, reason="one more"))
    assert isinstance(answer, Rejected)
    assert [problem.code for problem in answer.problems] == ["match_over"]
    assert LedgerEntry.objects.filter(match=match).count() == 2

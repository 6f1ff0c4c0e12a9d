import pytest

from desk.verification.queries import verify_tournament
from scoring.confirmation.services import confirm_match, dispute_match, reopen_match, void_match, withdraw_dispute
from scoring.entry import outcomes
from scoring.entry.outcomes import Created, Locked, Replayed
from scoring.entry.services import correct_entry, undo_last
from scoring.ledger.match_log import Forfeit, State
from scoring.matches.history import read_history
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry, LedgerText, MatchResult
from tests.scoring.builders import origin
from tests.scoring.hands import SURE, enter, fresh_key, typed, win
from tests.scoring.links import actors
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def confirm(match, actor=None, version=None, key=None):
    return confirm_match(match, origin=origin(key or fresh_key(), actor), version=version)


def reopen(match, actor=None, reason="referee"):
    return reopen_match(match, origin=origin(fresh_key(), actor), version=None, reason=reason)


def state_of(match):
    return MatchResult.objects.get(match=match).state


@pytest.fixture
def submitted(match, assistant):
    win(match, actor=assistant)
    return match


@pytest.fixture
def confirmed(submitted, other_assistant):
    confirm(submitted, other_assistant)
    return submitted


def test_another_person_confirms(submitted, other_assistant):
    result = confirm(submitted, other_assistant).result
    assert (result.state, result.confirmed_by, result.one_person) == (State.CONFIRMED, other_assistant.id, False)


def test_whoever_entered_it_does_not_confirm_it(submitted, assistant):
    assert confirm(submitted, assistant).refusal == outcomes.OWN_ENTRY
    assert state_of(submitted) == "submitted"


def test_where_one_person_is_enough_the_entry_says_so(submitted, assistant, tournament):
    tournament.one_person = True
    tournament.save()
    outcome = confirm(submitted, assistant)
    assert (outcome.result.one_person, outcome.entry.payload) == (True, '{"one_person":true}')


def test_the_one_who_corrected_does_not_confirm_either(submitted, assistant, other_assistant):
    correct_entry(submitted, 1, typed(0), origin=origin("fix", other_assistant), version=None, reason="wrong_side", override=SURE)
    assert confirm(submitted, other_assistant).refusal == outcomes.NOT_DECIDED
    for _hand in range(2):
        enter(submitted, typed(0), other_assistant)
    assert confirm(submitted, other_assistant).refusal == outcomes.OWN_ENTRY


def test_who_entered_an_earlier_line_does_not_confirm_it_either(match, assistant, other_assistant, director_actor):
    enter(match, typed(70), assistant)
    enter(match, typed(70), other_assistant)
    assert confirm(match, assistant).refusal == outcomes.OWN_ENTRY
    assert confirm(match, director_actor).result.confirmed_by == director_actor.id


def test_who_took_back_a_line_confirms_what_was_entered_anew(match, assistant, other_assistant):
    """Of two at a desk one always can."""
    enter(match, typed(45), assistant)
    undo_last(match, origin=origin(fresh_key(), other_assistant), version=None)
    win(match, actor=assistant)
    assert confirm(match, other_assistant).result.confirmed_by == other_assistant.id


def test_whose_every_line_was_corrected_by_others_confirms_it(match, assistant, other_assistant):
    enter(match, typed(69), assistant)
    enter(match, typed(70), other_assistant)
    correct_entry(match, 1, typed(70), origin=origin("fix", other_assistant), version=None, reason="paper", override=SURE)
    assert confirm(match, assistant).result.confirmed_by == assistant.id


def test_of_two_who_entered_one_is_enough_where_one_person_is(match, assistant, other_assistant, tournament):
    Tournament.objects.update(one_person=True)
    enter(match, typed(70), assistant)
    enter(match, typed(70), other_assistant)
    outcome = confirm(match, assistant)
    assert (outcome.result.one_person, outcome.entry.payload) == (True, '{"one_person":true}')


def test_an_undecided_match_is_not_confirmed(match, assistant, other_assistant):
    enter(match, typed(45), assistant)
    assert confirm(match, other_assistant).refusal == outcomes.NOT_DECIDED


def test_what_moved_on_is_not_confirmed_unseen(submitted, other_assistant):
    assert confirm(submitted, other_assistant, version=1).status == 409
    assert state_of(submitted) == "submitted"


def test_confirming_twice_is_one_entry(submitted, other_assistant):
    assert isinstance(confirm(submitted, other_assistant, key="once"), Created)
    assert isinstance(confirm(submitted, other_assistant, key="once"), Replayed)
    assert LedgerEntry.objects.filter(kind="confirm").count() == 1


def test_a_confirmed_match_is_changed_by_the_director_only(confirmed, assistant, director_actor):
    assert enter(confirmed, typed(45), assistant) == Locked(outcomes.DIRECTOR_CHANGES)
    assert undo_last(confirmed, origin=origin("u", assistant), version=None) == Locked(outcomes.DIRECTOR_CHANGES)
    outcome = undo_last(confirmed, origin=origin("u", director_actor), version=None)
    assert (outcome.result.state, outcome.result.confirmed_by) == (State.OPEN, "")


def test_a_dispute_waits_for_the_director(submitted, assistant, other_assistant, director_actor):
    outcome = dispute_match(submitted, origin=origin("d", other_assistant), version=None, words="third hand")
    assert (outcome.result.state, LedgerText.objects.get().text) == (State.DISPUTED, "third hand")
    assert enter(submitted, typed(45), assistant) == Locked(outcomes.DIRECTOR_SETTLES)
    assert confirm(submitted, other_assistant) == Locked(outcomes.DIRECTOR_SETTLES)
    assert confirm(submitted, director_actor).result.state == State.CONFIRMED


def withdraw(match, actor):
    return withdraw_dispute(match, origin=origin(fresh_key(), actor), version=None)


def test_who_disputed_withdraws_it_while_nobody_has_decided(submitted, assistant, other_assistant, director_actor, tournament):
    dispute_match(submitted, origin=origin("d", other_assistant), version=None)
    assert withdraw(submitted, assistant) == Locked(outcomes.DIRECTOR_SETTLES)
    outcome = withdraw(submitted, other_assistant)
    assert (outcome.result.state, outcome.entry.kind, outcome.entry.payload) == (State.SUBMITTED, "reopen", '{"withdrawn":true}')
    assert read_history(load_match(submitted), staff=True)[0].what == "dispute withdrawn"
    assert withdraw(submitted, other_assistant).refusal == outcomes.NOT_DISPUTED
    dispute_match(submitted, origin=origin("e", other_assistant), version=None)
    confirm(submitted, director_actor)
    assert withdraw(submitted, other_assistant).refusal == outcomes.NOT_DISPUTED
    assert verify_tournament(tournament) == ()


def test_the_public_reads_that_a_match_is_disputed_and_not_by_whom(submitted, other_assistant):
    dispute_match(submitted, origin=origin("d", other_assistant), version=None)
    public, staff = (read_history(load_match(submitted), staff=staff)[0] for staff in (False, True))
    assert (public.what, public.who, public.reason) == ("disputed", "", "")
    assert staff.reason == "the other side disagrees"


def test_a_confirmed_match_whose_dispute_is_withdrawn_is_confirmed_as_before(confirmed, other_assistant, director_actor, tournament):
    dispute_match(confirmed, origin=origin("d", director_actor), version=None)
    result = withdraw(confirmed, director_actor).result
    assert (result.state, result.confirmed_by, result.one_person) == (State.CONFIRMED, other_assistant.id, False)
    assert verify_tournament(tournament) == ()


def test_a_match_whose_dispute_is_withdrawn_before_its_end_goes_on(match):
    mine, theirs = actors(match)
    enter(match, typed(45), mine)
    dispute_match(match, origin=origin("d", theirs), version=None)
    assert withdraw(match, mine) == Locked(outcomes.DIRECTOR_SETTLES)
    assert withdraw(match, theirs).result.state == State.OPEN
    assert isinstance(enter(match, typed(45), mine), Created)


def test_there_is_nothing_to_dispute_before_the_end(match, assistant):
    enter(match, typed(45), assistant)
    assert dispute_match(match, origin=origin("d"), version=None).refusal == outcomes.NOT_SUBMITTED


def test_the_director_cancels_a_match_with_a_reason(match, assistant):
    assert void_match(match, origin=origin("1", assistant), version=None, reason="referee") == Locked(outcomes.DIRECTOR_ONLY)
    assert void_match(match, origin=origin("2"), version=None, reason="").refusal == outcomes.REASON_NEEDED
    assert void_match(match, origin=origin("3"), version=None, reason="not_finished").result.state == State.VOID
    assert enter(match, typed(45)) == Locked(outcomes.VOIDED)


def test_the_director_opens_a_match_again_with_a_reason(confirmed, assistant):
    assert reopen(confirmed, assistant) == Locked(outcomes.DIRECTOR_ONLY)
    assert reopen(confirmed, reason="").refusal == outcomes.REASON_NEEDED
    assert reopen(confirmed).result.state == State.SUBMITTED
    assert reopen(confirmed).refusal == outcomes.STILL_OPEN


def test_a_cancelled_match_opened_again_has_its_hands(match):
    enter(match, typed(45))
    void_match(match, origin=origin("v"), version=None, reason="referee")
    result = reopen(match).result
    assert (result.state, result.summary["score"]) == (State.OPEN, [10, 0])


def test_a_match_of_a_closed_round_is_closed_again_when_confirmed(confirmed, other_assistant, tournament):
    Round.objects.update(state=Round.State.CLOSED)
    reopen(confirmed)
    result = confirm(confirmed, other_assistant, key="again").result
    assert (result.state, result.confirmed_by) == (State.LOCKED, other_assistant.id)
    assert [entry.kind for entry in LedgerEntry.objects.order_by("-seq")[:2]] == ["lock", "confirm"]
    assert verify_tournament(tournament) == ()


def test_a_walk_over_is_confirmed_like_a_result(match, assistant, other_assistant):
    enter(match, Forfeit(1), assistant)
    assert confirm(match, other_assistant).result.state == State.CONFIRMED

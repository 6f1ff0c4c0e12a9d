"""What holds for every signature alike, whether it confirms, disputes, cancels or opens again: it is written once however often it is sent,
never over what somebody has not seen, and not where nobody plays or all is closed.
"""

import pytest
from django.core.exceptions import PermissionDenied

from scoring.confirmation.services import confirm_match, confirm_under_lock, dispute_match, reopen_match, void_match
from scoring.conflicts.services import refer_to_director
from scoring.entry import outcomes
from scoring.entry.locked_match import change_match
from scoring.entry.outcomes import Conflict, Created, Locked, Replayed
from scoring.ledger.match_log import State
from scoring.models import LedgerEntry, MatchResult
from tests.scoring.builders import build_actor, build_match, origin
from tests.scoring.hands import enter, fresh_key, typed, win
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db

ACTS = {
    "confirm": (confirm_match, {}, State.SUBMITTED, State.CONFIRMED),
    "dispute": (dispute_match, {}, State.SUBMITTED, State.DISPUTED),
    "refer": (refer_to_director, {}, State.SUBMITTED, State.DISPUTED),
    "void": (void_match, {"reason": "referee"}, State.SUBMITTED, State.VOID),
    "reopen": (reopen_match, {"reason": "referee"}, State.CONFIRMED, State.SUBMITTED),
}
"""Each with the state in which it can be done, and the one that it leads to."""


def sign(name, match, *, key="", version=None, actor=None):
    act, told, _before, _after = ACTS[name]
    return act(match, origin=origin(key or fresh_key(), actor or build_actor("director")), version=version, **told)


@pytest.fixture
def submitted(match, assistant):
    win(match, actor=assistant)
    return match


def bring(match, state):
    """The submitted match in that state."""
    if state != State.SUBMITTED:
        sign("confirm", match)
    return MatchResult.objects.get(match=match).version


@pytest.mark.parametrize("name", ACTS)
def test_a_signature_that_is_sent_twice_is_one_entry_and_leads_to_its_state(submitted, name):
    version = bring(submitted, ACTS[name][2])
    first, again = (sign(name, submitted, key="once", version=version) for _time in range(2))
    assert (type(first), type(again), again.entry) == (Created, Replayed, first.entry)
    assert first.result.state == ACTS[name][3]
    assert LedgerEntry.objects.count() == version + 1


@pytest.mark.parametrize("name", ACTS)
def test_no_signature_is_written_over_what_somebody_has_not_seen(submitted, name):
    version = bring(submitted, ACTS[name][2])
    assert isinstance(sign(name, submitted, version=version - 1), Conflict)
    assert LedgerEntry.objects.count() == version


@pytest.mark.parametrize("name", ["confirm", "dispute", "void"])
@pytest.mark.parametrize(("end", "refusal"), [("closed", outcomes.CLOSED), ("cancelled", outcomes.VOIDED)])
def test_a_match_that_is_closed_or_cancelled_is_opened_before_it_is_signed_otherwise(submitted, name, end, refusal):
    if end == "closed":
        Round.objects.update(state=Round.State.CLOSED)
    sign("confirm" if end == "closed" else "void", submitted)
    assert sign(name, submitted) == Locked(refusal)
    assert sign("reopen", submitted).result.state == State.SUBMITTED


@pytest.mark.parametrize("name", ["confirm", "dispute", "void", "reopen"])
def test_nothing_is_signed_in_a_round_that_is_not_published(submitted, name):
    Round.objects.update(state=Round.State.DRAFT)
    assert sign(name, submitted) == Locked(outcomes.NOT_PUBLISHED)


@pytest.mark.parametrize("name", ["confirm", "dispute", "void", "reopen"])
def test_a_bye_is_signed_by_nobody(match, name):
    bye = build_match(Round.objects.get(), 2, kind=Match.Kind.BYE, table=None, sides=1)
    assert sign(name, bye) == Locked(outcomes.NOT_PLAYED)


@pytest.mark.parametrize("name", ["void", "reopen"])
def test_an_assistant_neither_cancels_nor_opens_again(submitted, name, assistant):
    bring(submitted, ACTS[name][2])
    assert sign(name, submitted, actor=assistant) == Locked(outcomes.DIRECTOR_ONLY)


@pytest.mark.parametrize("name", ACTS)
def test_who_has_no_part_in_the_tournament_signs_nothing(submitted, name):
    with pytest.raises(PermissionDenied):
        sign(name, submitted, actor=build_actor("stranger"))


def test_the_ledger_says_that_a_whole_match_was_cancelled_and_why(submitted):
    entry = sign("void", submitted).entry
    assert (entry.kind, entry.supersedes, entry.payload, entry.reason) == ("void", None, '{"match":true}', "referee")


def sign_under_lock(match):
    """A confirmation as a part of another request, with a key of its own."""
    with change_match(match, origin(fresh_key(), build_actor("director")), None) as locked:
        return confirm_under_lock(locked, origin("own-key", build_actor("director")))


def test_under_a_lock_that_is_held_a_match_is_confirmed_by_the_same_rules_under_its_own_key(submitted):
    outcome = sign_under_lock(submitted)
    assert (outcome.result.state, outcome.entry.idempotency_key) == (State.CONFIRMED, "own-key")
    sign("void", submitted)
    assert sign_under_lock(submitted) == Locked(outcomes.VOIDED)
    Round.objects.update(state=Round.State.DRAFT)
    assert sign_under_lock(submitted) == Locked(outcomes.NOT_PUBLISHED)


def test_a_disputed_match_is_opened_again_and_is_then_what_was_entered(submitted):
    sign("dispute", submitted)
    assert sign("dispute", submitted).refusal == outcomes.NOT_SUBMITTED
    assert sign("refer", submitted).refusal == outcomes.NOT_SUBMITTED
    assert sign("reopen", submitted).result.state == State.SUBMITTED
    assert sign("reopen", submitted).refusal == outcomes.STILL_OPEN


def test_a_confirmed_match_can_be_disputed_and_is_not_confirmed_a_second_time(submitted):
    sign("confirm", submitted)
    assert sign("confirm", submitted).refusal == outcomes.NOT_SUBMITTED
    assert sign("dispute", submitted).result.state == State.DISPUTED


def test_a_conflict_is_left_to_the_director_while_the_match_is_played_and_not_before_anything_is_entered(match, assistant):
    assert sign("refer", match).refusal == outcomes.NOT_SUBMITTED
    enter(match, typed(45), assistant)
    assert sign("refer", match, actor=assistant).result.state == State.DISPUTED

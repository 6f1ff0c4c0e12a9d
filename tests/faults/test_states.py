"""Whatever people do to a match in whatever order, what is stored agrees with the ledger and nothing illegal is reached."""

import os
import random
from collections import Counter
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from desk.rounds.services import close_round
from desk.verification.queries import verify_tournament
from rules import game_by_key
from scoring.confirmation.services import confirm_match, dispute_match, reopen_match, void_match, withdraw_dispute
from scoring.entry.outcomes import Created, Replayed
from scoring.entry.services import correct_entry, submit_event, undo_last, void_entry
from scoring.ledger.match_log import Forfeit, State
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry, MatchResult
from tests.faults.conftest import SEED
from tests.scoring.builders import build_actor, build_round, build_tournament, build_user, origin
from tests.scoring.hands import SURE, fresh_key
from tournaments.models import Round
from tournaments.refusals import ChangeRefused

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]

PEOPLE = ("director", "one", "two")
REACHED = Counter()
"""After how many steps the match was in which state."""
OPEN, SUBMITTED, DISPUTED, CONFIRMED, LOCKED, VOID = State.OPEN, State.SUBMITTED, State.DISPUTED, State.CONFIRMED, State.LOCKED, State.VOID
MAY = {
    "change": ({OPEN, SUBMITTED}, {OPEN, SUBMITTED, DISPUTED, CONFIRMED}),
    "confirm": ({SUBMITTED}, {SUBMITTED, DISPUTED}),
    "dispute": ({SUBMITTED, CONFIRMED}, {SUBMITTED, CONFIRMED}),
    "withdraw": ({DISPUTED}, {DISPUTED}),
    "void": (set(), {OPEN, SUBMITTED, DISPUTED, CONFIRMED}),
    "reopen": (set(), {DISPUTED, CONFIRMED, LOCKED, VOID}),
}
"""In which states what may be done: by assistants, by the director."""
people = st.sampled_from(PEOPLE)
chances = st.integers(0, 10**6)


class Match(RuleBasedStateMachine):
    """Three people at one match: a director and two assistants. Each run rolls back what it wrote."""

    @initialize(one_person=st.booleans())
    def found(self, one_person):
        self.savepoint = transaction.savepoint()
        self.tournament = build_tournament(slug="states", one_person=one_person)
        self.match = build_round(self.tournament).matches.get()
        self.actors = {name: build_actor(name, self.tournament) for name in PEOPLE}
        self.game = game_by_key("mariglia")

    def teardown(self):
        if hasattr(self, "savepoint"):
            transaction.savepoint_rollback(self.savepoint)

    def ask(self, act, who, what="change", **more):
        """Do something twice with the same request: only where it may be done, and with the same answer the second time."""
        asked, state = origin(fresh_key(), self.actors[who]), self.state()
        before = LedgerEntry.objects.filter(tournament=self.tournament).count()
        answer = act(self.match, origin=asked, version=None, **more)
        after = LedgerEntry.objects.filter(tournament=self.tournament).count()
        assert (after > before) == isinstance(answer, Created)
        if isinstance(answer, Created):
            assert state in MAY[what][who == "director"], (what, who, state)
            assert isinstance(act(self.match, origin=asked, version=None, **more), Replayed)
        return answer

    def state(self):
        return State(MatchResult.objects.filter(match=self.match).values_list("state", flat=True).first() or OPEN)

    def line(self, chance):
        seqs = [account.seq for account in load_match(self.match).log.lines]
        return seqs[chance % len(seqs)] if seqs else 1

    def hand(self, chance):
        state = load_match(self.match).log.state
        return self.game.random_hand(state, random.Random(chance))

    @rule(who=people, chance=chances, hands=st.sampled_from([1, 1, 8]))
    def enter_hands(self, who, chance, hands):
        for more in range(hands):
            hand = self.hand(chance + more)
            self.ask(partial(submit_event, raw_statement=hand, override=SURE), who)

    @rule(who=people, winner=st.sampled_from([0, 1, None]))
    def give(self, who, winner):
        self.ask(partial(submit_event, raw_statement=Forfeit(winner)), who)

    @rule(who=people, chance=chances)
    def correct(self, who, chance):
        hand, seq = self.hand(chance), self.line(chance)
        self.ask(partial(correct_entry, seq=seq, raw_statement=hand, reason="typed_wrong", override=SURE), who)

    @rule(who=people, chance=chances)
    def cancel(self, who, chance):
        self.ask(partial(void_entry, seq=self.line(chance), reason="typed_wrong"), who)

    @rule(who=people)
    def undo(self, who):
        self.ask(undo_last, who)

    @rule(who=people)
    def confirm(self, who):
        self.ask(confirm_match, who, "confirm")

    @rule(who=people)
    def dispute(self, who):
        self.ask(dispute_match, who, "dispute")

    @rule(who=people)
    def withdraw(self, who):
        self.ask(withdraw_dispute, who, "withdraw")

    @rule(who=people)
    def void(self, who):
        self.ask(void_match, who, "void", reason="referee")

    @rule(who=people)
    def reopen(self, who):
        self.ask(reopen_match, who, "reopen", reason="referee")

    @rule(who=people)
    def close(self, who):
        """The round, with its only match."""
        round_ = Round.objects.get(stage__tournament=self.tournament)
        try:
            close_round(round_, actor=build_user(who), origin=origin(fresh_key(), self.actors[who]))
        except (ChangeRefused, PermissionDenied):
            return
        assert who == "director"

    @invariant()
    def ledger_and_caches_agree(self):
        if hasattr(self, "tournament"):
            assert verify_tournament(self.tournament) == ()

    @invariant()
    def a_decided_match_has_a_winner_or_was_given(self):
        result = MatchResult.objects.filter(match__round__stage__tournament__slug="states").first()
        REACHED[result.state if result else "untouched"] += 1
        if result is not None and result.state in (State.SUBMITTED, State.CONFIRMED, State.LOCKED):
            assert result.winner is not None or result.outcome == "absent"

    @invariant()
    def who_signs_is_not_who_entered(self):
        for result in MatchResult.objects.filter(match__round__stage__tournament__slug="states").exclude(confirmed_by=""):
            assert result.one_person == (result.confirmed_by in load_match(self.match).log.enterers)
            assert self.tournament.one_person or not result.one_person


def play(runs, steps, number=SEED):
    """Every run from one seed; what it reached is counted in `REACHED`."""
    REACHED.clear()
    how = {"max_examples": runs, "stateful_step_count": steps, "deadline": None, "database": None, "derandomize": False}
    run_state_machine_as_test(seed(number)(Match), settings=settings(**how, suppress_health_check=list(HealthCheck)))


@pytest.mark.both_databases
def test_states(figures):
    """On PostgreSQL a few: what may be done when is the same code there, and its constraints are tried one by one."""
    runs = 12 if connection.vendor == "sqlite" else 4
    play(runs, 20)
    figures(runs=runs, steps=20, reached=dict(REACHED))


def take(steps):
    """These steps by themselves, with all that holds after every step of a run."""
    machine = Match()
    try:
        machine.found(one_person=False)
        for act in steps:
            act(machine)
            machine.ledger_and_caches_agree()
            machine.a_decided_match_has_a_winner_or_was_given()
            machine.who_signs_is_not_who_entered()
    finally:
        machine.teardown()


def enter_all(machine):
    """A whole match by one person, and hands after its end, which are refused."""
    for chance in range(0, 32, 8):
        machine.enter_hands("one", chance, 8)


def confirm(who):
    return lambda machine: machine.confirm(who)


@pytest.mark.parametrize(
    ("name", "without", "steps"),
    [
        pytest.param("entry.services.find_replayed_answer", lambda _case: None, [enter_all], id="keys"),
        pytest.param(
            "entry.services.find_edit_refusal", lambda _case: None, [enter_all, confirm("two"), lambda m: m.cancel("one", 0)], id="states"
        ),
        pytest.param("entry.locked_match.store_result", lambda _case: None, [enter_all], id="results"),
        pytest.param("confirmation.services.find_director_refusal", lambda _locked: None, [lambda m: m.void("one")], id="rights"),
        pytest.param("entry.locked_match.MatchLog.enterers", frozenset(), [enter_all, confirm("one")], id="signatures"),
    ],
)
def test_without_a_protection_the_same_steps_are_found_out(monkeypatch, name, without, steps):
    """The positive controls."""
    take(steps)
    monkeypatch.setattr(f"scoring.{name}", without)
    with pytest.raises((AssertionError, IntegrityError)):
        take(steps)


@pytest.mark.proof
@pytest.mark.both_databases
def test_two_thousand_runs(figures):
    """`RUNS` and `SEED` divide them among processes."""
    runs = int(os.environ.get("RUNS", "2000"))
    play(runs, 50)
    figures(runs=runs, steps=50, reached=dict(REACHED))

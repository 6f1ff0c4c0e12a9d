"""Whatever people do to a match in whatever order, what is stored agrees with the ledger and nothing illegal is reached."""

import random
from functools import partial

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from rules import game_by_key
from scoring.models import LedgerEntry, MatchResult
from scoring.queries.folding import Forfeit, State
from scoring.queries.matches import load_match
from scoring.queries.verification import verify_tournament
from scoring.services.confirmation import confirm_match, dispute_match, reopen_match, void_match
from scoring.services.entry import correct_entry, submit_event, undo_last, void_entry
from scoring.services.outcomes import Created, Replayed
from tests.scoring.builders import build_actor, build_round, build_tournament, origin
from tests.scoring.hands import SURE, fresh_key

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PEOPLE = ("director", "one", "two")
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

    def ask(self, act, who, **more):
        """Do something twice with the same request: the second answer must be the first one's."""
        asked = origin(fresh_key(), self.actors[who])
        before = LedgerEntry.objects.filter(tournament=self.tournament).count()
        answer = act(self.match, origin=asked, version=None, **more)
        after = LedgerEntry.objects.filter(tournament=self.tournament).count()
        assert (after > before) == isinstance(answer, Created)
        if isinstance(answer, Created):
            assert isinstance(act(self.match, origin=asked, version=None, **more), Replayed)
        return answer

    def line(self, chance):
        seqs = [account.seq for account in load_match(self.match).fold.accounts]
        return seqs[chance % len(seqs)] if seqs else 1

    def hand(self, chance):
        state = load_match(self.match).fold.state
        return self.game.random_hand(state, random.Random(chance))

    @rule(who=people, chance=chances, hands=st.sampled_from([1, 1, 8]))
    def enter_hands(self, who, chance, hands):
        for more in range(hands):
            hand = self.hand(chance + more)
            self.ask(partial(submit_event, statement=hand, insistence=SURE), who)

    @rule(who=people, winner=st.sampled_from([0, 1, None]))
    def give(self, who, winner):
        self.ask(partial(submit_event, statement=Forfeit(winner)), who)

    @rule(who=people, chance=chances)
    def correct(self, who, chance):
        hand, seq = self.hand(chance), self.line(chance)
        self.ask(partial(correct_entry, seq=seq, statement=hand, reason="typed_wrong", insistence=SURE), who)

    @rule(who=people, chance=chances)
    def cancel(self, who, chance):
        self.ask(partial(void_entry, seq=self.line(chance), reason="typed_wrong"), who)

    @rule(who=people)
    def undo(self, who):
        self.ask(undo_last, who)

    @rule(who=people)
    def confirm(self, who):
        result = MatchResult.objects.filter(match=self.match).first()
        answer = self.ask(confirm_match, who)
        own = result is not None and result.entered_by == self.actors[who].id
        if isinstance(answer, Created):
            assert not own or self.tournament.one_person

    @rule(who=people)
    def dispute(self, who):
        self.ask(dispute_match, who)

    @rule(who=people)
    def void(self, who):
        answer = self.ask(void_match, who, reason="referee")
        assert who == "director" or not isinstance(answer, Created)

    @rule(who=people)
    def reopen(self, who):
        answer = self.ask(reopen_match, who, reason="referee")
        assert who == "director" or not isinstance(answer, Created)

    @invariant()
    def ledger_and_caches_agree(self):
        if hasattr(self, "tournament"):
            assert verify_tournament(self.tournament) == ()

    @invariant()
    def a_decided_match_has_a_winner_or_was_given(self):
        result = MatchResult.objects.filter(match__round__stage__tournament__slug="states").first()
        if result is not None and result.state in (State.SUBMITTED, State.CONFIRMED, State.LOCKED):
            assert result.winner is not None or result.outcome == "absent"


def test_states():
    run_state_machine_as_test(Match, settings=settings(max_examples=12, stateful_step_count=20, suppress_health_check=list(HealthCheck)))

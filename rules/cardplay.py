"""A hand card by card: the legal actions, the problems of an action, and the deal that follows from it."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.contract import Contract, EntryT, OptionsT
from rules.deals import Action, Deal, DealtCards
from rules.events import Event
from rules.problems import Problem, RuleViolation
from rules.scorebook import MatchState
from rules.verbs import HAND_OVER, UNKNOWN_VERB, Verb, build_duty_problem, list_binding_duties


@dataclass(frozen=True, slots=True)
class HandReplay:
    """A hand replayed up to its end or to the first illegal action."""

    deal: Deal
    event: Event | None
    """What the table writes, when the hand came to its end."""
    illegal: int | None = None
    """Index of the first illegal action."""
    problems: tuple[Problem, ...] = ()


class CardPlay(Contract[OptionsT, EntryT]):
    """What can be asked of a game at the level of the cards."""

    def random_deal(self, state: MatchState[OptionsT], rng: random.Random) -> Deal:
        """Cards shuffled with `rng` and dealt by this game's rule, ready for the first action."""
        return self.open_deal(state, self.shuffle_and_deal(state, rng))

    def legal_actions(self, deal: Deal) -> tuple[Action, ...]:
        """All actions that are legal now, for every seat, verb by verb; empty when the hand is over."""
        if deal.over:
            return ()
        return tuple(action for verb in self.verbs for action in verb.list_candidates(deal) if not any(verb.find_problems(deal, action)))

    def find_action_problems(self, deal: Deal, action: Action) -> tuple[Problem, ...]:
        """Every problem that makes an action illegal, each with its rule and, for cards, with the cards that would be legal."""
        if deal.over:
            return (HAND_OVER.problem(),)
        verb = self._find_verb(action)
        if verb is None:
            return (UNKNOWN_VERB.problem(given=action.verb, choices=", ".join(choice.name for choice in self.verbs)),)
        return tuple(verb.find_problems(deal, action))

    def list_duties(self, deal: Deal) -> tuple[Problem, ...]:
        """The duties that bind the player whose turn it is, each with the legal cards; empty when any card may be played."""
        return () if deal.turn is None else tuple(build_duty_problem(deal, rule) for rule, _left in list_binding_duties(deal))

    def apply_action(self, deal: Deal, action: Action) -> Deal:
        """Return the deal after an action. Raises RuleViolation when the action is illegal."""
        problems = self.find_action_problems(deal, action)
        verb = self._find_verb(action)
        if problems or verb is None:
            raise RuleViolation(problems)
        next_deal: Deal = verb.apply_action(deal, action)
        return replace(next_deal, actions=(*next_deal.actions, action))

    @property
    def card_count(self) -> int:
        """Cards of the pack that are played with."""
        return len(self.pack)

    def replay_actions(self, deal: Deal, actions: Iterable[Action]) -> HandReplay:
        for index, action in enumerate(actions):
            if problems := self.find_action_problems(deal, action):
                return HandReplay(deal, None, index, problems)
            deal = self.apply_action(deal, action)
        return HandReplay(deal, self.build_outcome(deal) if deal.over else None)

    def random_play(self, deal: Deal, rng: random.Random) -> Deal:
        """Play a deal to its end with legal actions chosen at random, without voluntary verbs such as claims and throwing in."""
        excluded = {verb.name for verb in self.verbs if verb.voluntary}
        while not deal.over:
            deal = self.apply_action(deal, rng.choice([action for action in self.legal_actions(deal) if action.verb not in excluded]))
        return deal

    def random_hand(self, state: MatchState[OptionsT], rng: random.Random) -> Event:
        """The event of a random legal hand. Games may override it with a faster simulation that gives the same results."""
        return self.build_outcome(self.random_play(self.random_deal(state, rng), rng))

    def shuffle_and_deal(self, state: MatchState[OptionsT], rng: random.Random) -> DealtCards:
        """Shuffle and deal: each seat gets one stretch of the pack, the rest is the stock.

        The dealer is drawn by lot when the match expects nobody.
        """
        pack = list(range(len(self.pack_of(state.options))))
        rng.shuffle(pack)
        hand_size = self.cards_each(state.options)
        holdings = tuple(tuple(pack[seat * hand_size : (seat + 1) * hand_size]) for seat in range(self.seat_count))
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return DealtCards(holdings, dealer, stock=tuple(pack[self.seat_count * hand_size :]))

    def _find_verb(self, action: Action) -> Verb | None:
        return next((verb for verb in self.verbs if verb.name == action.verb), None)

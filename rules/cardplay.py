"""A hand card by card: what is legal, what is wrong with an action and which would have been right, and where it leads."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.contract import Contract, EntryT, OptionsT
from rules.deals import Action, Deal, Dealt
from rules.events import Event
from rules.problems import Problem, RuleViolation
from rules.scorebook import MatchState
from rules.verbs import HAND_OVER, UNKNOWN_VERB, Verb, binding_duties, duty_problem


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand replayed up to its end or to the first illegal action."""

    deal: Deal
    event: Event | None
    """What the table writes, when the hand came to its end."""
    illegal: int | None = None
    """Index of the first illegal action."""
    problems: tuple[Problem, ...] = ()


class CardPlay(Contract[OptionsT, EntryT]):
    """Everything that can be asked of a game at the level of the cards."""

    def random_deal(self, state: MatchState[OptionsT], rng: random.Random) -> Deal:
        """Cards shuffled with `rng` and dealt by this game's rule, ready for the first action."""
        return self.open_deal(state, self.shuffled(state, rng))

    def legal_actions(self, deal: Deal) -> tuple[Action, ...]:
        """Everything that some seat may do now, verb by verb; nothing when the hand is over."""
        if deal.over:
            return ()
        return tuple(action for verb in self.verbs for action in verb.candidates(deal) if not any(verb.problems(deal, action)))

    def problems_of(self, deal: Deal, action: Action) -> tuple[Problem, ...]:
        """All that makes an action illegal, each with its rule and, for cards, with those that would have been legal."""
        if deal.over:
            return (HAND_OVER.problem(),)
        verb = self._verb(action)
        if verb is None:
            return (UNKNOWN_VERB.problem(given=action.verb, choices=", ".join(known.name for known in self.verbs)),)
        return tuple(verb.problems(deal, action))

    def duties(self, deal: Deal) -> tuple[Problem, ...]:
        """What binds whoever has to play a card now, each duty with the cards that are legal; nothing where any card will do."""
        return () if deal.turn is None else tuple(duty_problem(deal, rule) for rule, _left in binding_duties(deal))

    def apply(self, deal: Deal, action: Action) -> Deal:
        """The deal after an action. Raises RuleViolation when it is illegal."""
        problems = self.problems_of(deal, action)
        verb = self._verb(action)
        if problems or verb is None:
            raise RuleViolation(problems)
        after: Deal = verb.apply(deal, action)
        return replace(after, actions=(*after.actions, action))

    def replay(self, deal: Deal, actions: Iterable[Action]) -> Replay:
        for index, action in enumerate(actions):
            if problems := self.problems_of(deal, action):
                return Replay(deal, None, index, problems)
            deal = self.apply(deal, action)
        return Replay(deal, self.outcome(deal) if deal.over else None)

    def random_play(self, deal: Deal, rng: random.Random) -> Deal:
        """Play a deal to its end with legal actions chosen at random; nobody claims or throws in."""
        left_out = {verb.name for verb in self.verbs if verb.voluntary}
        while not deal.over:
            deal = self.apply(deal, rng.choice([action for action in self.legal_actions(deal) if action.verb not in left_out]))
        return deal

    def random_hand(self, state: MatchState[OptionsT], rng: random.Random) -> Event:
        """What the table writes after a random legal hand. Games replace it by something faster with the same results."""
        return self.outcome(self.random_play(self.random_deal(state, rng), rng))

    def shuffled(self, state: MatchState[OptionsT], rng: random.Random) -> Dealt:
        """Every seat's cards in one stretch of the shuffled pack, the rest is the stock; the dealer by lot when nobody is expected."""
        pack = list(range(len(self.pack_of(state.options))))
        rng.shuffle(pack)
        each = self.cards_each(state.options)
        holdings = tuple(tuple(pack[seat * each : (seat + 1) * each]) for seat in range(self.seat_count))
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return Dealt(holdings, dealer, stock=tuple(pack[self.seat_count * each :]))

    def _verb(self, action: Action) -> Verb | None:
        return next((verb for verb in self.verbs if verb.name == action.verb), None)

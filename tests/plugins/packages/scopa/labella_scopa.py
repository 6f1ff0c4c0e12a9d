"""Scopa in two pairs, as a plug-in: what the table writes after a hand, what of it cannot be, and how a match ends."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules import Event, Fact, FieldKind, Game, HandEntry, MatchState, Options, Plan, Problem, ScoreStep
from rules.cards import Pack
from rules.contract import FaultPrice, Preset, ScoreTable
from rules.deals import Deal, DealtCards
from rules.match_options import (
    deals_option,
    decider_option,
    draws_option,
    games_option,
    games_to_win_option,
    plan_of,
    replay_option,
    targets_option,
)
from rules.options import entry_field

NO_PACK = Pack((), (), "")
MOST = 4
TOO_MANY = Fact("scopa_too_many", "Cards, coins, seven of coins and primiera are four points together, not {given}.")


@dataclass(frozen=True, slots=True)
class ScopaOptions(Options):
    targets: tuple[int, ...] = targets_option((21,), "D")
    deals: int = deals_option()
    games_to_win: int = games_to_win_option(1, "D")
    games: int = games_option()
    draws: bool = draws_option()
    replay: bool = replay_option()
    decider: bool = decider_option()


@dataclass(frozen=True, slots=True)
class ScopaHand(HandEntry):
    points: tuple[int, ...] = entry_field(
        "Points", "Of cards, coins, seven of coins and primiera.", FieldKind.INTEGER, per_side=True, required=True, lowest=0, highest=MOST
    )
    sweeps: tuple[int, ...] = entry_field(
        "Sweeps", "How often the table was swept.", FieldKind.INTEGER, per_side=True, required=True, lowest=0, highest=20
    )


class Scopa(Game[ScopaOptions, ScopaHand]):
    key = "scopa"
    name = "Scopa"
    place = "Italy"
    summary = "Two pairs to 21: a point each for most cards, most coins, the seven of coins, the primiera, and one for each sweep."
    plays_cards = False
    pack = NO_PACK
    score_tables: tuple[ScoreTable, ...] = ()
    verbs = ()
    offences = {"offence": "an offence"}
    Options = ScopaOptions
    HandEntry = ScopaHand
    presets = (Preset("pairs", "Pairs to 21", {}),)

    def build_plan(self, options: ScopaOptions) -> Plan:
        return plan_of(options, self.side_count)

    def compute_steps(self, state: MatchState[ScopaOptions], entry: ScopaHand) -> tuple[ScoreStep, ...]:
        return (ScoreStep("points", entry.points), ScoreStep("sweeps", entry.sweeps))

    def hand_problems(self, state: MatchState[ScopaOptions], entry: ScopaHand) -> Iterator[Problem]:
        if sum(entry.points) > MOST:
            yield TOO_MANY.problem("points_0", given=sum(entry.points))

    def list_prices(self, options: ScopaOptions) -> tuple[FaultPrice, ...]:
        return (FaultPrice("offence", None),)

    def random_hand(self, state: MatchState[ScopaOptions], rng: random.Random) -> Event:
        first = rng.randint(0, MOST)
        return ScopaHand((first, rng.randint(0, MOST - first)), (rng.randint(0, 2), rng.randint(0, 2)))

    def cards_each(self, options: ScopaOptions) -> int:
        return 0

    def open_deal(self, state: MatchState[ScopaOptions], dealt: DealtCards) -> Deal:
        return Deal(state, NO_PACK, dealt, (0,) * self.seat_count, self.side_count, (), over=True)

    def build_outcome(self, deal: Deal) -> Event:
        return ScopaHand((0, 0), (0, 0))

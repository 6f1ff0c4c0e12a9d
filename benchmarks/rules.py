"""The rules engine beside its peers: random hands a second, and recorded hands replayed with every card checked.

    python -m benchmarks.rules [--json] [--quick]

The hands are those of Marafon: 40 cards, four players, follow suit, trumps, points in thirds. OpenSpiel has no such game; its hearts and
spades have 52 cards, so it is compared by the card. Of both games the better figure counts. Its Python API is measured as its own example
uses it (chance_outcomes and a weighted choice), and by the shortest loop that we know, which has no goal. All run in turn in one
process; the best of several rounds counts. Recorded hands are replayed by the referee of the site, who can say why a card is illegal:
no goal. `--quick` plays a hundredth of the hands in one round, to see that everything runs: its figures mean nothing.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.peers import naive
from rules import game_by_key
from rules.deals import Action, Deal, DealtCards
from rules.playout import play_out, shuffle_deck

GOALS = {"playouts_vs_openspiel_by_card": 5.0}
OURS, THEIRS = 40, 52
"""Cards in a pack, ours and OpenSpiel's."""
ROUNDS = 4
QUICK_SHARE = 100
"""The quick form takes one hand of so many."""

Workload = Callable[[], int]
"""Does some work and returns how many hands it was."""


def measure_rates(workloads: dict[str, Workload], rounds: int) -> dict[str, float]:
    """Hands a second of processor time: the best of several rounds after one warm-up; the workloads take turns."""
    best = dict.fromkeys(workloads, 0.0)
    for round_ in range(rounds + 1):
        for name, workload in workloads.items():
            start = time.process_time()
            hand_count = workload()
            if round_:
                best[name] = max(best[name], hand_count / (time.process_time() - start))
    return best


def run_naive_playouts(hands: int) -> int:
    rng = random.Random(1)
    for _hand in range(hands):
        naive.play_out(rng)
    return hands


def run_our_playouts(hands: int) -> int:
    pack, rng = game_by_key("marafon").pack, random.Random(1)
    for _hand in range(hands):
        play_out(pack, shuffle_deck(40, rng), rng.randrange(4), rng.randrange(4))
    return hands


class RecordedHands:
    """The same hands for both engines, cards by their names as the record writes them, played at random by the naive engine."""

    def __init__(self, hands: int) -> None:
        rng, self.game = random.Random(2), game_by_key("marafon")
        self.pack, self.state = self.game.pack, self.game.start(self.game.options_from({"finish": "end_of_hand"}))
        self.hands: list[tuple[list[list[str]], str, list[str]]] = []
        for _hand in range(hands):
            dealt, plays = naive.deal_hand(rng), []
            holdings = [[self.name_of_card(card) for card in player.hand] for player in dealt.players]
            while not dealt.is_over:
                card = rng.choice(dealt.list_legal_cards())
                plays.append(self.name_of_card(card))
                dealt.play_card(card)
            self.hands.append((holdings, dealt.trump.value, plays))

    def name_of_card(self, card: naive.NaiveCard) -> str:
        return self.pack.names[self.pack.suits.index(card.suit.value) * self.pack.size + int(card.rank)]

    def replay_naive(self) -> int:
        for holdings, trump, plays in self.hands:
            naive.replay_hand(holdings, trump, plays)
        return len(self.hands)

    def replay_ours(self) -> int:
        for holdings, trump, plays in self.hands:
            self.replay_one_of_ours(holdings, trump, plays)
        return len(self.hands)

    def replay_one_of_ours(self, holdings: list[list[str]], trump: str, plays: list[str]) -> Deal:
        """The referee of the site: every action is checked, and an illegal one stops the benchmark."""
        cards = tuple(tuple(map(self.pack.numbers.__getitem__, names)) for names in holdings)
        deal = self.game.apply_action(self.game.open_deal(self.state, DealtCards(cards, 3, 0)), Action(0, "trump", trump))
        for name in plays:
            action = Action(deal.turn or 0, "play", name)
            if self.game.find_action_problems(deal, action):
                raise ValueError(action)
            deal = self.game.apply_action(deal, action)
        return deal

    def engines_agree(self) -> bool:
        """Whether both engines come to the same tricks and points."""
        return all(
            (simple.tricks[0], simple.thirds[0]) == (len(ours.tricks_of(0)), ours.points_of(0))
            for hand in self.hands
            for simple, ours in [(naive.replay_hand(*hand), self.replay_one_of_ours(*hand))]
        )


def build_spiel_playouts(spiel: Any, name: str, hands: int, *, shortest: bool) -> Workload:
    """Random hands by the Python API: as OpenSpiel's own example plays chance, or by the shortest loop that does the same."""
    game = spiel.load_game(name)

    def play_hands() -> int:
        rng = random.Random(1)
        for _hand in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node() and not shortest:
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
        return hands

    return play_hands


def build_spiel_steps(spiel: Any, name: str, hands: int) -> Workload:
    """Recorded hands applied again from the deal on, every action checked; counts decisions."""
    game, rng = spiel.load_game(name), random.Random(1)
    recorded = []
    for _hand in range(hands):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        dealt, before = state.clone(), len(state.history())
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        recorded.append((dealt, state.history()[before:]))

    def replay_hands() -> int:
        for dealt, actions in recorded:
            state = dealt.clone()
            for action in actions:
                if action not in state.legal_actions():
                    raise ValueError(action)
                state.apply_action(action)
        return sum(len(actions) for _dealt, actions in recorded)

    return replay_hands


def build_workloads(share: int = 1) -> tuple[dict[str, Workload], list[str]]:
    """The workloads that can run here by name, with one hand of `share`, and the names of the missing peers."""
    recorded, missing = RecordedHands(300 // share), []
    if not recorded.engines_agree():
        raise SystemExit("the naive engine and ours disagree")
    workloads: dict[str, Workload] = {
        "naive, random": partial(run_naive_playouts, 1_000 // share),
        "ours, random": partial(run_our_playouts, 10_000 // share),
        "naive, replay": recorded.replay_naive,
        "ours, replay": recorded.replay_ours,
    }
    if find_spec("pyspiel") is not None:
        spiel: Any = import_module("pyspiel")
        for name in ("hearts(pass_cards=false)", "spades"):
            workloads[f"OpenSpiel {name}, random"] = build_spiel_playouts(spiel, name, 100 // share, shortest=False)
            workloads[f"OpenSpiel {name}, shortest loop"] = build_spiel_playouts(spiel, name, 100 // share, shortest=True)
            workloads[f"OpenSpiel {name}, steps"] = build_spiel_steps(spiel, name, max(1, 50 // share))
    else:
        missing.append("open_spiel")
    return workloads, missing


def compute_ratios(rate_by_name: dict[str, float]) -> dict[str, float]:
    """The ratios that could be measured."""
    best = {kind: max((value for name, value in rate_by_name.items() if name.startswith("OpenSpiel") and name.endswith(kind)), default=None)
            for kind in ("random", "shortest loop", "steps")}  # fmt: skip
    by_card = OURS / THEIRS
    pairs = {
        "playouts_vs_openspiel_by_card": (rate_by_name["ours, random"] * by_card, best["random"]),
        "replayed_cards_vs_openspiel_steps": (rate_by_name["ours, replay"] * OURS, best["steps"]),
        "replay_vs_naive": (rate_by_name["ours, replay"], rate_by_name["naive, replay"]),
        "playouts_vs_naive": (rate_by_name["ours, random"], rate_by_name["naive, random"]),
        "playouts_vs_openspiel_shortest_loop_by_card": (rate_by_name["ours, random"] * by_card, best["shortest loop"]),
    }
    return {name: round(ours / theirs, 2) for name, (ours, theirs) in pairs.items() if ours and theirs}


def print_table(rate_by_name: dict[str, float], missing: list[str]) -> None:
    table = Table(title="Rules engine, one core")
    table.add_column("engine")
    table.add_column("a second", justify="right")
    for name, value in rate_by_name.items():
        table.add_row(name, f"{value:,.0f}")
    console = Console()
    console.print(table)
    for name, ratio in compute_ratios(rate_by_name).items():
        goal = GOALS.get(name)
        console.print(f"{name}: {ratio}" + ("" if goal is None else f"  (goal {goal}: {'reached' if ratio >= goal else 'missed'})"))
    if missing:
        console.print(f"missing: {', '.join(missing)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="a hundredth of the hands, one round")
    arguments = parser.parse_args()
    workloads, missing = build_workloads(QUICK_SHARE if arguments.quick else 1)
    rate_by_name = measure_rates(workloads, 1 if arguments.quick else ROUNDS)
    print_table(rate_by_name, missing)
    if arguments.json:
        print(json.dumps({"benchmark": "rules", "ratios": compute_ratios(rate_by_name), "goals": GOALS, "missing": missing}))


if __name__ == "__main__":
    main()

"""The rules engine beside its peers: random hands a second, and recorded hands replayed with every card checked.

    python -m benchmarks.rules [--json]

The hands are those of Marafon: 40 cards, four players, follow suit, trumps, points in thirds. OpenSpiel has no such game; its hearts and
spades have 52 cards, so it is compared by the card. Of both games the better figure counts; its Python API is measured as its own example
uses it (chance_outcomes and a weighted choice), and by the shortest loop that we found, which has no goal. All run in turn in one
process; of some rounds the best counts. C is compiled on the spot when there is a compiler.
"""

import argparse
import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.peers import naive
from rules import game_by_key
from rules.playout import Played, play_out, shuffled
from rules.quick_replay import replay_plays
from rules.simulate_many import compiled, mass_results

GOALS = {
    "playouts_vs_openspiel_by_card": 5.0,
    "replayed_cards_vs_openspiel_steps": 1.0,
    "replay_vs_naive": 9.0,
    "mass_vs_openspiel_by_card": 300.0,
    "mass_vs_openspiel_cpp_by_card": 10.0,
    "mass_vs_c": 0.65,
}
OURS, THEIRS = 40, 52
"""Cards in a pack, ours and OpenSpiel's."""
ROUNDS = 4
C_SOURCE = Path(__file__).with_name("peers") / "playout.c"
C_DEALS = 1_000_000

Work = Callable[[], int]
"""Does some work and returns how many hands it was."""


def rates(works: dict[str, Work]) -> dict[str, float]:
    """Hands a second of processor time: after a first turn to warm up, all in turn for some rounds, the best of each."""
    best = dict.fromkeys(works, 0.0)
    for round_ in range(ROUNDS + 1):
        for name, work in works.items():
            start = time.process_time()
            done = work()
            if round_:
                best[name] = max(best[name], done / (time.process_time() - start))
    return best


def naive_playouts() -> int:
    rng = random.Random(1)
    for _hand in range(1_000):
        naive.play_out(rng)
    return 1_000


def our_playouts() -> int:
    pack, rng = game_by_key("marafon").pack, random.Random(1)
    for _hand in range(10_000):
        play_out(pack, shuffled(40, rng), rng.randrange(4), rng.randrange(4))
    return 10_000


def our_mass() -> int:
    game = game_by_key("marafon")
    mass = game.mass(game.start(game.options_from({})))
    assert mass is not None
    return sum(len(codes) for codes in mass_results(mass, 1_000_000, random.Random(1)))


class Recorded:
    """The same hands for both engines, cards by their names as the record writes them, played at random by the naive one."""

    def __init__(self, hands: int) -> None:
        rng, self.pack = random.Random(2), game_by_key("marafon").pack
        self.bits = {name: 1 << number for name, number in self.pack.numbers.items()}
        self.hands: list[tuple[list[list[str]], str, list[str]]] = []
        for _hand in range(hands):
            dealt, plays = naive.deal(rng), []
            holdings = [[self.name(card) for card in player.hand] for player in dealt.players]
            while not dealt.over:
                card = rng.choice(dealt.legal())
                plays.append(self.name(card))
                dealt.play(card)
            self.hands.append((holdings, dealt.trump.value, plays))

    def name(self, card: naive.Card) -> str:
        return self.pack.names[self.pack.suits.index(card.suit.value) * self.pack.size + int(card.rank)]

    def replay_naive(self) -> int:
        for holdings, trump, plays in self.hands:
            naive.replay(holdings, trump, plays)
        return len(self.hands)

    def replay_ours(self) -> int:
        for holdings, trump, plays in self.hands:
            self.ours(holdings, trump, plays)
        return len(self.hands)

    def ours(self, holdings: list[list[str]], trump: str, plays: list[str]) -> Played | int:
        masks = [sum(map(self.bits.__getitem__, names)) for names in holdings]
        numbers = list(map(self.pack.numbers.__getitem__, plays))
        return replay_plays(self.pack, masks, numbers, 0, self.pack.suits.index(trump))

    def agree(self) -> bool:
        """Both engines come to the same tricks and points."""
        return all(
            (slow.tricks[0], slow.thirds[0]) == (quick.tricks[0], quick.points[0])
            for hand in self.hands
            for slow, quick in [(naive.replay(*hand), self.ours(*hand))]
            if not isinstance(quick, int)
        )


def spiel_playouts(spiel: Any, name: str, *, shortest: bool) -> Work:
    """Random hands by the Python API: as OpenSpiel's own example plays chance, or by the shortest loop that does the same."""
    game = spiel.load_game(name)

    def work() -> int:
        rng = random.Random(1)
        for _hand in range(100):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node() and not shortest:
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
        return 100

    return work


def spiel_steps(spiel: Any, name: str) -> Work:
    """Recorded hands applied again from the deal on, every action checked; counts decisions."""
    game, rng = spiel.load_game(name), random.Random(1)
    recorded = []
    for _hand in range(50):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        dealt, before = state.clone(), len(state.history())
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        recorded.append((dealt, state.history()[before:]))

    def work() -> int:
        for dealt, actions in recorded:
            state = dealt.clone()
            for action in actions:
                if action not in state.legal_actions():
                    raise ValueError(action)
                state.apply_action(action)
        return sum(len(actions) for _dealt, actions in recorded)

    return work


def spiel_rollouts(spiel: Any, name: str) -> Work:
    """Random hands by OpenSpiel's own C++, without the dealing: one step of its tree search evaluates one position by rollouts."""
    game, rng, rollouts = spiel.load_game(name), random.Random(1), 5_000
    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(rng.choice(dealt.legal_actions()))
    search = {"uct_c": 1.0, "max_simulations": 1, "max_memory_mb": 100, "solve": False, "seed": 1, "verbose": False}

    def work() -> int:
        spiel.MCTSBot(game=game, evaluator=spiel.RandomRolloutEvaluator(rollouts, 1), **search).step(dealt)
        return rollouts

    return work


def in_c() -> float | None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "playout"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, C_SOURCE], check=True)
        said = [subprocess.run([program, str(C_DEALS)], check=True, capture_output=True, text=True).stdout for _round in range(ROUNDS)]
    return max(float(line.split()[0]) for line in said)


def works() -> tuple[dict[str, Work], list[str]]:
    """What can be measured here, by name, and the peers that are missing."""
    recorded, missing = Recorded(300), []
    if not recorded.agree():
        raise SystemExit("the naive engine and ours disagree")
    found: dict[str, Work] = {
        "naive, random": naive_playouts,
        "ours, random": our_playouts,
        "naive, replay": recorded.replay_naive,
        "ours, replay": recorded.replay_ours,
    }
    if compiled():
        found["ours, compiled"] = our_mass
    else:
        missing.append("numba")
    if find_spec("pyspiel") is not None:
        spiel: Any = import_module("pyspiel")
        for name in ("hearts(pass_cards=false)", "spades"):
            found[f"OpenSpiel {name}, random"] = spiel_playouts(spiel, name, shortest=False)
            found[f"OpenSpiel {name}, shortest loop"] = spiel_playouts(spiel, name, shortest=True)
            found[f"OpenSpiel {name}, steps"] = spiel_steps(spiel, name)
            found[f"OpenSpiel {name}, C++"] = spiel_rollouts(spiel, name)
    else:
        missing.append("open_spiel")
    return found, missing


def compare() -> tuple[dict[str, float], list[str]]:
    """Hands (of `steps`, decisions) a second by name, and the peers that are missing."""
    measured, missing = works()
    found, c_rate = rates(measured), in_c()
    if c_rate is None:
        return found, [*missing, "a C compiler"]
    return {**found, "C": c_rate}, missing


def ratios(found: dict[str, float]) -> dict[str, float]:
    """Those that could be measured."""
    best = {kind: max((value for name, value in found.items() if name.startswith("OpenSpiel") and name.endswith(kind)), default=None)
            for kind in ("random", "shortest loop", "steps", "C++")}  # fmt: skip
    mass = found.get("ours, compiled")
    by_card = OURS / THEIRS
    pairs = {
        "playouts_vs_openspiel_by_card": (found["ours, random"] * by_card, best["random"]),
        "replayed_cards_vs_openspiel_steps": (found["ours, replay"] * OURS, best["steps"]),
        "replay_vs_naive": (found["ours, replay"], found["naive, replay"]),
        "playouts_vs_naive": (found["ours, random"], found["naive, random"]),
        "mass_vs_openspiel_by_card": (mass and mass * by_card, best["random"]),
        "playouts_vs_openspiel_shortest_loop_by_card": (found["ours, random"] * by_card, best["shortest loop"]),
        "mass_vs_openspiel_shortest_loop_by_card": (mass and mass * by_card, best["shortest loop"]),
        "mass_vs_openspiel_cpp_by_card": (mass and mass * by_card, best["C++"]),
        "mass_vs_c": (mass, found.get("C")),
    }
    return {name: round(ours / theirs, 2) for name, (ours, theirs) in pairs.items() if ours and theirs}


def show(found: dict[str, float], missing: list[str]) -> None:
    table = Table(title="Rules engine, one core")
    table.add_column("engine")
    table.add_column("a second", justify="right")
    for name, value in found.items():
        table.add_row(name, f"{value:,.0f}")
    console = Console()
    console.print(table)
    for name, ratio in ratios(found).items():
        goal = GOALS.get(name)
        console.print(f"{name}: {ratio}" + ("" if goal is None else f"  (goal {goal}: {'reached' if ratio >= goal else 'missed'})"))
    if missing:
        console.print(f"missing: {', '.join(missing)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found, missing = compare()
    show(found, missing)
    if arguments.json:
        print(json.dumps({"benchmark": "rules", "ratios": ratios(found), "goals": GOALS, "missing": missing}))


if __name__ == "__main__":
    main()

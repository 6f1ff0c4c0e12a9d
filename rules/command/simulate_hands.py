"""`simulate GAME --deals N --seed S`: how often random legal hands score what, and how many hands a match takes."""

import argparse
import importlib
import importlib.util
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from rules.command.shared import Mistake, Report, Talk, add_game, chosen_game, chosen_options, columns
from rules.events import HandEntry
from rules.game import Game
from rules.options import Options
from rules.scorebook import Score, total
from rules.simulate import random_hands, random_match
from rules.texts import _

NAME, HELP = "simulate", "frequencies of scores over random legal hands"
MOST = 10_000_000
MATCHES_PER_DEAL = 0.01


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--deals", type=int, default=10_000, metavar="N", help="hands to play (default 10000)")
    parser.add_argument("--seed", default="1", help="source of chance; the same seed gives the same hands")


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    if not 1 <= arguments.deals <= MOST:
        raise Mistake(_("--deals must be from 1 to {most}."), most=MOST)
    options = chosen_options(game, arguments)
    rng = random.Random(arguments.seed)  # noqa: S311  # chance for card games, not for secrets
    scores = _scores(game, options, rng, tracked(range(arguments.deals), talk))
    lengths = Counter(_hands(game, options, rng) for _match in range(max(1, round(arguments.deals * MATCHES_PER_DEAL))))
    data = {
        "deals": arguments.deals,
        "seed": arguments.seed,
        "scores": {"–".join(map(str, score)): count for score, count in sorted(scores.items())},
        "hands_per_match": {str(hands): count for hands, count in sorted(lengths.items())},
    }
    return Report(data, (*_table(talk.say(_("score")), scores), "", *_table(talk.say(_("hands in a match")), lengths)))


def tracked(steps: Iterable[int], talk: Talk) -> Iterable[int]:
    """The steps with a progress bar, on a terminal where rich is installed."""
    if not talk.terminal or importlib.util.find_spec("rich") is None:
        return steps
    bar: Iterable[int] = importlib.import_module("rich.progress").track(steps, description="")
    return bar


def _scores(game: Game[Any, Any], options: Options, rng: random.Random, steps: Iterable[int]) -> Counter[Score]:
    state = game.start(options)
    counted: Counter[Score] = Counter()
    for _step, event in zip(steps, random_hands(game, options, rng, MOST), strict=False):
        if isinstance(event, HandEntry):
            counted[total(game.steps(state, event), game.side_count)] += 1
    return counted


def _hands(game: Game[Any, Any], options: Options, rng: random.Random) -> int:
    return sum(isinstance(event, HandEntry) for event in random_match(game, options, rng))


def _table(title: str, counted: Counter[Any]) -> tuple[str, ...]:
    everything = counted.total()
    rows = [
        ("–".join(map(str, value)) if isinstance(value, tuple) else str(value), str(count), f"{count / everything:.2%}")
        for value, count in sorted(counted.items())
    ]
    return columns([(title, "", ""), *rows])

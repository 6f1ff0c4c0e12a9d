"""`simulate GAME --deals N --seed S`: how often random legal hands score what, and how many hands a match takes."""

import argparse
import importlib
import importlib.util
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rules.command.shared import Mistake, Report, Talk, add_game, add_seed, chosen_game, chosen_options, columns
from rules.events import HandEntry
from rules.game import Game
from rules.options import Options
from rules.simulate import random_match
from rules.simulate_many import Progress, score_frequencies
from rules.texts import Translate, _, dashed

NAME, HELP = "simulate", _("frequencies of scores over random legal hands")
MOST = 10_000_000
MATCHES_PER_DEAL, MOST_MATCHES = 0.01, 1_000


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    add_game(parser, say)
    parser.add_argument("--deals", type=int, default=10_000, metavar="N", help=say(_("hands to play (default 10000)")))
    add_seed(parser, say)


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    if not 1 <= arguments.deals <= MOST:
        raise Mistake(_("--deals must be from 1 to {most}."), most=MOST)
    options = chosen_options(game, arguments)
    rng = random.Random(arguments.seed)  # noqa: S311  # chance for card games, not for secrets
    with progress_bar(arguments.deals, talk) as progress:
        scores = score_frequencies(game, options, arguments.deals, arguments.seed, progress)
    matches = max(1, min(MOST_MATCHES, round(arguments.deals * MATCHES_PER_DEAL)))
    lengths = Counter(_hands(game, options, rng) for _match in range(matches))
    data = {
        "deals": arguments.deals,
        "seed": arguments.seed,
        "scores": {dashed(score): count for score, count in sorted(scores.items())},
        "hands_per_match": {str(hands): count for hands, count in sorted(lengths.items())},
    }
    return Report(data, (*_table(talk.say(_("score")), scores), "", *_table(talk.say(_("hands in a match")), lengths)))


@contextmanager
def progress_bar(deals: int, talk: Talk) -> Iterator[Progress]:
    """What hears how many more hands are done: a bar on a terminal where rich is installed."""
    if not talk.terminal or importlib.util.find_spec("rich") is None:
        yield lambda _done: None
        return
    with importlib.import_module("rich.progress").Progress() as bar:
        task = bar.add_task("", total=deals)
        yield lambda done: bar.advance(task, done)


def _hands(game: Game[Any, Any], options: Options, rng: random.Random) -> int:
    return sum(isinstance(event, HandEntry) for event in random_match(game, options, rng))


def _table(title: str, counted: Counter[Any]) -> tuple[str, ...]:
    everything = counted.total()
    rows = [
        (dashed(value) if isinstance(value, tuple) else str(value), str(count), f"{count / everything:.2%}")
        for value, count in sorted(counted.items())
    ]
    return columns([(title, "", ""), *rows])

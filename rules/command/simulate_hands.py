"""`simulate GAME --deals N --seed S`: the frequency of each score over random legal hands, and the number of hands in a match."""

import argparse
import random
from collections import Counter
from typing import Any

from rules.command.shared import (
    CommandReport,
    InputError,
    OutputContext,
    add_game_arguments,
    add_seed_argument,
    align_columns,
    find_chosen_game,
    parse_chosen_options,
)
from rules.events import HandEntry
from rules.game import Game
from rules.options import Options
from rules.scorebook import Score, sum_steps
from rules.simulate import play_random_hands, play_random_match
from rules.texts import Translate, _, format_score

NAME, HELP = "simulate", _("frequencies of scores over random legal hands")
MAX_DEALS = 1_000_000
MATCHES_PER_DEAL, MAX_MATCHES = 0.01, 1_000


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    add_game_arguments(parser, translate)
    parser.add_argument("--deals", type=int, default=10_000, metavar="N", help=translate(_("hands to play (default 10000)")))
    add_seed_argument(parser, translate)


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    game = find_chosen_game(arguments)
    if not 1 <= arguments.deals <= MAX_DEALS:
        raise InputError(_("--deals must be from 1 to {most}."), most=MAX_DEALS)
    options = parse_chosen_options(game, arguments)
    rng = random.Random(arguments.seed)  # noqa: S311  # chance for card games, not for secrets
    scores = count_scores(game, options, arguments.deals, arguments.seed)
    matches = max(1, min(MAX_MATCHES, round(arguments.deals * MATCHES_PER_DEAL)))
    lengths = Counter(_count_hands(game, options, rng) for _match in range(matches))
    data = {
        "deals": arguments.deals,
        "seed": arguments.seed,
        "scores": {format_score(score): count for score, count in sorted(scores.items())},
        "hands_per_match": {str(hands): count for hands, count in sorted(lengths.items())},
    }
    return CommandReport(
        data,
        (
            *_frequency_lines(output.format_message(_("score")), scores),
            "",
            *_frequency_lines(output.format_message(_("hands in a match")), lengths),
        ),
    )


def count_scores(game: Game[Any, Any], options: Options, deals: int, seed: str) -> Counter[Score]:
    """How often so many random hands, each the first of a match, score what; void hands and claims are played and not counted."""
    rng, state = random.Random(seed), game.start(options)  # noqa: S311  # chance for card games, not for secrets
    hands = (event for event in play_random_hands(game, options, rng, deals) if isinstance(event, HandEntry))
    return Counter(sum_steps(game.compute_steps(state, hand), game.side_count) for hand in hands)


def _count_hands(game: Game[Any, Any], options: Options, rng: random.Random) -> int:
    return sum(isinstance(event, HandEntry) for event in play_random_match(game, options, rng))


def _frequency_lines(title: str, frequencies: Counter[Any]) -> tuple[str, ...]:
    total_count = frequencies.total()
    rows = [
        (format_score(value) if isinstance(value, tuple) else str(value), str(count), f"{count / total_count:.2%}")
        for value, count in sorted(frequencies.items())
    ]
    return align_columns([(title, "", ""), *rows])

"""`witness GAME field=value …`: construct a whole legal hand, card by card, that ends exactly as the sheet says."""

import argparse
import random
import time
from typing import Any

from rules import notation, record
from rules.command.shared import (
    CommandReport,
    InputError,
    OutputContext,
    add_box_arguments,
    add_game_arguments,
    add_seed_argument,
    add_standing_arguments,
    build_chosen_standing,
    find_chosen_game,
    parse_chosen_boxes,
    problem_to_json,
)
from rules.game import Game
from rules.texts import Translate, _
from rules.witness import find_witness

NAME, HELP = "witness", _("construct a whole legal hand that ends as a sheet says")
MAX_SECONDS = 3600


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    add_game_arguments(parser, translate)
    add_standing_arguments(parser, translate)
    add_box_arguments(parser, translate)
    add_seed_argument(parser, translate)
    parser.add_argument("--seconds", type=float, default=10, metavar="N", help=translate(_("how long to look (default 10)")))


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    game = find_chosen_game(arguments)
    if not 0 < arguments.seconds <= MAX_SECONDS:
        raise InputError(_("--seconds must be more than 0 and at most {most}."), most=MAX_SECONDS)
    state = build_chosen_standing(game, arguments)
    entry = game.entry_from(state, parse_chosen_boxes(game, arguments))
    problems = game.problems(state, entry)
    if any(problem.is_impossible for problem in problems):
        data = {"hand": game.event_to_json(entry), "problems": [problem_to_json(problem, output.translate) for problem in problems]}
        return CommandReport(data, output.format_problems(problems), good=False)
    rng = random.Random(arguments.seed)  # noqa: S311  # chance for card games, not for secrets
    deadline = time.monotonic() + arguments.seconds
    return _build_report(game, find_witness(game, state, entry, rng, lambda: time.monotonic() < deadline), output)


def _build_report(game: Game[Any, Any], hand_record: record.HandRecord | None, output: OutputContext) -> CommandReport:
    if hand_record is None:
        text = output.format_message(_("No hand found in this time, which proves nothing. Search longer, or with another --seed."))
        return CommandReport({"found": False}, (text,))
    return CommandReport({"found": True, "record": record.to_json(hand_record)}, tuple(notation.to_text(game, hand_record).splitlines()))

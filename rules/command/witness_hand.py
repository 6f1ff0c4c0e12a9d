"""`witness GAME field=value …`: a whole legal hand, card by card, that ends exactly as the sheet says."""

import argparse
import random
import time
from typing import Any

from rules import notation, record
from rules.command.shared import (
    Mistake,
    Report,
    Talk,
    add_boxes,
    add_game,
    add_seed,
    add_standing,
    chosen_game,
    chosen_standing,
    pairs,
    problem_json,
)
from rules.game import Game
from rules.texts import Translate, _
from rules.witness import find

NAME, HELP = "witness", _("construct a whole legal hand that ends as a sheet says")
LONGEST = 3600


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    add_game(parser, say)
    add_standing(parser, say)
    add_boxes(parser, say)
    add_seed(parser, say)
    parser.add_argument("--seconds", type=float, default=10, metavar="N", help=say(_("how long to look (default 10)")))


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    if not 0 < arguments.seconds <= LONGEST:
        raise Mistake(_("--seconds must be more than 0 and at most {most}."), most=LONGEST)
    state = chosen_standing(game, arguments)
    entry = game.entry_from(state, pairs(arguments.fields))
    problems = game.problems(state, entry)
    if any(problem.impossible for problem in problems):
        data = {"hand": game.event_to_json(entry), "problems": [problem_json(problem, talk.translate) for problem in problems]}
        return Report(data, talk.problems(problems), good=False)
    rng = random.Random(arguments.seed)  # noqa: S311  # chance for card games, not for secrets
    end = time.monotonic() + arguments.seconds
    return _report(game, find(game, state, entry, rng, lambda: time.monotonic() < end), talk)


def _report(game: Game[Any, Any], found: record.Record | None, talk: Talk) -> Report:
    if found is None:
        said = talk.say(_("No hand was found in this time. That proves nothing: look longer, or with another --seed."))
        return Report({"found": False}, (said,))
    return Report({"found": True, "record": record.to_json(found)}, tuple(notation.to_text(game, found).splitlines()))

"""`diagnose GAME field=value …`: everything that is wrong with a sheet, and the slips that would explain it, likeliest first."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from rules.command.shared import Report, Talk, add_boxes, add_game, add_standing, chosen_game, chosen_standing, pairs, problem_json
from rules.game import Game
from rules.problems import Problem, RuleViolation, Slip, describe_slip
from rules.scorebook import MatchState
from rules.texts import Translate, _

NAME, HELP = "diagnose", _("say what is wrong with a sheet and which slip explains it")


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    add_game(parser, say)
    add_standing(parser, say)
    add_boxes(parser, say)


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    state = chosen_standing(game, arguments)
    typed = pairs(arguments.fields)
    problems, slips = examine(game, state, typed)
    data = {
        "problems": [problem_json(problem, talk.translate) for problem in problems],
        "slips": [
            {"code": slip.code, "changes": slip.changes, "fields": dict(slip.fields), "message": describe_slip(slip, talk.translate)}
            for slip in slips
        ],
    }
    return Report(data, tuple(_lines(problems, slips, talk)), good=not any(problem.impossible for problem in problems))


def examine(game: Game[Any, Any], state: MatchState[Any], typed: Mapping[str, str]) -> tuple[tuple[Problem, ...], tuple[Slip, ...]]:
    """Problems of what was typed, even when no entry can be built of it, and the slips that would make it possible."""
    try:
        entry = game.entry_from(state, typed)
    except RuleViolation as refusal:
        return refusal.problems, game.slips(state, typed)
    problems = game.problems(state, entry)
    return problems, tuple(slip for problem in problems for slip in problem.slips)


def _lines(problems: tuple[Problem, ...], slips: tuple[Slip, ...], talk: Talk) -> Iterator[str]:
    yield from talk.problems(problems) or (talk.say(_("This sheet is possible.")),)
    for slip in slips:
        boxes = " ".join(f"{box}={text}" for box, text in slip.fields.items() if text)
        yield f"{slip.changes}  {describe_slip(slip, talk.translate)}: {boxes}"

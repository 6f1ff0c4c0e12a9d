"""`diagnose GAME field=value …`: everything that is wrong with a sheet, and the slips that would explain it, likeliest first."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from rules.command.shared import (
    CommandReport,
    OutputContext,
    add_hand_arguments,
    build_chosen_standing,
    find_chosen_game,
    parse_chosen_boxes,
    problem_to_json,
)
from rules.game import Game
from rules.problems import Problem, RuleViolation, Slip, describe_slip
from rules.scorebook import MatchState
from rules.texts import Translate, _

NAME, HELP = "diagnose", _("say what is wrong with a sheet and which slip explains it")


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    add_hand_arguments(parser, translate)


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    game = find_chosen_game(arguments)
    state = build_chosen_standing(game, arguments)
    typed = parse_chosen_boxes(game, arguments)
    problems, slips = examine_sheet(game, state, typed)
    data = {
        "problems": [problem_to_json(problem, output.translate) for problem in problems],
        "slips": [
            {"code": slip.code, "changes": slip.changes, "fields": dict(slip.fields), "message": describe_slip(slip, output.translate)}
            for slip in slips
        ],
    }
    return CommandReport(data, tuple(_report_lines(problems, slips, output)), good=not any(problem.is_impossible for problem in problems))


def examine_sheet(game: Game[Any, Any], state: MatchState[Any], typed: Mapping[str, str]) -> tuple[tuple[Problem, ...], tuple[Slip, ...]]:
    """The problems of the typed sheet, even when no entry can be built, and the slips that would make it possible."""
    try:
        entry = game.entry_from(state, typed)
    except RuleViolation as refusal:
        return refusal.problems, game.find_slips(state, typed)
    problems = game.problems(state, entry, typed)
    return problems, tuple(slip for problem in problems for slip in problem.slips)


def _report_lines(problems: tuple[Problem, ...], slips: tuple[Slip, ...], output: OutputContext) -> Iterator[str]:
    yield from output.format_problems(problems) or (output.format_message(_("This sheet is possible.")),)
    for slip in slips:
        boxes = " ".join(f"{box}={text}" for box, text in slip.fields.items() if text)
        yield f"{slip.changes}  {describe_slip(slip, output.translate)}: {boxes}"

"""`score GAME field=value …`: complete, check and score a hand as the sheet writes it; `diagnose` explains a refusal."""

import argparse
from collections.abc import Iterator
from typing import Any

from rules.command.shared import (
    CommandReport,
    OutputContext,
    add_hand_arguments,
    build_chosen_standing,
    find_chosen_game,
    format_game,
    parse_chosen_boxes,
    problem_to_json,
)
from rules.events import Event
from rules.game import Game
from rules.scorebook import MatchState
from rules.texts import Translate, _, format_score

NAME, HELP = "score", _("score a hand as the sheet writes it")


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    add_hand_arguments(parser, translate)


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    game = find_chosen_game(arguments)
    state = build_chosen_standing(game, arguments)
    entry = game.entry_from(state, parse_chosen_boxes(game, arguments))
    problems = game.problems(state, entry)
    data = {"hand": game.event_to_json(entry), "problems": [problem_to_json(problem, output.translate) for problem in problems]}
    if any(problem.is_impossible for problem in problems):
        return CommandReport(data, output.format_problems(problems), good=False)
    next_state = game.advance(state, entry)
    line = next_state.lines[-1] if next_state.lines else next_state.finished[-1].lines[-1]
    steps = [{"reason": output.translate(step.reason), "points": list(step.points)} for step in line.steps]
    score_data = {"steps": steps, "score": list(line.score), "games_won": list(next_state.games_won), "winner": next_state.winner}
    return CommandReport({**data, **score_data}, (*_report_lines(game, entry, next_state, output), *output.format_problems(problems)))


def _report_lines(game: Game[Any, Any], entry: Event, next_state: MatchState[Any], output: OutputContext) -> Iterator[str]:
    line = next_state.lines[-1] if next_state.lines else next_state.finished[-1].lines[-1]
    yield " ".join(f"{box}={text}" for box, text in game.typed_from(entry).items() if text)
    for step in line.steps:
        yield f"{output.translate(step.reason)}: {format_score(step.points)}"
    yield output.format_message(_("score {score}"), score=format_score(line.score))
    if next_state.finished and next_state.finished[-1].lines and not next_state.lines:
        yield format_game(next_state.finished[-1], output)

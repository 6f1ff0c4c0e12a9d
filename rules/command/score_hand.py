"""`score GAME field=value …`: a hand as the sheet writes it, completed, judged and scored; `diagnose` says why not."""

import argparse
from collections.abc import Iterator
from typing import Any

from rules.command.shared import (
    Report,
    Talk,
    add_boxes,
    add_game,
    add_standing,
    chosen_game,
    chosen_standing,
    game_line,
    pairs,
    problem_json,
)
from rules.events import Event
from rules.game import Game
from rules.scorebook import MatchState
from rules.texts import Translate, _, dashed

NAME, HELP = "score", _("score a hand as the sheet writes it")


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    add_game(parser, say)
    add_standing(parser, say)
    add_boxes(parser, say)


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    state = chosen_standing(game, arguments)
    entry = game.entry_from(state, pairs(arguments.fields))
    problems = game.problems(state, entry)
    data = {"hand": game.event_to_json(entry), "problems": [problem_json(problem, talk.translate) for problem in problems]}
    if any(problem.impossible for problem in problems):
        return Report(data, talk.problems(problems), good=False)
    after = game.advance(state, entry)
    line = after.lines[-1] if after.lines else after.finished[-1].lines[-1]
    steps = [{"reason": talk.translate(step.reason), "points": list(step.points)} for step in line.steps]
    told = {"steps": steps, "score": list(line.score), "games_won": list(after.games_won), "winner": after.winner}
    return Report({**data, **told}, (*_lines(game, entry, after, talk), *talk.problems(problems)))


def _lines(game: Game[Any, Any], entry: Event, after: MatchState[Any], talk: Talk) -> Iterator[str]:
    line = after.lines[-1] if after.lines else after.finished[-1].lines[-1]
    yield " ".join(f"{box}={text}" for box, text in game.typed_from(entry).items() if text)
    for step in line.steps:
        yield f"{talk.translate(step.reason)}: {dashed(step.points)}"
    yield talk.say(_("score {score}"), score=dashed(line.score))
    if after.finished and after.finished[-1].lines and not after.lines:
        yield game_line(after.finished[-1], talk)

"""`match GAME FILE`: a list of events folded to the match.

FILE is JSON (a list of events, or an object with `options` and `events`) or text, one event a line: `maker=B1 points_0=7⅓`
is a hand, `claim side=A taken=12` another kind. In text a line `option NAME=VALUE` sets an option.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.codec import Json
from rules.command.shared import (
    Mistake,
    Report,
    Talk,
    add_game,
    chosen_game,
    chosen_options,
    game_line,
    pairs,
    parse_json,
    problem_json,
    read_file,
    side_letter,
)
from rules.events import Event
from rules.game import Game
from rules.problems import Problem, RuleViolation
from rules.scorebook import Line, MatchState
from rules.texts import Translate, _, dashed

NAME, HELP = "match", _("fold a list of hands and other events to the match")
ABOUT = _(
    "fold a list of hands and other events to the match. FILE is JSON (a list of events, or an object with `options` and `events`) or "
    "text, one event a line: `maker=B1 points_0=7⅓` is a hand, `claim side=A taken=12` another kind; `option NAME=VALUE` sets an option."
)


@dataclass(frozen=True, slots=True)
class Told:
    """The match as far as it went, and what stopped it."""

    state: MatchState[Any]
    stopped: int | None = None
    """Number of the refused event, from 1."""
    problems: tuple[Problem, ...] = ()


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    add_game(parser, say)
    parser.add_argument("file", metavar=say(_("FILE")), help=say(_("JSON or text")))


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    text = read_file(arguments.file)
    told = _fold_json(game, arguments, text) if text.lstrip()[:1] in ("[", "{") else _fold_text(game, arguments, text)
    return Report(_data(told, talk), tuple(_lines(game, told, talk)), good=told.stopped is None)


def _fold_json(game: Game[Any, Any], arguments: argparse.Namespace, text: str) -> Told:
    data = parse_json(text)
    options = chosen_options(game, arguments)
    if isinstance(data, Mapping):
        if data.get("game", game.key) != game.key:
            raise Mistake(_("This file holds a match of “{given}”, not of “{game}”."), given=data["game"], game=game.key)
        options = game.options_from(data.get("options", {}))
        data = data.get("events")
    if not isinstance(data, list):
        raise Mistake(_("The file should hold a list of events."))
    told = Told(game.start(options))
    for number, part in enumerate(data, start=1):
        told = _next(game, told, number, lambda _state, part=part: game.event_from_json(part))
        if told.stopped is not None:
            break
    return told


def _fold_text(game: Game[Any, Any], arguments: argparse.Namespace, text: str) -> Told:
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    events = [words for words in lines if words and words[0] != "option"]
    arguments.option += [word for words in lines if words[:1] == ["option"] for word in words[1:]]
    told = Told(game.start(chosen_options(game, arguments)))
    for number, words in enumerate(events, start=1):
        told = _next(game, told, number, lambda state, words=words: _typed_event(game, state, words))
        if told.stopped is not None:
            break
    return told


def _typed_event(game: Game[Any, Any], state: MatchState[Any], words: list[str]) -> Event:
    kind, boxes = ("hand", words) if "=" in words[0] else (words[0], words[1:])
    if kind not in game.event_types:
        raise Mistake(_("There is no event “{given}”. Known: {known}."), given=kind, known=", ".join(game.event_types))
    return game.event_from(state, kind, pairs(boxes))


def _next(game: Game[Any, Any], told: Told, number: int, read: Any) -> Told:
    try:
        return Told(game.advance(told.state, read(told.state)))
    except RuleViolation as refusal:
        return Told(told.state, number, refusal.problems)


def _data(told: Told, talk: Talk) -> Json:
    state = told.state
    return {
        "games": [
            {"number": game.number, "target": game.target, "score": list(game.score), "winner": game.winner, "ending": game.ending.value}
            for game in state.finished
        ],
        "score": list(state.score),
        "games_won": list(state.games_won),
        "winner": state.winner,
        "over": state.over,
        "stopped": told.stopped,
        "problems": [problem_json(problem, talk.translate) for problem in told.problems],
    }


def _lines(game: Game[Any, Any], told: Told, talk: Talk) -> Iterator[str]:
    for finished in told.state.finished:
        yield from _game_lines(game, finished.lines)
        yield game_line(finished, talk)
    yield from _game_lines(game, told.state.lines)
    if not told.state.finished and not told.state.lines and not told.state.over and told.stopped is None:
        yield talk.say(_("Nothing is entered in this match yet: one event a line, its boxes as NAME=VALUE."))
    if told.state.over:
        won = dashed(told.state.games_won)
        yield talk.say(_("match: {winner}, {games}"), winner=side_letter(told.state.winner), games=won)
    if told.stopped is not None:
        yield talk.say(_("event {number} is refused:"), number=told.stopped)
        yield from talk.problems(told.problems)


def _game_lines(game: Game[Any, Any], lines: tuple[Line, ...]) -> Iterator[str]:
    for line in lines:
        boxes = " ".join(f"{box}={text}" for box, text in game.typed_from(line.event).items() if text)
        yield f"  {dashed(line.score):>9}  {line.event.kind}: {boxes}"

"""`match GAME FILE`: fold a list of events to the state of the match.

FILE is JSON (a list of events, or an object with `options` and `events`) or text, one event a line: `maker=B1 points_0=7⅓`
is a hand, `claim side=A taken=12` another kind. In text a line `option NAME=VALUE` sets an option, and a value may have several words:
`turned=re di spade total_0=45`.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.codec import Json
from rules.command.shared import (
    CommandReport,
    InputError,
    OutputContext,
    WrongArgument,
    add_dealer_argument,
    add_game_arguments,
    find_chosen_dealer,
    find_chosen_game,
    format_game,
    format_side,
    parse_chosen_options,
    parse_json,
    parse_pairs,
    problem_to_json,
    read_file,
)
from rules.events import Event
from rules.game import Game
from rules.problems import Problem, RuleViolation
from rules.scorebook import MatchState, ScoreLine
from rules.texts import Translate, _, format_score

FILE_KEYS = ("game", "options", "events")
NAME, HELP = "match", _("compute a match from a list of hands and other events")
ABOUT = _(
    "compute a match from a list of hands and other events. FILE is JSON (a list of events, or an object with "
    "`options` and `events`) or text, one event a line: `maker=B1 points_0=7⅓` is a hand, `claim side=A "
    "taken=12` another kind; `option NAME=VALUE` sets an option."
)


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """The match after the events that were accepted, and the problems of the event that stopped it."""

    state: MatchState[Any]
    stopped: int | None = None
    """Number of the refused event, from 1."""
    problems: tuple[Problem, ...] = ()
    line: int | None = None
    """Line of the refused event in a text, from 1."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """What a line of a text says, and its number in the file, from 1."""

    number: int
    words: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    add_game_arguments(parser, translate)
    add_dealer_argument(parser, translate)
    parser.add_argument("file", metavar=translate(_("FILE")), help=translate(_("JSON or text; - is the standard input")))


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    game = find_chosen_game(arguments)
    text = read_file(arguments.file)
    progress = _fold_json(game, arguments, text) if text.lstrip()[:1] in ("[", "{") else _fold_text(game, arguments, text)
    return CommandReport(_report_data(game, progress, output), tuple(_report_lines(game, progress, output)), good=progress.stopped is None)


def _fold_json(game: Game[Any, Any], arguments: argparse.Namespace, text: str) -> MatchProgress:
    data = parse_json(text)
    written: object = {}
    if isinstance(data, Mapping):
        _check_keys(game, data)
        written, data = data.get("options", {}), data.get("events")
    if not isinstance(data, list) or not isinstance(written, Mapping):
        raise InputError(_("The file must contain a list of events."))
    progress = _start_match(game, arguments, written)
    for number, event_data in enumerate(data, start=1):
        progress = _advance_match(game, progress, number, lambda _state, event_data=event_data: game.event_from_json(event_data))
        if progress.stopped is not None:
            break
    return progress


def _check_keys(game: Game[Any, Any], data: Mapping[str, Any]) -> None:
    if data.get("game", game.key) != game.key:
        raise InputError(_("This file contains a match of “{given}”, not of “{game}”."), given=data["game"], game=game.key)
    unknown = [key for key in data if key not in FILE_KEYS]
    if unknown:
        raise InputError(_("A match has no “{given}”. Known: {known}."), given=unknown[0], known=", ".join(FILE_KEYS))


def _start_match(game: Game[Any, Any], arguments: argparse.Namespace, written: Mapping[str, object] | None = None) -> MatchProgress:
    return MatchProgress(game.start(parse_chosen_options(game, arguments, written), find_chosen_dealer(game, arguments)))


def _fold_text(game: Game[Any, Any], arguments: argparse.Namespace, text: str) -> MatchProgress:
    lines = [TextLine(number, tuple(line.partition("#")[0].split())) for number, line in enumerate(text.splitlines(), start=1)]
    option_lines = [line for line in lines if line.words[:1] == ("option",)]
    written = {name: value for line in option_lines for name, value in _parse_boxes(line.number, line.words[1:]).items()}
    try:
        progress = _start_match(game, arguments, written)
    except WrongArgument:
        raise
    except RuleViolation as refusal:
        numbers = {name: line.number for line in option_lines for name in _parse_boxes(line.number, line.words[1:])}
        raise RuleViolation(problem.at_line(numbers.get(problem.field, 0)) for problem in refusal.problems) from refusal
    events = [line for line in lines if line.words and line not in option_lines]
    for number, line in enumerate(events, start=1):
        progress = _advance_match(game, progress, number, lambda state, line=line: _typed_event(game, state, line))
        if progress.stopped is not None:
            return replace(progress, line=line.number)
    return progress


def _typed_event(game: Game[Any, Any], state: MatchState[Any], line: TextLine) -> Event:
    kind, boxes = ("hand", line.words) if "=" in line.words[0] else (line.words[0], line.words[1:])
    if kind not in game.event_types:
        known = ", ".join(game.event_types)
        raise InputError(_("Line {line}: there is no event “{given}”. Known: {known}."), line=line.number, given=kind, known=known)
    return game.event_from(state, kind, _parse_boxes(line.number, boxes))


def _parse_boxes(line: int, words: tuple[str, ...]) -> dict[str, str]:
    """`turned=re di spade total_0=45` as a mapping: a word without `=` belongs to the value before it. Raises: InputError."""
    pairs: list[str] = []
    for word in words:
        if "=" in word:
            pairs.append(word)
        elif pairs:
            pairs[-1] += f" {word}"
        else:
            raise InputError(_("Line {line}: “{given}” should be NAME=VALUE."), line=line, given=word)
    return parse_pairs(pairs)


def _advance_match(game: Game[Any, Any], progress: MatchProgress, number: int, build_event: Any) -> MatchProgress:
    try:
        return MatchProgress(game.advance(progress.state, build_event(progress.state)))
    except RuleViolation as refusal:
        return MatchProgress(progress.state, number, refusal.problems)


def _report_data(game: Game[Any, Any], progress: MatchProgress, output: OutputContext) -> Json:
    state = progress.state
    return {
        "games": [
            {"number": game.number, "target": game.target, "score": list(game.score), "winner": game.winner, "ending": game.ending.value}
            for game in state.finished
        ],
        "score": list(state.score),
        "games_won": list(state.games_won),
        "winner": state.winner,
        "over": state.over,
        "dealer": None if state.dealer is None else game.sitting.seat_name(state.dealer),
        "stopped": progress.stopped,
        "line": progress.line,
        "problems": [problem_to_json(problem, output.translate) for problem in progress.problems],
    }


def _report_lines(game: Game[Any, Any], progress: MatchProgress, output: OutputContext) -> Iterator[str]:
    for finished_game in progress.state.finished:
        yield from _game_lines(game, finished_game.lines)
        yield format_game(finished_game, output)
    yield from _game_lines(game, progress.state.lines)
    if not progress.state.finished and not progress.state.lines and not progress.state.over and progress.stopped is None:
        yield output.format_message(_("Nothing is entered in this match yet: one event a line, its boxes as NAME=VALUE."))
    if progress.state.over:
        games_won_text = format_score(progress.state.games_won)
        yield output.format_message(_("match: {winner}, {games}"), winner=format_side(progress.state.winner), games=games_won_text)
    if progress.line is not None:
        yield output.format_message(_("line {line}, event {number}, is refused:"), line=progress.line, number=progress.stopped)
    elif progress.stopped is not None:
        yield output.format_message(_("event {number} is refused:"), number=progress.stopped)
    if progress.stopped is not None:
        yield from output.format_problems(progress.problems)


def _game_lines(game: Game[Any, Any], lines: tuple[ScoreLine, ...]) -> Iterator[str]:
    for line in lines:
        boxes = " ".join(f"{box}={text}" for box, text in game.typed_from(line.event).items() if text)
        yield f"  {format_score(line.score):>9}  {line.event.kind}: {boxes}"

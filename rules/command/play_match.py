"""`match GAME FILE`: fold a list of events to the state of the match.

FILE is JSON (a list of events, or an object with `options` and `events`) or text, one event a line: `maker=B1 points_0=7⅓`
is a hand, `claim side=A taken=12` another kind. In text a line `option NAME=VALUE` sets an option.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.codec import Json
from rules.command.shared import (
    CommandReport,
    InputError,
    OutputContext,
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
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    events = [words for words in lines if words and words[0] != "option"]
    arguments.option += [word for words in lines if words[:1] == ["option"] for word in words[1:]]
    progress = _start_match(game, arguments)
    for number, words in enumerate(events, start=1):
        progress = _advance_match(game, progress, number, lambda state, words=words: _typed_event(game, state, words))
        if progress.stopped is not None:
            break
    return progress


def _typed_event(game: Game[Any, Any], state: MatchState[Any], words: list[str]) -> Event:
    kind, boxes = ("hand", words) if "=" in words[0] else (words[0], words[1:])
    if kind not in game.event_types:
        raise InputError(_("There is no event “{given}”. Known: {known}."), given=kind, known=", ".join(game.event_types))
    return game.event_from(state, kind, parse_pairs(boxes))


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
    if progress.stopped is not None:
        yield output.format_message(_("event {number} is refused:"), number=progress.stopped)
        yield from output.format_problems(progress.problems)


def _game_lines(game: Game[Any, Any], lines: tuple[ScoreLine, ...]) -> Iterator[str]:
    for line in lines:
        boxes = " ".join(f"{box}={text}" for box, text in game.typed_from(line.event).items() if text)
        yield f"  {format_score(line.score):>9}  {line.event.kind}: {boxes}"

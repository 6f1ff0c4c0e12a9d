"""What subcommands share: the report that they return, message formatting, arguments for games and options, files."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.codec import Json
from rules.game import Game
from rules.games import GAMES, game_by_key
from rules.options import Options
from rules.parsing import UNKNOWN_FIELD
from rules.problems import Problem, RuleViolation, describe
from rules.scorebook import FinishedGame, MatchState, build_standing
from rules.texts import SIDE_LETTERS, Translate, _, format_score

NO_GAME = _("There is no game “{given}”. Known: {known}.")


class InputError(Exception):
    """Bad input: the message to show, as a msgid, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        self.message = message
        self.values = values
        super().__init__(message.format(**values))


class WrongArgument(RuleViolation):
    """An option or a box of the command line that the game does not have, or an option with a value that it cannot have."""


@dataclass(frozen=True, slots=True)
class CommandReport:
    """The result of a command: `data` for programs, `lines` for people. `good=False` makes the exit status 1."""

    data: Json
    lines: tuple[str, ...]
    good: bool = True


@dataclass(frozen=True, slots=True)
class OutputContext:
    """How to format messages for the person who runs the command."""

    translate: Translate
    terminal: bool = False
    """Whether a progress bar may be drawn."""

    def format_message(self, message: str, **values: object) -> str:
        return self.translate(message).format(**values)

    def format_problems(self, problems: Iterable[Problem]) -> tuple[str, ...]:
        return tuple(describe(problem, self.translate) for problem in problems)


def add_game_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    parser.add_argument("game", metavar=translate(_("GAME")), help=", ".join(game.key for game in GAMES))
    parser.add_argument("--preset", metavar=translate(_("NAME")), help=translate(_("named set of options")))
    parser.add_argument(
        "--option", action="append", default=[], metavar=translate(_("NAME=VALUE")), help=translate(_("one rule option; may be repeated"))
    )


def add_standing_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    """Arguments for the state of the match before the hand."""
    points = translate(_("POINTS"))
    parser.add_argument(
        "--standing", nargs="+", type=int, default=[], metavar=points, help=translate(_("score of each side before the hand"))
    )
    parser.add_argument("--number", type=int, default=1, metavar="N", help=translate(_("number of the game in the match")))
    add_dealer_argument(parser, translate)


def add_dealer_argument(parser: argparse.ArgumentParser, translate: Translate) -> None:
    parser.add_argument("--dealer", metavar=translate(_("SEAT")), help=translate(_("seat that deals, as A1")))


def add_box_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    parser.add_argument("fields", nargs="+", metavar=translate(_("FIELD=VALUE")), help=translate(_("boxes of the sheet, as total_0=45")))


def add_hand_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    """Arguments for a hand as its sheet writes it, and for the state of the match before."""
    add_game_arguments(parser, translate)
    add_standing_arguments(parser, translate)
    add_box_arguments(parser, translate)


def add_seed_argument(parser: argparse.ArgumentParser, translate: Translate) -> None:
    parser.add_argument(
        "--seed",
        default="1",
        metavar=translate(_("TEXT")),
        help=translate(_("number that starts the random draw; the same number gives the same hands")),
    )


def find_chosen_game(arguments: argparse.Namespace) -> Game[Any, Any]:
    try:
        return game_by_key(arguments.game)
    except KeyError:
        keys = ", ".join(game.key for game in GAMES)
        raise InputError(NO_GAME, given=arguments.game, known=keys) from None


def parse_chosen_options(game: Game[Any, Any], arguments: argparse.Namespace, written: Mapping[str, object] | None = None) -> Options:
    """The options that a file has `written`, replaced by those of the preset and of the options on the command line.

    Raises: InputError, WrongArgument; RuleViolation for what the file says.
    """
    presets: Mapping[str, Mapping[str, Any]] = {preset.key: preset.options for preset in game.presets}
    if arguments.preset is not None and arguments.preset not in presets:
        raise InputError(_("There is no preset “{given}”. Known: {known}."), given=arguments.preset, known=", ".join(presets))
    typed = parse_pairs(arguments.option)
    try:
        options: Options = game.options_from({**(written or {}), **presets.get(arguments.preset or "", {}), **typed})
    except RuleViolation as refusal:
        if any(problem.field in typed for problem in refusal.problems):
            raise WrongArgument(refusal.problems) from refusal
        raise
    return options


def parse_chosen_boxes(game: Game[Any, Any], arguments: argparse.Namespace) -> dict[str, str]:
    """The boxes of a sheet that the command line gives. Raises: InputError, WrongArgument."""
    typed = parse_pairs(arguments.fields)
    boxes = [box for spec in game.fields_of(game.HandEntry) for box in spec.box_names(game.side_count)]
    if unknown := [name for name in typed if name not in boxes]:
        raise WrongArgument(UNKNOWN_FIELD.problem(name, given=name, choices=", ".join(boxes)) for name in unknown)
    return typed


def find_chosen_dealer(game: Game[Any, Any], arguments: argparse.Namespace) -> int | None:
    """The seat that deals first; None when nobody said. Raises: InputError."""
    seats = {game.sitting.seat_name(seat): seat for seat in range(game.seat_count)}
    if arguments.dealer not in (None, *seats):
        raise InputError(_("There is no seat “{given}”. Known: {known}."), given=arguments.dealer, known=", ".join(seats))
    return seats.get(arguments.dealer)


def build_chosen_standing(game: Game[Any, Any], arguments: argparse.Namespace) -> MatchState[Any]:
    dealer = find_chosen_dealer(game, arguments)
    if arguments.standing and len(arguments.standing) != game.side_count:
        raise InputError(_("--standing wants {sides} numbers."), sides=game.side_count)
    if not 1 <= arguments.number <= 99:
        raise InputError(_("--number is the number of a game, from 1 on."))
    state = game.start(parse_chosen_options(game, arguments), dealer)
    return build_standing(state, arguments.number, tuple(arguments.standing))


def parse_pairs(words: Sequence[str]) -> dict[str, str]:
    """`["a=1", "b=2"]` as a mapping. Raises InputError."""
    for word in words:
        if "=" not in word:
            raise InputError(_("“{given}” should be NAME=VALUE."), given=word)
    return {name.strip(): value.strip() for name, _separator, value in (word.partition("=") for word in words)}


def read_file(path: str) -> str:
    """The text of a file; `-` is the standard input. Raises: InputError."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(_("There is no file {path}."), path=path) from None
    except (OSError, UnicodeDecodeError):
        raise InputError(_("{path} is not a readable text."), path=path) from None


def parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise InputError(_("This is not JSON: line {line}, column {column}."), line=fault.lineno, column=fault.colno) from fault
    except (ValueError, RecursionError) as fault:
        raise InputError(_("This JSON is too large.")) from fault


def problem_to_json(problem: Problem, translate: Translate) -> Json:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "field": problem.field,
        "line": problem.line or None,
        "message": describe(problem, translate),
        "source": problem.source,
        "params": {name: value if isinstance(value, int) else str(value) for name, value in problem.params.items()},
        "near": {near.field: list(near.values) for near in problem.near},
        "slips": [{"code": slip.code, "changes": slip.changes, "fields": dict(slip.fields)} for slip in problem.slips],
    }


def format_game(game: FinishedGame, output: OutputContext) -> str:
    """How a game ended, in one line of text."""
    ending = output.translate(game.ending.label)
    return output.format_message(
        _("game {number}: {winner} {score} ({ending})"),
        number=game.number,
        winner=format_side(game.winner),
        ending=ending,
        score=format_score(game.score),
    )


def format_side(side: int | None) -> str:
    return "–" if side is None else SIDE_LETTERS[side]


def align_columns(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Rows as lines of text with aligned columns."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))] if rows else []
    return tuple("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)

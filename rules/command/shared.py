"""What subcommands share: the report they hand back, the words they speak, games and options from arguments, files."""

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.codec import Json
from rules.game import Game
from rules.games import GAMES, game_by_key
from rules.options import Options
from rules.problems import Problem, describe
from rules.scorebook import FinishedGame, MatchState, standing_at
from rules.texts import SIDE_LETTERS, Translate, _, dashed

NO_GAME = _("There is no game “{given}”. Known: {known}.")


class Mistake(Exception):
    """Bad input: the sentence to show, as a msgid, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        self.message = message
        self.values = values
        super().__init__(message.format(**values))


@dataclass(frozen=True, slots=True)
class Report:
    """What a command found: for programs and for people. `good` false makes the exit status 1."""

    data: Json
    lines: tuple[str, ...]
    good: bool = True


@dataclass(frozen=True, slots=True)
class Talk:
    """How to speak to whoever asked."""

    translate: Translate
    terminal: bool = False
    """Whether a progress bar may be drawn."""

    def say(self, message: str, **values: object) -> str:
        return self.translate(message).format(**values)

    def problems(self, problems: Iterable[Problem]) -> tuple[str, ...]:
        return tuple(describe(problem, self.translate) for problem in problems)


def add_game(parser: argparse.ArgumentParser, say: Translate) -> None:
    parser.add_argument("game", metavar=say(_("GAME")), help=", ".join(game.key for game in GAMES))
    parser.add_argument("--preset", metavar=say(_("NAME")), help=say(_("named set of options")))
    parser.add_argument(
        "--option", action="append", default=[], metavar=say(_("NAME=VALUE")), help=say(_("one rule option; may be repeated"))
    )


def add_standing(parser: argparse.ArgumentParser, say: Translate) -> None:
    """Where the match stands before the hand."""
    points = say(_("POINTS"))
    parser.add_argument("--standing", nargs="+", type=int, default=[], metavar=points, help=say(_("running score of each side")))
    parser.add_argument("--number", type=int, default=1, metavar="N", help=say(_("number of the game in the match")))
    parser.add_argument("--dealer", metavar=say(_("SEAT")), help=say(_("seat that deals, as A1")))


def add_boxes(parser: argparse.ArgumentParser, say: Translate) -> None:
    parser.add_argument("fields", nargs="+", metavar=say(_("FIELD=VALUE")), help=say(_("boxes of the sheet, as total_0=45")))


def add_seed(parser: argparse.ArgumentParser, say: Translate) -> None:
    parser.add_argument("--seed", default="1", metavar=say(_("TEXT")), help=say(_("source of chance; the same seed gives the same hands")))


def chosen_game(arguments: argparse.Namespace) -> Game[Any, Any]:
    try:
        return game_by_key(arguments.game)
    except KeyError:
        known = ", ".join(game.key for game in GAMES)
        raise Mistake(NO_GAME, given=arguments.game, known=known) from None


def chosen_options(game: Game[Any, Any], arguments: argparse.Namespace) -> Options:
    presets: Mapping[str, Mapping[str, Any]] = {preset.key: preset.options for preset in game.presets}
    if arguments.preset is not None and arguments.preset not in presets:
        raise Mistake(_("There is no preset “{given}”. Known: {known}."), given=arguments.preset, known=", ".join(presets))
    raw = {**presets.get(arguments.preset or "", {}), **pairs(arguments.option)}
    options: Options = game.options_from(raw)
    return options


def chosen_standing(game: Game[Any, Any], arguments: argparse.Namespace) -> MatchState[Any]:
    seats = {game.sitting.seat_name(seat): seat for seat in range(game.seat_count)}
    if arguments.dealer not in (None, *seats):
        raise Mistake(_("There is no seat “{given}”. Known: {known}."), given=arguments.dealer, known=", ".join(seats))
    if arguments.standing and len(arguments.standing) != game.side_count:
        raise Mistake(_("--standing wants {sides} numbers."), sides=game.side_count)
    if not 1 <= arguments.number <= 99:
        raise Mistake(_("--number is the number of a game, from 1 on."))
    state = game.start(chosen_options(game, arguments), seats.get(arguments.dealer))
    return standing_at(state, arguments.number, tuple(arguments.standing))


def pairs(words: Sequence[str]) -> dict[str, str]:
    """`["a=1", "b=2"]` as a mapping. Raises Mistake."""
    for word in words:
        if "=" not in word:
            raise Mistake(_("“{given}” should be NAME=VALUE."), given=word)
    return {name.strip(): value.strip() for name, _sign, value in (word.partition("=") for word in words)}


def read_file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise Mistake(_("There is no file {path}."), path=path) from None
    except (OSError, UnicodeDecodeError):
        raise Mistake(_("{path} is no text that can be read."), path=path) from None


def parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise Mistake(_("This is not JSON: line {line}, column {column}."), line=fault.lineno, column=fault.colno) from fault
    except (ValueError, RecursionError) as fault:
        raise Mistake(_("This JSON is too large.")) from fault


def problem_json(problem: Problem, translate: Translate) -> Json:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "field": problem.field,
        "message": describe(problem, translate),
        "source": problem.source,
        "params": {name: value if isinstance(value, int) else str(value) for name, value in problem.params.items()},
        "near": {near.field: list(near.values) for near in problem.near},
        "slips": [{"code": slip.code, "changes": slip.changes, "fields": dict(slip.fields)} for slip in problem.slips],
    }


def game_line(game: FinishedGame, talk: Talk) -> str:
    """How a game ended, in one line."""
    ending = talk.translate(game.ending.label)
    return talk.say(
        _("game {number}: {winner} {score} ({ending})"),
        number=game.number,
        winner=side_letter(game.winner),
        ending=ending,
        score=dashed(game.score),
    )


def side_letter(side: int | None) -> str:
    return "–" if side is None else SIDE_LETTERS[side]


def columns(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Rows as lines with aligned columns."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    return tuple("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)

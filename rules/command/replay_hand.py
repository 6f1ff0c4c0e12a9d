"""`replay FILE`: a recorded hand trick by trick, up to its end or its first illegal action."""

import argparse
from collections.abc import Iterator
from typing import Any

from rules import notation, record
from rules.cardplay import Replay
from rules.codec import Json
from rules.command.shared import NO_GAME, Mistake, Report, Talk, parse_json, problem_json, read_file
from rules.events import Event
from rules.game import Game
from rules.games import GAMES, game_by_key
from rules.scorebook import Score
from rules.texts import _

NAME, HELP = "replay", "replay a recorded hand, JSON or text"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game, kept = read_record(read_file(arguments.file))
    played = record.replay(game, kept)
    return Report(_data(game, kept, played, talk), tuple(_lines(game, kept, played, talk)), good=played.illegal is None)


def read_record(text: str) -> tuple[Game[Any, Any], record.Record]:
    """A record in either form, and its game. Raises Mistake or RuleViolation."""
    if not text.lstrip().startswith("{"):
        game = _game(notation.game_key(text))
        return game, notation.from_text(game, text)
    kept = record.from_json(parse_json(text))
    return _game(kept.game), kept


def _game(key: str) -> Game[Any, Any]:
    try:
        return game_by_key(key)
    except KeyError:
        raise Mistake(NO_GAME, given=key, known=", ".join(game.key for game in GAMES)) from None


def _data(game: Game[Any, Any], kept: record.Record, played: Replay, talk: Talk) -> Json:
    names = played.deal.pack.names
    return {
        "game": game.key,
        "over": played.deal.over,
        "tricks": [
            {"leader": trick.leader, "cards": [names[card] for card in trick.cards], "winner": trick.winner} for trick in played.deal.tricks
        ],
        "event": None if played.event is None else game.event_to_json(played.event),
        "score": None if played.event is None else list(_score_after(game, played, played.event)),
        "illegal": None if played.illegal is None else {"action": played.illegal, "seat": kept.actions[played.illegal].seat},
        "problems": [problem_json(problem, talk.translate) for problem in played.problems],
    }


def _score_after(game: Game[Any, Any], played: Replay, event: Event) -> Score:
    before = played.deal.state
    state = game.advance(before, event)
    return state.finished[-1].score if len(state.finished) > len(before.finished) else state.score


def _lines(game: Game[Any, Any], kept: record.Record, played: Replay, talk: Talk) -> Iterator[str]:
    seats, names = game.sitting, played.deal.pack.names
    for number, trick in enumerate(played.deal.tricks, start=1):
        cards = " ".join(names[card] for card in trick.cards)
        yield f"{number:2}  {seats.seat_name(trick.leader)}  {cards}  -> {seats.seat_name(trick.winner)}"
    if played.illegal is not None:
        action = kept.actions[played.illegal]
        shown = f"{seats.seat_name(action.seat)} {action.verb} {action.what}".rstrip()
        yield talk.say(_("action {number} is illegal: {action}"), number=played.illegal + 1, action=shown)
        yield from talk.problems(played.problems)
    elif played.event is None:
        yield talk.say(_("The hand is not over."))
    else:
        yield " ".join(f"{box}={text}" for box, text in game.typed_from(played.event).items() if text)
        yield talk.say(_("score {score}"), score="–".join(map(str, _score_after(game, played, played.event))))

"""`replay FILE`: a recorded hand trick by trick with what was said between, up to its end or its first illegal action."""

import argparse
from collections.abc import Iterator
from typing import Any

from rules import notation, record
from rules.cardplay import Replay
from rules.cards import SUIT_NAMES
from rules.codec import Json
from rules.command.shared import NO_GAME, Mistake, Report, Talk, parse_json, problem_json, read_file
from rules.deals import Action, Deal, Trick
from rules.events import Event
from rules.game import Game
from rules.games import GAMES, game_by_key
from rules.scorebook import Score
from rules.texts import Translate, _, dashed
from rules.units import show_thirds

NAME, HELP = "replay", _("replay a recorded hand, JSON or text")


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    parser.add_argument("file", metavar=say(_("FILE")), help=say(_("JSON or text")))


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
    names, points = played.deal.pack.names, _trick_points(played.deal)
    return {
        "game": game.key,
        "over": played.deal.over,
        "tricks": [
            {"leader": trick.leader, "cards": [names[card] for card in trick.cards], "winner": trick.winner, "points": worth}
            for trick, worth in zip(played.deal.tricks, points, strict=True)
        ],
        "event": None if played.event is None else game.event_to_json(played.event),
        "score": None if played.event is None else list(_score_after(game, played, played.event)),
        "illegal": None if played.illegal is None else {"action": played.illegal, "seat": kept.actions[played.illegal].seat},
        "problems": [problem_json(problem, talk.translate) for problem in played.problems],
    }


def _trick_points(deal: Deal) -> list[int]:
    """Card points of each trick, in the game's unit."""
    values = deal.pack.values(deal.trump)
    return [sum(values[card] for card in trick.cards) for trick in deal.tricks]


def _score_after(game: Game[Any, Any], played: Replay, event: Event) -> Score:
    before = played.deal.state
    state = game.advance(before, event)
    return state.finished[-1].score if len(state.finished) > len(before.finished) else state.score


def _lines(game: Game[Any, Any], kept: record.Record, played: Replay, talk: Talk) -> Iterator[str]:
    yield from _course(game, played.deal, talk)
    if played.illegal is not None:
        action = kept.actions[played.illegal]
        shown = f"{game.sitting.seat_name(action.seat)} {action.verb} {action.what}".rstrip()
        yield talk.say(_("action {number} is illegal: {action}"), number=played.illegal + 1, action=shown)
        yield from talk.problems(played.problems)
    elif played.event is None:
        yield talk.say(_("The hand is not over."))
    else:
        yield " ".join(f"{box}={text}" for box, text in game.typed_from(played.event).items() if text)
        yield talk.say(_("score {score}"), score=dashed(_score_after(game, played, played.event)))


def _course(game: Game[Any, Any], deal: Deal, talk: Talk) -> Iterator[str]:
    """The trump where the deal makes it, then what was done: each trick with its leader, cards, winner and points, as far as it went."""
    tricks = enumerate(zip(deal.tricks, _trick_points(deal), strict=True), start=1)
    trump = game.open_deal(deal.state, deal.dealt).trump
    if trump is not None:
        said = talk.say(_("trump: {suit}"), suit=talk.translate(SUIT_NAMES[deal.pack.suits[trump]]))
        yield f"    {said}"
    laid = 0
    for action in deal.actions:
        if action.verb != notation.PLAY:
            yield f"    {_said(game, action, talk)}"
            continue
        laid += 1
        if laid % deal.seats == 0:
            number, (trick, points) = next(tricks)
            yield _trick_line(game, deal, number, trick, points)
    if deal.trick and deal.turn is not None:
        leader = game.sitting.seat_name((deal.turn - len(deal.trick)) % deal.seats)
        yield f"{len(deal.tricks) + 1:2}  {leader}  {_cards(deal, deal.trick)}"


def _trick_line(game: Game[Any, Any], deal: Deal, number: int, trick: Trick, points: int) -> str:
    leader, winner = (game.sitting.seat_name(seat) for seat in (trick.leader, trick.winner))
    worth = show_thirds(points) if deal.pack.thirds else points
    return f"{number:2}  {leader}  {_cards(deal, trick.cards)}  -> {winner}  {worth}"


def _cards(deal: Deal, cards: tuple[int, ...]) -> str:
    return " ".join(deal.pack.names[card] for card in cards)


def _said(game: Game[Any, Any], action: Action, talk: Talk) -> str:
    (verb,) = (verb for verb in game.verbs if verb.name == action.verb)
    return talk.say(verb.says, seat=game.sitting.seat_name(action.seat), what=action.what)

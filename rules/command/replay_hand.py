"""`replay FILE`: a recorded hand trick by trick with the other actions in between, up to its end or its first illegal action."""

import argparse
from collections.abc import Iterator
from typing import Any

from rules import notation, record
from rules.cardplay import HandReplay
from rules.cards import SUIT_NAMES
from rules.codec import Json
from rules.command.shared import NO_GAME, CommandReport, InputError, OutputContext, parse_json, problem_to_json, read_file
from rules.deals import Action, Deal, Trick
from rules.events import Event
from rules.game import Game
from rules.games import CARD_GAMES
from rules.problems import RuleViolation
from rules.scorebook import Score
from rules.texts import Translate, _, format_score
from rules.units import format_thirds

NAME, HELP = "replay", _("replay a recorded hand, JSON or text")


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    parser.add_argument("file", metavar=translate(_("FILE")), help=translate(_("JSON or text")))


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    game, hand_record, source = parse_record(read_file(arguments.file))
    try:
        replay = record.replay_record(game, hand_record)
    except RuleViolation as refusal:
        raise RuleViolation(source.locate_problems(refusal.problems)) from refusal
    return CommandReport(
        _report_data(game, hand_record, replay, output),
        tuple(_report_lines(game, hand_record, source, replay, output)),
        good=replay.illegal is None,
    )


def parse_record(text: str) -> tuple[Game[Any, Any], record.HandRecord, notation.SourceLines]:
    """The game, the record, and for a text the lines of its parts, from JSON or text. Raises InputError or RuleViolation."""
    if not text.lstrip().startswith("{"):
        game = _find_game(notation.parse_game_key(text))
        return game, *notation.parse_text(game, text)
    hand_record = record.from_json(parse_json(text))
    return _find_game(hand_record.game), hand_record, notation.SourceLines()


def _find_game(key: str) -> Game[Any, Any]:
    try:
        return {game.key: game for game in CARD_GAMES}[key]
    except KeyError:
        raise InputError(NO_GAME, given=key, known=", ".join(game.key for game in CARD_GAMES)) from None


def _report_data(game: Game[Any, Any], hand_record: record.HandRecord, replay: HandReplay, output: OutputContext) -> Json:
    names, points = replay.deal.pack.names, _trick_points(replay.deal)
    return {
        "game": game.key,
        "over": replay.deal.over,
        "tricks": [
            {"leader": trick.leader, "cards": [names[card] for card in trick.cards], "winner": trick.winner, "points": trick_points}
            for trick, trick_points in zip(replay.deal.tricks, points, strict=True)
        ],
        "event": None if replay.event is None else game.event_to_json(replay.event),
        "score": None if replay.event is None else list(_score_after(game, replay, replay.event)),
        "illegal": None if replay.illegal is None else {"action": replay.illegal, "seat": hand_record.actions[replay.illegal].seat},
        "problems": [problem_to_json(problem, output.translate) for problem in replay.problems],
    }


def _trick_points(deal: Deal) -> list[int]:
    """Card points of each trick, in the game's unit."""
    values = deal.pack.card_values(deal.trump)
    return [sum(values[card] for card in trick.cards) for trick in deal.tricks]


def _score_after(game: Game[Any, Any], replay: HandReplay, event: Event) -> Score:
    before = replay.deal.state
    state = game.advance(before, event)
    return state.finished[-1].score if len(state.finished) > len(before.finished) else state.score


def _report_lines(
    game: Game[Any, Any], hand_record: record.HandRecord, source: notation.SourceLines, replay: HandReplay, output: OutputContext
) -> Iterator[str]:
    yield from _course_lines(game, replay.deal, output)
    if replay.illegal is not None:
        action = hand_record.actions[replay.illegal]
        action_text = f"{game.sitting.seat_name(action.seat)} {action.verb} {action.what}".rstrip()
        message, values = _("action {number} is illegal: {action}"), {"number": replay.illegal + 1, "action": action_text}
        if source.actions:
            message = _("line {line}, action {number}, is illegal: {action}")
            values["line"] = source.actions[replay.illegal]
        yield output.format_message(message, **values)
        yield from output.format_problems(replay.problems)
    elif replay.event is None:
        yield output.format_message(_("The hand is not over."))
    else:
        yield " ".join(f"{box}={text}" for box, text in game.typed_from(replay.event).items() if text)
        yield output.format_message(_("score {score}"), score=format_score(_score_after(game, replay, replay.event)))


def _course_lines(game: Game[Any, Any], deal: Deal, output: OutputContext) -> Iterator[str]:
    """Lines for the trump if the deal itself makes it, the other actions, and each trick as far as played.

    A trick has its number, leader, cards, winner and points.
    """
    tricks = enumerate(zip(deal.tricks, _trick_points(deal), strict=True), start=1)
    trump = game.open_deal(deal.state, deal.dealt).trump
    if trump is not None:
        trump_text = output.format_message(_("trump: {suit}"), suit=output.translate(SUIT_NAMES[deal.pack.suits[trump]]))
        yield f"    {trump_text}"
    card_count = 0
    for action in deal.actions:
        if action.verb != notation.PLAY:
            yield f"    {_format_action(game, action, output)}"
            continue
        card_count += 1
        if card_count % deal.seats == 0:
            number, (trick, points) = next(tricks)
            yield _format_trick(game, deal, number, trick, points)
    if deal.trick and deal.turn is not None:
        leader = game.sitting.seat_name((deal.turn - len(deal.trick)) % deal.seats)
        yield f"{len(deal.tricks) + 1:2}  {leader}  {_format_cards(deal, deal.trick)}"


def _format_trick(game: Game[Any, Any], deal: Deal, number: int, trick: Trick, points: int) -> str:
    leader, winner = (game.sitting.seat_name(seat) for seat in (trick.leader, trick.winner))
    worth = format_thirds(points) if deal.pack.thirds else points
    return f"{number:2}  {leader}  {_format_cards(deal, trick.cards)}  -> {winner}  {worth}"


def _format_cards(deal: Deal, cards: tuple[int, ...]) -> str:
    return " ".join(deal.pack.names[card] for card in cards)


def _format_action(game: Game[Any, Any], action: Action, output: OutputContext) -> str:
    (verb,) = (verb for verb in game.verbs if verb.name == action.verb)
    return output.format_message(verb.says, seat=game.sitting.seat_name(action.seat), what=action.what)

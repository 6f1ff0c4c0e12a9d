"""The record of one hand, card by card: one JSON format for all games, described in docs/hand-record.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.cardplay import HandReplay
from rules.codec import Json, coerce_value, unreadable_error
from rules.deals import Action, Deal, DealtCards
from rules.game import Game
from rules.problems import Fact, Problem, RuleViolation
from rules.scorebook import MatchState, build_standing
from rules.texts import _

FORMAT = "labella-hand"
VERSION = 1
ANOTHER_GAME = Fact("another_game", _("This record is of “{given}”, not of “{expected}”."))
NO_SUCH_SEAT = Fact("no_such_seat", _("Seat {given} does not exist at a table of {seats}."))
UNKNOWN_CARD = Fact("unknown_card", _("“{given}” is not a card in this pack. Type a name or a number: king, ace, 7 …"))
CARD_TWICE = Fact("card_twice", _("{card} is dealt twice."))
CARDS_PER_SEAT = Fact("cards_per_seat", _("{seats} seats get {each} cards each, not {given}."))
STOCK_SIZE = Fact("stock_size", _("After the deal the stock has {expected} cards, not {given}."))


@dataclass(frozen=True, slots=True)
class HandRecord:
    """Everything needed to replay a hand. Cards and seats are written as in the notation; `options` are JSON values by name."""

    game: str
    holdings: tuple[tuple[str, ...], ...]
    """As dealt, in the order of dealing, seat by seat."""
    actions: tuple[Action, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Those that differ from the game's defaults, or all of them."""
    dealer: int | None = None
    leader: int | None = None
    stock: tuple[str, ...] = ()
    number: int = 1
    """Number of the game in the match."""
    score: tuple[int, ...] = ()
    """Running score before the hand; empty when the game began with it."""


def to_json(record: HandRecord) -> Json:
    """The exact inverse of `from_json`."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game,
        "options": {name: list(value) if isinstance(value, tuple) else value for name, value in record.options.items()},
        "number": record.number,
        "score": list(record.score),
        "dealer": record.dealer,
        "leader": record.leader,
        "holdings": [list(cards) for cards in record.holdings],
        "stock": list(record.stock),
        "actions": [[action.seat, action.verb, *([action.what] if action.what else [])] for action in record.actions],
    }


_HINTS = {
    "game": str,
    "holdings": tuple[tuple[str, ...], ...],
    "dealer": int | None,
    "leader": int | None,
    "stock": tuple[str, ...],
    "number": int,
    "score": tuple[int, ...],
}


def from_json(data: object) -> HandRecord:
    """Parse a record from decoded JSON. Raises RuleViolation when it is not a record."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise unreadable_error(f"it is no {FORMAT} of version {VERSION}")
    raw_values = {name: value for name, value in data.items() if name not in ("format", "version", "actions", "options")}
    if unknown := set(raw_values) - set(_HINTS):
        raise unreadable_error(f"unknown {', '.join(sorted(map(str, unknown)))}")
    if missing := {"game", "holdings"} - set(raw_values):
        raise unreadable_error(f"{', '.join(sorted(missing))} is absent")
    values = {name: coerce_value(value, _HINTS[name], name) for name, value in raw_values.items()}
    return HandRecord(**values, options=_parse_options(data.get("options", {})), actions=_parse_actions(data.get("actions", ())))


def build_record(game: Game[Any, Any], deal: Deal) -> HandRecord:
    """The record of a deal with the actions played so far."""
    names = game.pack_of(deal.options).names
    state = deal.state
    return HandRecord(
        game.key,
        tuple(tuple(names[card] for card in cards) for cards in deal.dealt.holdings),
        deal.actions,
        find_changed_options(game, deal.options),
        deal.dealt.dealer,
        deal.dealt.leader,
        tuple(names[card] for card in deal.dealt.stock),
        state.game_number,
        state.score if any(state.score) else (),
    )


def find_changed_options(game: Game[Any, Any], options: Any) -> dict[str, Any]:
    """The options that differ from the game's defaults, in the form that a record holds."""
    defaults = game.options_to_json(game.options_from({}))
    return _parse_options({name: value for name, value in game.options_to_json(options).items() if value != defaults[name]})


def open_record(game: Game[Any, Any], record: HandRecord, state: MatchState[Any] | None = None) -> Deal:
    """The deal before its first action. The hand belongs to `state`; without one, to the game number and score of the record.

    Raises RuleViolation with every card that does not exist or was dealt twice.
    """
    if record.game != game.key:
        raise RuleViolation((ANOTHER_GAME.problem("game", given=record.game, expected=game.key),))
    if state is None:
        state = build_standing(game.start(game.options_from(record.options)), record.number, record.score)
    problems = _find_card_problems(game, record, state)
    if problems:
        raise RuleViolation(problems)
    numbers = game.pack_of(state.options).numbers
    holdings = tuple(tuple(numbers[name] for name in cards) for cards in record.holdings)
    dealt = DealtCards(holdings, record.dealer, record.leader, tuple(numbers[name] for name in record.stock))
    return game.open_deal(state, dealt)


def replay_record(game: Game[Any, Any], record: HandRecord, state: MatchState[Any] | None = None) -> HandReplay:
    """Replay a record up to the end of the hand or its first illegal action. Raises RuleViolation for a wrong game, seat or card."""
    return game.replay_actions(open_record(game, record, state), record.actions)


def _parse_options(data: object) -> dict[str, Any]:
    if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
        raise unreadable_error("options must be an object")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def _parse_actions(data: object) -> tuple[Action, ...]:
    if not isinstance(data, (list, tuple)):
        raise unreadable_error("actions must be a list")
    return tuple(_parse_action(part) for part in data)


def _parse_action(data: object) -> Action:
    hint: Any = tuple[int, str, str] if isinstance(data, (list, tuple)) and len(data) == 3 else tuple[int, str]
    return Action(*coerce_value(data, hint, "an action"))


def _find_card_problems(game: Game[Any, Any], record: HandRecord, state: MatchState[Any]) -> list[Problem]:
    pack, seats, hand_size = game.pack_of(state.options), game.seat_count, game.cards_each(state.options)
    problems = [
        NO_SUCH_SEAT.problem(given=seat, seats=seats)
        for seat in (record.dealer, record.leader, *(action.seat for action in record.actions))
        if seat is not None and not 0 <= seat < seats
    ]
    card_names = [name for cards in (*record.holdings, record.stock) for name in cards]
    problems += [UNKNOWN_CARD.problem("holdings", given=name) for name in card_names if name not in pack.numbers]
    problems += [CARD_TWICE.problem("holdings", card=name) for name in sorted({name for name in card_names if card_names.count(name) > 1})]
    counts = [len(cards) for cards in record.holdings]
    if counts != [hand_size] * seats:
        problems.append(CARDS_PER_SEAT.problem("holdings", seats=seats, each=hand_size, given=" ".join(map(str, counts))))
    if len(record.stock) != len(pack) - seats * hand_size:
        problems.append(STOCK_SIZE.problem("stock", expected=len(pack) - seats * hand_size, given=len(record.stock)))
    return problems

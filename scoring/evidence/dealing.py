"""Building a hand record by choices: who gets the next card, and what can be done next. Each choice holds the whole next record as text."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from rules import MatchState, RuleViolation, notation
from rules import record as records
from rules.deals import Action, Deal
from rules.record import HandRecord
from scoring.evidence.followers import find_forced_action, list_followers, list_followers_of, list_implied_actions
from scoring.evidence.replay import PLAY, CardView, SeatView, build_card_view, describe_action, list_held_cards, list_legal_cards
from scoring.evidence.trick_board import TrickBoard, build_trick_board, cut_last_trick
from scoring.ledger.match_log import AnyGame

STOCK = "stock"
"""Who holds the cards that are not dealt to a seat."""


@dataclass(frozen=True, slots=True)
class DealingChoice:
    """A possible next step. `text` is the whole record after it; `card` is drawn if there is one."""

    description: str
    text: str
    card: CardView | None = None


@dataclass(frozen=True, slots=True)
class SheetCard:
    """A card of the whole pack. `choice` deals it, or takes it back from its `holder`: a seat, STOCK, or empty while it is not dealt."""

    choice: DealingChoice
    holder: str = ""


@dataclass(frozen=True, slots=True)
class DealingStep:
    """What can be chosen now: `cards` are drawn, `words` written.

    `note` says what matters about the order of the cards, or what followed by itself; `undo` is the record without its last step, empty
    at the start, and `undo_trick` without its last trick. While cards are dealt, `each` is how many a seat gets, `seat` who gets the next
    one (empty for the stock) and `sheet` the pack suit by suit. While cards are played, `board` has the players of the trick.
    """

    phase: str
    asks: str
    note: str = ""
    cards: tuple[DealingChoice, ...] = ()
    words: tuple[DealingChoice, ...] = ()
    dealt: tuple[SeatView, ...] = ()
    undo: str = ""
    each: int = 0
    seat: str = ""
    sheet: tuple[tuple[SheetCard, ...], ...] = ()
    stock: tuple[CardView, ...] = ()
    stock_size: int = 0
    board: TrickBoard | None = None
    undo_trick: str = ""


def start_record(game: AnyGame, options: Any, dealer: int | None) -> HandRecord:
    """Create a record before the first card."""
    return HandRecord(game.key, ((),) * game.seat_count, options=records.find_changed_options(game, options), dealer=dealer)


def move_record(game: AnyGame, record: HandRecord, state: MatchState[Any]) -> HandRecord:
    """Return the same cards with the options, game number and score of `state`."""
    score = state.score if any(state.score) else ()
    return replace(record, options=records.find_changed_options(game, state.options), number=state.game_number, score=score)


def is_being_dealt(game: AnyGame, record: HandRecord, options: Any) -> bool:
    """Whether cards are still missing and nothing was played yet."""
    each, size = game.cards_each(options), len(game.pack_of(options))
    counts = [len(cards) for cards in record.holdings]
    return not record.actions and max(counts) <= each and sum(counts) + len(record.stock) < size


def build_next_deal(game: AnyGame, record: HandRecord, options: Any, to: str = "") -> DealingStep:
    """Offer the next card for the seat named `to`, else for the first seat that lacks cards; after the seats for the stock."""
    each, pack = game.cards_each(options), game.pack_of(options)
    open_seats = [seat for seat in _list_dealing_order(game, record) if len(record.holdings[seat]) < each]
    names = {game.sitting.seat_name(seat): seat for seat in open_seats}
    seat = names.get(to, open_seats[0] if open_seats else None)
    sheet = tuple(tuple(_list_sheet_cards(game, record, pack, seat, suit)) for suit in range(len(pack.suits)))
    choices = tuple(place.choice for cards in sheet for place in cards if not place.holder)
    undealt = [choice.description for choice in choices]
    rest = DealingChoice(_("the rest in this order"), notation.to_text(game, replace(record, stock=(*record.stock, *undealt))))
    question = (
        _("Next card of the stock, from the top") if seat is None else _("Cards of %(seat)s") % {"seat": game.sitting.seat_name(seat)}
    )
    return DealingStep(
        "stock" if seat is None else "deal",
        question,
        _(game.deal_note) if game.deal_note else "",
        choices,
        (rest,) if seat is None else (),
        tuple(_build_seat_views(game, record, pack, each)),
        _format_undo(game, record, seat),
        each,
        "" if seat is None else game.sitting.seat_name(seat),
        sheet,
        tuple(build_card_view(pack, name) for name in record.stock),
        len(pack) - each * game.seat_count,
    )


def build_next_play(game: AnyGame, record: HandRecord, state: MatchState[Any]) -> DealingStep | None:
    """Offer every card of the player to act, legal or not, and every other action. None when the hand is over or breaks a rule."""
    try:
        replay = records.replay_record(game, record, state)
    except RuleViolation:
        return None
    undo = notation.to_text(game, replace(record, actions=record.actions[:-1])) if record.actions else _format_undo(game, record, None)
    cut_record = cut_last_trick(game, record, replay)
    undo_trick = notation.to_text(game, cut_record) if len(cut_record.actions) < len(record.actions) - 1 else ""
    note = "" if replay.illegal is not None else _describe_followers(game, record, state)
    if replay.illegal is not None or replay.deal.over:
        return DealingStep("over", "", note, undo=undo, undo_trick=undo_trick)
    words = tuple(_list_other_choices(game, record, replay.deal))
    implied = list_implied_actions(game, replay.deal)
    next_deal = game.replay_actions(replay.deal, implied).deal
    return DealingStep(
        "play",
        _format_question(game, next_deal, is_first=not implied or not words),
        note,
        cards=tuple(_list_card_choices(game, replace(record, actions=(*record.actions, *implied)), next_deal)),
        words=words,
        undo=undo,
        board=build_trick_board(game, next_deal),
        undo_trick=undo_trick,
    )


def _list_dealing_order(game: AnyGame, record: HandRecord) -> list[int]:
    """All seats; where the order of the dealer's cards counts, the dealer comes first: the last seat's cards follow in no order."""
    first = record.dealer or 0 if game.deal_note else 0
    return [(first + place) % game.seat_count for place in range(game.seat_count)]


def _list_sheet_cards(game: AnyGame, record: HandRecord, pack: Any, seat: int | None, suit: int) -> Iterator[SheetCard]:
    """The cards of a suit, strongest first, each with the record after a tap on it."""
    holders = {name: game.sitting.seat_name(holder) for holder, cards in enumerate(record.holdings) for name in cards}
    holders |= dict.fromkeys(record.stock, STOCK)
    for name in pack.names_in(pack.suit_masks[suit]):
        tapped = _remove_card(record, name) if name in holders else _add_card(record, seat, name)
        yield SheetCard(DealingChoice(name, notation.to_text(game, tapped), build_card_view(pack, name)), holders.get(name, ""))


def _add_card(record: HandRecord, seat: int | None, name: str) -> HandRecord:
    if seat is None:
        return replace(record, stock=(*record.stock, name))
    return replace(record, holdings=tuple((*cards, name) if holder == seat else cards for holder, cards in enumerate(record.holdings)))


def _remove_card(record: HandRecord, name: str) -> HandRecord:
    holdings = tuple(tuple(card for card in cards if card != name) for cards in record.holdings)
    return replace(record, holdings=holdings, stock=tuple(card for card in record.stock if card != name))


def _format_undo(game: AnyGame, record: HandRecord, seat: int | None) -> str:
    """The record without the last card of the stock, else of the seat being dealt to, else of the last seat that has any."""
    if record.stock:
        return notation.to_text(game, replace(record, stock=record.stock[:-1]))
    filled = [holder for holder, cards in enumerate(record.holdings) if cards]
    if not filled:
        return ""
    last = seat if seat in filled else filled[-1]
    holdings = tuple(cards[:-1] if holder == last else cards for holder, cards in enumerate(record.holdings))
    return notation.to_text(game, replace(record, holdings=holdings))


def _build_seat_views(game: AnyGame, record: HandRecord, pack: Any, each: int) -> Iterator[SeatView]:
    for seat in _list_dealing_order(game, record):
        cards = record.holdings[seat]
        card_views = tuple(build_card_view(pack, name) for name in cards)
        yield SeatView(game.sitting.seat_name(seat), game.sitting.side_of(seat), len(cards) < each, card_views, 0)


def _format_question(game: AnyGame, deal: Deal, *, is_first: bool) -> str:
    """`deal` is that of the next card; `is_first`: nothing else can come before it."""
    if deal.turn is None:
        return _("What happens before the next card")
    question = _("%(seat)s plays") if is_first else _("%(seat)s: something first, or the card")
    return question % {"seat": game.sitting.seat_name(deal.turn)}


def _list_card_choices(game: AnyGame, record: HandRecord, deal: Deal) -> Iterator[DealingChoice]:
    """List all cards of the player, illegal ones too: they are the reason for calling a referee."""
    if deal.turn is None:
        return
    legal = list_legal_cards(game, deal)
    for held in list_held_cards(deal.pack, deal, deal.turn, {}):
        state = "" if held.name in legal else "barred"
        card = replace(held, state=state, more=_("not legal") if state else "")
        yield _build_choice(game, record, deal, Action(deal.turn, PLAY, held.name), card)


def _list_other_choices(game: AnyGame, record: HandRecord, deal: Deal) -> Iterator[DealingChoice]:
    implied = list_implied_actions(game, deal)
    actions = [action for action in game.legal_actions(deal) if action.verb != PLAY and action not in implied]
    repeated = [action for action in actions if _is_repeated(game, action)]
    for action in repeated:
        yield _build_choice(game, record, deal, action)
        yield from _list_repeated_choices(game, record, deal)
    for action in actions:
        if action not in repeated:
            yield _build_choice(game, record, deal, action)


def _is_repeated(game: AnyGame, action: Action) -> bool:
    return any((verb.name, verb.repeated) == (action.verb, action.what) for verb in game.verbs)


def _list_repeated_choices(game: AnyGame, record: HandRecord, deal: Deal) -> Iterator[DealingChoice]:
    """What the player says and those after him repeat: “A, B passo”, “A, B, C passo” and so on."""
    said: list[Action] = []
    while action := next((action for action in game.legal_actions(deal) if _is_repeated(game, action)), None):
        said.append(action)
        deal = game.apply_action(deal, action)
        if len(said) > 1:
            seats = ", ".join(game.sitting.seat_name(repeater.seat) for repeater in said)
            text = notation.to_text(game, replace(record, actions=(*record.actions, *said, *list_followers(game, deal))))
            yield DealingChoice(_("%(seats)s say “%(what)s”") % {"seats": seats, "what": action.what}, text)


def _build_choice(game: AnyGame, record: HandRecord, deal: Deal, action: Action, card: CardView | None = None) -> DealingChoice:
    followed = replace(record, actions=(*record.actions, action, *list_followers_of(game, deal, action)))
    return DealingChoice(describe_action(game, deal.pack, action), notation.to_text(game, followed), card)


def _describe_followers(game: AnyGame, record: HandRecord, state: MatchState[Any]) -> str:
    """Says which of the last cards were the only ones allowed, so that a wrong one can still be chosen; empty without any."""
    deal = records.open_record(game, record, state)
    forced: list[Action] = []
    for action in record.actions:
        forced = [*forced, action] if find_forced_action(game, deal) == action else []
        deal = game.apply_action(deal, action)
    if all(action.verb != PLAY for action in forced):
        return ""
    cards = "; ".join(describe_action(game, deal.pack, action) for action in forced if action.verb == PLAY)
    return _("The only card allowed: %(cards)s. If another was played, undo the last step and choose it.") % {"cards": cards}

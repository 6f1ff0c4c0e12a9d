"""Building a hand by choosing: whom the next card is dealt to, and what may be done next. Every choice is the record after it, as text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from rules import MatchState, RuleViolation, notation
from rules import record as records
from rules.deals import Action, Deal
from rules.record import Record
from scoring.evidence.replay import PLAY, CardView, SeatView, card_view, legal_cards, said_of
from scoring.ledger.match_log import AnyGame


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can come next. `text` is the whole record with it; `card` is drawn where there is one."""

    said: str
    text: str
    card: CardView | None = None


@dataclass(frozen=True, slots=True)
class Building:
    """What can be chosen now. `cards` are drawn, `words` written; `undo` is the record without its last step, empty at the start."""

    phase: str
    asks: str
    cards: tuple[Choice, ...] = ()
    words: tuple[Choice, ...] = ()
    dealt: tuple[SeatView, ...] = ()
    undo: str = ""


def begin(game: AnyGame, options: Any, dealer: int | None) -> Record:
    """A record before the first card."""
    return Record(game.key, ((),) * game.seat_count, options=records.changed_options(game, options), dealer=dealer)


def placed(game: AnyGame, kept: Record, state: MatchState[Any]) -> Record:
    """The same cards at this place of a match, by its rules."""
    score = state.score if any(state.score) else ()
    return replace(kept, options=records.changed_options(game, state.options), number=state.game_number, score=score)


def is_being_dealt(game: AnyGame, kept: Record, options: Any) -> bool:
    """Whether cards are still missing, and nothing was played yet."""
    each, size = game.cards_each(options), len(game.pack_of(options))
    counts = [len(cards) for cards in kept.holdings]
    return not kept.actions and max(counts) <= each and sum(counts) + len(kept.stock) < size


def deal_next(game: AnyGame, kept: Record, options: Any, to: str = "") -> Building:
    """The next card goes to the seat `to`, else to the first that lacks cards; after the seats to the stock."""
    each, pack = game.cards_each(options), game.pack_of(options)
    open_seats = [seat for seat, cards in enumerate(kept.holdings) if len(cards) < each]
    names = {game.sitting.seat_name(seat): seat for seat in open_seats}
    seat = names.get(to, open_seats[0] if open_seats else None)
    gone = {name for cards in (*kept.holdings, kept.stock) for name in cards}
    left = [name for suit in range(len(pack.suits)) for name in pack.texts(pack.suit_masks[suit]) if name not in gone]
    cards = (Choice(name, notation.to_text(game, _with_card(kept, seat, name)), card_view(pack, name)) for name in left)
    rest = Choice(_("the rest in this order"), notation.to_text(game, replace(kept, stock=(*kept.stock, *left))))
    asks = (
        _("Next card of the stock, from the top") if seat is None else _("Card dealt to %(seat)s") % {"seat": game.sitting.seat_name(seat)}
    )
    return Building(
        "stock" if seat is None else "deal",
        asks,
        tuple(cards),
        (rest,) if seat is None else (),
        tuple(_dealt(game, kept, pack, each)),
        _undealt(game, kept, seat),
    )


def play_next(game: AnyGame, kept: Record, state: MatchState[Any]) -> Building | None:
    """Every card of whoever is to play, legal or not, and everything else that may be done. None when the hand is over or went wrong."""
    try:
        replay = records.replay(game, kept, state)
    except RuleViolation:
        return None
    undo = notation.to_text(game, replace(kept, actions=kept.actions[:-1])) if kept.actions else ""
    if replay.illegal is not None or replay.deal.over:
        return Building("over", "", undo=undo)
    deal = replay.deal
    return Building("play", _asked(game, deal), tuple(_cards(game, kept, deal)), tuple(_words(game, kept, deal)), undo=undo)


def _with_card(kept: Record, seat: int | None, name: str) -> Record:
    if seat is None:
        return replace(kept, stock=(*kept.stock, name))
    return replace(kept, holdings=tuple((*cards, name) if holder == seat else cards for holder, cards in enumerate(kept.holdings)))


def _undealt(game: AnyGame, kept: Record, seat: int | None) -> str:
    """Without the last card of the stock, else of the seat being dealt to or of the last one that has any."""
    if kept.stock:
        return notation.to_text(game, replace(kept, stock=kept.stock[:-1]))
    filled = [holder for holder, cards in enumerate(kept.holdings) if cards]
    if not filled:
        return ""
    last = seat if seat in filled else filled[-1]
    holdings = tuple(cards[:-1] if holder == last else cards for holder, cards in enumerate(kept.holdings))
    return notation.to_text(game, replace(kept, holdings=holdings))


def _dealt(game: AnyGame, kept: Record, pack: Any, each: int) -> Iterator[SeatView]:
    for seat, cards in enumerate(kept.holdings):
        shown = tuple(card_view(pack, name) for name in cards)
        yield SeatView(game.sitting.seat_name(seat), game.sitting.side_of(seat), len(cards) < each, shown, 0)


def _asked(game: AnyGame, deal: Deal) -> str:
    if deal.turn is None:
        return _("What comes before the next card")
    return _("%(seat)s plays") % {"seat": game.sitting.seat_name(deal.turn)}


def _cards(game: AnyGame, kept: Record, deal: Deal) -> Iterator[Choice]:
    """An illegal card can be chosen: that is what a referee is called for."""
    if deal.turn is None:
        return
    legal = legal_cards(game, deal)
    for name in deal.pack.texts(deal.holdings[deal.turn]):
        mark = "" if name in legal else "barred"
        card = card_view(deal.pack, name, mark=mark, more=_("not legal") if mark else "")
        yield _choice(game, kept, deal, Action(deal.turn, PLAY, name), card)


def _words(game: AnyGame, kept: Record, deal: Deal) -> Iterator[Choice]:
    others: Iterable[Action] = (action for action in game.legal_actions(deal) if action.verb != PLAY)
    for action in others:
        yield _choice(game, kept, deal, action)


def _choice(game: AnyGame, kept: Record, deal: Deal, action: Action, card: CardView | None = None) -> Choice:
    text = notation.to_text(game, replace(kept, actions=(*kept.actions, action)))
    return Choice(said_of(game, deal.pack, action), text, card)

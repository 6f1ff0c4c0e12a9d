"""Mariglia card by card: the turned card, the cards that a scoperto dealer exposes, the play."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.cards import mask_of
from rules.deals import Action, Deal, Dealt
from rules.games.mariglia.sheet import ends_game, turned_steps
from rules.games.mariglia.tables import TRICKS, MarigliaHand, MarigliaOptions, pack_of
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import follow_suit, must_beat_opponent
from rules.verbs import NO_SUCH_CARD, NOT_HELD, PlayCard, Verb, seat_name, seat_problems

PACKET = 5
NOT_LAST_CARD = Fact("not_last_card", _("The turned card is the last card of the pack, {card}."), source="S")
NOT_SCOPERTO = Fact("not_scoperto", _("No card may be dealt face up in the orthodox deal."), source="S")
EXPOSED_TOO_LATE = Fact("exposed_too_late", _("Cards are dealt face up only before the play."), source="S")
NOT_AN_EXPOSURE = Fact("not_an_exposure", _("Write whose packet and which round, as B1.2: “{given}” is neither."))
NOT_AN_OPPONENT = Fact("not_an_opponent", _("The dealer chooses an opponent; the next player's packet is then opened too."), source="S")
EXPOSED_TWICE = Fact("exposed_twice", _("{seat} already has cards face up: once at most."), source="S")


@dataclass(frozen=True, slots=True)
class MarigliaDeal(Deal):
    dealer: int = 0
    turned: int | None = None
    exposed: tuple[int, ...] = (0, 0, 0, 0)
    """Bitmask of the cards that lay face up before each seat."""


class Turn(Verb):
    """The dealer turns up the last card: its suit is trump, its value is scored at once."""

    name = "turn"
    says = _("{seat} turns up {what}")

    def candidates(self, deal: MarigliaDeal) -> Iterator[Action]:
        for card in deal.cards_in(deal.dealer):
            yield Action(deal.dealer, self.name, deal.pack.names[card])

    def problems(self, deal: MarigliaDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.dealer if deal.turned is None else None, action.seat)
        card = deal.pack.numbers.get(action.what)
        last = deal.dealt.holdings[deal.dealer][-1]
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
        elif not deal.holdings[deal.dealer] >> card & 1:
            yield NOT_HELD.problem("what", seat=seat_name(deal, deal.dealer), card=action.what)
        elif deal.options.deal_style == "scoperto" and card != last:
            yield NOT_LAST_CARD.problem("what", card=deal.pack.names[last])

    def apply(self, deal: MarigliaDeal, action: Action) -> MarigliaDeal:
        card = deal.pack.numbers[action.what]
        turned = replace(deal, turned=card, trump=deal.pack.suit_of(card))
        if ends_game(deal.state, turned_steps(deal.options, _turned_only(turned))) is not None:
            return replace(turned, over=True)
        return replace(turned, turn=leader(deal))


class Expose(Verb):
    """Scoperto: the dealer deals an opponent's packet face up until a card is no trump, and the next player's as well."""

    name = "expose"
    says = _("{seat} opens the packet {what}")

    def candidates(self, deal: MarigliaDeal) -> Iterator[Action]:
        for seat in (deal.dealer + 1, deal.dealer + 3):
            for packet in (1, 2):
                yield Action(deal.dealer, self.name, f"{seat_name(deal, seat % deal.seats)}.{packet}")

    def problems(self, deal: MarigliaDeal, action: Action) -> Iterator[Problem]:
        if deal.options.deal_style != "scoperto":
            yield NOT_SCOPERTO.problem()
        if deal.turned is None or deal.trick or deal.tricks:
            yield EXPOSED_TOO_LATE.problem()
        yield from seat_problems(deal, deal.dealer, action.seat)
        seat, packet = _exposure(deal, action.what)
        if seat is None or packet not in (1, 2):
            yield NOT_AN_EXPOSURE.problem("what", given=action.what)
        elif deal.allied(seat, deal.dealer):
            yield NOT_AN_OPPONENT.problem("what")
        elif deal.exposed[seat]:
            yield EXPOSED_TWICE.problem("what", seat=seat_name(deal, seat))

    def apply(self, deal: MarigliaDeal, action: Action) -> MarigliaDeal:
        seat, packet = _exposure(deal, action.what)
        opened = {} if seat is None else {who % deal.seats: _face_up(deal, who % deal.seats, packet) for who in (seat, seat + 1)}
        return replace(deal, exposed=tuple(opened.get(who, cards) for who, cards in enumerate(deal.exposed)))


VERBS = (Turn(), Expose(), PlayCard())


def leader(deal: MarigliaDeal) -> int:
    """The dealer's right."""
    return (deal.dealer + 1) % deal.seats if deal.dealt.leader is None else deal.dealt.leader


def open_deal(state: MatchState[MarigliaOptions], dealt: Dealt) -> MarigliaDeal:
    duties = (follow_suit, must_beat_opponent) if state.options.must_beat else (follow_suit,)
    holdings = tuple(mask_of(cards) for cards in dealt.holdings)
    return MarigliaDeal(state, pack_of(state.options), dealt, holdings, 2, duties, dealer=dealt.dealer or 0)


def outcome(deal: MarigliaDeal) -> MarigliaHand:
    """The sheet: only the turned card when that ended the game, else tricks and totals as well."""
    hand = _turned_only(deal)
    if not deal.tricks:
        return hand
    won = len(deal.tricks_of(0))
    return replace(hand, tricks=(won, TRICKS - won), total=(deal.points_of(0) + won, deal.points_of(1) + TRICKS - won))


def _turned_only(deal: MarigliaDeal) -> MarigliaHand:
    turned = deal.turned or 0
    return MarigliaHand(dealer=deal.dealer, turned=deal.pack.rank_of(turned), trump=deal.pack.suits[deal.pack.suit_of(turned)])


def _exposure(deal: MarigliaDeal, what: str) -> tuple[int | None, int]:
    name, _dot, packet = what.partition(".")
    seat = next((seat for seat in range(deal.seats) if seat_name(deal, seat) == name), None)
    return seat, int(packet) if packet in ("1", "2") else 0


def _face_up(deal: MarigliaDeal, seat: int, packet: int) -> int:
    """The first card of the packet, and further ones as long as trumps come."""
    shown = 0
    for card in deal.dealt.holdings[seat][(packet - 1) * PACKET : packet * PACKET]:
        shown |= 1 << card
        if deal.pack.suit_of(card) != deal.trump:
            break
    return shown

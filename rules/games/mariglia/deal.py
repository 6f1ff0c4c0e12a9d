"""Mariglia card by card: the turned card, the cards that the dealer exposes in a scoperto deal, the play."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.games.mariglia.sheet import compute_turned_steps, find_winner
from rules.games.mariglia.tables import TRICKS, MarigliaHand, MarigliaOptions, pack_of
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import follow_suit, must_beat_opponent
from rules.verbs import NO_SUCH_CARD, NOT_HELD, PlayCard, Verb, format_seat, seat_problems

PACKET = 5
NOT_LAST_CARD = Fact("not_last_card", _("The turned card is the last that the dealer gets, {card}: write it last."), source="S, P2")
NOT_SCOPERTO = Fact("not_scoperto", _("No card may be dealt face up in the orthodox deal."), source="S")
EXPOSED_TOO_LATE = Fact("exposed_too_late", _("Cards are dealt face up only before the play."), source="S")
NOT_AN_EXPOSURE = Fact("not_an_exposure", _("Write whose packet and which round, as B1.2: “{given}” is neither."))
NOT_AN_OPPONENT = Fact("not_an_opponent", _("The dealer chooses an opponent; the next player’s packet is then opened too."), source="S")
EXPOSED_TWICE = Fact("exposed_twice", _("{seat} already has cards face up: once at most."), source="S")


@dataclass(frozen=True, slots=True)
class MarigliaDeal(Deal):
    dealer: int = 0
    turned: int | None = None
    exposed: tuple[int, ...] = (0, 0, 0, 0)
    """Bitmask of the cards that were dealt face up to each seat."""


class TurnUpCard(Verb):
    """The dealer turns up the last card: its suit is trump, and his side scores its value at once."""

    name = "turn"
    says = _("{seat} turns up {what}")

    def list_candidates(self, deal: MarigliaDeal) -> Iterator[Action]:
        yield Action(deal.dealer, self.name, deal.pack.names[deal.dealt.holdings[deal.dealer][-1]])

    def find_problems(self, deal: MarigliaDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.dealer if deal.turned is None else None, action.seat)
        card = deal.pack.numbers.get(action.what)
        last_card = deal.dealt.holdings[deal.dealer][-1]
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
        elif not deal.holdings[deal.dealer] >> card & 1:
            yield NOT_HELD.problem("what", seat=format_seat(deal, deal.dealer), card=action.what)
        elif deal.turned is None and card != last_card:
            yield NOT_LAST_CARD.problem("what", card=deal.pack.names[last_card])

    def apply_action(self, deal: MarigliaDeal, action: Action) -> MarigliaDeal:
        card = deal.pack.numbers[action.what]
        turned = replace(deal, turned=card, trump=deal.pack.suit_of(card))
        if find_winner(deal.state, compute_turned_steps(deal.options, _build_turned_entry(turned))) is not None:
            return replace(turned, over=True)
        return replace(turned, turn=find_leader(deal))


class ExposePacket(Verb):
    """Scoperto: the dealer exposes an opponent's packet until a card is no trump, and the next player's packet in the same way."""

    name = "expose"
    says = _("{seat} opens the packet {what}")

    def list_candidates(self, deal: MarigliaDeal) -> Iterator[Action]:
        for seat in (deal.dealer + 1, deal.dealer + 3):
            for packet in (1, 2):
                yield Action(deal.dealer, self.name, f"{format_seat(deal, seat % deal.seats)}.{packet}")

    def find_problems(self, deal: MarigliaDeal, action: Action) -> Iterator[Problem]:
        if deal.options.deal_style != "scoperto":
            yield NOT_SCOPERTO.problem()
        if deal.turned is None or deal.trick or deal.tricks:
            yield EXPOSED_TOO_LATE.problem()
        yield from seat_problems(deal, deal.dealer, action.seat)
        seat, packet = _parse_exposure(deal, action.what)
        if seat is None or packet not in (1, 2):
            yield NOT_AN_EXPOSURE.problem("what", given=action.what)
        elif deal.are_partners(seat, deal.dealer):
            yield NOT_AN_OPPONENT.problem("what")
        elif deal.exposed[seat]:
            yield EXPOSED_TWICE.problem("what", seat=format_seat(deal, seat))

    def apply_action(self, deal: MarigliaDeal, action: Action) -> MarigliaDeal:
        seat, packet = _parse_exposure(deal, action.what)
        exposed_masks = (
            {}
            if seat is None
            else {holder % deal.seats: _build_exposed_mask(deal, holder % deal.seats, packet) for holder in (seat, seat + 1)}
        )
        return replace(deal, exposed=tuple(exposed_masks.get(holder, cards) for holder, cards in enumerate(deal.exposed)))


VERBS = (TurnUpCard(), ExposePacket(), PlayCard())


def find_leader(deal: MarigliaDeal) -> int:
    """The seat to the dealer's right, unless `dealt.leader` names another."""
    return (deal.dealer + 1) % deal.seats if deal.dealt.leader is None else deal.dealt.leader


def open_deal(state: MatchState[MarigliaOptions], dealt: DealtCards) -> MarigliaDeal:
    duties = (follow_suit, must_beat_opponent) if state.options.must_beat else (follow_suit,)
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    return MarigliaDeal(state, pack_of(state.options), dealt, holdings, 2, duties, dealer=dealt.dealer or 0)


def build_outcome(deal: MarigliaDeal) -> MarigliaHand:
    """Build the hand entry: only the turned card when that ended the game, else tricks and totals as well."""
    entry = _build_turned_entry(deal)
    if not deal.tricks:
        return entry
    won_tricks = len(deal.tricks_of(0))
    return replace(
        entry, tricks=(won_tricks, TRICKS - won_tricks), total=(deal.points_of(0) + won_tricks, deal.points_of(1) + TRICKS - won_tricks)
    )


def _build_turned_entry(deal: MarigliaDeal) -> MarigliaHand:
    turned = deal.turned or 0
    return MarigliaHand(dealer=deal.dealer, turned=deal.pack.rank_of(turned), trump=deal.pack.suits[deal.pack.suit_of(turned)])


def _parse_exposure(deal: MarigliaDeal, text: str) -> tuple[int | None, int]:
    """Parse `B1.2` into the seat and the packet (1 or 2); None or 0 for a part that cannot be read."""
    name, _dot, packet = text.partition(".")
    seat = next((seat for seat in range(deal.seats) if format_seat(deal, seat) == name), None)
    return seat, int(packet) if packet in ("1", "2") else 0


def _build_exposed_mask(deal: MarigliaDeal, seat: int, packet: int) -> int:
    """Bitmask of the first card of the packet and of the next ones, up to the first card that is no trump."""
    mask = 0
    for card in deal.dealt.holdings[seat][(packet - 1) * PACKET : packet * PACKET]:
        mask |= 1 << card
        if deal.pack.suit_of(card) != deal.trump:
            break
    return mask

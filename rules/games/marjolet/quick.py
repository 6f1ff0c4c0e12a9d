"""Random hands of Marjolet at speed: a card is a bit by its random place, so that the lowest bit of any mask is a random card of it."""

import random
from functools import lru_cache

from rules.games.marjolet.tables import DRAWN, HELD, PACK, TRICKS, MarjoletHand, MarjoletOptions, build_melds
from rules.games.marjolet.totals import complete_hand
from rules.playout import build_pack_tables, shuffle_deck


@lru_cache(maxsize=8)
def _melds(quartets: str, trump: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Points and cards of each meld."""
    known = build_melds(quartets, trump).values()
    return tuple((meld.points, tuple(card for card in range(len(PACK)) if meld.cards >> card & 1)) for meld in known)


class Table:
    """One hand being played; whoever wins a trick exchanges the seven and lays down what can be laid down."""

    __slots__ = (
        "brisques",
        "card",
        "exchanged",
        "held",
        "limit",
        "melded",
        "melds",
        "place",
        "power",
        "seven",
        "sevens",
        "suits",
        "turned",
        "won",
    )

    def __init__(self, options: MarjoletOptions, card: list[int], dealt: list[int]) -> None:
        """`card` says which card is at each place, `dealt` the places in the order of dealing: two hands, the turned card, the stock."""
        trump = PACK.suit_of(card[dealt[2 * HELD]])
        known = build_pack_tables(PACK, trump)
        self.card, self.suits, self.power = card, known.suits, known.power
        self.place = [1] * len(card)
        for place, number in enumerate(card):
            self.place[number] = 1 << place
        self.held = [sum(1 << place for place in dealt[:HELD]), sum(1 << place for place in dealt[HELD : 2 * HELD])]
        self.turned, self.seven = 1 << dealt[2 * HELD], self.place[trump * PACK.size]
        self.melds = [(points, sum(self.place[number] for number in cards)) for points, cards in _melds(options.quartets, trump)]
        self.limit = options.melds_per_trick or len(self.melds)
        self.melded, self.brisques, self.won = [0, 0], [0, 0], [0, 0]
        self.sevens: list[int] = []
        self.exchanged = False

    def trick(self, leader: int, *, strict: bool) -> int:
        """Play one trick with random cards; the winner."""
        other = 1 - leader
        low = self.held[leader] & -self.held[leader]
        led = self.card[low.bit_length() - 1]
        pool = self._pool(other, led) if strict else self.held[other]
        answer = pool & -pool
        reply = self.card[answer.bit_length() - 1]
        self.held[leader] ^= low
        self.held[other] ^= answer
        if self.seven in (low, answer) and not self.exchanged:
            self.sevens.append(leader if low == self.seven else other)
        winner = other if self._beats(reply, led) else leader
        values = PACK.points
        self.brisques[winner] += values[PACK.size - 1 - led % PACK.size] + values[PACK.size - 1 - reply % PACK.size]
        self.won[winner] += 1
        return winner

    def _beats(self, card: int, led: int) -> bool:
        """Trumps have more power than every plain card."""
        return self.power[card] > self.power[led] and (self.suits[card] == self.suits[led] or self.power[card] >= PACK.size)

    def _pool(self, player: int, led: int) -> int:
        """Follow suit, else trump; and beat the card led where that is possible."""
        mine = [(1 << place, self.card[place]) for place in range(len(self.card)) if self.held[player] >> place & 1]
        trumps = [pair for pair in mine if self.power[pair[1]] >= PACK.size]
        pool = [pair for pair in mine if self.suits[pair[1]] == self.suits[led]] or trumps or mine
        return sum(bit for bit, _card in [pair for pair in pool if self._beats(pair[1], led)] or pool)

    def after(self, winner: int) -> None:
        """Exchange the seven, lay down melds."""
        if self.held[winner] & self.seven and self.turned != self.seven:
            self.held[winner] ^= self.seven | self.turned
            self.turned, self.exchanged = self.seven, True
            self.sevens.append(winner)
        mine = self.held[winner]
        down = [meld for meld in self.melds if mine & meld[1] == meld[1]][: self.limit]
        for meld in down:
            self.melded[winner] += meld[0]
            self.melds.remove(meld)


def random_hand(options: MarjoletOptions, dealer: int, rng: random.Random) -> MarjoletHand:
    """The sheet of a random hand, played to its end."""
    dealt = shuffle_deck(len(PACK), rng)
    table = Table(options, shuffle_deck(len(PACK), rng), dealt)
    turned_seven = table.turned == table.seven
    leader, stock = 1 - dealer, dealt[2 * HELD + 1 :]
    for drawn in range(0, 2 * DRAWN, 2):
        leader = table.trick(leader, strict=False)
        table.after(leader)
        table.held[leader] |= 1 << stock[drawn]
        table.held[1 - leader] |= 1 << stock[drawn + 1] if drawn + 1 < len(stock) else table.turned
    tenth = leader
    before = table.won[0]
    for _trick in range(HELD):
        leader = table.trick(leader, strict=True)
    scores = options.turned_seven_scores_when_played or not turned_seven
    hand = MarjoletHand(
        dealer=dealer,
        turned_seven=turned_seven,
        melds=tuple(table.melded),
        seven=table.sevens[0] if scores else None,
        exchanged=table.exchanged,
        tenth=tenth,
        brisques=tuple(table.brisques),
        last=leader,
        sweep=table.won[0] - before in (0, HELD),
        tricks=(table.won[0], TRICKS - table.won[0]),
    )
    return complete_hand(options, hand)

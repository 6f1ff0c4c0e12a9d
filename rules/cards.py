"""Packs and cards. A card is an integer, suit × ranks + strength (0 weakest); a holding is a bitmask of cards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.texts import _

SUITS = "DCSB"
"""Coins, cups, swords, clubs. A French pack is written with the same letters: diamonds, hearts, spades, clubs."""
SUIT_NAMES = {"D": _("coins"), "C": _("cups"), "S": _("swords"), "B": _("clubs")}
FRENCH_SUIT_NAMES = {"D": _("♦ diamonds"), "C": _("♥ hearts"), "S": _("♠ spades"), "B": _("♣ clubs")}
"""Of the packs with French suits, with their signs."""
RANK_NAMES = {
    "A": _("ace"),
    "K": _("king"),
    "Q": _("queen"),
    "J": _("jack"),
    "H": _("cavallo"),
    "C": _("cavallo"),
    "D": _("donna"),
}
"""Of the ranks written with a letter; some games use other letters for the same figure."""
RANK_LETTERS = {"K": _("K"), "Q": _("Q"), "J": _("J"), "H": _("H")}
"""Of the ranks whose letter differs from language to language: what people see; records keep the letters of the packs."""


@dataclass(frozen=True, eq=False)
class Pack:
    """Suits and ranks of a game. Each pack is equal only to itself.

    `ranks` and `trump_ranks` run from the strongest to the weakest; points may differ in the trump suit.
    """

    ranks: tuple[str, ...]
    points: tuple[int, ...]
    """One value per rank, in the order of `ranks`, in the game's unit."""
    suits: str = SUITS
    trump_ranks: tuple[str, ...] = ()
    """Only when trumps are ordered differently (Sancagna)."""
    trump_points: tuple[int, ...] = ()
    """In the order of `trump_ranks`."""
    thirds: bool = False
    """Whether the points are thirds of what the table counts."""
    french: bool = False
    """Whether tables play it with hearts and spades rather than with cups and swords; the letters are the same."""

    def __len__(self) -> int:
        return len(self.suits) * len(self.ranks)

    @property
    def size(self) -> int:
        """Number of cards in a suit."""
        return len(self.ranks)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Text of each card by its number: suit letter, then rank."""
        return tuple(suit + rank for suit in self.suits for rank in reversed(self.ranks))

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def suit_masks(self) -> tuple[int, ...]:
        block = (1 << self.size) - 1
        return tuple(block << (suit * self.size) for suit in range(len(self.suits)))

    @cached_property
    def plain_strength(self) -> tuple[int, ...]:
        return tuple(range(self.size)) * len(self.suits)

    @cached_property
    def trump_strength(self) -> tuple[int, ...]:
        """Strength of each card when its suit is trump; equal to `plain_strength` unless `trump_ranks` gives another order."""
        order = self.trump_ranks or self.ranks
        by_rank = {rank: self.size - 1 - index for index, rank in enumerate(order)}
        return tuple(by_rank[rank] for rank in reversed(self.ranks)) * len(self.suits)

    def card_values(self, trump: int | None = None) -> tuple[int, ...]:
        """Points of each card by its number; `trump` is the index of the trump suit."""
        plain_values = tuple(reversed(self.points)) * len(self.suits)
        if trump is None or not self.trump_points:
            return plain_values
        by_rank = dict(zip(self.trump_ranks, self.trump_points, strict=True))
        start = trump * self.size
        trump_values = tuple(by_rank[rank] for rank in reversed(self.ranks))
        return plain_values[:start] + trump_values + plain_values[start + self.size :]

    def suit_of(self, card: int) -> int:
        return card // self.size

    def rank_of(self, card: int) -> str:
        return self.ranks[self.size - 1 - card % self.size]

    def card_number(self, name: str) -> int:
        """Number of a card from its text in upper or lower case. Raises KeyError."""
        return self.numbers[name.strip().upper()]

    def mask_of_names(self, names: Iterable[str]) -> int:
        return build_mask(self.card_number(name) for name in names)

    def names_in(self, holding: int) -> tuple[str, ...]:
        """Names of the cards of a bitmask, suit by suit, strongest first."""
        ordered = sorted(iterate_cards(holding), key=lambda card: (card // self.size, -card))
        return tuple(self.names[card] for card in ordered)

    def in_suit(self, holding: int, suit: int) -> int:
        return holding & self.suit_masks[suit]


def build_mask(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def iterate_cards(holding: int) -> Iterator[int]:
    """The cards of a bitmask, lowest number first."""
    while holding:
        lowest_bit = holding & -holding
        yield lowest_bit.bit_length() - 1
        holding ^= lowest_bit

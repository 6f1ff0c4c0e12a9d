"""The boxes of a sheet: what stands in one, in words, beside what is typed once more, and what an empty one is filled in with."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from rules import HandEntry, MatchState
from rules.cards import SUIT_NAMES
from rules.options import FieldKind, FieldSpec
from rules.texts import SIDE_LETTERS
from rules.units import format_thirds, parse_amount
from scoring.ledger.match_log import AnyGame
from tournaments.models import Match

CARD_LETTERS = {
    "J": pgettext_lazy("card", "J"),
    "H": pgettext_lazy("card", "H"),
    "Q": pgettext_lazy("card", "Q"),
    "K": pgettext_lazy("card", "K"),
}
"""Court cards as the reader's language writes them; the ledger has the letters of the pack."""

VOWELS = frozenset("aeiouéè")


def format_card(text: str) -> str:
    """A card as records write it, a rank alone or a suit and a rank, as the reader calls it: R, R di bastoni."""
    suit, rank = text[:1], text[1:]
    if rank and suit in SUIT_NAMES:
        return join_card(str(CARD_LETTERS.get(rank, rank)), _(SUIT_NAMES[suit]))
    return str(CARD_LETTERS.get(text, text))


def join_card(rank: str, suit: str) -> str:
    """“R di bastoni”; where the suit begins with a vowel, as some languages say it: “R d’épées”."""
    template = _("%(rank)s of %(suit)s")
    if suit[:1] in VOWELS:
        template = pgettext("before a vowel", "%(rank)s of %(suit)s")
    return template % {"rank": rank, "suit": suit}


def name_box(spec: FieldSpec) -> str:
    """The label of a box in a list of what was written: “Result lost”, where the sheet asks “Won: yes or no”."""
    return _("Result") if spec.kind is FieldKind.BOOLEAN and spec.choices else _(spec.label)


def format_box(spec: FieldSpec, text: str) -> str:
    """The typed text of a box in words."""
    if spec.kind is FieldKind.SIDE and text.isdigit():
        return SIDE_LETTERS[int(text)]
    if spec.kind in (FieldKind.POINTS, FieldKind.POINTS_EXACT) and text:
        amount = parse_amount(text)
        return str(amount.whole) if amount.thirds is None else format_thirds(amount.thirds)
    if spec.kind is FieldKind.CARD:
        return format_card(text)
    if spec.kind is FieldKind.BOOLEAN and not spec.choices:
        return {"yes": _("yes"), "no": _("no")}.get(text, text)
    labels = {str(choice.value): choice.label for choice in spec.choices}
    return _(labels[text]) if text in labels else text


def format_sheet_box(spec: FieldSpec, text: str) -> str:
    """The typed text of a box as the sheet has it: a seat by its side, a tick as a sign, anything else in words."""
    if spec.kind is FieldKind.SEAT:
        return text[:1]
    if spec.kind is FieldKind.BOOLEAN:
        return {"yes": _("yes"), "no": _("no")}.get(text, "") if spec.required else "✓" if text == "yes" else ""
    return format_box(spec, text)


@dataclass(frozen=True, slots=True)
class CheckBox:
    """A box of a line: the entered text and the text typed now. An empty box is not compared."""

    name: str
    label: str
    stands: str
    typed: str
    keyboard: str
    means_same: bool = False
    """Whether the text typed now says the same in other words: the letter of a side for a seat, a card by its name."""

    @property
    def differs(self) -> bool:
        return bool(self.typed) and not self.means_same and self.typed.upper() != self.stands.upper()

    @property
    def is_number(self) -> bool:
        """Whether a digit that differs is seen while it is typed; words can say the same in several ways."""
        return self.stands.isdecimal()

    @property
    def agrees(self) -> bool:
        return bool(self.typed) and not self.differs


def suggest_boxes(game: AnyGame, state: MatchState[Any], match: Match, kind: str) -> dict[str, str]:
    """What an empty form of that kind is filled in with: of a hand, the player whose turn it is, at first the dealer of the sheet."""
    if kind != HandEntry.kind or state.over:
        return {}
    names_dealer = any(spec.name == "dealer" for spec in game.boxes_of(kind, state.options))
    first = {"dealer": SIDE_LETTERS[match.first_dealer]} if names_dealer and not state.hands else {}
    return first | game.suggest_boxes(state)

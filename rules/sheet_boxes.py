"""Boxes of the sheet that several games share, declared once; each game lists those it has."""

from typing import Any

from rules.options import FieldKind, entry_field
from rules.texts import _


def dealer_box(kind: FieldKind = FieldKind.SEAT) -> Any:
    """Who dealt: a seat, or a side where each player is one."""
    return entry_field(_("Dealer"), _("Who dealt."), kind)


def tricks_box(most: int, *, completes: bool = False, by_player: bool = False, rare: bool = False) -> Any:
    """Tricks of each side, at most `most`; with `completes` the other side's follow from one side's."""
    sentence = _("Tricks of each player, if they were counted.") if by_player else _("Tricks of each side, if they were counted.")
    complement = most if completes else None
    return entry_field(
        _("Tricks"),
        sentence,
        FieldKind.INTEGER,
        lowest=0,
        highest=most,
        per_side=True,
        complement=complement,
        lone=not completes,
        rare=rare,
    )


def last_trick_box(*, by_player: bool = False) -> Any:
    """Who won the last trick."""
    sentence = _("Who won the last trick.") if by_player else _("The side that won the last trick.")
    return entry_field(_("Last trick"), sentence, FieldKind.SIDE)

"""Receipts of the money that came in: one for each line of the cash book that is income, numbered by its rank.

The number is not stored, because lines are never removed: a cancelled one stays in the sequence, and what the receipts that count add up to
is what the book says.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from tournaments.locks import lock_with_right
from tournaments.models import CashLine, CashReceipt, Organizer, PayerKind, ReceiptWords, Tournament
from tournaments.permissions import Right, require_organizer_director
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint

Kind = CashLine.Kind
INCOME = (Kind.ENTRY, Kind.REENTRY, Kind.EXTRA, Kind.INCOME)
"""The kinds of lines that have a receipt; a fee that is given back is one of them, with an amount below zero."""
WORDS = ("issuer", "member", "associate", "guest")


@dataclass(frozen=True, slots=True)
class NumberedReceipt:
    """A line of the book with the number of its receipt; `handed` is what was printed and given to somebody, None before that."""

    number: int
    line: CashLine
    handed: CashReceipt | None

    @property
    def is_cancelled(self) -> bool:
        return hasattr(self.line, "cancelled_by")

    @property
    def counted_cents(self) -> int:
        return 0 if self.is_cancelled else self.line.amount_cents

    @property
    def payer(self) -> str:
        """Who paid: as it was written on the receipt, else the entry."""
        return self.handed.payer if self.handed else self.line.entry.name if self.line.entry else ""

    @property
    def what(self) -> str:
        return self.line.label or capfirst(str(self.line.get_kind_display()))


@dataclass(frozen=True, slots=True)
class ReceiptOrder:
    """What is to be handed out: the number, from whom the money came, and as which kind of payer."""

    number: int
    payer: str
    kind: PayerKind


def select_receipted(tournament: Tournament) -> QuerySet[CashLine]:
    lines = CashLine.objects.filter(tournament=tournament, kind__in=INCOME, cancels=None)
    return lines.select_related("entry", "cancelled_by", "receipt").order_by("number")


def number_receipts(tournament: Tournament) -> list[NumberedReceipt]:
    """All receipts of a tournament, from number 1. One query."""
    lines = select_receipted(tournament)
    return [NumberedReceipt(number, line, getattr(line, "receipt", None)) for number, line in enumerate(lines, start=1)]


def sum_receipts(receipts: Sequence[NumberedReceipt]) -> int:
    """What the receipts that count add up to, in cents: what came in by the book."""
    return sum(receipt.counted_cents for receipt in receipts)


def read_receipt_words(organizer: Organizer | int) -> ReceiptWords:
    """The words of a club; empty ones that are not stored where nobody wrote any. One query."""
    key = organizer if isinstance(organizer, int) else organizer.pk
    return ReceiptWords.objects.filter(organizer=key).first() or ReceiptWords(organizer_id=key)


def compute_words_fingerprint(words: ReceiptWords) -> str:
    return compute_fingerprint([getattr(words, name) for name in WORDS])


def save_receipt_words(organizer: Organizer, values: dict[str, str], *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> None:
    """Store the words of a club; receipts that were handed out keep theirs. Raises: ChangeRefused; PermissionDenied."""
    with write_tx():
        Organizer.objects.select_for_update().get(pk=organizer.pk)
        require_organizer_director(actor, organizer)
        stored = read_receipt_words(organizer)
        if any(getattr(stored, name) != value for name, value in values.items()):
            seen.check()
            ReceiptWords.objects.update_or_create(organizer=organizer, defaults=values)


def hand_out_receipts(
    tournament: Tournament, orders: Sequence[ReceiptOrder], *, actor: AbstractBaseUser, at: dt.datetime, organizer: str = ""
) -> list[NumberedReceipt]:
    """Write down that these receipts are printed now, each with the words that its kind of payer has at this moment; `organizer`
    issues them where the club wrote no words.

    One that was handed out before keeps payer and words, and becomes a copy; so does one that is cancelled, which says so.
    Raises: ChangeRefused for a number that is not there, or that was cancelled before anybody got it; PermissionDenied.
    """
    with write_tx():
        locked = lock_with_right(tournament, actor, Right.CHECK_IN)
        by_number = {receipt.number: receipt for receipt in number_receipts(locked)}
        words = read_receipt_words(locked.organizer_id)
        words.issuer = words.issuer or organizer
        return [_hand_out(by_number.get(order.number), order, words, actor, at) for order in orders]


def _hand_out(
    receipt: NumberedReceipt | None, order: ReceiptOrder, words: ReceiptWords, actor: AbstractBaseUser, at: dt.datetime
) -> NumberedReceipt:
    if receipt is None:
        raise ChangeRefused("no_receipt", _("Not printed: there is no receipt %(number)d.") % {"number": order.number})
    if receipt.handed is not None:
        receipt.handed.copies += 1
        receipt.handed.save(update_fields=["copies"])
        return receipt
    if receipt.is_cancelled:
        sentence = _("Not printed: receipt %(number)d is cancelled, and nobody got it.")
        raise ChangeRefused("cancelled", sentence % {"number": order.number})
    handed = CashReceipt.objects.create(
        line=receipt.line,
        payer=order.payer,
        kind=order.kind,
        issuer=words.issuer,
        words=getattr(words, order.kind),
        handed_by_id=actor.pk,
        handed_at=at,
    )
    return replace(receipt, handed=handed)

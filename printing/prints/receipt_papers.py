"""Receipts on paper, and their register."""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from paper import PaperSection, PrintedReceipt
from printing.prints.heads import PrintContext
from tournaments.cash.receipts import NumberedReceipt, number_receipts, sum_receipts
from tournaments.entries.exports import FileList
from tournaments.fields.euros import format_euros


def build_printed_receipts(receipts: Iterable[NumberedReceipt]) -> list[PrintedReceipt]:
    """The receipts that were handed out, as they print."""
    return [_build_receipt(receipt) for receipt in receipts if receipt.handed is not None]


def _build_receipt(receipt: NumberedReceipt) -> PrintedReceipt:
    handed, cents = receipt.handed, receipt.line.amount_cents
    if handed is None:
        raise ValueError(receipt.number)
    note = pgettext("receipt", "Cancelled") if receipt.is_cancelled else gettext("Copy") if handed.copies > 1 else ""
    return PrintedReceipt(
        number=str(receipt.number),
        payer=handed.payer,
        what=receipt.what,
        amount=format_euros(abs(cents)),
        day=f"{localtime(receipt.line.made_at):%d/%m/%Y}",
        issuer=tuple(handed.issuer.splitlines()),
        words=" ".join(handed.words.split()),
        note=note,
        repaid=cents < 0,
    )


def read_register_section(context: PrintContext) -> PaperSection:
    """Every receipt in its sequence, cancelled ones too, and their sum; without rows where no money came in."""
    receipts = number_receipts(context.tournament)
    rows = [
        (
            str(receipt.number),
            str(receipt.line.number),
            f"{localtime(receipt.line.made_at):%d/%m %H:%M}",
            receipt.payer,
            receipt.what,
            format_state(receipt),
            format_euros(receipt.line.amount_cents),
        )
        for receipt in receipts
    ]
    if rows:
        rows.append(("", "", "", "", gettext("Receipts that count"), "", format_euros(sum_receipts(receipts))))
    headings = (
        *(gettext("Receipt"), gettext("Line"), gettext("When"), gettext("Received from"), gettext("For what")),
        *(gettext("State"), gettext("Amount")),
    )
    return PaperSection(gettext("Receipts"), headings=headings if rows else (), rows=tuple(rows), names=(3,), numbers=(0, 1, 6))


def format_state(receipt: NumberedReceipt) -> str:
    handed = receipt.handed
    words = [pgettext("receipt", "cancelled")] if receipt.is_cancelled else []
    if handed is not None:
        words.append(str(handed.get_kind_display()))
    return capfirst(", ".join(words)) or gettext("not handed out")


def read_receipt_list(context: PrintContext) -> FileList:
    """The register as a list, amounts as numbers; what is cancelled counts 0 in the last column."""
    headings = (
        *(gettext("Receipt"), gettext("Line"), gettext("When"), gettext("Received from"), gettext("Kind"), gettext("For what")),
        *(gettext("State"), gettext("Amount"), gettext("Counts")),
    )
    rows = tuple(
        (
            receipt.number,
            receipt.line.number,
            localtime(receipt.line.made_at).isoformat(sep=" ", timespec="minutes")[:16],
            receipt.payer,
            str(receipt.handed.get_kind_display()) if receipt.handed else "",
            receipt.what,
            format_state(receipt),
            receipt.line.amount_cents / 100,
            receipt.counted_cents / 100,
        )
        for receipt in number_receipts(context.tournament)
    )
    return FileList(gettext("Receipts"), headings, rows)

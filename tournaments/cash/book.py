"""Writing lines of the cash book; who calls holds the lock of the tournament."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils import timezone

from tournaments.models import CashLine, Entry, FeePlan, Tournament

Kind = CashLine.Kind


@dataclass(frozen=True, slots=True)
class CashMove:
    """Money that changes hands: positive what comes in."""

    kind: CashLine.Kind
    amount_cents: int
    entry: Entry | None = None
    label: str = ""


def append_moves(tournament: Tournament, moves: Iterable[CashMove], *, actor: AbstractBaseUser, key: str = "") -> tuple[CashLine, ...]:
    """Write the moves, one line each; two queries. `key` is that of the request, for a single move."""
    moving = [move for move in moves if move.amount_cents]
    if not moving:
        return ()
    highest = CashLine.objects.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"] or 0
    now = timezone.now()
    lines = [
        CashLine(
            tournament=tournament,
            number=number,
            key=key or secrets.token_hex(12),
            kind=move.kind,
            label=move.label,
            entry=move.entry,
            amount_cents=move.amount_cents,
            made_by_id=actor.pk,
            made_at=now,
        )
        for number, move in enumerate(moving, start=highest + 1)
    ]
    return tuple(CashLine.objects.bulk_create(lines))


def note_fees_paid(tournament: Tournament, entries: Sequence[Entry], *, actor: AbstractBaseUser, before: int = 0) -> None:
    """Write down what `entries` paid of their fee: what stands in them now, less what stood there `before`."""
    moves = (CashMove(choose_fee_kind(entry), entry.fee_paid_cents - before, entry) for entry in entries)
    append_moves(tournament, moves, actor=actor)


def choose_fee_kind(entry: Entry) -> CashLine.Kind:
    return Kind.ENTRY if entry.again_of_id is None else Kind.REENTRY


def read_fee_plan(tournament: Tournament) -> FeePlan:
    """The plan of the fees; one with nothing in it where nobody made one. One query."""
    return FeePlan.objects.filter(tournament=tournament).first() or FeePlan(tournament=tournament)


def get_fee_cents(tournament: Tournament, plan: FeePlan, *, again: bool) -> int:
    """The fee of an entry, or of one that entered again."""
    return plan.reentry_cents if again else tournament.fee_cents

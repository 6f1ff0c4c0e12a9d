"""Taking money in, paying it out, cancelling a line, and the plan of the fees."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from tournaments.cash.book import CashMove, append_moves, choose_fee_kind, get_fee_cents, read_fee_plan
from tournaments.cash.pot import parse_extras
from tournaments.locks import lock_for_director, lock_with_right
from tournaments.models import CashLine, Entry, FeePlan, Tournament
from tournaments.permissions import Right, has_right, read_role
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen
from tournaments.templatetags.money import euro

Kind = CashLine.Kind
FEES = frozenset({Kind.ENTRY, Kind.REENTRY})
TAKEN = frozenset({*FEES, Kind.EXTRA})
"""What everybody at the door may take in."""


def take_in(tournament: Tournament, move: CashMove, *, actor: AbstractBaseUser, key: str, last_seen: int | None = None) -> CashLine:
    """Write down money that came in; for a fee also at the entry. The same `key` again changes nothing.

    An amount of 0 is the price: of a fee what is still to be paid, of an extra what the plan says. `last_seen`: the newest line that
    the page showed. Raises: ChangeRefused, also where somebody else wrote the same since; PermissionDenied (the door takes fees,
    other income is the director's).
    """
    with write_tx():
        locked = lock_with_right(tournament, actor, Right.CHECK_IN)
        if move.kind not in TAKEN:
            _require_director(locked, actor)
        sent = CashLine.objects.filter(tournament=locked, key=key).first()
        if sent is not None:
            return sent
        entry = _lock_entry(move)
        kind = choose_fee_kind(entry) if entry is not None and move.kind in FEES else move.kind
        _check_unwritten(locked, CashMove(kind, 1, entry, move.label), last_seen)
        amount = move.amount_cents or _find_price(locked, kind, entry, move.label)
        _move_fee(entry, kind, amount)
        [line] = append_moves(locked, [CashMove(kind, amount, entry, move.label)], actor=actor, key=key)
    return line


def pay_out(
    tournament: Tournament, move: CashMove, *, actor: AbstractBaseUser, key: str, last_seen: int | None = None, seen: Seen = UNSEEN
) -> CashLine:
    """Write down money that went out: a prize, an expense, or a fee that is given back. `move.amount_cents` is what is handed over,
    `last_seen` the newest line that the page showed, `seen` the prize that is paid.

    Raises: ChangeRefused where more of a fee would be given back than was paid, somebody else wrote the same since, or the prize is
    another one; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        sent = CashLine.objects.filter(tournament=locked, key=key).first()
        if sent is not None:
            return sent
        entry = _lock_entry(move)
        kind = choose_fee_kind(entry) if entry is not None and move.kind in FEES else move.kind
        if move.amount_cents <= 0:
            raise ChangeRefused("no_amount", _("Not saved: write the amount."))
        if kind in FEES and entry is None:
            raise ChangeRefused("no_entry", _("Not saved: say which entry gets its fee back."))
        _check_unwritten(locked, CashMove(kind, -1, entry, move.label), last_seen)
        seen.check()
        _move_fee(entry, kind, -move.amount_cents)
        [line] = append_moves(locked, [CashMove(kind, -move.amount_cents, entry, move.label)], actor=actor, key=key)
    return line


def cancel_line(line: CashLine, *, actor: AbstractBaseUser) -> CashLine:
    """Cancel a line that was a mistake by a second one; both stay in the book. Who wrote it may do so, and a director.

    Raises: ChangeRefused for a line that is cancelled or cancels; PermissionDenied.
    """
    with write_tx():
        locked = lock_with_right(line.tournament, actor, Right.CHECK_IN)
        if line.made_by_id != actor.pk:
            _require_director(locked, actor)
        if line.cancels_id is not None or CashLine.objects.filter(cancels=line).exists():
            raise ChangeRefused("cancelled", _("Nothing was changed: this line is cancelled already."))
        entry = _lock_entry(CashMove(Kind(line.kind), line.amount_cents, line.entry))
        _move_fee(entry, Kind(line.kind), -line.amount_cents)
        move = CashMove(Kind(line.kind), -line.amount_cents, entry, line.label)
        [cancelling] = append_moves(locked, [move], actor=actor)
        cancelling.cancels = line
        cancelling.save(update_fields=["cancels"])
    return cancelling


def save_fee_plan(
    tournament: Tournament, *, fee_cents: int, values: dict[str, Any], actor: AbstractBaseUser, seen: Seen = UNSEEN
) -> FeePlan:
    """Save the entry fee of the tournament and the plan. `values`: columns of a `FeePlan`.

    Raises: ChangeRefused when the page showed other fees; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        stored = read_fee_plan(locked)
        if locked.fee_cents != fee_cents or any(getattr(stored, column) != value for column, value in values.items()):
            seen.check()
        if locked.fee_cents != fee_cents:
            locked.fee_cents = fee_cents
            locked.save()
        plan, _new = FeePlan.objects.update_or_create(tournament=locked, defaults=values)
    return plan


def _require_director(tournament: Tournament, actor: AbstractBaseUser) -> None:
    if not has_right(read_role(actor, tournament), Right.DIRECT):
        raise PermissionDenied


def _lock_entry(move: CashMove) -> Entry | None:
    return None if move.entry is None else Entry.objects.select_for_update().get(pk=move.entry.pk)


def _check_unwritten(tournament: Tournament, move: CashMove, last_seen: int | None) -> None:
    """Raises: ChangeRefused where a line that the page did not show says the same of the same entry: two people at once, and one prize."""
    if last_seen is None or move.entry is None:
        return
    lines = CashLine.objects.filter(tournament=tournament, kind=move.kind, label=move.label, entry=move.entry, number__gt=last_seen)
    lines = lines.filter(cancels=None, cancelled_by=None, **{"amount_cents__gt" if move.amount_cents > 0 else "amount_cents__lt": 0})
    line = lines.select_related("made_by").order_by("number").last()
    if line is not None:
        sentence = _("Not saved: %(name)s wrote %(amount)s for %(entry)s at %(time)s. If this is more money, press again.")
        values = {"name": line.made_by or "?", "amount": euro(abs(line.amount_cents)), "entry": move.entry}
        raise ChangeRefused("written", sentence % (values | {"time": f"{localtime(line.made_at):%H:%M}"}))


def _find_price(tournament: Tournament, kind: CashLine.Kind, entry: Entry | None, label: str) -> int:
    """Raises: ChangeRefused where nothing says how much it is."""
    plan = read_fee_plan(tournament)
    if kind in FEES and entry is not None and (fee_cents := get_fee_cents(tournament, plan, again=entry.again_of_id is not None)):
        if fee_cents <= entry.fee_paid_cents:
            raise ChangeRefused("paid_already", _("Not saved: %(entry)s has paid its fee already.") % {"entry": entry})
        return fee_cents - entry.fee_paid_cents
    price = parse_extras(plan.extras).get(label, 0) if kind == Kind.EXTRA else 0
    if not price:
        raise ChangeRefused("no_amount", _("Not saved: write the amount."))
    return price


def _move_fee(entry: Entry | None, kind: CashLine.Kind, amount_cents: int) -> None:
    """Keep what the entry has paid of its fee. Raises: ChangeRefused."""
    if kind not in FEES:
        return
    if entry is None:
        raise ChangeRefused("no_entry", _("Not saved: say which entry pays its fee."))
    if entry.fee_paid_cents + amount_cents < 0:
        sentence = _("Not saved: %(entry)s has paid %(paid)s of its fee, and more cannot be given back.")
        raise ChangeRefused("not_paid", sentence % {"entry": entry, "paid": euro(entry.fee_paid_cents)})
    entry.fee_paid_cents += amount_cents
    entry.save()

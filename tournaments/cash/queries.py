"""What came in, what went out and what is left: by kind and by person."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import User
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, Sum

from tournaments.cash.book import read_fee_plan
from tournaments.cash.pot import compute_pot_part, parse_split, split_pot
from tournaments.models import CashLine, Entry, FeePlan, Tournament

Kind = CashLine.Kind
FEES = (Kind.ENTRY, Kind.REENTRY)
IS_FIRST = ExpressionWrapper(Q(again_of=None), output_field=BooleanField())
"""Of an entry: that it did not enter again after another one."""


@dataclass(frozen=True, slots=True)
class CashSum:
    """The lines of one kind and one name, without those that were cancelled. Cents; `given` is not negative."""

    kind: CashLine.Kind
    label: str
    count: int
    taken: int
    given: int

    @property
    def net(self) -> int:
        return self.taken - self.given

    @property
    def title(self) -> str:
        return self.label if self.kind == Kind.EXTRA and self.label else str(self.kind.label)


@dataclass(frozen=True, slots=True)
class StaffCash:
    """What one person of the staff took in and paid out; an empty name: fees noted before the book was kept, or in a list."""

    name: str
    taken: int
    given: int

    @property
    def net(self) -> int:
        return self.taken - self.given


@dataclass(frozen=True)
class CashReport:
    """The treasurer's page. All amounts in cents."""

    tournament: Tournament
    plan: FeePlan
    sums: tuple[CashSum, ...]
    takers: tuple[StaffCash, ...]
    entry_fees: int
    reentry_fees: int
    owing: int
    """How many entries that play, or have entered again, have not paid their whole fee."""
    owed: int

    @cached_property
    def income(self) -> tuple[CashSum, ...]:
        return tuple(line for line in self.sums if line.kind not in (Kind.PRIZE, Kind.EXPENSE, Kind.FLOAT))

    @cached_property
    def outgo(self) -> tuple[CashSum, ...]:
        return tuple(line for line in self.sums if line.kind in (Kind.PRIZE, Kind.EXPENSE))

    @property
    def taken(self) -> int:
        return sum(line.net for line in self.income)

    @property
    def paid_out(self) -> int:
        return -sum(line.net for line in self.outgo)

    @property
    def float_cents(self) -> int:
        return sum(line.net for line in self.sums if line.kind == Kind.FLOAT)

    @property
    def in_the_box(self) -> int:
        return self.taken + self.float_cents - self.paid_out

    @property
    def prizes_paid(self) -> int:
        return -sum(line.net for line in self.sums if line.kind == Kind.PRIZE)

    @property
    def collected_pot(self) -> int:
        """What of the fees goes into the pot."""
        entries = compute_pot_part(self.entry_fees, self.tournament.fee_cents, self.plan.pot_cents)
        return entries + compute_pot_part(self.reentry_fees, self.plan.reentry_cents, self.plan.reentry_pot_cents)

    @property
    def pot(self) -> int:
        return max(self.collected_pot, self.plan.guaranteed_cents)

    @property
    def prizes(self) -> tuple[int, ...]:
        """The split of the pot, from the first place down."""
        return split_pot(self.pot, parse_split(self.plan.split))


def read_cash_report(tournament: Tournament) -> CashReport:
    """Six queries, however many lines the book has."""
    plan = read_fee_plan(tournament)
    counted = CashLine.objects.filter(tournament=tournament, cancels=None, cancelled_by=None).order_by()
    into, out = Sum("amount_cents", filter=Q(amount_cents__gt=0), default=0), Sum("amount_cents", filter=Q(amount_cents__lt=0), default=0)
    rows = counted.values_list("kind", "label", "made_by").annotate(count=Count("pk"), taken=into, given=out)
    lines = [
        (CashSum(Kind(kind), label if kind == Kind.EXTRA else "", count, taken, -given), by)
        for kind, label, by, count, taken, given in rows
    ]
    playing = Entry.objects.filter(tournament=tournament)
    fees = dict(playing.order_by().values_list(IS_FIRST).annotate(sum=Sum("fee_paid_cents")))
    noted = _sum_noted_earlier(lines, {Kind.ENTRY: fees.get(True, 0), Kind.REENTRY: fees.get(False, 0)})
    names = {user.pk: user.get_full_name() or user.get_username() for user in User.objects.filter(pk__in={by for _sum, by in lines})}
    owing, owed = _count_owing(tournament, plan)
    return CashReport(
        tournament=tournament,
        plan=plan,
        sums=_merge_sums([*(line for line, _by in lines), *noted]),
        takers=_merge_takers([*((line, names.get(by, "")) for line, by in lines), *((line, "") for line in noted)]),
        entry_fees=fees.get(True, 0),
        reentry_fees=fees.get(False, 0),
        owing=owing,
        owed=owed,
    )


def _sum_noted_earlier(lines: Iterable[tuple[CashSum, int]], fees: dict[CashLine.Kind, int]) -> list[CashSum]:
    """What the entries have paid and no line of the book tells: noted before there was one, or in the file of an older desk."""
    booked = {kind: sum(line.net for line, _by in lines if line.kind == kind) for kind in FEES}
    return [CashSum(kind, "", 0, max(0, missing), max(0, -missing)) for kind in FEES if (missing := fees[kind] - booked[kind])]


def _merge_sums(lines: Iterable[CashSum]) -> tuple[CashSum, ...]:
    merged: dict[tuple[CashLine.Kind, str], CashSum] = {}
    for line in lines:
        former = merged.get((line.kind, line.label), CashSum(line.kind, line.label, 0, 0, 0))
        merged[line.kind, line.label] = CashSum(
            line.kind, line.label, former.count + line.count, former.taken + line.taken, former.given + line.given
        )
    order = list(Kind)
    return tuple(sorted(merged.values(), key=lambda line: (order.index(line.kind), line.label)))


def _merge_takers(lines: Iterable[tuple[CashSum, str]]) -> tuple[StaffCash, ...]:
    merged: dict[str, StaffCash] = {}
    for line, name in lines:
        former = merged.get(name, StaffCash(name, 0, 0))
        merged[name] = StaffCash(name, former.taken + line.taken, former.given + line.given)
    return tuple(sorted(merged.values(), key=lambda taker: (not taker.name, taker.name.casefold())))


def _count_owing(tournament: Tournament, plan: FeePlan) -> tuple[int, int]:
    """How many entries owe something of their fee, and how much together: who plays, or has played and entered again. One query."""
    first = Q(again_of=None, fee_paid_cents__lt=tournament.fee_cents)
    again = Q(again_of__isnull=False, fee_paid_cents__lt=plan.reentry_cents)
    played_on = ~Q(state=Entry.State.WITHDRAWN) | Exists(Entry.objects.filter(again_of=OuterRef("pk")))
    owing = Entry.objects.filter(first | again, played_on, tournament=tournament)
    rows = owing.order_by().values_list(IS_FIRST).annotate(count=Count("pk"), paid=Sum("fee_paid_cents"))
    count = owed = 0
    for is_first, entries, paid in rows:
        count += entries
        owed += entries * (tournament.fee_cents if is_first else plan.reentry_cents) - paid
    return count, owed


def list_pot_prizes(report: CashReport) -> tuple[tuple[int, int], ...]:
    """Place and prize in cents."""
    return tuple(enumerate(report.prizes, start=1))


def sum_prizes_paid(tournament: Tournament) -> dict[int, int]:
    """What each entry got as prizes, by its id. One query."""
    rows = CashLine.objects.filter(tournament=tournament, kind=Kind.PRIZE, entry__isnull=False).order_by()
    return {entry: -sum_ for entry, sum_ in rows.values_list("entry").annotate(sum=Sum("amount_cents")) if sum_}

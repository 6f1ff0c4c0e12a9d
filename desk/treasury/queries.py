"""What the treasurer's page reads beside the balance: the book, the prizes to be paid, and the entries to choose from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db.models import Max, QuerySet

from printing.prints.heads import PrintContext
from printing.prints.honours import read_rewarded_honours
from printing.prints.registry import is_decided
from tournaments.cash.pot import parse_extras
from tournaments.cash.queries import sum_prizes_paid
from tournaments.models import CashLine, Entry, FeePlan, Tournament
from tournaments.pages.fields import euros
from tournaments.seen import compute_fingerprint


@dataclass(frozen=True, slots=True)
class DuePrize:
    """A prize in money of the final standings; cents."""

    entry_id: int
    places: str
    name: str
    due: int
    paid: int

    @property
    def left(self) -> int:
        return self.due - self.paid

    @property
    def surplus(self) -> int:
        """What was paid beyond it: the result was corrected afterwards, or the prize list was changed."""
        return max(0, -self.left)

    @property
    def left_typed(self) -> str:
        """What is left as a form says it."""
        return euros(self.left)

    @property
    def fingerprint(self) -> str:
        """What a director who pays it was shown: not what was paid, of which the cash book says more."""
        return compute_fingerprint(self.entry_id, self.places, self.due)


def find_due_fingerprint(context: PrintContext, entry: int, fingerprint: str) -> str:
    """The fingerprint that came with a form, where one of the prizes that the entry is owed still has it; else empty."""
    return fingerprint if any((prize.entry_id, prize.fingerprint) == (entry, fingerprint) for prize in read_due_prizes(context)) else ""


def read_due_prizes(context: PrintContext) -> tuple[DuePrize, ...]:
    """The prizes in money that were won, once the tournament is decided, then who was paid more than that; empty before.

    What an entry got counts for its first prize first: it may have another one of a consolation.
    """
    if not is_decided(context):
        return ()
    paid = sum_prizes_paid(context.tournament)
    dues = []
    for honour in read_rewarded_honours(context):
        if honour.cents:
            entry = honour.line.entry_id
            part = min(honour.cents, paid.get(entry, 0))
            paid[entry] = paid.get(entry, 0) - part
            dues.append(DuePrize(entry, honour.places, honour.line.name, honour.cents, part))
    return (*dues, *_list_overpaid({entry: cents for entry, cents in paid.items() if cents > 0}))


def _list_overpaid(paid: Mapping[int, int]) -> Iterator[DuePrize]:
    for entry, name in Entry.objects.filter(pk__in=paid).order_by("number").values_list("pk", "name"):
        yield DuePrize(entry, "", name, 0, paid[entry])


def select_cash_lines(tournament: Tournament) -> QuerySet[CashLine]:
    """The lines of the book, the newest first."""
    lines = CashLine.objects.filter(tournament=tournament).select_related("entry", "made_by", "cancels", "cancelled_by")
    return lines.order_by("-number")


def read_last_number(tournament: Tournament) -> int:
    """The number of the newest line of the book, 0 where there is none. One query."""
    return CashLine.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0


def list_entry_choices(tournament: Tournament, most: int | None = None) -> list[tuple[int, str]]:
    """Every entry, withdrawn ones too: they may get their fee back; `most` of them at most. One query."""
    entries = Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", "number", "name")
    return [(pk, f"{number} {name}") for pk, number, name in entries[:most]]


def list_extras(plan: FeePlan) -> list[tuple[str, int]]:
    """The further fees by name, in cents; none where the stored text cannot be read."""
    try:
        return list(parse_extras(plan.extras).items())
    except ValidationError:
        return []

"""People who came alone, and the lots by which they became pairs."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from evenings.enrolment.forms import STRENGTHS
from pairing.singles import Method, Single, compute_lot, group_singles
from tournaments.announcing.queries import read_announcement
from tournaments.models import Enrolment, Entry, Tournament
from tournaments.people.names import compute_person_key


def select_singles(tournament: Tournament) -> QuerySet[Enrolment]:
    """The singles who have a place and no partner, in the order of arrival."""
    return Enrolment.objects.filter(tournament=tournament, state=Enrolment.State.PLACED, looking=True, entry__isnull=True).order_by(
        "number"
    )


def build_singles(rows: Iterable[Enrolment]) -> list[Single]:
    """The rows as the pairing takes them; a wish counts where exactly one of them has that name."""
    listed = list(rows)
    by_name: dict[str, list[int]] = {}
    for row in listed:
        by_name.setdefault(compute_person_key(row.names[0]), []).append(row.number)
    wishes = {row.number: by_name.get(compute_person_key(row.wish), []) if row.wish else [] for row in listed}
    return [Single(row.number, row.strength, wishes[row.number][0] if len(wishes[row.number]) == 1 else None) for row in listed]


@dataclass(frozen=True, slots=True)
class SingleLine:
    id: int
    number: int
    name: str
    strength: str
    wish: str
    wish_is_here: bool
    phone: str


@dataclass(frozen=True, slots=True)
class MadePair:
    """An entry that was made of singles. `touched`: here, paid or withdrawn, so that it cannot be undone any more."""

    number: int
    name: str
    touched: bool


def list_singles(tournament: Tournament) -> list[SingleLine]:
    rows = list(select_singles(tournament))
    wishes = {single.number: single.wish for single in build_singles(rows)}
    labels = dict(STRENGTHS)
    return [
        SingleLine(row.pk, row.number, row.names[0], str(labels[row.strength]), row.wish, wishes[row.number] is not None, row.phone)
        for row in rows
    ]


def list_made_pairs(tournament: Tournament) -> list[MadePair]:
    entries = Entry.objects.filter(tournament=tournament, enrolments__looking=True).annotate(singles=Count("enrolments"))
    return [
        MadePair(entry.number, entry.name, bool(entry.fee_paid_cents) or entry.state != Entry.State.ENTERED)
        for entry in entries.order_by("number").distinct()
    ]


@dataclass(frozen=True, slots=True)
class LotLine:
    """One group of a lot. `lots`: what each of its people drew, empty where the wish decided."""

    numbers: tuple[int, ...]
    lots: tuple[str, ...]
    entry: int
    by_wish: bool


@dataclass(frozen=True, slots=True)
class LotView:
    """A lot as anybody can repeat it; `repeats` says whether this program makes the same of it again."""

    at: dt.datetime
    method: str
    seed: str
    lines: tuple[LotLine, ...]
    left: tuple[int, ...]
    repeats: bool


def read_lots(tournament: Tournament) -> tuple[LotView, ...]:
    """The lots of a tournament, the first first."""
    return tuple(_build_lot(lot, max(tournament.entry_size, 2)) for lot in read_announcement(tournament).lots)


def _build_lot(lot: dict, size: int) -> LotView:  # type: ignore[type-arg]  # as it is stored
    groups = tuple(tuple(group) for group in lot["groups"])
    singles = [Single(number, strength, wish) for number, strength, wish in lot["singles"]]
    again = group_singles(singles, size, Method(lot["method"]), lot["seed"])
    lines = tuple(
        LotLine(
            group,
            () if place < lot["wished"] else tuple(compute_lot(lot["seed"], number)[:12] for number in group),
            lot["entries"][place],
            place < lot["wished"],
        )
        for place, group in enumerate(groups)
    )
    same = again.groups == groups and list(again.left) == lot["left"]
    return LotView(dt.datetime.fromisoformat(lot["at"]), lot["method"], lot["seed"], lines, tuple(lot["left"]), same)

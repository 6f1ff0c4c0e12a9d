"""Money in a tournament's file: the plan of the fees, the cash book, and who entered again."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from exchange.extras import ROWS_AT_ONCE, format_time
from tournaments.models import CashLine, FeePlan, Tournament

Json = dict[str, Any]
PLAN_FIELDS = (
    "pot_cents",
    "reentry_most",
    "reentry_until",
    "reentry_cents",
    "reentry_pot_cents",
    "guaranteed_cents",
    "split",
    "extras",
    "money_noted",
)
LINE_FIELDS = ("number", "key", "kind", "label", "amount_cents")


def build_fee_plan_section(tournament: Tournament) -> Json | None:
    plan = FeePlan.objects.filter(tournament=tournament).first()
    return None if plan is None else {name: getattr(plan, name) for name in PLAN_FIELDS}


def build_cash_section(tournament: Tournament) -> Iterator[Json]:
    lines = CashLine.objects.filter(tournament=tournament).select_related("entry", "cancels").order_by("number")
    for line in lines.iterator(chunk_size=ROWS_AT_ONCE):
        yield {name: getattr(line, name) for name in LINE_FIELDS} | {
            "entry": line.entry.number if line.entry else None,
            "cancels": line.cancels.number if line.cancels else None,
            "made_by": f"staff-{line.made_by_id}",
            "made_at": format_time(line.made_at),
        }


def store_cash(
    persons: Mapping[str, Any], tournament: Tournament, *, entries: Mapping[int, int], users: Mapping[str, int], actor: AbstractBaseUser
) -> None:
    """Store the plan and the book, instead of those that are here. `entries`: keys by entry number."""
    CashLine.objects.filter(tournament=tournament).delete()
    FeePlan.objects.filter(tournament=tournament).delete()
    if persons["fee_plan"] is not None:
        FeePlan.objects.create(tournament=tournament, **persons["fee_plan"])
    lines = _build_lines(persons["cash"], tournament, entries, users, actor)
    CashLine.objects.bulk_create(lines)
    by_number = {line.number: line for line in lines}
    cancelling = [(by_number[section["number"]], section["cancels"]) for section in persons["cash"] if section["cancels"] is not None]
    for line, cancelled in cancelling:
        line.cancels = by_number[cancelled]
    CashLine.objects.bulk_update([line for line, _cancelled in cancelling], ["cancels"])


def _build_lines(
    section: Sequence[Json], tournament: Tournament, entries: Mapping[int, int], users: Mapping[str, int], actor: AbstractBaseUser
) -> list[CashLine]:
    return [
        CashLine(
            tournament=tournament,
            entry_id=None if line["entry"] is None else entries[line["entry"]],
            made_by_id=users.get(line["made_by"], actor.pk),
            made_at=dt.datetime.fromisoformat(line["made_at"]),
            **{name: line[name] for name in LINE_FIELDS},
        )
        for line in section
    ]

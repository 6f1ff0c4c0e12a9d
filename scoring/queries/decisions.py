"""What the director decided about a stage beside its matches, read from the ledger: penalties, places decided at the table, the scheme."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.ledger import parse_canonical
from scoring.models import LedgerEntry, LedgerText
from tournaments.models import Entry, Stage

PENALTY, PLACE, SCHEME = "penalty", "place", "scheme"


@dataclass(frozen=True, slots=True)
class Decisions:
    """Points taken off and places given, by the id of the entry. The last decision about an entry is the one that counts."""

    penalties: Mapping[int, int]
    places: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision as the desk reads it. `amount` is points or a place; 0 takes the decision back."""

    seq: int
    what: str
    number: int
    name: str
    amount: int
    words: str


def decisions_of(stage: Stage) -> Decisions:
    """One query, and one more when anything was decided about an entry."""
    told = [told for _seq, told in _told(stage) if told["decision"] != SCHEME]
    ids = dict(Entry.objects.filter(tournament_id=stage.tournament_id).values_list("number", "pk")) if told else {}
    found: dict[str, dict[int, int]] = {PENALTY: {}, PLACE: {}}
    for one in told:
        found[str(one["decision"])][ids[int(one["entry"])]] = int(one["amount"])
    return Decisions(*({entry: amount for entry, amount in found[kind].items() if amount} for kind in (PENALTY, PLACE)))


def decision_lines(stage: Stage) -> tuple[DecisionLine, ...]:
    """Decisions about entries, the latest first. Three queries."""
    told = [(seq, told) for seq, told in _told(stage) if told["decision"] != SCHEME]
    words = dict(
        LedgerText.objects.filter(tournament_id=stage.tournament_id, seq__in=[seq for seq, _one in told]).values_list("seq", "text")
    )
    names = dict(Entry.objects.filter(tournament_id=stage.tournament_id).values_list("number", "name"))
    return tuple(
        DecisionLine(seq, str(one["decision"]), int(one["entry"]), names[int(one["entry"])], int(one["amount"]), words.get(seq, ""))
        for seq, one in reversed(told)
    )


def _told(stage: Stage) -> list[tuple[int, Mapping[str, int | str]]]:
    entries = LedgerEntry.objects.filter(tournament_id=stage.tournament_id, match__isnull=True, kind=LedgerEntry.Kind.SUBMIT)
    told = [(seq, parse_canonical(payload)) for seq, payload in entries.order_by("seq").values_list("seq", "payload")]
    return [(seq, one) for seq, one in told if "decision" in one and one["stage"] == stage.number]

"""What the director decided about a stage beside its matches, read from the ledger: penalties, places decided at the table, the scheme."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext

from pairing import format_by_key
from scoring.ledger import parse_canonical
from scoring.models import LedgerEntry, LedgerText
from standings import Counting
from tournaments.models import Entry, Match, Stage, Tournament
from tournaments.people.naming import IN_FULL, Naming

PENALTY, PLACE, SCHEME, LATE = "penalty", "place", "scheme", "late"
ABOUT_ENTRIES = (PENALTY, PLACE, LATE)


@dataclass(frozen=True, slots=True)
class Decisions:
    """Points taken off and places given, by the id of the entry. The last decision about an entry is the one that counts.

    What the scheme gives for the rounds before an entry came late is a negative penalty.
    """

    penalties: Mapping[int, int]
    places: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision as the desk reads it. `amount` is points or a place, and 0 takes it back; or the rounds that somebody missed."""

    seq: int
    what: str
    number: int
    name: str
    """With its number before it."""
    amount: int
    words: str
    stands: bool
    """Whether it is the last about this entry, and no taking back: it counts, and can be taken back."""

    @property
    def said(self) -> str:
        return decision_in_words(self.what, self.amount)


def decision_in_words(what: str, amount: int) -> str:
    """What was decided about an entry, for the desk and for the minutes."""
    if what == LATE:
        return ngettext("came late: %(count)d round missed", "came late: %(count)d rounds missed", amount) % {"count": amount}
    if what == PLACE:
        return gettext("place %(place)d among the tied") % {"place": amount} if amount else gettext("place taken back")
    return ngettext("%(count)d point less", "%(count)d points less", amount) % {"count": amount} if amount else gettext("points given back")


def decisions_of(stage: Stage) -> Decisions:
    """One query, and one more when anything was decided about an entry."""
    told = [told for _seq, told in _told(stage) if told["decision"] in ABOUT_ENTRIES]
    ids = dict(Entry.objects.filter(tournament_id=stage.tournament_id).values_list("number", "pk")) if told else {}
    found: dict[str, dict[int, int]] = {what: {} for what in ABOUT_ENTRIES}
    for one in told:
        found[str(one["decision"])][ids[int(one["entry"])]] = int(one["amount"])
    worth = Counting(format_by_key(stage.format_key)).options_from(stage.scheme).missed if found[LATE] else 0
    penalties = {entry: found[PENALTY].get(entry, 0) - worth * found[LATE].get(entry, 0) for entry in found[PENALTY] | found[LATE]}
    return Decisions(_standing(penalties), _standing(found[PLACE]))


def _standing(amounts: Mapping[int, int]) -> dict[int, int]:
    return {entry: amount for entry, amount in amounts.items() if amount}


def decision_lines(stage: Stage, naming: Naming = IN_FULL) -> tuple[DecisionLine, ...]:
    """Decisions about entries, the latest first. Three queries; one where nothing was decided."""
    told = [(seq, told) for seq, told in _told(stage) if told["decision"] in ABOUT_ENTRIES]
    if not told:
        return ()
    words = dict(
        LedgerText.objects.filter(tournament_id=stage.tournament_id, seq__in=[seq for seq, _one in told]).values_list("seq", "text")
    )
    entries = Entry.objects.filter(tournament_id=stage.tournament_id, number__in={int(one["entry"]) for _seq, one in told})
    names = {entry.number: naming.numbered(entry) for entry in entries}
    last = {(one["decision"], one["entry"]): seq for seq, one in told}
    return tuple(
        DecisionLine(
            seq=seq,
            what=str(one["decision"]),
            number=int(one["entry"]),
            name=names[int(one["entry"])],
            amount=int(one["amount"]),
            words=words.get(seq, ""),
            stands=one["decision"] != LATE and bool(one["amount"]) and last[one["decision"], one["entry"]] == seq,
        )
        for seq, one in reversed(told)
    )


def penalties_of(stage: Stage, match: Match | None = None, naming: Naming = IN_FULL) -> tuple[DecisionLine, ...]:
    """Points that are taken off in the standings now, of all entries or of those at one match. Four queries at most, one where none is."""
    lines = sorted((line for line in decision_lines(stage, naming) if line.what == PENALTY and line.stands), key=lambda line: line.number)
    if match is None or not lines:
        return tuple(lines)
    here = set(match.seats.values_list("entry__number", flat=True))
    return tuple(line for line in lines if line.number in here)


def schemes_told(tournament: Tournament) -> dict[int, Mapping[str, Any]]:
    """How each stage counts by its last decision, by the stage's number; a stage that was not spoken of is not in it. One query."""
    told = (one for _seq, one in _decisions(tournament.pk) if one["decision"] == SCHEME)
    return {one["stage"]: one["scheme"] for one in told}


def decisions_about_entries(tournament: Tournament) -> list[tuple[LedgerEntry, Mapping[str, Any]]]:
    """Everything decided about entries in all stages, with its line of the ledger, oldest first. One query."""
    told = [(entry, parse_canonical(entry.payload)) for entry in _entries(tournament.pk)]
    return [(entry, one) for entry, one in told if one.get("decision") in ABOUT_ENTRIES]


def _told(stage: Stage) -> list[tuple[int, Mapping[str, Any]]]:
    return [(seq, one) for seq, one in _decisions(stage.tournament_id) if one.get("stage") == stage.number]


def _decisions(tournament: int) -> list[tuple[int, Mapping[str, Any]]]:
    """Everything decided beside the matches, in order."""
    told = [(seq, parse_canonical(payload)) for seq, payload in _entries(tournament).values_list("seq", "payload")]
    return [(seq, one) for seq, one in told if "decision" in one]


def _entries(tournament: int) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(tournament_id=tournament, match__isnull=True, kind=LedgerEntry.Kind.SUBMIT).order_by("seq")

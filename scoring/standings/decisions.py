"""The director's decisions about a stage, read from the ledger: penalties, places decided at the table, late entries, the scheme."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext

from pairing import format_by_key
from scoring.ledger.chain import parse_canonical
from scoring.models import LedgerEntry, LedgerText
from standings import FormatCounting
from standings.points import POINTS_SCORED
from tournaments.models import Entry, Match, Stage, Tournament
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.match_rules import read_stage_options

Place = TypeVar("Place", int, LedgerEntry)
"""Where a decision stands: the number of its ledger line, or the line."""
PENALTY, PLACE, SCHEME, LATE = "penalty", "place", "scheme", "late"
SUBSTITUTION = "substitution"
"""Of an entry, without a stage."""
ABOUT_ENTRIES = (PENALTY, PLACE, LATE)
STANDS, FOLLOWS, ANNULLED, UNPUBLISHED = "stands", "follows", "annulled", "unpublished"
ABOUT_ROUNDS = (STANDS, FOLLOWS, ANNULLED, UNPUBLISHED)
"""What was decided about seats and rounds that contradict the results: they stand as played, they follow, a match is played again, a
round is a draft again."""
REMOVED = "removed"
"""A stage was taken back: what was decided about it before concerns no other stage that gets its number."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """Points deducted and places decided, by entry id. The last decision about an entry counts.

    Points for the rounds that a late entry missed are a negative penalty.
    """

    penalties: Mapping[int, int]
    places: Mapping[int, int]
    priced_rounds: Mapping[int, int]
    """Rounds before an entry joined that have a price, by entry id."""
    orders: tuple[tuple[int, ...], ...] = ()
    """The entries of each tie that was decided at once, in the order decided; the latest tie last."""

    def list_places(self, entrants: Collection[int]) -> dict[int, int]:
        """The places among who is tied in a table of these entries: what was decided over several pools later moves nobody in their own."""
        asked_here = (order for order in self.orders if set(order) <= set(entrants))
        return {**self.places, **{entry: place for order in asked_here for place, entry in enumerate(order, start=1)}}

    def order_tied(self, tied: Sequence[int]) -> dict[int, int]:
        """A place for each of entries that nothing but a decision separates, equal where none does. What was decided about one tie says
        nothing of an entry that was not tied there; places typed one by one go before those without.
        """
        order = next((order for order in reversed(self.orders) if set(tied) <= set(order)), None)
        if order is not None:
            return {entry: order.index(entry) for entry in tied}
        if any(not set(tied).isdisjoint(order) for order in self.orders):
            return dict.fromkeys(tied, 0)
        none = 1 + max(self.places.values(), default=0)
        return {entry: self.places.get(entry, none) for entry in tied}


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision for the desk. `amount` is points or a place (0 takes it back), or the number of missed rounds."""

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
    def description(self) -> str:
        return format_decision(self.what, self.amount)


def format_decision(what: str, amount: int) -> str:
    """Format a decision about an entry, for the desk and for the minutes."""
    if what == LATE:
        return ngettext("entered late: %(count)d round missed", "entered late: %(count)d rounds missed", amount) % {"count": amount}
    if what == PLACE:
        return gettext("place %(place)d among the tied") % {"place": amount} if amount else gettext("place cancelled")
    return ngettext("%(count)d point less", "%(count)d points less", amount) % {"count": amount} if amount else gettext("points given back")


def read_decisions(stage: Stage) -> Decisions:
    """One query, and one more if there are decisions about entries."""
    lines = [(seq, decision) for seq, decision in _read_stage_decisions(stage) if decision["decision"] in ABOUT_ENTRIES]
    decisions = [decision for _seq, decision in lines]
    ids = dict(Entry.objects.filter(tournament_id=stage.tournament_id).values_list("number", "pk")) if decisions else {}
    amounts: dict[str, dict[int, int]] = {what: {} for what in ABOUT_ENTRIES}
    for decision in decisions:
        amounts[str(decision["decision"])][ids[int(decision["entry"])]] = int(decision["amount"])
    worth = _read_missed_worth(stage) if amounts[LATE] else 0
    penalties = {entry: amounts[PENALTY].get(entry, 0) - worth * amounts[LATE].get(entry, 0) for entry in amounts[PENALTY] | amounts[LATE]}
    priced = _drop_zeros(amounts[LATE]) if worth else {}
    return Decisions(_drop_zeros(penalties), _drop_zeros(amounts[PLACE]), priced, _find_orders(lines, ids))


def _find_orders(lines: Iterable[tuple[int, Mapping[str, Any]]], ids: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """The ties that were decided at once: their places 1, 2 … stand in the ledger one after the other. Where a place was typed anew for
    one of them afterwards, the places count one by one.
    """
    runs: list[list[int]] = []
    before, place = 0, 0
    for seq, decision in lines:
        if decision["decision"] != PLACE:
            continue
        amount, entry = int(decision["amount"]), ids[int(decision["entry"])]
        if amount > 1 and (seq, amount) == (before + 1, place + 1):
            runs[-1].append(entry)
        else:
            runs.append([entry])
        before, place = seq, amount
    orders: list[tuple[int, ...]] = []
    for run in runs:
        if len(run) == 1:
            orders = [order for order in orders if run[0] not in order]
        else:
            orders.append(tuple(run))
    return tuple(orders)


def _read_missed_worth(stage: Stage) -> int:
    """What a round before an entry joined is worth; below 0 where points that are added are penalties."""
    chosen = FormatCounting(format_by_key(stage.format_key)).options_from(stage.scheme)
    plan = stage.tournament.game.build_plan(read_stage_options(stage))
    return -chosen.missed if plan.lowest_wins and chosen.points == POINTS_SCORED else chosen.missed


def _drop_zeros(amounts: Mapping[int, int]) -> dict[int, int]:
    return {entry: amount for entry, amount in amounts.items() if amount}


def list_decision_lines(stage: Stage, naming: Naming = IN_FULL) -> tuple[DecisionLine, ...]:
    """Decisions about entries, the latest first. Three queries; one when there are none."""
    decisions = [(seq, decision) for seq, decision in _read_stage_decisions(stage) if decision["decision"] in ABOUT_ENTRIES]
    if not decisions:
        return ()
    words = dict(
        LedgerText.objects.filter(tournament_id=stage.tournament_id, seq__in=[seq for seq, _decision in decisions]).values_list(
            "seq", "text"
        )
    )
    entries = Entry.objects.filter(tournament_id=stage.tournament_id, number__in={int(decision["entry"]) for _seq, decision in decisions})
    names = {entry.number: naming.format_numbered_name(entry) for entry in entries}
    last = {(decision["decision"], decision["entry"]): seq for seq, decision in decisions}
    return tuple(
        DecisionLine(
            seq=seq,
            what=str(decision["decision"]),
            number=int(decision["entry"]),
            name=names[int(decision["entry"])],
            amount=int(decision["amount"]),
            words=words.get(seq, ""),
            stands=decision["decision"] != LATE and bool(decision["amount"]) and last[decision["decision"], decision["entry"]] == seq,
        )
        for seq, decision in reversed(decisions)
    )


def list_penalties(stage: Stage, match: Match | None = None, naming: Naming = IN_FULL) -> tuple[DecisionLine, ...]:
    """Deductions that count in the standings now, of all entries or of those at one match, by number. Four queries at most."""
    lines = sorted(
        (line for line in list_decision_lines(stage, naming) if line.what == PENALTY and line.stands), key=lambda line: line.number
    )
    if match is None or not lines:
        return tuple(lines)
    here = set(match.seats.values_list("entry__number", flat=True))
    return tuple(line for line in lines if line.number in here)


def read_decided_schemes(tournament: Tournament) -> dict[int, Mapping[str, Any]]:
    """The scheme of each stage by its last decision, by stage number; stages without a decision are missing. One query."""
    decisions = (decision for _seq, decision in _read_all_decisions(tournament.pk) if decision["decision"] == SCHEME)
    return {decision["stage"]: decision["scheme"] for decision in decisions}


def read_entry_decisions(tournament: Tournament) -> list[tuple[LedgerEntry, Mapping[str, Any]]]:
    """All decisions about entries of all stages with their ledger entries, oldest first. One query."""
    return [(entry, decision) for entry, decision in _read_decision_entries(tournament) if decision["decision"] in ABOUT_ENTRIES]


def read_round_decisions(tournament: Tournament) -> list[tuple[LedgerEntry, Mapping[str, Any]]]:
    """All decisions about seats and rounds that contradicted the results, with their ledger entries, oldest first. One query."""
    return [(entry, decision) for entry, decision in _read_decision_entries(tournament) if decision["decision"] in ABOUT_ROUNDS]


def _read_decision_entries(tournament: Tournament) -> list[tuple[LedgerEntry, Mapping[str, Any]]]:
    return _forget_removed((entry, parse_canonical(entry.payload)) for entry in _query_entries(tournament.pk))


def format_round_decision(what: str) -> str:
    """Format a decision about seats or a round, for the minutes."""
    sentences = {
        STANDS: gettext("what was played counts, although the results say otherwise"),
        FOLLOWS: gettext("the seats follow the results"),
        ANNULLED: gettext("what was entered is cancelled, the match is played again"),
        UNPUBLISHED: gettext("the round is unpublished"),
    }
    return sentences[what]


def has_decisions(stage: Stage) -> bool:
    """Whether anything was decided about a stage. One query."""
    return bool(_read_stage_decisions(stage))


def list_stage_decisions(stage: Stage, what: str) -> list[Mapping[str, Any]]:
    """The decisions of one kind about the rounds of a stage that hold, oldest first. One query.

    What was decided about a round that was unpublished after it is gone: another draw puts others there, and who goes on is asked anew.
    """
    decisions: list[Mapping[str, Any]] = []
    for _seq, decision in _read_stage_decisions(stage):
        if decision["decision"] == UNPUBLISHED:
            first = decision["round"] if decision["round"] > 1 else 0
            decisions = [earlier for earlier in decisions if earlier["round"] < first]
        elif decision["decision"] == what:
            decisions.append(decision)
    return decisions


def _read_stage_decisions(stage: Stage) -> list[tuple[int, Mapping[str, Any]]]:
    return [(seq, decision) for seq, decision in _read_all_decisions(stage.tournament_id) if decision.get("stage") == stage.number]


def _read_all_decisions(tournament: int) -> list[tuple[int, Mapping[str, Any]]]:
    """All decisions of a tournament as pairs of seq and payload, in order."""
    return _forget_removed((seq, parse_canonical(payload)) for seq, payload in _query_entries(tournament).values_list("seq", "payload"))


def _forget_removed(payloads: Iterable[tuple[Place, Mapping[str, Any]]]) -> list[tuple[Place, Mapping[str, Any]]]:
    """The decisions among the payloads, without those about a stage that was taken back after them."""
    decisions: list[tuple[Place, Mapping[str, Any]]] = []
    for place, payload in payloads:
        if payload.get("decision") == REMOVED:
            decisions = [(where, decision) for where, decision in decisions if decision.get("stage") != payload["stage"]]
        elif "decision" in payload:
            decisions.append((place, payload))
    return decisions


def _query_entries(tournament: int) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(tournament_id=tournament, match__isnull=True, kind=LedgerEntry.Kind.SUBMIT).order_by("seq")

"""Who played which rounds of an entry in which somebody was substituted."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Min, Q

from scoring.ledger.chain import parse_canonical
from scoring.models import LedgerEntry
from scoring.standings.decisions import SUBSTITUTION
from scoring.standings.finished_matches import COUNTED
from standings.season import Turn
from tournaments.models import Match, Person, Seat, Substitution


@dataclass(frozen=True, slots=True)
class EntryTurns:
    """The turns of every place of an entry in which somebody was substituted, and the people who left."""

    places: tuple[tuple[Turn, ...], ...]
    left: tuple[Person, ...]


def read_entry_turns(tournaments: Collection[int], members: Mapping[int, Sequence[int]]) -> dict[int, EntryTurns]:
    """The turns by entry; `members` are the persons who stand in an entry at its end.

    One query where nobody was substituted, else four.
    """
    by_entry: defaultdict[int, list[Substitution]] = defaultdict(list)
    substitutions = Substitution.objects.filter(entry__tournament__in=tournaments).order_by("pk")  # as the ledger, whatever the clock said
    for substitution in substitutions.select_related("entry", "leaves"):
        by_entry[substitution.entry_id].append(substitution)
    if not by_entry:
        return {}
    rounds = _read_rounds(by_entry)
    moments = _read_moments(by_entry, rounds)
    return {
        entry: _build_turns(members.get(entry, ()), substitutions, moments[entry], Fraction(len(rounds[entry])))
        for entry, substitutions in by_entry.items()
    }


def _build_turns(
    members: Sequence[int], substitutions: Sequence[Substitution], moments: Sequence[Fraction], rounds: Fraction
) -> EntryTurns:
    """Follow every place back from who stands in it at the end to who began."""
    places = []
    for member in members:
        person, until, played = member, rounds, []
        for substitution, moment in zip(reversed(substitutions), reversed(moments), strict=True):
            if substitution.comes_id == person:
                played.append((person, until - moment))
                person, until = substitution.leaves_id, moment
        if played:
            places.append(_add_turns([(person, until), *reversed(played)]))
    left = {substitution.leaves_id: substitution.leaves for substitution in substitutions if substitution.leaves_id not in members}
    return EntryTurns(tuple(places), tuple(left.values()))


def _add_turns(played: Iterable[tuple[int, Fraction]]) -> tuple[Turn, ...]:
    """One turn a person, also for somebody who came back; in the order in which they last came."""
    totals: dict[int, Fraction] = {}
    for person, rounds in played:
        totals[person] = totals.pop(person, Fraction(0)) + rounds
    return tuple(Turn(person, rounds) for person, rounds in totals.items())


def _read_rounds(entries: Collection[int]) -> dict[int, list[Match]]:
    """The counted matches of every entry, by stage and round. One query."""
    counted = Q(match__kind=Match.Kind.BYE) | Q(match__result__state__in=COUNTED)
    seats = Seat.objects.filter(entry__in=entries).filter(counted).select_related("match__round__stage")
    rounds: dict[int, list[Match]] = {entry: [] for entry in entries}
    for seat in seats.order_by("match__round__stage__number", "match__round__number"):
        rounds[seat.entry_id].append(seat.match)
    return rounds


def _read_moments(by_entry: Mapping[int, Sequence[Substitution]], rounds: Mapping[int, Sequence[Match]]) -> dict[int, list[Fraction]]:
    """After how many rounds of its entry each substitution was made, by the order of the ledger. Two queries."""
    tournaments = {substitution.entry.tournament_id for substitutions in by_entry.values() for substitution in substitutions}
    of_tournaments = LedgerEntry.objects.filter(tournament__in=tournaments)
    first = of_tournaments.filter(match__isnull=False).values("match", "match__round").annotate(first=Min("seq"))
    begun = {row["match"]: row["first"] for row in first}
    round_begun: dict[int, int] = {}
    for row in first:
        round_begun[row["match__round"]] = min(row["first"], round_begun.get(row["match__round"], row["first"]))
    made: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    about = of_tournaments.filter(match__isnull=True, payload__contains=f'"{SUBSTITUTION}"').order_by("seq")
    for tournament, seq, payload in about.values_list("tournament_id", "seq", "payload"):
        decision = parse_canonical(payload)
        if decision.get("decision") == SUBSTITUTION:
            made[tournament, decision["entry"]].append(seq)
    moments: dict[int, list[Fraction]] = {}
    for entry, substitutions in by_entry.items():
        seqs = made[substitutions[0].entry.tournament_id, substitutions[0].entry.number]
        moments[entry] = [
            _find_moment(substitution, rounds[entry], begun, round_begun, seq)
            for substitution, seq in zip(substitutions, seqs, strict=True)
        ]
    return moments


def _find_moment(
    substitution: Substitution, rounds: Sequence[Match], begun: Mapping[int, int], round_begun: Mapping[int, int], seq: int
) -> Fraction:
    """A half where the match in which it happened had begun: both played in it."""
    ids = [match.pk for match in rounds]
    if substitution.match_id in ids:
        started = begun.get(substitution.match_id or 0, seq) < seq
        return ids.index(substitution.match_id) + Fraction(1 if started else 0, 2)
    return Fraction(sum(round_begun.get(match.round_id, seq) < seq for match in rounds))

"""The evenings that a final can take entries from, and their entries with place and points."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext

from rankings.qualifying.identities import Identities, NamesakeQuestion, read_identities
from rankings.qualifying.selection import Candidate, Measure, QualifyingReason, select_candidates
from rankings.standings_pages.final_list import read_final_orders
from scoring.standings.stored import read_standings
from tournaments.models import Entry, Stage, Tournament
from tournaments.permissions import filter_directed

MOST_EVENINGS = 60


@dataclass(frozen=True, slots=True)
class Rule:
    """Who goes on: the first of each evening, and the best of the others by place or by points per match."""

    of_each: int = 0
    best_others: int = 0
    measure: Measure = Measure.PLACE


@dataclass(frozen=True, slots=True)
class QualifierLine:
    """An entry of an evening in the list; `reason` says why it goes on or not, `open` whether the director can choose."""

    entry: Entry
    evening: str
    place: str
    average: str
    reason: str
    goes_on: bool
    open: bool
    persons: frozenset[int] = frozenset()


def select_evenings(tournament: Tournament, user_pk: int) -> QuerySet[Tournament]:
    """Finished tournaments of the same game and the same kind of entries that this user directs, the latest first."""
    directed = filter_directed(user_pk).filter(demonstration=False)
    same = directed.filter(game_key=tournament.game_key, individual=tournament.individual)
    return same.filter(state=Tournament.State.FINISHED).exclude(pk=tournament.pk).order_by("-date", "-pk")


@dataclass(frozen=True, slots=True)
class QualifierList:
    """Every entry of the evenings, those who go on first, and the names that must be asked about before anybody is entered."""

    lines: tuple[QualifierLine, ...]
    questions: tuple[NamesakeQuestion, ...]

    @property
    def going(self) -> int:
        return sum(line.goes_on for line in self.lines)


def read_qualifier_list(tournament: Tournament, evenings: Sequence[Tournament], rule: Rule) -> QualifierList:
    """A few queries, and two for each evening."""
    chosen, identities = read_candidates(tournament, evenings, rule)
    entries = Entry.objects.select_related("club").in_bulk([candidate.entry for candidate in chosen])
    names = {evening.pk: evening.name for evening in evenings}
    shared = _count_shared(chosen)
    hopeful = {candidate.entry for candidate in chosen if candidate.goes_on or candidate.why is QualifyingReason.TIED}
    lines = (_build_line(candidate, entries[candidate.entry], names, shared, identities) for candidate in chosen)
    return QualifierList(tuple(lines), identities.list_questions(hopeful))


def read_candidates(tournament: Tournament, evenings: Sequence[Tournament], rule: Rule) -> tuple[tuple[Candidate, ...], Identities]:
    """The candidates of the evenings, judged, in the order in which they are seeded, and who is who."""
    orders = read_final_orders([evening.pk for evening in evenings])
    played = sorted(evenings, key=lambda evening: (evening.date, evening.pk))
    ids = [entry for evening in played for together in orders[evening.pk] for entry in together]
    identities = read_identities(tournament, ids)
    gone = set(Entry.objects.filter(pk__in=ids, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))
    candidates = []
    for number, evening in enumerate(played):
        averages, place = _read_averages(evening), 1
        for together in orders[evening.pk]:
            playing = [entry for entry in together if entry not in gone]
            candidates += [Candidate(entry, number, place, averages.get(entry, Fraction()), identities.persons[entry]) for entry in playing]
            place += len(playing)
    judged = select_candidates(candidates, of_each=rule.of_each, best_others=rule.best_others, measure=rule.measure, here=identities.here)
    return judged, identities


def _read_averages(evening: Tournament) -> dict[int, Fraction]:
    """Points per match in the first stage, where everybody plays."""
    stage = Stage.objects.filter(tournament=evening).select_related("tournament").order_by("number").first()
    lines = read_standings(stage).lines if stage else ()
    return {line.entrant: Fraction(line.points) / line.played for line in lines if line.played}


def _count_shared(candidates: Sequence[Candidate]) -> Mapping[tuple[int, int], int]:
    counts: defaultdict[tuple[int, int], int] = defaultdict(int)
    for candidate in candidates:
        counts[candidate.evening, candidate.place] += 1
    return counts


def _build_line(
    candidate: Candidate, entry: Entry, names: Mapping[int, str], shared: Mapping[tuple[int, int], int], identities: Identities
) -> QualifierLine:
    place = f"{candidate.place}=" if shared[candidate.evening, candidate.place] > 1 else str(candidate.place)
    evening = names[entry.tournament_id]
    sentences = {
        QualifyingReason.FIRST: gettext("place %(place)s in %(evening)s"),
        QualifyingReason.BEST: gettext("among the best of the rest: place %(place)s in %(evening)s"),
        QualifyingReason.TIED: gettext("tied for the last place that goes on"),
        QualifyingReason.HERE: gettext("already entered here"),
        QualifyingReason.TWICE: gettext("already goes on from another evening"),
        QualifyingReason.OUT: "",
    }
    return QualifierLine(
        entry=entry,
        evening=evening,
        place=place,
        average=number_format(round(float(candidate.average), 2), 2),
        reason=sentences[candidate.why] % {"place": place, "evening": evening},
        goes_on=candidate.goes_on,
        open=candidate.why not in (QualifyingReason.HERE, QualifyingReason.TWICE),
        persons=identities.persons[entry.pk],
    )

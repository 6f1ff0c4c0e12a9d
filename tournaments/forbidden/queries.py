"""Who must not meet whom, and whether that leaves enough opponents."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing import format_by_key
from tournaments.models import Entry, ForbiddenPair, Stage, Tournament

MEETING_ONCE = frozenset({"swiss", "danish", "heats", "mitchell"})
"""Formats in which every round needs an opponent one has not met."""


@dataclass(frozen=True, slots=True)
class PairLine:
    id: int
    first_number: int
    first: str
    second_number: int
    second: str
    reason: str


@dataclass(frozen=True, slots=True)
class ForbiddenView:
    """The pairs by number, and in words for whom it becomes tight."""

    pairs: tuple[PairLine, ...]
    warnings: tuple[str, ...]


def forbidden_view(tournament: Tournament) -> ForbiddenView:
    """Three queries."""
    pairs = (
        ForbiddenPair.objects.filter(tournament=tournament).select_related("first", "second").order_by("first__number", "second__number")
    )
    rows = list(pairs)
    return ForbiddenView(tuple(_line(pair) for pair in rows), tuple(_warnings(tournament, rows)))


def pairs_of(entry: Entry) -> tuple[PairLine, ...]:
    """Those that an entry must not meet. One query."""
    pairs = ForbiddenPair.objects.select_related("first", "second").order_by("first__number", "second__number")
    return tuple(_line(pair) for pair in pairs.filter(first=entry) | pairs.filter(second=entry))


def entry_choices(tournament: Tournament) -> list[tuple[int, str]]:
    """Number and name of everybody who has not withdrawn. One query."""
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).order_by("number")
    return [(number, f"{number} {name}") for number, name in entries.values_list("number", "name")]


def _line(pair: ForbiddenPair) -> PairLine:
    first, second = sorted((pair.first, pair.second), key=lambda entry: entry.number)
    return PairLine(pair.pk, first.number, first.name, second.number, second.name, pair.reason)


def _warnings(tournament: Tournament, pairs: list[ForbiddenPair]) -> list[str]:
    """An entry with fewer opponents left than rounds; one with none at all."""
    here = [entry for pair in pairs for entry in (pair.first, pair.second) if entry.state != Entry.State.WITHDRAWN]
    present = {entry.pk for entry in here}
    counts = Counter(entry.pk for pair in pairs if {pair.first_id, pair.second_id} <= present for entry in (pair.first, pair.second))
    playing = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).count()
    rounds, stage = _most_rounds(tournament, playing)
    told = []
    for entry in {entry.pk: entry for entry in here}.values():
        left = playing - 1 - counts[entry.pk]
        values = {"entry": str(entry), "left": left, "rounds": rounds, "stage": stage}
        if left <= 0:
            told.append(gettext("%(entry)s may meet nobody at all: take a pair off the list.") % values)
        elif left < rounds:
            sentence = gettext("%(entry)s has only %(left)d opponents left for the %(rounds)d rounds of “%(stage)s”: some will meet again.")
            told.append(sentence % values)
        elif 2 * left < playing - 1:
            told.append(gettext("%(entry)s may meet only %(left)d others: the draw may not find a way every round.") % values)
    return told


def _most_rounds(tournament: Tournament, playing: int) -> tuple[int, str]:
    """Of the stages that need a new opponent every round, the one with most rounds."""
    found = []
    for stage in Stage.objects.filter(tournament=tournament, format_key__in=MEETING_ONCE):
        form = format_by_key(stage.format_key)
        found.append((form.round_count(form.options_from(stage.options), max(playing, form.fewest)), stage.name))
    return max(found, default=(0, ""))

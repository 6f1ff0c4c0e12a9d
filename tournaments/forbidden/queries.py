"""Pairs that must not meet, and whether enough opponents are left."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing import format_by_key
from tournaments.models import Entry, ForbiddenPair, Stage, Tournament


@dataclass(frozen=True, slots=True)
class ForbiddenPairLine:
    id: int
    first_number: int
    first: str
    second_number: int
    second: str
    reason: str


@dataclass(frozen=True, slots=True)
class ForbiddenPairsView:
    """The pairs by number, and warnings for entries with few opponents left."""

    pairs: tuple[ForbiddenPairLine, ...]
    warnings: tuple[str, ...]


def read_forbidden_pairs(tournament: Tournament) -> ForbiddenPairsView:
    """The list of pairs with its warnings. Three queries."""
    pairs = (
        ForbiddenPair.objects.filter(tournament=tournament).select_related("first", "second").order_by("first__number", "second__number")
    )
    rows = list(pairs)
    return ForbiddenPairsView(tuple(_build_pair_line(pair) for pair in rows), tuple(_list_warnings(tournament, rows)))


def read_pairs_of_entry(entry: Entry) -> tuple[ForbiddenPairLine, ...]:
    """The pairs of one entry. One query."""
    pairs = ForbiddenPair.objects.select_related("first", "second").order_by("first__number", "second__number")
    return tuple(_build_pair_line(pair) for pair in pairs.filter(first=entry) | pairs.filter(second=entry))


def list_entry_choices(tournament: Tournament) -> list[tuple[int, str]]:
    """Number and label of every entry that has not withdrawn. One query."""
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).order_by("number")
    return [(number, f"{number} {name}") for number, name in entries.values_list("number", "name")]


def _build_pair_line(pair: ForbiddenPair) -> ForbiddenPairLine:
    first, second = sorted((pair.first, pair.second), key=lambda entry: entry.number)
    return ForbiddenPairLine(pair.pk, first.number, first.name, second.number, second.name, pair.reason)


def _list_warnings(tournament: Tournament, pairs: list[ForbiddenPair]) -> list[str]:
    """A sentence for every entry with fewer opponents left than rounds, or with few or none at all."""
    paired_entries = [entry for pair in pairs for entry in (pair.first, pair.second) if entry.state != Entry.State.WITHDRAWN]
    present_ids = {entry.pk for entry in paired_entries}
    counts = Counter(entry.pk for pair in pairs if {pair.first_id, pair.second_id} <= present_ids for entry in (pair.first, pair.second))
    playing = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).count()
    rounds, stage = _find_longest_stage(tournament, playing)
    sentences = []
    for entry in {entry.pk: entry for entry in paired_entries}.values():
        left = playing - 1 - counts[entry.pk]
        values = {"entry": str(entry), "left": left, "rounds": rounds, "stage": stage}
        if left <= 0:
            sentences.append(gettext("%(entry)s cannot play anybody: remove a pair from the list.") % values)
        elif left < rounds:
            sentence = gettext("%(entry)s has only %(left)d opponents left for the %(rounds)d rounds of “%(stage)s”: some will meet twice.")
            sentences.append(sentence % values)
        elif 2 * left < playing - 1:
            sentences.append(gettext("%(entry)s can only play %(left)d others. Some rounds may be impossible to pair.") % values)
    return sentences


def _find_longest_stage(tournament: Tournament, playing: int) -> tuple[int, str]:
    """The rounds and the name of the longest stage that needs a new opponent every round; (0, "") without one."""
    candidates = []
    for stage in Stage.objects.filter(tournament=tournament):
        form = format_by_key(stage.format_key)
        if not form.new_opponents:
            continue
        candidates.append((form.count_rounds(form.options_from(stage.options), max(playing, form.fewest)), stage.name))
    return max(candidates, default=(0, ""))

"""Which entries advance from one stage to the next."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from pairing import EntryGroup, format_by_key
from pairing.chain import RoundRange, list_losers
from pairing.codec import position_from_json
from pairing.format import Family
from pairing.heats import Qualifier, select_qualifiers
from pairing.values import PlayedMatch
from scoring.standings.annulled import put_annulled_behind
from scoring.standings.decisions import STANDS, Decisions, list_stage_decisions, read_decisions
from scoring.standings.finished_matches import read_finished_matches
from scoring.standings.stored import compute_standings, read_entrant_ids, read_groups, read_scheme, read_tally
from standings import RankedLine, rank_per_match, rank_tally
from standings.tie_breaks.without_play import DecidedAtTable
from tournaments.models import Entry, Round, Seat, Stage, StageEntry
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource, get_source
from tournaments.stages.rounds import read_quoted_round

TIED_AT_THE_CUT = "tied_at_the_cut"
"""The code of the refusal where only the order of a list could tell who goes on."""


@dataclass(frozen=True, slots=True)
class _StandingPlace:
    """The standing of an entry: `group_rank` in its pool, `rank` among all."""

    entry: int
    group: str
    group_rank: int
    rank: int


@dataclass(frozen=True, slots=True)
class TiedPlace:
    """Entries of a stage that are tied for the last places that go on: their ids, and how many of them go on."""

    stage: Stage
    entries: tuple[int, ...]
    open_places: int


def read_qualified_entries(stage: Stage, *, enrolled: Collection[int] = ()) -> tuple[Qualifier, ...]:
    """Read the entries that a stage takes from another stage, best first; withdrawn entries make room for the next, except those that
    are `enrolled` already.

    Raises: ChangeRefused while the other stage is being played, or when only the order of a list could break a tie.
    """
    source = get_source(Stage.objects.select_related("source").get(pk=stage.pk))
    if source is None:
        return ()
    if source.lost:
        return _read_losers(source.stage, source.lost, enrolled)
    if source.stage.state != Stage.State.FINISHED:
        sentence = _("“%(stage)s” has not ended: the qualifiers are known when its last round is closed.")
        raise ChangeRefused("source_not_finished", sentence % {"stage": source.stage.name})
    return _read_rest(source, enrolled) if source.rest else _read_first(source, enrolled)


def read_tied_place(stage: Stage) -> TiedPlace | None:
    """Read who is tied for the last place that goes on to `stage`; None without a tie and while the other stage is being played."""
    source = get_source(Stage.objects.select_related("source").get(pk=stage.pk))
    if source is None or source.lost or source.stage.state != Stage.State.FINISHED:
        return None
    places, qualified = _select_qualified(source)
    if source.rest and _read_taken(source, places) is not None:
        return None
    return _find_tie(source, places, qualified)


def list_level_qualifiers(stage: Stage, enrolled: Collection[int]) -> tuple[tuple[int, ...], ...]:
    """The ids of entries that go on to `stage` and share their place in the pool, or over all where there are no pools: only the order of
    the list says who is the first of them. Nothing where the stage takes losers, or everybody else.
    """
    source = get_source(Stage.objects.select_related("source").get(pk=stage.pk))
    if source is None or source.lost or source.rest:
        return ()
    places, qualified = _select_qualified(source, enrolled)
    going_on = {qualifier.entrant for qualifier in qualified}
    level: dict[tuple[str, int], list[int]] = {}
    for place in places:
        if place.entry in going_on:
            level.setdefault((place.group, place.group_rank) if place.group_rank else ("", place.rank), []).append(place.entry)
    return tuple(tuple(entries) for entries in level.values() if len(entries) > 1)


def format_tie(tie: TiedPlace) -> str:
    """The tie in one sentence."""
    names = Entry.objects.filter(pk__in=tie.entries).order_by("number").values_list("name", flat=True)
    sentence = ngettext(
        "Tied for the last place that goes on: %(names)s.",
        "Tied for the last %(count)d places that go on: %(names)s.",
        tie.open_places,
    )
    return sentence % {"names": ", ".join(names), "count": tie.open_places}


def _read_first(source: StageSource, enrolled: Collection[int]) -> tuple[Qualifier, ...]:
    """Raises: ChangeRefused when only the order of a list could tell who they are."""
    places, qualified = _select_qualified(source, enrolled)
    tie = _find_tie(source, places, qualified)
    if tie is not None:
        raise ChangeRefused(TIED_AT_THE_CUT, format_tie(tie))
    return qualified


def _read_rest(source: StageSource, enrolled: Collection[int]) -> tuple[Qualifier, ...]:
    """Everybody whom no stage of the first has taken; before one is drawn, who is not among the first by the results of today."""
    places = _read_places(source, enrolled)
    first_ids = _read_taken(source, places)
    if first_ids is None:
        first_ids = {qualifier.entrant for qualifier in _read_first(source, ())}
    left = [place for place in places if place.entry not in first_ids]
    return tuple(Qualifier(place.entry, place.group, place.group_rank, seed) for seed, place in enumerate(left, start=1))


def _read_taken(source: StageSource, places: Sequence[_StandingPlace]) -> set[int] | None:
    """The entries of the stages that take the first whom `source` leaves: once one is drawn, whoever plays it is no part of the rest, and
    everybody else is, whatever the results of today say. None before. Two queries.
    """
    siblings = _list_drawn(source, Stage.Takes.FIRST, places)
    return set(StageEntry.objects.filter(stage__in=siblings).values_list("entry_id", flat=True)) if siblings else None


def _list_drawn(source: StageSource, takes: str, places: Sequence[_StandingPlace]) -> list[Stage]:
    """The published stages that divide the entries of the source where `source` does, and take the same or the other part. One query."""
    published = Round.objects.filter(stage=OuterRef("pk")).exclude(state=Round.State.DRAFT)
    drawn = Stage.objects.filter(Exists(published), source=source.stage, takes=takes)
    first = _select_first(source, places)
    return [stage for stage in drawn if _select_first(stage, places) == first]


def _select_qualified(source: StageSource, enrolled: Collection[int] = ()) -> tuple[list[_StandingPlace], tuple[Qualifier, ...]]:
    places = _read_places(source, enrolled)
    if not source.rest:
        places = _leave_in_rest(source, places)
    return places, _select_first(source, places)


def _leave_in_rest(source: StageSource, places: list[_StandingPlace]) -> list[_StandingPlace]:
    """Leave out whom the director let stand in the stage of everybody else, although by the results of today they are among the first.
    Nobody comes in their place who plays there too. One query, two more for each such stage.
    """
    stay: set[int] = set()
    playing: set[int] = set()
    for stage in _list_drawn(source, Stage.Takes.REST, places):
        numbers = dict(StageEntry.objects.filter(stage=stage).values_list("entry__number", "entry_id"))
        decided = {number for decision in list_stage_decisions(stage, STANDS) if not decision["round"] for number in decision["numbers"]}
        stay |= {numbers[number] for number in decided & numbers.keys()}
        playing |= set(numbers.values())
    first = {qualifier.entrant for qualifier in _select_first(source, places)}
    if stay.isdisjoint(first):
        return places
    return [place for place in places if place.entry not in stay and (place.entry in first or place.entry not in playing)]


def _select_first(source: StageSource | Stage, places: Sequence[_StandingPlace]) -> tuple[Qualifier, ...]:
    ids = [place.entry for place in places]
    return select_qualifiers(_group_places(places), ids, of_each=source.of_each, best_others=source.best_others)


def _read_losers(stage: Stage, rounds: RoundRange, enrolled: Collection[int]) -> tuple[Qualifier, ...]:
    """Read the losers of closed rounds: later rounds first, then by the ranking after the last of them.

    The source stage may still go on.
    """
    last = rounds[1]
    if Round.objects.filter(stage=stage, number__lte=last, state=Round.State.CLOSED).count() < last:
        sentence = _("Entries will be known when round %(round)s of “%(stage)s” is closed.")
        raise ChangeRefused("source_not_finished", sentence % {"round": read_quoted_round(stage, last), "stage": stage.name})
    scheme = read_scheme(stage)
    matches = read_finished_matches(stage, before=last + 1)
    ranking = [line.entrant for line in rank_tally(read_tally(stage, read_entrant_ids(stage), matches.results, scheme), scheme)]
    away = (_read_withdrawn(stage) - set(enrolled)) | read_not_lost(stage, rounds)
    out = list_losers((*matches.history, *_read_seated_later(stage, last)), ranking, rounds)
    return tuple(Qualifier(entry, "", 0, seed) for seed, entry in enumerate((loser for loser in out if loser not in away), start=1))


def read_not_lost(stage: Stage, rounds: RoundRange) -> frozenset[int]:
    """The entries of a stage that lost in none of the `rounds`, whatever the results of today say: their seats say that they play on after
    these, or went out before them. Two queries.
    """
    return _read_playing_on(stage, rounds[1]) | _read_out_before(stage, rounds[0])


def _read_out_before(stage: Stage, first: int) -> frozenset[int]:
    """The entries that sit nowhere in the bracket from the round `first` on: another played that round for them. One query."""
    if first == 1:
        return frozenset()
    reached = Seat.objects.filter(entry=OuterRef("entry"), round__stage=stage, round__number__gte=first, match__bracket__0=1)
    out = StageEntry.objects.filter(~Exists(reached.exclude(round__state=Round.State.DRAFT)), stage=stage)
    return frozenset(out.values_list("entry_id", flat=True))


def _read_playing_on(stage: Stage, last: int) -> frozenset[int]:
    """The entries that sit in the main bracket of a stage after the round `last`: whoever was seated there is no loser of an earlier
    round, also where its result was corrected and the seat was let stand. One query.
    """
    later = [(met.position, entry) for met in _read_seated_later(stage, last) for entry in met.sides]
    return frozenset(entry for position, entry in later if position and (position.place, position.bracket) == (1, "main"))


def _read_seated_later(stage: Stage, last: int) -> list[PlayedMatch]:
    """The matches of a bracket after the round `last` with who sits there, as if nobody had won them yet. One query."""
    later = Seat.objects.filter(round__stage=stage, round__number__gt=last).exclude(round__state=Round.State.DRAFT)
    rows = later.order_by("match", "side").values_list("match", "round__number", "match__bracket", "entry_id")
    matches = [(number, bracket, [row[-1] for row in seats]) for (_match, number, bracket), seats in groupby(rows, key=itemgetter(0, 1, 2))]
    return [PlayedMatch(number, tuple(entries), position=position_from_json(bracket)) for number, bracket, entries in matches]


def _read_withdrawn(stage: Stage) -> set[int]:
    return set(Entry.objects.filter(stage_entries__stage=stage, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))


def _read_places(source: StageSource, enrolled: Collection[int]) -> list[_StandingPlace]:
    """Read every entry that has not withdrawn, best first: by place in the pool if places of pools advance, else by the ranking of all.

    What was decided about a tie in a pool says who is before whom there, and nothing of entries of other pools.
    """
    stage = source.stage
    decisions, (overall, undecided), groups = read_decisions(stage), *_read_ranks(stage, per_match=source.per_match)
    groups = {name: _divide_ranks({entry: (rank,) for entry, rank in own.items()}, decisions, undecided) for name, own in groups.items()}
    withdrawn = _read_withdrawn(stage) - set(enrolled)
    by_place, in_pools = source.of_each > 0 or len(groups) == 1, len(groups) > 1
    keys: dict[int, tuple[int, ...]] = {}
    for ranks in groups.values():
        here = [entry for entry in sorted(ranks, key=ranks.__getitem__) if entry not in withdrawn]
        for place, entry in enumerate(here):
            behind = in_pools and place >= source.of_each
            keys[entry] = (behind, ranks[entry] if by_place else 0, overall[entry] if in_pools else 0)
    divided = _divide_ranks(keys, decisions, undecided)
    places = [
        _StandingPlace(entry, name, ranks[entry] if by_place else 0, divided[entry])
        for name, ranks in groups.items()
        for entry in ranks
        if entry in keys
    ]
    return sorted(places, key=lambda place: place.rank)


def _read_ranks(stage: Stage, *, per_match: bool) -> tuple[tuple[dict[int, int], dict[int, int]], dict[str, dict[int, int]]]:
    """Read the ranks over all before anything decided at the table, and those without it; then those before it in every pool.

    Over pools, which can differ in size, entries are compared by what they have `per_match`.
    """
    scheme, results, everybody = read_scheme(stage), read_finished_matches(stage).results, read_entrant_ids(stage)
    weighs = per_match and scheme.everybody_meets and len(read_groups(stage)) > 1
    before, after = _split_tie_breaks(scheme.tie_breaks)

    def rank(entries: Sequence[int], keys: tuple[str, ...]) -> tuple[RankedLine, ...]:
        return rank_tally(read_tally(stage, entries, results, scheme), replace(scheme, tie_breaks=keys))

    def rank_all(keys: tuple[str, ...]) -> dict[int, int]:
        if not weighs:
            return _list_ranks(rank(everybody, keys))
        return rank_per_match(read_tally(stage, everybody, results, scheme), replace(scheme, tie_breaks=keys))

    overall, undecided = rank_all(before), rank_all(before + after)
    groups, form = _read_ranked_groups(stage, overall), format_by_key(stage.format_key)
    if before != scheme.tie_breaks and form.family is not Family.BRACKET and not form.ranked_together:
        groups = {name: _list_ranks(put_annulled_behind(stage, rank(list(ranks), before))) for name, ranks in groups.items()}
    return (overall, undecided), groups


def _list_ranks(lines: Sequence[RankedLine]) -> dict[int, int]:
    return {line.entrant: line.rank for line in lines}


def _split_tie_breaks(keys: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tie-breaks before places decided at the table, and those after them."""
    place = keys.index(DecidedAtTable.key) if DecidedAtTable.key in keys else len(keys)
    return keys[:place], keys[place + 1 :]


def _divide_ranks(keys: Mapping[int, tuple[int, ...]], decisions: Decisions, undecided: Mapping[int, int]) -> dict[int, int]:
    """The rank of every entry by its key; who have the same are divided by what was decided about them, else by the tie-breaks after
    that.
    """
    ranks: dict[int, int] = {}
    for _key, alike in groupby(sorted(keys, key=keys.__getitem__), key=keys.__getitem__):
        tied = list(alike)
        decided = decisions.order_tied(tied)
        order = {entry: (decided[entry], undecided[entry]) for entry in tied}
        for _order, together in groupby(sorted(tied, key=order.__getitem__), key=order.__getitem__):
            ranks |= dict.fromkeys(together, 1 + len(ranks))
    return ranks


def _read_ranked_groups(stage: Stage, overall: Mapping[int, int]) -> dict[str, dict[int, int]]:
    """Read the place of every entry in its pool; in a venue, its place among the entries of that venue in the overall ranking."""
    if not format_by_key(stage.format_key).ranked_together:
        return {name: {line.entrant: line.rank for line in lines} for name, lines in compute_standings(stage).groups.items()}
    return {
        name: {entry: 1 + sum(overall[rival] < overall[entry] for rival in members) for entry in members}
        for name, members in read_groups(stage).items()
    }


def _group_places(places: Sequence[_StandingPlace]) -> list[EntryGroup]:
    members: dict[str, list[int]] = {}
    for place in places:
        members.setdefault(place.group, []).append(place.entry)
    return [EntryGroup(name, tuple(ids)) for name, ids in sorted(members.items())]


def _find_tie(source: StageSource, places: Sequence[_StandingPlace], qualified: Sequence[Qualifier]) -> TiedPlace | None:
    """Find a tie between the last entry that advances and the first that does not, in each pool, then among the best others."""
    qualified_ids = {qualifier.entrant for qualifier in qualified}
    groups = _group_places(places)
    place_by_entry = {place.entry: place for place in places}
    first_of_each = {entry for group in groups for entry in group.members[: source.of_each]}
    compared = [[place_by_entry[entry] for entry in group.members] for group in groups] if source.of_each else []
    after_first = sorted((place for place in places if place.entry not in first_of_each), key=lambda place: place.rank)
    compared.append(after_first if source.best_others else [])
    asks_pools = len(groups) > 1  # who is first there, before the best of the rest are compared
    for members in compared:
        chosen = first_of_each if asks_pools and members is not compared[-1] else qualified_ids
        last = [place for place in members if place.entry in chosen][-1:]
        tied = [place for place in members if last and _is_tied(last[0], place)]
        through = sum(place.entry in chosen for place in tied)
        if through < len(tied):
            return TiedPlace(source.stage, tuple(place.entry for place in tied), through)
    return None


def _is_tied(first: _StandingPlace, second: _StandingPlace) -> bool:
    same_pool = first.group == second.group and first.group_rank > 0
    return first.group_rank == second.group_rank if same_pool else first.rank == second.rank

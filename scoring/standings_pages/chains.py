"""Who goes on from one stage to the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from pairing import Group, format_by_key
from pairing.chain import Rounds, losers
from pairing.heats import Qualified, qualifiers
from scoring.standings_pages.stored import (
    compute_standings,
    counted_in,
    entrants_of,
    finished_matches,
    groups_of,
    positions_of,
    results_of,
    scheme_of,
)
from standings import played_history, ranked
from tournaments.models import Entry, Round, Stage
from tournaments.refusals import Refused
from tournaments.stages.chains import Source, source_of


@dataclass(frozen=True, slots=True)
class _Place:
    """Where somebody stands: `group_rank` in its pool, `rank` over all of them."""

    entry: int
    group: str
    group_rank: int
    rank: int


def qualified_for(stage: Stage) -> tuple[Qualified, ...]:
    """The entries of a stage that takes them from another, best first; who has withdrawn makes room for the next.

    Raises: Refused while the other stage is being played, or when a tie would have to be broken by nothing.
    """
    source = source_of(Stage.objects.select_related("source").get(pk=stage.pk))
    if source is None:
        return ()
    if source.lost:
        return _losers(source.stage, source.lost)
    if source.stage.state != Stage.State.FINISHED:
        sentence = _("“%(stage)s” has not ended: who goes on is known when its last round is closed.")
        raise Refused("source_not_finished", sentence % {"stage": source.stage.name})
    places = _places(source)
    groups = _groups(places)
    through = qualifiers(groups, [one.entry for one in places], of_each=source.of_each, best_others=source.best_others)
    _refuse_ties(source, places, groups, {one.entrant for one in through})
    if not source.rest:
        return through
    gone = {one.entrant for one in through}
    left = [one for one in places if one.entry not in gone]
    return tuple(Qualified(one.entry, one.group, one.group_rank, seed) for seed, one in enumerate(left, start=1))


def _losers(stage: Stage, rounds: Rounds) -> tuple[Qualified, ...]:
    """Who lost in rounds that are closed, the later ones first, else by the ranking of then; the stage itself may go on."""
    last = rounds[1]
    if Round.objects.filter(stage=stage, number__lte=last, state=Round.State.CLOSED).count() < last:
        sentence = _("Who plays here is known when round %(round)d of “%(stage)s” is closed.")
        raise Refused("source_not_finished", sentence % {"round": last, "stage": stage.name})
    scheme = scheme_of(stage)
    matches = finished_matches(stage, before=last + 1)
    results = results_of(matches)
    ranking = [line.entrant for line in ranked(counted_in(stage, entrants_of(stage), results, scheme), scheme)]
    gone = set(Entry.objects.filter(stage_entries__stage=stage, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))
    out = losers(played_history(results, positions_of(matches)), ranking, rounds)
    return tuple(Qualified(entry, "", 0, seed) for seed, entry in enumerate((one for one in out if one not in gone), start=1))


def _places(source: Source) -> list[_Place]:
    """Everybody still there, best first: by place in the pool where places of pools go on, else by the ranking of all."""
    stage = source.stage
    entries = entrants_of(stage)
    scheme = scheme_of(stage)
    overall = {line.entrant: line.rank for line in ranked(counted_in(stage, entries, results_of(finished_matches(stage)), scheme), scheme)}
    gone = set(Entry.objects.filter(stage_entries__stage=stage, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))
    groups = _ranked_groups(stage, overall)
    by_place = source.of_each > 0 or len(groups) == 1
    found = [
        _Place(entry, name, rank if by_place else 0, overall[entry])
        for name, ranks in groups.items()
        for entry, rank in ranks.items()
        if entry not in gone
    ]
    return sorted(found, key=lambda one: (one.group_rank, one.rank))


def _ranked_groups(stage: Stage, overall: Mapping[int, int]) -> dict[str, dict[int, int]]:
    """The place of every entry in its pool; in a venue it is that among those of the venue in the ranking of all."""
    if not format_by_key(stage.format_key).ranked_together:
        return {group["name"]: {line["entry"]: line["rank"] for line in group["lines"]} for group in compute_standings(stage)["groups"]}
    return {
        name: {entry: 1 + sum(overall[other] < overall[entry] for other in members) for entry in members}
        for name, members in groups_of(stage).items()
    }


def _groups(places: Sequence[_Place]) -> list[Group]:
    members: dict[str, list[int]] = {}
    for one in places:
        members.setdefault(one.group, []).append(one.entry)
    return [Group(name, tuple(ids)) for name, ids in sorted(members.items())]


def _refuse_ties(source: Source, places: Sequence[_Place], groups: Sequence[Group], through: set[int]) -> None:
    """Nobody goes on by the order of a list: the last who goes on and the first who does not must differ, in every pool by themselves and
    among the best of all others."""
    known = {one.entry: one for one in places}
    first_of_each = {entry for group in groups for entry in group.members[: source.of_each]}
    compared = [[known[entry] for entry in group.members] for group in groups] if source.of_each else []
    compared.append([one for one in places if one.entry not in first_of_each] if source.best_others else [])
    for members in compared:
        last = [one for one in members if one.entry in through][-1:]
        first = [one for one in members if one.entry not in through][:1]
        if last and first and _level(last[0], first[0]):
            names = dict(Entry.objects.filter(pk__in=[last[0].entry, first[0].entry]).values_list("pk", "name"))
            sentence = _(
                "%(one)s and %(other)s share the last place that goes on: put the drawing of lots among the tie-breaks, "
                "or decide it at the table and note it under “How it counts”."
            )
            raise Refused("tied_at_the_cut", sentence % {"one": names[last[0].entry], "other": names[first[0].entry]})


def _level(one: _Place, other: _Place) -> bool:
    same_pool = one.group == other.group and one.group_rank > 0
    return one.group_rank == other.group_rank if same_pool else (one.group_rank, one.rank) == (other.group_rank, other.rank)

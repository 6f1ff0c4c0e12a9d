"""Heats: several venues play the same rounds at the same time, and one ranking over all of them decides who goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pairing.danish import Danish, DanishOptions, rematch_gap_option
from pairing.format import COUNTING_WITHOUT_MEETINGS, ClubRule, Family, Format, LateEntryRule
from pairing.lots import Lots
from pairing.pools import draw_pools
from pairing.seats import number_pairings
from pairing.values import DrawnRound, DrawRequest, DrawResult, EntryGroup, Json, Pairing
from rules.options import Options, option
from rules.texts import _


@dataclass(frozen=True, slots=True)
class HeatsOptions(Options):
    heats: int = option(
        _("Heats"),
        _("Number of venues. Entries are spread evenly, by lot, with clubs and seeds separated."),
        default=2,
        lowest=1,
        highest=64,
        source="P",
    )
    rounds: int = option(_("Rounds"), _("How many rounds are played in every venue."), default=3, lowest=1, highest=30, source="P")
    rematch_gap: int = rematch_gap_option()


class Heats(Format):
    key = "heats"
    name = _("Heats in several venues")
    summary = _("Every venue plays the same number of rounds by the Danish system; the results are ranked together for the final.")
    Options = HeatsOptions
    family = Family.RANKING
    usual_counting = COUNTING_WITHOUT_MEETINGS
    new_opponents = True
    club_rule = ClubRule.ALWAYS
    joins_late = LateEntryRule.NEXT_ROUND
    by_standing = True
    ranked_together = True
    in_venues = True
    group_title = _("Venue {name}")
    most = 10_000

    def count_rounds(self, options: HeatsOptions, entrant_count: int) -> int:
        return options.rounds

    def draw_pairings(self, options: HeatsOptions, request: DrawRequest) -> DrawResult:
        groups = _assign_groups(self.count_groups(options, len(request.entrants)), request)
        danish = Danish()
        inner = DanishOptions(rounds=options.rounds, rematch_gap=options.rematch_gap)
        pairings: list[Pairing] = []
        certificates: dict[str, Json] = {}
        for group in groups:
            drawn = danish.draw_pairings(inner, _build_heat_request(request, group, danish.options_to_json(inner)))
            pairings += [replace(pairing, group=group.name) for pairing in drawn.pairings]
            certificates[group.name] = drawn.certificate
        return DrawResult(tuple(number_pairings(pairings)), {"heats": certificates}, groups)

    def count_groups(self, options: HeatsOptions, entrant_count: int) -> int:
        return max(1, min(options.heats, entrant_count // 2))

    def list_rank_certificates(self, draw: DrawnRound) -> list[Mapping[str, Json]]:
        return list(draw.certificate.get("heats", {}).values())


def _assign_groups(count: int, request: DrawRequest) -> tuple[EntryGroup, ...]:
    """The groups of the first draw, with late entries added to the smallest; or new ones drawn now."""
    if not request.groups:
        return draw_pools(request.entrants, count, Lots(request.seed, "heats"), clubs_apart=True)
    members = {group.name: list(group.members) for group in request.groups}
    assigned = {member for group in request.groups for member in group.members}
    for entrant in sorted(request.entrants, key=lambda entrant: entrant.number):
        if entrant.id not in assigned:
            min(members.values(), key=len).append(entrant.id)
    return tuple(EntryGroup(name, tuple(ids)) for name, ids in members.items())


def _build_heat_request(request: DrawRequest, group: EntryGroup, options: dict[str, Json]) -> DrawRequest:
    """The request of one heat, with a seed of its own."""
    inside = frozenset(group.members)
    return replace(
        request,
        format=Danish.key,
        seed=f"{request.seed} {group.name}",
        options=options,
        entrants=tuple(entrant for entrant in request.entrants if entrant.id in inside),
        history=tuple(played for played in request.history if inside.issuperset(played.sides)),
        standings=tuple(line for line in request.standings if line.entrant in inside),
        groups=(group,),
    )


@dataclass(frozen=True, slots=True)
class Qualifier:
    """An entry that goes on: its group, its place there, and its seed in the next stage."""

    entrant: int
    group: str
    place: int
    seed: int


def select_qualifiers(groups: Sequence[EntryGroup], ranking: Sequence[int], *, of_each: int, best_others: int = 0) -> tuple[Qualifier, ...]:
    """The first `of_each` of every group, and the best of all others; `ranking` holds all ids, the best first.

    Seeds go to all first places by overall rank, then to all second places, and so on, as is usual when pools are crossed.
    """
    order = {entrant: rank for rank, entrant in enumerate(ranking)}
    placed = [
        (place, order[entrant], group.name, entrant)
        for group in groups
        for place, entrant in enumerate(sorted((member for member in group.members if member in order), key=order.__getitem__), start=1)
    ]
    through = sorted(line for line in placed if line[0] <= of_each)
    best_rest = sorted((line for line in placed if line[0] > of_each), key=lambda line: line[1])[:best_others]
    return tuple(
        Qualifier(entrant, name, place, seed) for seed, (place, _rank, name, entrant) in enumerate([*through, *best_rest], start=1)
    )

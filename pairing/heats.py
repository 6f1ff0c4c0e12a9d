"""Heats: several venues play the same rounds at the same time, and one ranking over all of them decides who goes on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.danish import Danish, DanishOptions
from pairing.format import Format, Joins
from pairing.lots import Lots
from pairing.pools import drawn_pools
from pairing.seats import in_order
from pairing.values import Drawn, Group, Json, Pairing, Request
from rules.options import Options, option
from rules.texts import _


@dataclass(frozen=True, slots=True)
class HeatsOptions(Options):
    heats: int = option(
        _("Heats"),
        _("In how many venues the entries play; each venue is filled evenly, by lot, with clubs and seeds spread."),
        default=2,
        lowest=1,
        highest=64,
        source="P",
    )
    rounds: int = option(_("Rounds"), _("How many rounds are played in every venue."), default=3, lowest=1, highest=30, source="P")
    rematch_gap: int = option(
        _("Rounds before a rematch"),
        _("Two who have met may not meet again for so many rounds; 0 allows it at once, 99 never."),
        default=99,
        lowest=0,
        highest=99,
        source="P",
    )


class Heats(Format):
    key = "heats"
    name = _("Heats in several venues")
    summary = _("Every venue plays the same number of rounds by the Danish system; the results are ranked together for the final.")
    Options = HeatsOptions
    joins_late = Joins.NEXT_ROUND
    by_standing = True
    ranked_together = True
    in_venues = True
    group_title = _("Venue {name}")
    most = 10_000

    def round_count(self, options: HeatsOptions, entrant_count: int) -> int:
        return options.rounds

    def draw(self, options: HeatsOptions, request: Request) -> Drawn:
        groups = _groups(options, request)
        danish = Danish()
        inner = DanishOptions(rounds=options.rounds, rematch_gap=options.rematch_gap)
        pairings: list[Pairing] = []
        certificates: dict[str, Json] = {}
        for group in groups:
            drawn = danish.draw(inner, _request_of(request, group, danish.options_to_json(inner)))
            pairings += [replace(pairing, group=group.name) for pairing in drawn.pairings]
            certificates[group.name] = drawn.certificate
        return Drawn(tuple(in_order(pairings)), {"heats": certificates}, groups)


def _groups(options: HeatsOptions, request: Request) -> tuple[Group, ...]:
    """Those of the first draw, late entries in the smallest; or drawn now."""
    if not request.groups:
        count = max(1, min(options.heats, len(request.entrants) // 2))
        return drawn_pools(request.entrants, count, Lots(request.seed, "heats"), clubs_apart=True)
    members = {group.name: list(group.members) for group in request.groups}
    known = {member for group in request.groups for member in group.members}
    for entrant in sorted(request.entrants, key=lambda entrant: entrant.number):
        if entrant.id not in known:
            min(members.values(), key=len).append(entrant.id)
    return tuple(Group(name, tuple(ids)) for name, ids in members.items())


def _request_of(request: Request, group: Group, options: dict[str, Json]) -> Request:
    """The request of one heat, with a drawing of lots of its own."""
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
class Qualified:
    """Somebody who goes on: its group, its place there, and its seed in the next stage."""

    entrant: int
    group: str
    place: int
    seed: int


def qualifiers(groups: Sequence[Group], ranking: Sequence[int], *, of_each: int, best_others: int = 0) -> tuple[Qualified, ...]:
    """The first `of_each` of every group, and the best of all others; `ranking` holds all ids, the best first.

    Seeds go to all first places by overall rank, then to all second places, and so on, as pools are crossed everywhere.
    """
    order = {entrant: rank for rank, entrant in enumerate(ranking)}
    placed = [
        (place, order[entrant], group.name, entrant)
        for group in groups
        for place, entrant in enumerate(sorted((member for member in group.members if member in order), key=order.__getitem__), start=1)
    ]
    through = sorted(line for line in placed if line[0] <= of_each)
    others = sorted((line for line in placed if line[0] > of_each), key=lambda line: line[1])[:best_others]
    return tuple(Qualified(entrant, name, place, seed) for seed, (place, _rank, name, entrant) in enumerate([*through, *others], start=1))

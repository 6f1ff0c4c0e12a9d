"""Danish: after every round first meets second, third meets fourth … of the current ranking."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.format import Format, Joins
from pairing.numbers import numbers_of
from pairing.seats import first_dealers, in_order
from pairing.swiss.field import Field, Team
from pairing.swiss.forced import exception_costs, exceptions, fewest_cost
from pairing.values import Drawn, Group, Json, Outcome, Pair, Pairing, Reason, Request
from rules.options import Options, option
from rules.texts import _


@dataclass(frozen=True, slots=True)
class DanishOptions(Options):
    rounds: int = option(_("Rounds"), _("How many rounds are played; nobody is eliminated."), default=4, lowest=1, highest=30, source="P")
    first_round: str = option(
        _("First round"),
        _("Who meets whom before there is a ranking."),
        default="drawn",
        choices={"drawn": _("by lot"), "given": _("first with second, third with fourth as they are numbered")},
        source="P",
    )
    rematch_gap: int = option(
        _("Rounds before a rematch"),
        _("Two who have met may not meet again for so many rounds; 0 allows it at once, 99 never."),
        default=99,
        lowest=0,
        highest=99,
        source="P",
    )


class Danish(Format):
    key = "danish"
    name = _("Danish system")
    summary = _("First meets second, third meets fourth of the current ranking; nobody is eliminated.")
    Options = DanishOptions
    joins_late = Joins.NEXT_ROUND
    by_standing = True
    most = 10_001

    def round_count(self, options: DanishOptions, entrant_count: int) -> int:
        return options.rounds

    def draw(self, options: DanishOptions, request: Request) -> Drawn:
        numbers = numbers_of(request, drawn=options.first_round == "drawn")
        ranking = _Ranking(request, current_order(request, numbers), recent_meetings(request, options.rematch_gap))
        return Drawn(tuple(in_order(ranking.pairings())), ranking.certificate(), (Group("", numbers),))


def current_order(request: Request, numbers: Sequence[int]) -> list[int]:
    """Who is present, by rank; ties and who has no rank yet by number."""
    rank = {line.entrant: line.rank for line in request.standings}
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    last = len(numbers) + 1
    return sorted((entrant for entrant in numbers if entrant not in gone), key=lambda entrant: rank.get(entrant, last))


def recent_meetings(request: Request, gap: int) -> set[Pair]:
    """Pairs of ids that met in the last `gap` rounds."""
    return {
        (min(pair), max(pair))
        for played in request.history
        if played.outcome is Outcome.PLAYED and played.round >= request.round - gap
        for pair in combinations(played.sides, 2)
    }


class _Ranking:
    """A round of the Danish system; everybody is an index into `order`, 0 being the first of the ranking."""

    def __init__(self, request: Request, order: Sequence[int], met: set[Pair]) -> None:
        self.request, self.order, self.met = request, order, met
        place = {entrant: index for index, entrant in enumerate(order)}
        rests = {line.entrant: line.byes for line in request.standings}
        won = {line.entrant for line in request.standings if line.forfeit_wins}
        teams = [
            Team(entrant, -index, barred=entrant in won or rests.get(entrant, 0) > 0, rests=rests.get(entrant, 0))
            for index, entrant in enumerate(order)
        ]
        self.forbidden = {(min(pair), max(pair)) for pair in request.forbidden}
        self.blocked = sorted(
            (min(place[one], place[other]), max(place[one], place[other]))
            for one, other in self.met | self.forbidden
            if one in place and other in place
        )
        self.field = Field(teams, [set() for _team in teams])
        for one, other in self.blocked:
            self.field.blocked[one].add(other)
            self.field.blocked[other].add(one)
        self.field.most_blocked = max(map(len, self.field.blocked), default=0)
        self.bye, self.forced = self._bye_and_exceptions()
        self.pairs = list(self._pairs())

    def _bye_and_exceptions(self) -> tuple[int | None, list[Pair]]:
        """The lowest who has not rested rests; without a legal round, as few exceptions as possible."""
        everyone = range(len(self.order))
        byes: Sequence[int | None] = self._bye_order() if len(self.order) % 2 else [None]
        for bye in byes:
            if self.field.can_pair([place for place in everyone if place != bye]):
                return bye, []
        meetings = Counter({pair: self._meetings_of(pair) for pair in self.blocked})
        forbidden = [pair for pair in self.blocked if self._ids(pair) in self.forbidden]
        costs = exception_costs(everyone, meetings, forbidden)
        best = min(byes, key=lambda bye: fewest_cost([place for place in everyone if place != bye], costs))
        return best, exceptions(self.field, [place for place in everyone if place != best], costs)

    def _bye_order(self) -> list[int]:
        """The last of the ranking first, of all who never rested or won without playing; else of all who rested least."""
        everyone = list(reversed(range(len(self.order))))
        least = min(self.field.teams[place].rests for place in everyone)
        return [place for place in everyone if not self.field.teams[place].barred] or [
            place for place in everyone if self.field.teams[place].rests == least
        ]

    def _ids(self, pair: Pair) -> Pair:
        one, other = self.order[pair[0]], self.order[pair[1]]
        return min(one, other), max(one, other)

    def _meetings_of(self, pair: Pair) -> int:
        ids = set(self._ids(pair))
        return sum(set(played.sides) == ids for played in self.request.history if played.outcome is Outcome.PLAYED)

    def _pairs(self) -> Iterator[Pair]:
        """The highest meets the highest who leaves a legal round for everybody else."""
        settled = {place for pair in self.forced for place in pair} | {self.bye}
        left = [place for place in range(len(self.order)) if place not in settled]
        while left:
            one = left.pop(0)
            other = next(other for other in left if self.field.may_meet(one, other) and self._leaves_a_round(left, other))
            left.remove(other)
            yield one, other

    def _leaves_a_round(self, left: Sequence[int], other: int) -> bool:
        count = len(left) - 1
        return count - 1 - self.field.most_blocked >= count / 2 or self.field.can_pair([place for place in left if place != other])

    def pairings(self) -> list[Pairing]:
        deal = first_dealers(self.request)
        found = []
        for pair in sorted([*self.pairs, *self.forced]):
            sides = (self.order[pair[0]], self.order[pair[1]])
            found.append(Pairing(0, sides, reasons=(self._reason(pair),), first_dealer=deal(sides)))
        if self.bye is not None:
            code = "bye_again" if self.field.teams[self.bye].barred else "bye_last"
            found.append(Pairing(0, (self.order[self.bye],), bye=True, reasons=(Reason.of(code, rank=self.bye + 1),)))
        return found

    def _reason(self, pair: Pair) -> Reason:
        if pair in self.forced:
            return Reason.of("forbidden_unavoidable" if self._ids(pair) in self.forbidden else "rematch_unavoidable")
        if not self.request.standings:
            drawn = self.request.options["first_round"] == "drawn"
            return Reason.of("drawn" if drawn else "by_number")
        return Reason.of("by_rank", rank=pair[0] + 1, other_rank=pair[1] + 1)

    def certificate(self) -> dict[str, Json]:
        settled = {place for pair in self.forced for place in pair} | {self.bye}
        return {
            "rule": "Danish system",
            "order": [entrant for place, entrant in enumerate(self.order) if place not in settled],
            "bye": None if self.bye is None else self.order[self.bye],
            "exceptions": [[self.order[one], self.order[other]] for one, other in self.forced],
            "blocked": [[self.order[one], self.order[other]] for one, other in self.blocked],
            "pairs": [[self.order[one], self.order[other]] for one, other in self.pairs],
        }

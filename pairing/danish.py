"""The Danish system: in every round the first of the current ranking meets the second, the third the fourth …"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from pairing.format import COUNTING_BY_OPPONENTS, Family, Format, LateEntryRule
from pairing.numbers import assign_numbers
from pairing.seats import build_dealer_picker, number_pairings
from pairing.swiss.field import SwissTeam, TeamField
from pairing.swiss.forced import choose_exceptions, compute_exception_costs, compute_least_cost
from pairing.values import DrawnRound, DrawReason, DrawRequest, DrawResult, EntryGroup, Json, MatchOutcome, Pair, Pairing
from rules.options import Options, option
from rules.texts import _


def rematch_gap_option() -> Any:
    sentence = _("How many rounds before two opponents can meet again. 0: at once; 99: never.")
    return option(_("Rounds before a rematch"), sentence, default=99, lowest=0, highest=99, source="P")


@dataclass(frozen=True, slots=True)
class DanishOptions(Options):
    rounds: int = option(_("Rounds"), _("How many rounds are played; nobody is eliminated."), default=4, lowest=1, highest=30, source="P")
    first_round: Literal["drawn", "given"] = option(
        _("First round"),
        _("Who plays whom while there are no standings."),
        default="drawn",
        choices={"drawn": _("by lot"), "given": _("first with second, third with fourth as they are numbered")},
        source="P",
    )
    rematch_gap: int = rematch_gap_option()


class Danish(Format):
    key = "danish"
    name = _("Danish system")
    summary = _("First plays second, third plays fourth in the current standings; nobody is eliminated.")
    Options = DanishOptions
    family = Family.RANKING
    usual_counting = COUNTING_BY_OPPONENTS
    new_opponents = True
    opens_freely = True
    joins_late = LateEntryRule.NEXT_ROUND
    by_standing = True
    most = 10_001

    def count_rounds(self, options: DanishOptions, entrant_count: int) -> int:
        return options.rounds

    def has_free_opening(self, options: DanishOptions) -> bool:
        return options.first_round == "drawn"

    def draw_pairings(self, options: DanishOptions, request: DrawRequest) -> DrawResult:
        numbers = assign_numbers(request, drawn=options.first_round == "drawn")
        danish_round = _DanishRound(request, rank_present(request, numbers), find_recent_meetings(request, options.rematch_gap))
        return DrawResult(
            tuple(number_pairings(danish_round.build_pairings())), danish_round.build_certificate(), (EntryGroup("", numbers),)
        )

    def list_rank_certificates(self, draw: DrawnRound) -> list[Mapping[str, Json]]:
        return [draw.certificate] if draw.certificate else []


def rank_present(request: DrawRequest, numbers: Sequence[int]) -> list[int]:
    """Present entries by rank; tied entries, and those without a rank, by number."""
    rank = {line.entrant: line.rank for line in request.standings}
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    last = len(numbers) + 1
    return sorted((entrant for entrant in numbers if entrant not in gone), key=lambda entrant: rank.get(entrant, last))


def find_recent_meetings(request: DrawRequest, gap: int) -> set[Pair]:
    """Pairs of ids that met in the last `gap` rounds, the smaller id first."""
    return {
        (min(pair), max(pair))
        for played in request.history
        if played.outcome is MatchOutcome.PLAYED and played.round >= request.round - gap
        for pair in combinations(played.sides, 2)
    }


class _DanishRound:
    """A round of the Danish system. Everybody is an index into `order`; 0 is the first of the ranking."""

    def __init__(self, request: DrawRequest, order: Sequence[int], met: set[Pair]) -> None:
        self.request, self.order, self.met = request, order, met
        place = {entrant: index for index, entrant in enumerate(order)}
        rests = {line.entrant: line.byes for line in request.standings}
        won = {line.entrant for line in request.standings if line.forfeit_wins}
        teams = [
            SwissTeam(entrant, -index, barred=entrant in won or rests.get(entrant, 0) > 0, rests=rests.get(entrant, 0))
            for index, entrant in enumerate(order)
        ]
        self.forbidden = {(min(pair), max(pair)) for pair in request.forbidden}
        self.blocked = sorted(
            (min(place[first], place[second]), max(place[first], place[second]))
            for first, second in self.met | self.forbidden
            if first in place and second in place
        )
        apart: list[set[int]] = [set() for _team in teams]
        for first, second in self.blocked:
            apart[first].add(second)
            apart[second].add(first)
        self.field = TeamField(teams, apart)
        self.bye, self.forced = self._choose_bye_and_exceptions()
        self.pairs = list(self._iterate_pairs())

    def _choose_bye_and_exceptions(self) -> tuple[int | None, list[Pair]]:
        """The bye goes to the lowest entry that had none; without a legal round, with as few exceptions as possible."""
        everyone = range(len(self.order))
        byes: Sequence[int | None] = self._list_bye_candidates() if len(self.order) % 2 else [None]
        for bye in byes:
            if self.field.can_pair([place for place in everyone if place != bye]):
                return bye, []
        meetings = Counter({pair: self._count_meetings(pair) for pair in self.blocked})
        forbidden = [pair for pair in self.blocked if self._get_ids(pair) in self.forbidden]
        costs = compute_exception_costs(everyone, meetings, forbidden)
        best = min(byes, key=lambda bye: compute_least_cost([place for place in everyone if place != bye], costs))
        return best, choose_exceptions(self.field, [place for place in everyone if place != best], costs)

    def _list_bye_candidates(self) -> list[int]:
        """Last of the ranking first: all who had no bye and no win without playing, else all with the fewest byes."""
        everyone = list(reversed(range(len(self.order))))
        least = min(self.field.teams[place].rests for place in everyone)
        return [place for place in everyone if not self.field.teams[place].barred] or [
            place for place in everyone if self.field.teams[place].rests == least
        ]

    def _get_ids(self, pair: Pair) -> Pair:
        first, second = self.order[pair[0]], self.order[pair[1]]
        return min(first, second), max(first, second)

    def _count_meetings(self, pair: Pair) -> int:
        ids = set(self._get_ids(pair))
        return sum(set(played.sides) == ids for played in self.request.history if played.outcome is MatchOutcome.PLAYED)

    def _iterate_pairs(self) -> Iterator[Pair]:
        """Pairs in order: the highest left meets the highest opponent that leaves a legal round for everybody else."""
        settled = {place for pair in self.forced for place in pair} | {self.bye}
        left = [place for place in range(len(self.order)) if place not in settled]
        while left:
            first = left.pop(0)
            opponent = next(
                opponent for opponent in left if self.field.may_meet(first, opponent) and self._leaves_legal_round(left, opponent)
            )
            left.remove(opponent)
            yield first, opponent

    def _leaves_legal_round(self, left: Sequence[int], opponent: int) -> bool:
        count = len(left) - 1
        return count - 1 - self.field.most_blocked >= count / 2 or self.field.can_pair([place for place in left if place != opponent])

    def build_pairings(self) -> list[Pairing]:
        pick_dealer = build_dealer_picker(self.request)
        pairings = []
        for pair in sorted([*self.pairs, *self.forced]):
            sides = (self.order[pair[0]], self.order[pair[1]])
            pairings.append(Pairing(0, sides, reasons=(self._explain_pair(pair),), first_dealer=pick_dealer(sides)))
        if self.bye is not None:
            code = "bye_again" if self.field.teams[self.bye].barred else "bye_last"
            pairings.append(Pairing(0, (self.order[self.bye],), bye=True, reasons=(DrawReason.of(code, rank=self.bye + 1),)))
        return pairings

    def _explain_pair(self, pair: Pair) -> DrawReason:
        if pair in self.forced:
            return DrawReason.of("forbidden_unavoidable" if self._get_ids(pair) in self.forbidden else "rematch_unavoidable")
        if not self.request.standings:
            drawn = self.request.options["first_round"] == "drawn"
            return DrawReason.of("drawn" if drawn else "by_number")
        return DrawReason.of("by_rank", rank=pair[0] + 1, other_rank=pair[1] + 1)

    def build_certificate(self) -> dict[str, Json]:
        settled = {place for pair in self.forced for place in pair} | {self.bye}
        return {
            "rule": "Danish system",
            "order": [entrant for place, entrant in enumerate(self.order) if place not in settled],
            "bye": None if self.bye is None else self.order[self.bye],
            "exceptions": [[self.order[first], self.order[second]] for first, second in self.forced],
            "blocked": [[self.order[first], self.order[second]] for first, second in self.blocked],
            "pairs": [[self.order[first], self.order[second]] for first, second in self.pairs],
        }

"""The Swiss format: its options, and the engine's pairing with its reasons."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pairing.format import COUNTING_BY_OPPONENTS, Family, Format, LateEntryRule
from pairing.numbers import assign_numbers
from pairing.reasons import DrawRefused
from pairing.seats import build_dealer_picker, number_pairings
from pairing.swiss.acceleration import (
    BAKU,
    Acceleration,
    acceleration_to_json,
    build_acceleration,
    compute_virtual_halves,
    format_virtual_points,
)
from pairing.swiss.field import TeamField, build_field
from pairing.swiss.forced import compute_exception_costs, force_round
from pairing.swiss.rounds import NoLegalPairing, PairedRound, ScoreBracket, pair_round
from pairing.values import DrawReason, DrawRequest, DrawResult, EntryGroup, Json, Pairing
from rules.options import Options, option
from rules.texts import _

MOST_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class SwissOptions(Options):
    rounds: int = option(
        _("Rounds"),
        _("How many rounds are played; nobody is eliminated."),
        default=5,
        lowest=1,
        highest=MOST_ROUNDS,
        source="P",
    )
    numbers: Literal["drawn", "given"] = option(
        _("Pairing numbers"),
        _("The first round pairs the upper half of the numbers with the lower half; equal scores are paired by number later."),
        default="drawn",
        choices={"drawn": _("drawn by lot, seeds first"), "given": _("as the entries are numbered")},
        source="D",
    )
    rematches: Literal["unavoidable", "refused"] = option(
        _("Rematches"),
        _("What happens when no pairing without a rematch or a second bye is left."),
        default="unavoidable",
        choices={"unavoidable": _("as few as possible"), "refused": _("the draw is refused, the director decides")},
        source="D",
    )
    acceleration: Literal["none", "baku"] = option(
        _("Accelerated rounds"),
        _(
            "For many entries and few rounds: in the first half of the rounds the upper half of the numbers is drawn as if it had points "
            "already, so that the strong meet sooner. Standings never count these points. Give the strong the first seeds."
        ),
        default="none",
        choices={"none": _("no"), "baku": _("Baku acceleration (FIDE C.04.5.1)")},
        source="P",
    )


class Swiss(Format):
    key = "swiss"
    name = _("Swiss system")
    summary = _("Equal scores play each other, never twice. Every draw is the only one that the rule allows, and can be checked.")
    Options = SwissOptions
    family = Family.RANKING
    usual_counting = COUNTING_BY_OPPONENTS
    new_opponents = True
    score_groups = True
    opens_freely = True
    joins_late = LateEntryRule.NEXT_ROUND
    by_standing = True
    most = 10_001

    def count_rounds(self, options: SwissOptions, entrant_count: int) -> int:
        return options.rounds

    def options_to_json(self, options: SwissOptions) -> dict[str, Json]:
        """Acceleration is written only where it is chosen: what was stored before there was any stays as it is."""
        data = super().options_to_json(options)
        return data if options.acceleration == BAKU else {name: value for name, value in data.items() if name != "acceleration"}

    def is_accelerated(self, options: SwissOptions) -> bool:
        return options.acceleration == BAKU

    def has_free_opening(self, options: SwissOptions) -> bool:
        return options.numbers == "drawn" and not self.is_accelerated(options)

    def compute_virtual_halves(self, options: SwissOptions, round_number: int, win_points: int) -> int:
        return compute_virtual_halves(options.rounds, round_number, win_points) if self.is_accelerated(options) else 0

    def check_request(self, options: SwissOptions, request: DrawRequest) -> None:
        super().check_request(options, request)
        if self.is_accelerated(options) and not request.win_points:
            raise DrawRefused([DrawReason.of("acceleration_needs_wins")])

    def draw_pairings(self, options: SwissOptions, request: DrawRequest) -> DrawResult:
        numbers = assign_numbers(request, drawn=options.numbers == "drawn")
        acceleration = build_acceleration(request, options.rounds, numbers) if self.is_accelerated(options) else Acceleration()
        field = build_field(request, numbers, acceleration)
        apply_c7_c10 = request.round <= options.rounds - 2
        paired_round = _pair_or_force(options, request, field, apply_c7_c10=apply_c7_c10)
        pairings = _SwissPairingBuilder(request, field, paired_round, build_dealer_picker(request), acceleration).build_pairings()
        certificate = _build_certificate(field, paired_round, apply_c7_c10=apply_c7_c10)
        if acceleration.halves:
            certificate["acceleration"] = acceleration_to_json(acceleration, numbers)
        return DrawResult(tuple(pairings), certificate, (EntryGroup("", numbers),))


def _pair_or_force(options: SwissOptions, request: DrawRequest, field: TeamField, *, apply_c7_c10: bool) -> PairedRound:
    try:
        return pair_round(field, apply_c7_c10=apply_c7_c10)
    except NoLegalPairing as impossible:
        if options.rematches == "refused":
            raise DrawRefused([DrawReason.of("no_legal_pairing")]) from impossible
    place = {team.id: index for index, team in enumerate(field.teams)}
    forbidden = [(place[first], place[second]) for first, second in request.forbidden if first in place and second in place]
    meetings = Counter(
        (place[line.entrant], place[opponent])
        for line in request.standings
        for opponent in line.opponents
        if line.entrant in place and opponent in place
    )
    costs = compute_exception_costs(range(len(field.teams)), meetings, forbidden)
    return force_round(field, costs, apply_c7_c10=apply_c7_c10)


def _build_certificate(field: TeamField, paired_round: PairedRound, *, apply_c7_c10: bool) -> dict[str, Json]:
    """The claims that the checker has to confirm, in the words of the rule; scores are those by which the round is paired."""
    ids = [team.id for team in field.teams]
    return {
        "rule": "FIDE C.04.6 (2026-02-01), no colour preferences",
        "bye": None if paired_round.bye is None else ids[paired_round.bye],
        "last_two_rounds": not apply_c7_c10,
        "exceptions": [[ids[first], ids[second]] for first, second in paired_round.forced],
        "brackets": [
            {
                "score": bracket.score,
                "residents": [ids[team] for team in bracket.residents],
                "upfloaters": [ids[team] for team in bracket.floaters.chosen],
                "next_group_kept": bracket.floaters.next_group_kept,
                "upfloaters_again": bracket.floaters.floated_before,
                "opponents_again": bracket.paired.refloated_opponents,
                "pairs": [[ids[first], ids[second]] for first, second in bracket.paired.pairs],
            }
            for bracket in paired_round.brackets
        ],
    }


@dataclass(frozen=True, slots=True)
class _SwissPairingBuilder:
    """Turns the pairs of a round into pairings in the order of the tables, each with its reasons."""

    request: DrawRequest
    field: TeamField
    paired_round: PairedRound
    pick_dealer: Callable[[tuple[int, ...]], int]
    acceleration: Acceleration

    def build_pairings(self) -> list[Pairing]:
        forced = [self._build_pairing(pair, (self._explain_exception(pair),)) for pair in self.paired_round.forced]
        regular = [
            self._build_pairing(pair, self._explain_pair(bracket, natural, pair))
            for bracket in self.paired_round.brackets
            for natural, pair in zip(_pair_by_number(bracket), bracket.paired.pairs, strict=True)
        ]
        ordered = [pairing for _rank, pairing in sorted(forced + regular, key=lambda ranked: ranked[0])]
        ordered += [self._build_bye(self.paired_round.bye)] if self.paired_round.bye is not None else []
        return number_pairings(ordered)

    def _build_pairing(self, pair: tuple[int, int], reasons: tuple[DrawReason, ...]) -> tuple[Any, Pairing]:
        """The pairing with the sort key of its table: higher score, then sum of scores, then smaller number."""
        teams = self.field.teams
        first, second = sorted(pair, key=lambda team: (-teams[team].points, -teams[team].secondary, team))
        scores = teams[first].score, teams[second].score
        sides = (teams[first].id, teams[second].id)
        pairing = Pairing(0, sides, reasons=(*reasons, *self._explain_acceleration()), first_dealer=self.pick_dealer(sides))
        return (-max(scores), -sum(scores), min(pair)), pairing

    def _build_bye(self, team: int) -> Pairing:
        entry = self.field.teams[team]
        code = "bye_again" if entry.barred else "bye_lowest"
        return Pairing(0, (entry.id,), bye=True, reasons=(DrawReason.of(code, score=self._format_score(entry.score), entrant=entry.id),))

    def _format_score(self, score: int) -> int | str:
        """A pairing score as people read it: with virtual points it is counted in halves."""
        return format_virtual_points(score) if self.acceleration.halves else score

    def _explain_acceleration(self) -> list[DrawReason]:
        halves, count = self.acceleration.halves, len(self.acceleration.members)
        return [DrawReason.of("virtual_points", points=format_virtual_points(halves), count=count)] if halves else []

    def _explain_exception(self, pair: tuple[int, int]) -> DrawReason:
        teams = self.field.teams
        place = {teams[team].id for team in pair}
        forbidden = any(place == set(pair) for pair in self.request.forbidden)
        return DrawReason.of("forbidden_unavoidable" if forbidden else "rematch_unavoidable")

    def _explain_pair(self, bracket: ScoreBracket, natural: tuple[int, int], pair: tuple[int, int]) -> tuple[DrawReason, ...]:
        teams = self.field.teams
        floating = [team for team in pair if team in bracket.floaters.chosen]
        group = self._format_score(bracket.score)
        reasons = [
            DrawReason.of("floats_up", entrant=teams[team].id, score=self._format_score(teams[team].score), group=group)
            for team in floating
        ] or [DrawReason.of("same_score", score=group)]
        return (*reasons, *self._explain_avoided(natural, pair))

    def _explain_avoided(self, natural: tuple[int, int], pair: tuple[int, int]) -> list[DrawReason]:
        """The reason why the opponent that the numbers alone would give was not met; empty when that meeting was allowed."""
        if natural[0] != pair[0] or natural[1] == pair[1] or self.field.may_meet(*natural):
            return []
        teams = self.field.teams
        first, second = teams[natural[0]].id, teams[natural[1]].id
        is_forbidden = any({first, second} == set(pair) for pair in self.request.forbidden)
        return [DrawReason.of("forbidden_avoided" if is_forbidden else "rematch_avoided", entrant=first, other=second)]


def _pair_by_number(bracket: ScoreBracket) -> list[tuple[int, int]]:
    """The upper half of the members against the lower half."""
    members = sorted([*bracket.residents, *bracket.floaters.chosen])
    half = len(members) // 2
    return list(zip(members[:half], members[half:], strict=True))

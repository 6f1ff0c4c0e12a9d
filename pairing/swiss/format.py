"""The Swiss format: its options, and the engine's answer in words."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pairing.format import Format, Joins
from pairing.numbers import numbers_of
from pairing.reasons import DrawRefused
from pairing.seats import first_dealers, in_order
from pairing.swiss.field import Field, field_of
from pairing.swiss.forced import exception_costs, force_round
from pairing.swiss.rounds import Bracket, Impossible, PairedRound, pair_round
from pairing.values import Drawn, Group, Json, Pairing, Reason, Request
from rules.options import Options, option
from rules.texts import _


@dataclass(frozen=True, slots=True)
class SwissOptions(Options):
    rounds: int = option(
        _("Rounds"),
        _("How many rounds are played; nobody is eliminated."),
        default=5,
        lowest=1,
        highest=30,
        source="P",
    )
    numbers: str = option(
        _("Pairing numbers"),
        _("The first round pairs the upper half of the numbers with the lower half; equal scores are paired by number later."),
        default="drawn",
        choices={"drawn": _("drawn by lot, seeds first"), "given": _("as the entries are numbered")},
        source="D",
    )
    rematches: str = option(
        _("Rematches"),
        _("What happens when no pairing without a rematch or a second bye is left."),
        default="unavoidable",
        choices={"unavoidable": _("as few as possible"), "refused": _("the draw is refused, the director decides")},
        source="D",
    )


class Swiss(Format):
    key = "swiss"
    name = _("Swiss system")
    summary = _("Equal scores meet, nobody twice; every draw is the only one that the rule allows, and can be checked.")
    Options = SwissOptions
    joins_late = Joins.NEXT_ROUND
    by_standing = True
    most = 10_001

    def round_count(self, options: SwissOptions, entrant_count: int) -> int:
        return options.rounds

    def draw(self, options: SwissOptions, request: Request) -> Drawn:
        numbers = numbers_of(request, drawn=options.numbers == "drawn")
        field = field_of(request, numbers)
        matter = request.round <= options.rounds - 2
        paired = _paired(options, request, field, matter=matter)
        pairings = _Words(request, field, paired, first_dealers(request)).pairings()
        return Drawn(tuple(pairings), _certificate(field, paired, matter=matter), (Group("", numbers),))


def _paired(options: SwissOptions, request: Request, field: Field, *, matter: bool) -> PairedRound:
    try:
        return pair_round(field, repeats_matter=matter)
    except Impossible as impossible:
        if options.rematches == "refused":
            raise DrawRefused([Reason.of("no_legal_pairing")]) from impossible
    place = {team.id: index for index, team in enumerate(field.teams)}
    forbidden = [(place[one], place[other]) for one, other in request.forbidden if one in place and other in place]
    meetings = Counter(
        (place[line.entrant], place[other])
        for line in request.standings
        for other in line.opponents
        if line.entrant in place and other in place
    )
    costs = exception_costs(range(len(field.teams)), meetings, forbidden)
    return force_round(field, costs, repeats_matter=matter)


def _certificate(field: Field, paired: PairedRound, *, matter: bool) -> dict[str, Json]:
    """What the checker has to confirm, in the words of the rule."""
    ids = [team.id for team in field.teams]
    return {
        "rule": "FIDE C.04.6 (2026-02-01), no colour preferences",
        "bye": None if paired.bye is None else ids[paired.bye],
        "last_two_rounds": not matter,
        "exceptions": [[ids[one], ids[other]] for one, other in paired.forced],
        "brackets": [
            {
                "score": bracket.score,
                "residents": [ids[team] for team in bracket.residents],
                "upfloaters": [ids[team] for team in bracket.floaters.chosen],
                "next_group_kept": bracket.floaters.next_group_kept,
                "upfloaters_again": bracket.floaters.floated_before,
                "opponents_again": bracket.paired.repeats,
                "pairs": [[ids[one], ids[other]] for one, other in bracket.paired.pairs],
            }
            for bracket in paired.brackets
        ],
    }


@dataclass(frozen=True, slots=True)
class _Words:
    """The pairs of a round as pairings in the order of the tables, each with its reasons."""

    request: Request
    field: Field
    paired: PairedRound
    deal: Callable[[tuple[int, ...]], int]

    def pairings(self) -> list[Pairing]:
        forced = [self._pairing(pair, (self._exception(pair),)) for pair in self.paired.forced]
        regular = [
            self._pairing(pair, self._reasons(bracket, natural, pair))
            for bracket in self.paired.brackets
            for natural, pair in zip(_by_number(bracket), bracket.paired.pairs, strict=True)
        ]
        ordered = [pairing for _rank, pairing in sorted(forced + regular, key=lambda ranked: ranked[0])]
        ordered += [self._bye(self.paired.bye)] if self.paired.bye is not None else []
        return in_order(ordered)

    def _pairing(self, pair: tuple[int, int], reasons: tuple[Reason, ...]) -> tuple[Any, Pairing]:
        """With the rank of its table: higher score, then sum of scores, then smaller number."""
        teams = self.field.teams
        one, other = sorted(pair, key=lambda team: (-teams[team].score, -teams[team].secondary, team))
        rank = (-teams[one].score, -(teams[one].score + teams[other].score), min(pair))
        sides = (teams[one].id, teams[other].id)
        return rank, Pairing(0, sides, reasons=reasons, first_dealer=self.deal(sides))

    def _bye(self, team: int) -> Pairing:
        entry = self.field.teams[team]
        code = "bye_again" if entry.barred else "bye_lowest"
        return Pairing(0, (entry.id,), bye=True, reasons=(Reason.of(code, score=entry.score, entrant=entry.id),))

    def _exception(self, pair: tuple[int, int]) -> Reason:
        teams = self.field.teams
        place = {teams[team].id for team in pair}
        forbidden = any(place == set(pair) for pair in self.request.forbidden)
        return Reason.of("forbidden_unavoidable" if forbidden else "rematch_unavoidable")

    def _reasons(self, bracket: Bracket, natural: tuple[int, int], pair: tuple[int, int]) -> tuple[Reason, ...]:
        teams = self.field.teams
        floating = [team for team in pair if team in bracket.floaters.chosen]
        reasons = [Reason.of("floats_up", entrant=teams[team].id, score=teams[team].score, group=bracket.score) for team in floating] or [
            Reason.of("same_score", score=bracket.score)
        ]
        return (*reasons, *self._avoided(natural, pair))

    def _avoided(self, natural: tuple[int, int], pair: tuple[int, int]) -> list[Reason]:
        """The opponent that the numbers alone would have given, if that meeting was not allowed."""
        if natural[0] != pair[0] or natural[1] == pair[1] or self.field.may_meet(*natural):
            return []
        teams = self.field.teams
        one, other = teams[natural[0]].id, teams[natural[1]].id
        apart = any({one, other} == set(pair) for pair in self.request.forbidden)
        return [Reason.of("forbidden_avoided" if apart else "rematch_avoided", entrant=one, other=other)]


def _by_number(bracket: Bracket) -> list[tuple[int, int]]:
    """The upper half of the members against the lower half."""
    members = sorted([*bracket.residents, *bracket.floaters.chosen])
    half = len(members) // 2
    return list(zip(members[:half], members[half:], strict=True))

"""Pairing a round from the bye to the last bracket: article 3.3 of C.04.6."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pairing.swiss.bracket import BracketPairing, pair_bracket
from pairing.swiss.field import TeamField
from pairing.swiss.floaters import Upfloaters, UpfloaterSearch


@dataclass(frozen=True, slots=True)
class ScoreBracket:
    """A bracket: a score group with its upfloaters, paired."""

    score: int
    residents: tuple[int, ...]
    floaters: Upfloaters
    paired: BracketPairing


@dataclass(frozen=True, slots=True)
class PairedRound:
    """The pairing of a round; `forced` are pairs that had to meet against C1, `bye` is None in an even field."""

    bye: int | None
    brackets: tuple[ScoreBracket, ...]
    forced: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class NoLegalPairing(Exception):
    """No pairing of the round complies with C1 and C2."""

    teams: int = field(default=0)


def pair_round(field: TeamField, *, apply_c7_c10: bool) -> PairedRound:
    """The one pairing that the rule prescribes.

    Raises: NoLegalPairing.
    """
    everyone = list(range(len(field.teams)))
    bye = choose_bye(field, everyone) if len(everyone) % 2 else None
    left = [team for team in everyone if team != bye]
    if not field.can_pair(left):
        raise NoLegalPairing(len(everyone))
    return PairedRound(bye, pair_brackets(field, left, apply_c7_c10=apply_c7_c10))


def choose_bye(field: TeamField, everyone: Sequence[int]) -> int:
    """Article 3.4: the team that leaves a legal pairing, has the lowest score, the most matches played, the largest number.

    Raises: NoLegalPairing.
    """
    for team in sort_for_bye(field, everyone):
        if not field.teams[team].barred and field.can_pair([opponent for opponent in everyone if opponent != team]):
            return team
    raise NoLegalPairing(len(everyone))


def sort_for_bye(field: TeamField, everyone: Sequence[int]) -> list[int]:
    return sorted(everyone, key=lambda team: (field.teams[team].score, -field.teams[team].played, -team))


def pair_brackets(field: TeamField, left: Sequence[int], *, apply_c7_c10: bool) -> tuple[ScoreBracket, ...]:
    """Pair the top score group with its upfloaters, again and again until nobody is left."""
    scores = sorted({team.score for team in field.teams}, reverse=True)
    groups = {score: [team for team in left if field.teams[team].score == score] for score in scores}
    brackets = []
    for place, score in enumerate(scores):
        residents = groups[score]
        if not residents:
            continue
        following = groups[scores[place + 1]] if place + 1 < len(scores) else []
        lower = [groups[lower_score] for lower_score in scores[place + 1 :]]
        upfloaters = UpfloaterSearch(field, residents, lower, frozenset(following), apply_c7_c10).find_best()
        if upfloaters is None:
            raise NoLegalPairing(len(left))
        paired = pair_bracket(field, residents, upfloaters.chosen, apply_c7_c10=apply_c7_c10)
        brackets.append(ScoreBracket(score, tuple(residents), upfloaters, paired))
        for floater in upfloaters.chosen:
            groups[field.teams[floater].score].remove(floater)
    return tuple(brackets)

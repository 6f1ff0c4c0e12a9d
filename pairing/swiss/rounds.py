"""A round from the bye to the last bracket: article 3.3."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pairing.swiss.bracket import Paired, pair_bracket
from pairing.swiss.field import Field
from pairing.swiss.floaters import Floaters, Search


@dataclass(frozen=True, slots=True)
class Bracket:
    """A score group with its upfloaters, paired."""

    score: int
    residents: tuple[int, ...]
    floaters: Floaters
    paired: Paired


@dataclass(frozen=True, slots=True)
class PairedRound:
    """`forced` are pairs that had to meet although C1 forbids it; `bye` is None in an even field."""

    bye: int | None
    brackets: tuple[Bracket, ...]
    forced: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Impossible(Exception):
    """No pairing of the round complies with C1 and C2."""

    teams: int = field(default=0)


def pair_round(field: Field, *, repeats_matter: bool) -> PairedRound:
    """The one pairing that the rule prescribes.

    Raises: Impossible.
    """
    everyone = list(range(len(field.teams)))
    bye = find_bye(field, everyone) if len(everyone) % 2 else None
    left = [team for team in everyone if team != bye]
    if not field.can_pair(left):
        raise Impossible(len(everyone))
    return PairedRound(bye, pair_brackets(field, left, repeats_matter=repeats_matter))


def find_bye(field: Field, everyone: Sequence[int]) -> int:
    """Article 3.4: who leaves a legal pairing, has the lowest score, played most, has the largest number.

    Raises: Impossible.
    """
    for team in bye_order(field, everyone):
        if not field.teams[team].barred and field.can_pair([other for other in everyone if other != team]):
            return team
    raise Impossible(len(everyone))


def bye_order(field: Field, everyone: Sequence[int]) -> list[int]:
    return sorted(everyone, key=lambda team: (field.teams[team].score, -field.teams[team].played, -team))


def pair_brackets(field: Field, left: Sequence[int], *, repeats_matter: bool) -> tuple[Bracket, ...]:
    """The top score group with its upfloaters, again and again until nobody is left."""
    scores = sorted({team.score for team in field.teams}, reverse=True)
    groups = {score: [team for team in left if field.teams[team].score == score] for score in scores}
    brackets = []
    for place, score in enumerate(scores):
        residents = groups[score]
        if not residents:
            continue
        following = groups[scores[place + 1]] if place + 1 < len(scores) else []
        lower = [groups[other] for other in scores[place + 1 :]]
        found = Search(field, residents, lower, frozenset(following), repeats_matter).best()
        if found is None:
            raise Impossible(len(left))
        paired = pair_bracket(field, residents, found.chosen, repeats_matter=repeats_matter)
        brackets.append(Bracket(score, tuple(residents), found, paired))
        for floater in found.chosen:
            groups[field.teams[floater].score].remove(floater)
    return tuple(brackets)

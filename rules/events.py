"""What can happen in a match, as frozen values: hands (each game declares its own), claims, penalties, void hands, bare results."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from rules.options import FieldSpec, Kind, written
from rules.texts import _


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a match's story. `kind` names it in JSON."""

    kind: ClassVar[str]
    label: ClassVar[str]
    also_typed: ClassVar[tuple[FieldSpec, ...]] = ()
    """Boxes that are understood when typed and turned into the kept fields."""


@dataclass(frozen=True, slots=True)
class HandEntry(Event):
    """What the table writes after a hand. Each game declares its own fields."""

    kind: ClassVar[str] = "hand"
    label: ClassVar[str] = _("Hand")


@dataclass(frozen=True, slots=True)
class Claim(Event):
    """A player stopped the hand saying the side is out. `taken` is in the game's unit, so far in the unfinished hand."""

    kind: ClassVar[str] = "claim"
    label: ClassVar[str] = _("Claim")
    side: int = written(_("Claiming side"), _("The side that said it has reached the target."), Kind.SIDE, required=True)
    taken: int | None = written(
        _("Taken so far"),
        _("Points of the claiming side in the tricks of this hand; the last trick counts only when all tricks were played."),
        Kind.POINTS_EXACT,
        lowest=0,
    )
    bonus: bool = written(
        _("Marafona"),
        _("The claiming side declared marafona in this hand."),
        Kind.BOOLEAN,
        default=False,
        needs=("marafona_value", "claim_counts_marafona"),
    )
    verdict: bool | None = written(
        _("Verdict"),
        _("The referee's finding, when the tricks were not counted."),
        Kind.BOOLEAN,
        choices={"yes": _("right"), "no": _("wrong")},
    )


class Punishment(StrEnum):
    FINE = "fine"
    AWARD = "award"
    HAND = "hand"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Penalty(Event):
    """A referee's decision against `side`."""

    kind: ClassVar[str] = "penalty"
    label: ClassVar[str] = _("Penalty")
    side: int = written(_("Side at fault"), _("The side that is punished."), Kind.SIDE, required=True)
    what: str = written(
        _("Penalty"),
        _("What the fault costs."),
        Kind.CHOICE,
        required=True,
        choices={
            Punishment.FINE.value: _("points taken off the side at fault"),
            Punishment.AWARD.value: _("points given to the other side"),
            Punishment.HAND.value: _("the hand is lost with the highest score"),
            Punishment.GAME.value: _("the game is lost"),
        },
    )
    points: int = written(_("Points"), _("How many points, for the first two."), Kind.INTEGER, default=0, lowest=0, highest=1000)


MISDEAL, MONTE = "misdeal", "monte"


@dataclass(frozen=True, slots=True)
class VoidHand(Event):
    """A deal that counts nothing: thrown in by a player's right (monte) or misdealt."""

    kind: ClassVar[str] = "void"
    label: ClassVar[str] = _("Void hand")
    reason: str = written(
        _("Reason"),
        _("Why the cards are dealt again."),
        Kind.CHOICE,
        default=MISDEAL,
        choices={MISDEAL: _("misdeal"), MONTE: _("a monte, by a player's right")},
    )


@dataclass(frozen=True, slots=True)
class GameScore(Event):
    """A game known only by its final score; `number` says which game (1 is the first) and is the running one when absent."""

    kind: ClassVar[str] = "game"
    label: ClassVar[str] = _("Score of a game")
    scores: tuple[int, ...] = written(
        _("Final score"), _("Points of each side at the end of the game."), Kind.INTEGER, per_side=True, required=True
    )
    winner: int | None = written(_("Winner"), _("Needed only when the score does not say it, as after a claim."), Kind.SIDE)
    number: int | None = written(_("Game"), _("Number of the game; empty for the one being played."), Kind.INTEGER, lowest=1)


@dataclass(frozen=True, slots=True)
class MatchResult(Event):
    """A match known only by the games each side won."""

    kind: ClassVar[str] = "match"
    label: ClassVar[str] = _("Result of the match")
    games: tuple[int, ...] = written(_("Games won"), _("Games won by each side."), Kind.INTEGER, per_side=True, required=True, lowest=0)


@dataclass(frozen=True, slots=True)
class Overruled(Event):
    """An event that the engine refuses and the director wants; it is counted as it stands."""

    kind: ClassVar[str] = "overruled"
    label: ClassVar[str] = _("Overruled by the director")
    event: Event


COMMON_EVENTS: tuple[type[Event], ...] = (Penalty, VoidHand, GameScore, MatchResult)

"""The events of a match as frozen values: hands (each game declares its own), claims, penalties, void hands, and results without hands."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from rules.options import FieldKind, FieldSpec, entry_field
from rules.texts import _


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a match. `kind` is its name in JSON."""

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
class HandClaim(Event):
    """A player stops the hand and says that the side has reached the target.

    `taken` is what the side has taken so far in this hand, `against` what the others have, in the game's unit. `bonus` says that the
    side declared something that counts beside its tricks: a game that knows such a thing declares this box again, with its own words.
    """

    kind: ClassVar[str] = "claim"
    label: ClassVar[str] = _("Claim")
    side: int = entry_field(_("Side that claims"), _("The side that said it has reached the target."), FieldKind.SIDE, required=True)
    taken: int | None = entry_field(
        _("Taken so far"),
        _("Points of the claiming side in the tricks of this hand; the last trick counts only when all tricks were played."),
        FieldKind.POINTS_EXACT,
        lowest=0,
    )
    against: int | None = entry_field(
        _("Taken by the others"),
        _("Points of the other side in the tricks of this hand; with a right claim they count too."),
        FieldKind.POINTS_EXACT,
        lowest=0,
    )
    bonus: bool = False
    verdict: bool | None = entry_field(
        _("Referee’s decision"),
        _("The referee’s decision, when the tricks were not counted."),
        FieldKind.BOOLEAN,
        choices={"yes": _("right"), "no": _("wrong")},
    )


OTHER_OFFENCE = "other"


class Punishment(StrEnum):
    FINE = "fine"
    AWARD = "award"
    HAND = "hand"
    GAME = "game"


class LostGame(StrEnum):
    """How a game lost by penalty counts for the offender; the other side gets the target."""

    TARGET = "target"
    NIL = "nil"


@dataclass(frozen=True, slots=True)
class Penalty(Event):
    """A referee's decision against `side`."""

    kind: ClassVar[str] = "penalty"
    label: ClassVar[str] = _("Penalty")
    side: int = entry_field(_("Penalised"), _("Who is penalised."), FieldKind.SIDE, required=True)
    what: str = entry_field(
        _("Penalty"),
        _("What the offence costs."),
        FieldKind.CHOICE,
        required=True,
        choices={
            Punishment.FINE.value: _("points taken off the penalised side"),
            Punishment.AWARD.value: _("points given to the other side"),
            Punishment.HAND.value: _("the hand is lost with the highest score"),
            Punishment.GAME.value: _("the game is lost"),
        },
    )
    points: int = entry_field(_("Points"), _("How many points, for the first two."), FieldKind.INTEGER, default=0, lowest=0, highest=1000)
    offence: str = entry_field(
        _("Offence"),
        _("What the side did, as the rules of the game call it."),
        FieldKind.CHOICE,
        default="",
        choices={OTHER_OFFENCE: _("another offence")},
    )
    lost_as: str = ""
    """How a lost game counts: a `LostGame`, by the option `lost_game` when it was entered. Empty: the score stays, as in old ledgers."""


MISDEAL, MONTE = "misdeal", "monte"


@dataclass(frozen=True, slots=True)
class VoidHand(Event):
    """A deal that does not count: misdealt, or thrown in by a player's right (monte)."""

    kind: ClassVar[str] = "void"
    label: ClassVar[str] = _("Void hand")
    reason: str = entry_field(
        _("Reason"),
        _("Why the cards are dealt again."),
        FieldKind.CHOICE,
        default=MISDEAL,
        choices={MISDEAL: _("misdeal"), MONTE: _("a monte, by a player’s right")},
    )


@dataclass(frozen=True, slots=True)
class GameScore(Event):
    """A game of which only the final score is known. `number` is the number of the game, from 1; None means the game being played."""

    kind: ClassVar[str] = "game"
    label: ClassVar[str] = _("Score of a game")
    scores: tuple[int, ...] = entry_field(
        _("Final score"), _("Points of each side at the end of the game."), FieldKind.INTEGER, per_side=True, required=True
    )
    winner: int | None = entry_field(_("Winner"), _("Needed only when the score does not say it, as after a claim."), FieldKind.SIDE)
    number: int | None = entry_field(_("Game"), _("Number of the game; empty for the one being played."), FieldKind.INTEGER, lowest=1)


@dataclass(frozen=True, slots=True)
class MatchScore(Event):
    """A match of which only the games won by each side are known."""

    kind: ClassVar[str] = "match"
    label: ClassVar[str] = _("Result of the match")
    games: tuple[int, ...] = entry_field(
        _("Games won"), _("Games won by each side."), FieldKind.INTEGER, per_side=True, required=True, lowest=0
    )


@dataclass(frozen=True, slots=True)
class OverruledEvent(Event):
    """An event that the engine refuses and the director accepts; it counts as it stands."""

    kind: ClassVar[str] = "overruled"
    label: ClassVar[str] = _("Overruled by the director")
    event: Event


COMMON_EVENTS: tuple[type[Event], ...] = (Penalty, VoidHand, GameScore, MatchScore)

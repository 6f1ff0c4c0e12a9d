"""What faults cost by the rules of a tournament: the card that was found, and every other fault that its options name."""

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules import MatchState, Penalty, Punishment, declared_fields
from rules import record as records
from rules.cardplay import Replay
from rules.record import Record
from rules.texts import SIDE_LETTERS
from scoring.evidence.replay import fault_of
from scoring.ledger.match_log import AnyGame


@dataclass(frozen=True, slots=True)
class PriceView:
    """A fault and what it costs, in words. `kind` and `what` are what is entered for it; `what` is empty where the referee decides."""

    fault: str
    cost: str
    kind: str
    what: str


def prices_of(game: AnyGame, options: Any) -> tuple[PriceView, ...]:
    return tuple(
        PriceView(
            capfirst(_(price.fault)),
            cost_words(game, price.cost, options) if price.cost else _("the referee decides"),
            price.entered,
            price.cost.value if price.cost else "",
        )
        for price in game.prices(options)
    )


def cost_words(game: AnyGame, cost: Punishment, options: Any) -> str:
    (spec,) = (spec for spec in declared_fields(Penalty) if spec.name == "what")
    said = next(_(choice.label) for choice in spec.choices if choice.value == cost)
    points = game.forfeit(options) if cost is Punishment.HAND else None
    return said if points is None else _("%(cost)s, %(points)d points to the others") % {"cost": said, "points": points}


def fixed_penalty(game: AnyGame, replay: Replay, kept: Record) -> Penalty | None:
    """What the illegal card costs where the rules of the tournament say so."""
    fault = fault_of(game, replay, kept)
    cost = game.revoke_penalty(replay.deal.options) if fault and fault.revoke else None
    return Penalty(fault.side, cost.value) if fault and cost else None


def penalty_words(game: AnyGame, penalty: Penalty | None, options: Any) -> str:
    """What the rules of this tournament say an illegal card costs."""
    if penalty is None:
        return _("The rules of this tournament fix no penalty for it: the referee decides.")
    values = {"side": SIDE_LETTERS[penalty.side], "cost": cost_words(game, Punishment(penalty.what), options)}
    return _("By the rules of this tournament, for side %(side)s: %(cost)s.") % values


def penalty_of(game: AnyGame, kept: Record, state: MatchState[Any]) -> tuple[Penalty | None, str] | None:
    """What the first illegal card costs and how that is said; None where no duty of play was broken."""
    replay = records.replay(game, kept, state)
    fault = fault_of(game, replay, kept)
    if fault is None or not fault.revoke:
        return None
    penalty = fixed_penalty(game, replay, kept)
    return penalty, penalty_words(game, penalty, state.options)

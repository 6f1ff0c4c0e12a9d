"""What faults cost by the rules of a tournament: the illegal card of a hand, and every other fault that the options name."""

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules import MatchState, Penalty, Punishment, declared_fields
from rules import record as records
from rules.cardplay import HandReplay
from rules.contract import REVOKE
from rules.record import HandRecord
from rules.texts import SIDE_LETTERS
from scoring.evidence.replay import find_illegal_action
from scoring.ledger.match_log import AnyGame


@dataclass(frozen=True, slots=True)
class PriceView:
    """A fault and its penalty as text. `kind` and `what` are the values to enter for it; `what` is empty where the referee decides."""

    fault: str
    cost: str
    kind: str
    what: str
    offence: str
    """Its key among the offences of the game."""


def list_prices(game: AnyGame, options: Any) -> tuple[PriceView, ...]:
    return tuple(
        PriceView(
            capfirst(_(game.offences[price.offence])),
            format_cost(game, price.cost, options) if price.cost else _("the referee decides"),
            price.entered,
            price.cost.value if price.cost else "",
            price.offence,
        )
        for price in game.list_prices(options)
    )


def format_cost(game: AnyGame, cost: Punishment, options: Any) -> str:
    (spec,) = (spec for spec in declared_fields(Penalty) if spec.name == "what")
    label = next(_(choice.label) for choice in spec.choices if choice.value == cost)
    points = game.compute_forfeit(options) if cost is Punishment.HAND else None
    return label if points is None else _("%(cost)s, %(points)d points to the others") % {"cost": label, "points": points}


def find_fixed_penalty(game: AnyGame, replay: HandReplay, record: HandRecord) -> Penalty | None:
    """The penalty of the illegal card; None unless the rules of the tournament fix one."""
    illegal = find_illegal_action(game, replay, record)
    cost = game.revoke_penalty(replay.deal.options) if illegal and illegal.revoke else None
    if illegal is None or cost is None:
        return None
    return game.count_penalty(replay.deal.options, Penalty(illegal.side, cost.value, offence=REVOKE))


def format_penalty(game: AnyGame, penalty: Penalty | None, options: Any) -> str:
    """What an illegal card costs by the rules of this tournament."""
    if penalty is None:
        return _("The rules of this tournament fix no penalty for it: the referee decides.")
    values = {"side": SIDE_LETTERS[penalty.side], "cost": format_cost(game, Punishment(penalty.what), options)}
    return _("By the rules of this tournament, penalised %(side)s: %(cost)s.") % values


def find_penalty(game: AnyGame, record: HandRecord, state: MatchState[Any]) -> tuple[Penalty | None, str] | None:
    """The penalty of the first illegal card and its text; None where no duty of play was broken."""
    replay = records.replay_record(game, record, state)
    illegal = find_illegal_action(game, replay, record)
    if illegal is None or not illegal.revoke:
        return None
    penalty = find_fixed_penalty(game, replay, record)
    return penalty, format_penalty(game, penalty, state.options)

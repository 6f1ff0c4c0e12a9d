"""What a bid costs: who pays whom after a hand."""

from functools import cache
from itertools import product

from rules.events import Penalty, VoidHand
from rules.games.trionfo5.tables import (
    CHIAMO,
    DI_PIU,
    MASI,
    MASO,
    PLAYERS,
    STAKES,
    WITH_AMICO,
    TrionfoOptions,
)
from rules.scorebook import MatchState, Score


def compute_payments(bid: str, declarer: int | None, amico: int | None, *, won: bool, factor: int = 1) -> Score:
    """Compute what each player receives; the payments make 0."""
    if declarer is None:
        return (0,) * PLAYERS
    sign = factor if won else -factor
    if bid == CHIAMO and amico not in (None, declarer):
        declarer_payment, amico_payment, opponent = (sign * points for points in WITH_AMICO)
        return tuple(declarer_payment if seat == declarer else amico_payment if seat == amico else opponent for seat in range(PLAYERS))
    stake = sign * STAKES.get(bid, 0)
    return tuple(stake * (PLAYERS - 1) if seat == declarer else -stake for seat in range(PLAYERS))


def compute_payment_factor(state: MatchState[TrionfoOptions]) -> int:
    """2 after a hand that nobody bid for, where the options double it, else 1."""
    if not state.options.double_after_monte:
        return 1
    events = [line.event for line in state.lines if not isinstance(line.event, Penalty)]
    last_deal = [event for event in events if not (isinstance(event, VoidHand) and event.reason != "monte")][-1:]
    return 2 if last_deal and isinstance(last_deal[0], VoidHand) else 1


@cache
def list_all_payments() -> dict[Score, tuple[tuple[str, int, int | None, bool], ...]]:
    """Every way a hand can be paid, each with the (bid, declarer, amico, won) that are paid so."""
    ways: dict[Score, tuple[tuple[str, int, int | None, bool], ...]] = {}
    with_amico = ((CHIAMO, declarer, amico) for declarer, amico in product(range(PLAYERS), repeat=2))
    alone = ((bid, declarer, None) for bid in (DI_PIU, MASO, MASI) for declarer in range(PLAYERS))
    for bid, declarer, amico in (*with_amico, *alone):
        for won in (True, False):
            paid = compute_payments(bid, declarer, amico, won=won)
            ways[paid] = (*ways.get(paid, ()), (bid, declarer, amico, won))
    return ways

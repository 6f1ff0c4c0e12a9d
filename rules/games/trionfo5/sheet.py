"""What a sheet of Trionfo can say: who is paid what, what follows from the points or the payments, facts that a hand cannot break."""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import product
from operator import or_

from rules.events import Penalty, VoidHand
from rules.feasibility import Rows, bits, near, ranges, row_problems, rows
from rules.games.trionfo5.masos import maso_masks
from rules.games.trionfo5.tables import (
    ALL_THIRDS,
    BIDS,
    CARDS_PER_TRICK,
    CHIAMO,
    DI_PIU,
    ENOUGH,
    LAST_TRICK,
    MASI,
    MASO,
    PACK,
    PLAYERS,
    STAKES,
    TRICKS,
    WITH_AMICO,
    TrionfoHand,
    TrionfoOptions,
)
from rules.judging import ALL_TRICKS
from rules.parsing import Values
from rules.problems import Fact, Problem, Severity
from rules.scorebook import MatchState, Score
from rules.texts import SideRef, Text, _
from rules.units import THIRDS, Amount, show_thirds

State = MatchState[TrionfoOptions]

FIRST_OUT_OF_TURN = Fact("first_out_of_turn", _("{expected} was to speak first, not {given}."), Severity.REMARKABLE, "S")
AMICO_NEEDED = Fact("amico_needed", _("After a chiamo say who held the called card: the amico, or the declarer himself."), source="S")
NO_AMICO = Fact("no_amico", _("“{bid}” is played alone: there is no amico."), source="S")
POINTS_WIN = Fact("points_win", _("With {given} points the declarer's side has won."), source="C")
POINTS_LOSE = Fact("points_lose", _("With {given} points the declarer's side has lost."), source="C")
TRICKS_WIN = Fact("tricks_win", _("With {tricks} of the tricks the declarer's side has won."), source="C")
TRICKS_LOSE = Fact("tricks_lose", _("With {tricks} of the tricks the declarer's side has lost."), source="C")
FEW_TRICKS = Fact("few_tricks", _("Won with only {tricks} tricks."), Severity.REMARKABLE, "C")
MANY_TRICKS = Fact("many_tricks", _("Lost with {tricks} tricks."), Severity.REMARKABLE, "C")
MASI_WON = Fact("masi_won", _("A maso dei masi won: all eight tricks."), Severity.REMARKABLE, "S")
PAID_DIFFERS = Fact("paid_differs", _("{side} receives {expected} for this hand, not {given}."), source="S")
PAID_SUM = Fact("paid_sum", _("What is won and what is paid must make 0, not {given}."), source="C")
NOT_A_PAYMENT = Fact("not_a_payment", _("No hand is paid {given}."), source="C")
PLAYED_ON = Fact(
    "played_on",
    _("A {bid} ends as soon as it is decided; {result}, it has {points} points and {tricks} tricks then. This count comes later."),
    source="D; C",
)
BID_UNCLEAR = Fact("bid_unclear", _("Eight points are won by a di più or by calling in one's own hand: write the bid."), source="S")


@cache
def side_rows() -> Rows:
    """Thirds of a side by its tricks, eight of five cards, and the last of them."""
    return rows(PACK.values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS, last_trick=LAST_TRICK)


@cache
def counts(bid: str, *, won: bool, stops: bool) -> tuple[int, ...]:
    """For each number of the declarer's tricks a bitmask of his thirds where the hand ends; `stops`: a maso ends when it is decided."""
    if bid == MASO:
        return maso_masks(won=won, stops=stops)
    by_tricks = tuple(side_rows().reach(tricks) for tricks in range(TRICKS + 1))
    if bid == MASI and won:
        return (*(0,) * TRICKS, by_tricks[TRICKS])
    if bid == MASI:
        return (*(side_rows().reach(tricks, last=False if stops else None) for tricks in range(TRICKS)), 0)
    enough = _up_to(ALL_THIRDS) & ~_up_to(THIRDS * ENOUGH - 1)
    return tuple(mask & (enough if won else ~enough) for mask in by_tricks)


def _stops(state: State, bid: str) -> bool:
    return bool(state.options.maso_stop_early) and bid in (MASO, MASI)


def _up_to(highest: int) -> int:
    return (2 << highest) - 1


def payments(bid: str, declarer: int | None, amico: int | None, *, won: bool, factor: int = 1) -> Score:
    """What each player receives; they make 0."""
    if declarer is None:
        return (0,) * PLAYERS
    sign = factor if won else -factor
    if bid == CHIAMO and amico not in (None, declarer):
        own, friend, other = (sign * points for points in WITH_AMICO)
        return tuple(own if seat == declarer else friend if seat == amico else other for seat in range(PLAYERS))
    stake = sign * STAKES.get(bid, 0)
    return tuple(stake * (PLAYERS - 1) if seat == declarer else -stake for seat in range(PLAYERS))


def factor(state: State) -> int:
    """2 after a hand that nobody bid for, where that doubles."""
    if not state.options.double_after_monte:
        return 1
    before = [line.event for line in state.lines if not isinstance(line.event, Penalty)]
    monte = [event for event in before if not (isinstance(event, VoidHand) and event.reason != "monte")][-1:]
    return 2 if monte and isinstance(monte[0], VoidHand) else 1


@cache
def all_payments() -> dict[Score, tuple[tuple[str, int, int | None, bool], ...]]:
    """Every way a hand can be paid, with the bids, declarers, amici and results that pay so."""
    ways: dict[Score, tuple[tuple[str, int, int | None, bool], ...]] = {}
    together = ((CHIAMO, declarer, amico) for declarer, amico in product(range(PLAYERS), repeat=2))
    alone = ((bid, declarer, None) for bid in (DI_PIU, MASO, MASI) for declarer in range(PLAYERS))
    for bid, declarer, amico in (*together, *alone):
        for won in (True, False):
            paid = payments(bid, declarer, amico, won=won)
            ways[paid] = (*ways.get(paid, ()), (bid, declarer, amico, won))
    return ways


def completed(state: State, values: Values) -> tuple[Values, list[Problem]]:
    """Points and thirds from what was typed, the result from the points, and what is still empty from the written payments."""
    amount: Amount | None = values["points"]
    values = {**values, "points": amount and amount.whole, "thirds": amount and amount.thirds}
    if values["won"] is None:
        values["won"] = _result_of(state, values)
    paid = values["paid"]
    if paid is None:
        return values, []
    if None in paid:
        return values, list(_paid_problems(state, values, paid))
    if sum(paid):
        return values, [PAID_SUM.problem("paid_0", given=sum(paid))]
    values, problems = _from_payments(state, values, paid)
    return values, problems or list(_paid_problems(state, values, paid))


def _result_of(state: State, values: Values) -> bool | None:
    """Won or lost, where points or tricks say it alone, even if a maso was played on after it was decided."""
    bid, points, tricks = values["bid"], values["points"], values["tricks"]
    if bid is None:
        return None
    for amount, number in ((points, None), (None, tricks), (points, tricks)):
        mask = _given(amount)
        results = [won for won in (True, False) if _anyhow(state, bid, number, won=won) & mask]
        if len(results) == 1:
            return results[0]
    return None


def _anyhow(state: State, bid: str, tricks: int | None, *, won: bool) -> int:
    return reduce(or_, (_allowed(counts(bid, won=won, stops=stops), tricks) for stops in {False, _stops(state, bid)}))


def _allowed(by_tricks: Sequence[int], tricks: int | None) -> int:
    """Bitmask of the thirds that go with so many tricks, or with any."""
    if tricks is None:
        return reduce(or_, by_tricks)
    return by_tricks[tricks] if 0 <= tricks <= TRICKS else 0


def _given(points: int | None, thirds: int | None = None) -> int:
    if thirds is not None:
        return 1 << thirds if thirds >= 0 else 0
    return _up_to(ALL_THIRDS) if points is None else 0b111 << THIRDS * max(0, points)


_TOLD = ("bid", "declarer", "amico", "won")


def _from_payments(state: State, values: Values, paid: Score) -> tuple[Values, list[Problem]]:
    """What is still empty, when only one kind of hand is paid so."""
    double = factor(state)
    plain = tuple(points // double for points in paid)
    ways = all_payments().get(plain if all(points % double == 0 for points in paid) else (), ())
    known = {name: values[name] for name in _TOLD if values[name] is not None}
    told = [dict(zip(_TOLD, way, strict=True)) for way in ways]
    fitting = [way for way in told if known.items() <= way.items()]
    if not ways:
        return values, [NOT_A_PAYMENT.problem("paid_0", given=signed(paid))]
    agreed = {name: value for name, value in fitting[0].items() if all(way[name] == value for way in fitting)} if fitting else {}
    return {**values, **agreed}, [BID_UNCLEAR.problem("bid")] if len(fitting) > 1 else []


def _paid_problems(state: State, values: Values, paid: Sequence[int | None]) -> Iterator[Problem]:
    if None in (values["bid"], values["declarer"], values["won"]):
        return
    due = payments(values["bid"], values["declarer"], values["amico"], won=values["won"], factor=factor(state))
    for seat, given in enumerate(paid):
        if given is not None and given != due[seat]:
            yield PAID_DIFFERS.problem(f"paid_{seat}", side=SideRef(seat), expected=f"{due[seat]:+d}", given=f"{given:+d}")


def signed(paid: Sequence[int]) -> str:
    return " ".join(f"{points:+d}" if points else "0" for points in paid)


def problems(state: State, entry: TrionfoHand) -> Iterator[Problem]:
    if entry.bid == CHIAMO and entry.amico is None:
        yield AMICO_NEEDED.problem("amico")
    if entry.bid != CHIAMO and entry.amico is not None:
        yield NO_AMICO.problem("amico", bid=Text(BIDS.get(entry.bid, entry.bid)))
    if entry.won is not None:
        stops = _stops(state, entry.bid)
        yield from tuple(_count_problems(entry, won=entry.won, stops=stops)) or _striking(entry, won=entry.won)


def _count_problems(entry: TrionfoHand, *, won: bool, stops: bool) -> Iterator[Problem]:
    by_tricks, given = counts(entry.bid, won=won, stops=stops), _given(entry.points, entry.thirds)
    mask = _allowed(by_tricks, None) & given
    if _allowed(by_tricks, entry.tricks) & given:
        return
    if stops and _allowed(counts(entry.bid, won=won, stops=False), entry.tricks) & given:
        yield _played_on(entry, by_tricks, won=won)
    elif not mask:
        count = show_thirds(entry.thirds) if entry.thirds is not None else entry.points or 0
        yield (POINTS_LOSE if won else POINTS_WIN).problem("points", near=near("won", _("won"), ["no" if won else "yes"]), given=count)
    elif not _allowed(by_tricks, entry.tricks):
        yield (TRICKS_LOSE if won else TRICKS_WIN).problem("tricks", tricks=entry.tricks or 0)
    else:
        rows_here = Rows({(tricks, False): points for tricks, points in enumerate(by_tricks)})
        shown, unit = (str, THIRDS) if entry.thirds is None else (show_thirds, 1)
        box = ("points", _("points"))
        yield from row_problems(
            rows_here, entry.declarer, entry.tricks or 0, mask, points_box=box, tricks_box="tricks", shown=shown, unit=unit
        )


def _played_on(entry: TrionfoHand, by_tricks: Sequence[int], *, won: bool) -> Problem:
    """A count that comes only after the maso was decided, when the hand is already over."""
    points = sorted({thirds // THIRDS for thirds in bits(_allowed(by_tricks, None))})
    tricks = [count for count, mask in enumerate(by_tricks) if mask]
    result = Text(_("won") if won else _("lost"))
    return PLAYED_ON.problem("points", bid=Text(BIDS[entry.bid]), result=result, points=ranges(points), tricks=ranges(tricks))


def _striking(entry: TrionfoHand, *, won: bool) -> Iterator[Problem]:
    if entry.bid == MASI and won:
        yield MASI_WON.problem()
    elif entry.tricks == TRICKS:
        yield ALL_TRICKS.problem(side=SideRef(entry.declarer))
    elif entry.tricks is not None and entry.bid in (CHIAMO, DI_PIU):
        if won and entry.tricks == 2:
            yield FEW_TRICKS.problem(tricks=entry.tricks)
        if not won and entry.tricks == 6:
            yield MANY_TRICKS.problem(tricks=entry.tricks)

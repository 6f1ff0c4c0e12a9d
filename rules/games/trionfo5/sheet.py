"""Complete and check a sheet of Trionfo: who is paid what, what follows from the points or the payments, facts that no hand can break."""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from operator import or_

from rules.feasibility import CountRows, build_nearest_values, compute_count_rows, find_row_problems, format_ranges, list_bits
from rules.games.trionfo5.masos import build_maso_masks
from rules.games.trionfo5.payments import compute_payment_factor, compute_payments, list_all_payments
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
    TRICKS,
    TrionfoHand,
    TrionfoOptions,
)
from rules.judging import ALL_TRICKS
from rules.parsing import Values
from rules.problems import Fact, Problem, Severity
from rules.scorebook import MatchState, Score
from rules.texts import SideRef, Text, _
from rules.units import THIRDS, Amount, format_thirds

State = MatchState[TrionfoOptions]

FIRST_OUT_OF_TURN = Fact("first_out_of_turn", _("The first to speak should be {expected}, not {given}."), Severity.REMARKABLE, "S")
AMICO_NEEDED = Fact("amico_needed", _("After a chiamo enter who held the called card: the amico, or the declarer."), source="S")
NO_AMICO = Fact("no_amico", _("“{bid}” is played alone: there is no amico."), source="S")
POINTS_WIN = Fact("points_win", _("With {given} points the declarer’s side has won."), source="C")
POINTS_LOSE = Fact("points_lose", _("With {given} points the declarer’s side has lost."), source="C")
TRICKS_WIN = Fact("tricks_win", _("With {tricks} of the tricks the declarer’s side has won."), source="C")
TRICKS_LOSE = Fact("tricks_lose", _("With {tricks} of the tricks the declarer’s side has lost."), source="C")
FEW_TRICKS = Fact("few_tricks", _("Won with only {tricks} tricks."), Severity.REMARKABLE, "C")
MANY_TRICKS = Fact("many_tricks", _("Lost with {tricks} tricks."), Severity.REMARKABLE, "C")
MASI_WON = Fact("masi_won", _("A maso dei masi won: all eight tricks."), Severity.REMARKABLE, "S")
PAID_DIFFERS = Fact("paid_differs", _("{side} receives {expected} for this hand, not {given}."), source="S")
PAID_SUM = Fact("paid_sum", _("Winnings and payments must add up to 0, not {given}."), source="C")
NOT_A_PAYMENT = Fact("not_a_payment", _("No hand is paid {given}."), source="C")
PLAYED_ON = Fact(
    "played_on",
    _("A {bid} ends as soon as it is decided; {result}, it has {points} points and {tricks} tricks then. This count comes later."),
    source="D; C",
)
BID_UNCLEAR = Fact("bid_unclear", _("Eight points are won by a di più or by calling in one’s own hand: write the bid."), source="S")


@cache
def build_side_rows() -> CountRows:
    """Possible thirds of a side by its tricks, eight of five cards, and by the last trick."""
    return compute_count_rows(PACK.card_values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS, last_trick=LAST_TRICK)


@cache
def build_count_masks(bid: str, *, won: bool, stops: bool) -> tuple[int, ...]:
    """For each number of the declarer's tricks a bitmask of his thirds when the hand ends; `stops`: a maso ends when it is decided."""
    if bid == MASO:
        return build_maso_masks(won=won, stops=stops)
    by_tricks = tuple(build_side_rows().possible_points(tricks) for tricks in range(TRICKS + 1))
    if bid == MASI and won:
        return (*(0,) * TRICKS, by_tricks[TRICKS])
    if bid == MASI:
        return (*(build_side_rows().possible_points(tricks, last=False if stops else None) for tricks in range(TRICKS)), 0)
    winning = _build_mask_up_to(ALL_THIRDS) & ~_build_mask_up_to(THIRDS * ENOUGH - 1)
    return tuple(mask & (winning if won else ~winning) for mask in by_tricks)


def _has_early_stop(state: State, bid: str) -> bool:
    return bool(state.options.maso_stop_early) and bid in (MASO, MASI)


def _build_mask_up_to(highest: int) -> int:
    return (2 << highest) - 1


def complete_values(state: State, values: Values) -> tuple[Values, list[Problem]]:
    """Fill in points and thirds from the typed amount, the result from the points, and empty boxes from the written payments."""
    amount: Amount | None = values["points"]
    values = {**values, "points": amount and amount.whole, "thirds": amount and amount.thirds}
    if values["won"] is None:
        values["won"] = _find_result(state, values)
    paid = values["paid"]
    if paid is None:
        return values, []
    if None in paid:
        return values, list(_find_payment_problems(state, values, paid))
    if sum(paid):
        return values, [PAID_SUM.problem("paid_0", given=sum(paid))]
    values, problems = _complete_from_payments(state, values, paid)
    return values, problems or list(_find_payment_problems(state, values, paid))


def _find_result(state: State, values: Values) -> bool | None:
    """Won or lost, where points or tricks alone decide it, even if a maso was played on after it was decided."""
    bid, points, tricks = values["bid"], values["points"], values["tricks"]
    if bid is None:
        return None
    for amount, trick_count in ((points, None), (None, tricks), (points, tricks)):
        mask = _build_typed_mask(amount)
        results = [won for won in (True, False) if _build_lenient_mask(state, bid, trick_count, won=won) & mask]
        if len(results) == 1:
            return results[0]
    return None


def _build_lenient_mask(state: State, bid: str, tricks: int | None, *, won: bool) -> int:
    """Bitmask of the declarer's thirds, whether or not a decided maso was played on."""
    return reduce(
        or_, (_select_mask(build_count_masks(bid, won=won, stops=stops), tricks) for stops in {False, _has_early_stop(state, bid)})
    )


def _select_mask(by_tricks: Sequence[int], tricks: int | None) -> int:
    """Bitmask of the thirds that are possible with so many tricks, or with any number."""
    if tricks is None:
        return reduce(or_, by_tricks)
    return by_tricks[tricks] if 0 <= tricks <= TRICKS else 0


def _build_typed_mask(points: int | None, thirds: int | None = None) -> int:
    """Bitmask of the thirds that the typed thirds or whole points can mean; all thirds when nothing was typed."""
    if thirds is not None:
        return 1 << thirds if thirds >= 0 else 0
    return _build_mask_up_to(ALL_THIRDS) if points is None else 0b111 << THIRDS * max(0, points)


_PAID_FIELDS = ("bid", "declarer", "amico", "won")


def _complete_from_payments(state: State, values: Values, paid: Score) -> tuple[Values, list[Problem]]:
    """Fill in the empty boxes on which all hands paid in this way agree."""
    payment_factor = compute_payment_factor(state)
    undoubled = tuple(points // payment_factor for points in paid)
    ways = list_all_payments().get(undoubled if all(points % payment_factor == 0 for points in paid) else (), ())
    typed = {name: values[name] for name in _PAID_FIELDS if values[name] is not None}
    hands = [dict(zip(_PAID_FIELDS, way, strict=True)) for way in ways]
    fitting = [hand for hand in hands if typed.items() <= hand.items()]
    if not ways:
        return values, [NOT_A_PAYMENT.problem("paid_0", given=format_signed(paid))]
    agreed = {name: value for name, value in fitting[0].items() if all(hand[name] == value for hand in fitting)} if fitting else {}
    return {**values, **agreed}, [BID_UNCLEAR.problem("bid")] if len(fitting) > 1 else []


def _find_payment_problems(state: State, values: Values, paid: Sequence[int | None]) -> Iterator[Problem]:
    if None in (values["bid"], values["declarer"], values["won"]):
        return
    expected = compute_payments(values["bid"], values["declarer"], values["amico"], won=values["won"], factor=compute_payment_factor(state))
    for seat, amount in enumerate(paid):
        if amount is not None and amount != expected[seat]:
            yield PAID_DIFFERS.problem(f"paid_{seat}", side=SideRef(seat), expected=f"{expected[seat]:+d}", given=f"{amount:+d}")


def format_signed(amounts: Sequence[int]) -> str:
    return " ".join(f"{points:+d}" if points else "0" for points in amounts)


def find_problems(state: State, entry: TrionfoHand) -> Iterator[Problem]:
    if entry.bid == CHIAMO and entry.amico is None:
        yield AMICO_NEEDED.problem("amico")
    if entry.bid != CHIAMO and entry.amico is not None:
        yield NO_AMICO.problem("amico", bid=Text(BIDS.get(entry.bid, entry.bid)))
    if entry.won is not None:
        stops = _has_early_stop(state, entry.bid)
        yield from tuple(_find_count_problems(entry, won=entry.won, stops=stops)) or _find_remarks(entry, won=entry.won)


def _find_count_problems(entry: TrionfoHand, *, won: bool, stops: bool) -> Iterator[Problem]:
    by_tricks, typed = build_count_masks(entry.bid, won=won, stops=stops), _build_typed_mask(entry.points, entry.thirds)
    fitting = _select_mask(by_tricks, None) & typed
    if _select_mask(by_tricks, entry.tricks) & typed:
        return
    if stops and _select_mask(build_count_masks(entry.bid, won=won, stops=False), entry.tricks) & typed:
        yield _build_played_on_problem(entry, by_tricks, won=won)
    elif not fitting:
        count = format_thirds(entry.thirds) if entry.thirds is not None else entry.points or 0
        yield (POINTS_LOSE if won else POINTS_WIN).problem(
            "points", near=build_nearest_values("won", _("won"), ["no" if won else "yes"]), given=count
        )
    elif not _select_mask(by_tricks, entry.tricks):
        yield (TRICKS_LOSE if won else TRICKS_WIN).problem("tricks", tricks=entry.tricks or 0)
    else:
        result_rows = CountRows({(tricks, False): points for tricks, points in enumerate(by_tricks)})
        format_points, unit = (str, THIRDS) if entry.thirds is None else (format_thirds, 1)
        box = ("points", _("points"))
        yield from find_row_problems(
            result_rows,
            entry.declarer,
            entry.tricks or 0,
            fitting,
            points_box=box,
            tricks_box="tricks",
            format_value=format_points,
            unit=unit,
        )


def _build_played_on_problem(entry: TrionfoHand, by_tricks: Sequence[int], *, won: bool) -> Problem:
    """Build the problem of a count that comes only after the maso was decided, when the hand is already over."""
    points = sorted({thirds // THIRDS for thirds in list_bits(_select_mask(by_tricks, None))})
    tricks = [count for count, mask in enumerate(by_tricks) if mask]
    result = Text(_("won") if won else _("lost"))
    return PLAYED_ON.problem("points", bid=Text(BIDS[entry.bid]), result=result, points=format_ranges(points), tricks=format_ranges(tricks))


def _find_remarks(entry: TrionfoHand, *, won: bool) -> Iterator[Problem]:
    if entry.bid == MASI and won:
        yield MASI_WON.problem()
    elif entry.tricks == TRICKS:
        yield ALL_TRICKS.problem(side=SideRef(entry.declarer))
    elif entry.tricks is not None and entry.bid in (CHIAMO, DI_PIU):
        if won and entry.tricks == 2:
            yield FEW_TRICKS.problem(tricks=entry.tricks)
        if not won and entry.tricks == 6:
            yield MANY_TRICKS.problem(tricks=entry.tricks)

"""What a sheet of Marjolet can say: facts that a hand cannot break, slips of the pen."""

from collections.abc import Iterator
from itertools import islice, product

from rules.contract import Typed
from rules.diagnosis import count_in, repaired
from rules.feasibility import near, row_problems
from rules.games.marjolet import shares
from rules.games.marjolet.shares import Pair
from rules.games.marjolet.tables import BRISQUES, TEN, TRICKS, MarjoletHand, MarjoletOptions
from rules.games.marjolet.tables import melds as known_melds
from rules.games.marjolet.totals import at_once, expected, with_melds
from rules.judging import trick_problems
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import MatchState, Score, add
from rules.texts import SideRef, _

State = MatchState[MarjoletOptions]

SEVEN_DEALER_NEEDED = Fact("seven_dealer_needed", _("Say who dealt: the turned seven counts {points} for the dealer."), source="S")
MODULUS = Fact(
    "not_tens", _("{given} for {side} is no number of tens; only a dealer who turned a seven has {points} more: tick the box."), source="C"
)
BRISQUES_SUM = Fact("brisques_sum", _("Aces and tens make 80 together, not {given}."), source="C")
BRISQUES_TENS = Fact("brisques_tens", _("Aces and tens are worth 10 each: {given} is no number of tens."), source="S")
NO_SUCH_MELDS = Fact("no_such_melds", _("No melds are worth {given}."), source="C")
NO_SUCH_SHARES = Fact("no_such_shares", _("The two players' melds cannot be worth {given}."), source="C")
TOO_FEW_TRICKS = Fact(
    "too_few_tricks_for_melds",
    _("Player {side} cannot have melds of {given} with so few of the first ten tricks: {most} at most."),
    source="C",
)
MELD_WITHOUT_TRICK = Fact(
    "meld_without_trick", _("Player {side} won none of the first ten tricks and cannot have laid down melds."), source="S"
)
NO_WAY = Fact("no_way", _("The ticks and tricks of this hand contradict each other."), source="C")
TOTAL_DIFFERS = Fact("total_differs", _("The boxes give {expected} for {side}, not {given}."), source="S")
TOTALS_IMPOSSIBLE = Fact("totals_impossible", _("No hand ends {given}, with what else is written."), source="C")
NOT_STOPPING = Fact("not_stopping", _("In this tournament a hand is played to its end, whoever reaches the target."), source="S")
OUT_BELOW = Fact("out_below", _("Player {side} has only {given} with this hand: the target is not reached."), source="D")
OUT_BEFORE = Fact(
    "out_before", _("Player {side} passes the target by {given}: no last meld is worth so much, the hand ended before."), source="C"
)
SHOULD_HAVE_STOPPED = Fact("should_have_stopped", _("Player {side} had already reached the target: the hand ends there."), source="D")
ALL_BRISQUES = Fact("all_brisques", _("Player {side} took all the aces and tens."), Severity.REMARKABLE)

_RANGE = 60


def problems(state: State, hand: MarjoletHand) -> Iterator[Problem]:
    """The boxes by themselves, then together, then against the totals: what is already wrong is not told twice."""
    found = [*_own_problems(state.options, hand), *trick_problems(hand.tricks, TRICKS)]
    yield from found
    if not any(problem.impossible for problem in found):
        later = tuple(_out_problems(state, hand)) or tuple(_together(state.options, hand))
        yield from later
        if hand.brisques is not None and BRISQUES in hand.brisques and not later:
            yield ALL_BRISQUES.problem(side=SideRef(hand.brisques.index(BRISQUES)))


def _own_problems(options: MarjoletOptions, hand: MarjoletHand) -> Iterator[Problem]:
    if hand.turned_seven and hand.dealer is None:
        yield SEVEN_DEALER_NEEDED.problem("dealer", points=options.turned_seven)
    yield from _brisque_problems(hand)
    if hand.melds is not None and hand.melds not in shares.meld_pairs(options.quartets):
        yield from _meld_problems(options, hand.melds)
    if hand.total is not None:
        yield from _modulus_problems(options, hand, hand.total)


def _brisque_problems(hand: MarjoletHand) -> Iterator[Problem]:
    if hand.brisques is None:
        return
    odd = [side for side, points in enumerate(hand.brisques) if points % TEN]
    for side in odd:
        yield BRISQUES_TENS.problem(f"brisques_{side}", given=hand.brisques[side])
    if sum(hand.brisques) != BRISQUES:
        yield BRISQUES_SUM.problem("brisques_0", given=sum(hand.brisques))
    elif hand.tricks is not None and sum(hand.tricks) == TRICKS and not odd:
        mask = 1 << max(0, hand.brisques[0])
        box = ("brisques_0", _("aces and tens"))
        yield from row_problems(shares.side_rows(), 0, hand.tricks[0], mask, points_box=box)


def _meld_problems(options: MarjoletOptions, melds: Score) -> Iterator[Problem]:
    pairs = shares.meld_pairs(options.quartets)
    alone = sorted({pair[0] for pair in pairs})
    wrong = [side for side, points in enumerate(melds) if points not in alone]
    for side in wrong:
        close = sorted(alone, key=lambda points: abs(points - melds[side]))[:2]
        yield NO_SUCH_MELDS.problem(f"melds_{side}", near=near(f"melds_{side}", _("melds"), close), given=melds[side])
    if not wrong:
        yield NO_SUCH_SHARES.problem("melds_0", given=f"{melds[0]}–{melds[1]}")


def _modulus_problems(options: MarjoletOptions, hand: MarjoletHand, total: Score) -> Iterator[Problem]:
    """Totals are tens, but for what a turned seven gives its dealer: the check that finds most slips."""
    extra = options.turned_seven if hand.turned_seven and hand.dealer is not None else 0
    for side, points in enumerate(total):
        if (points - (extra if side == hand.dealer else 0)) % TEN:
            yield MODULUS.problem(f"total_{side}", given=points, side=SideRef(side), points=options.turned_seven)


def _out_problems(state: State, hand: MarjoletHand) -> Iterator[Problem]:
    """Where a target reached ends the hand at once: nobody goes on, and nobody stops below it."""
    options, scored = state.options, with_melds(hand, at_once(state.options, hand))
    before = add(state.score, scored)
    there = [side for side, points in enumerate(before) if state.plan.reached(points, state.game_number)]
    if hand.out is None:
        if options.stop_at_target and there and (hand.melds is not None or hand.turned_seven):
            yield SHOULD_HAVE_STOPPED.problem("out", side=SideRef(there[0]))
        return
    if not options.stop_at_target:
        yield NOT_STOPPING.problem("out")
    elif hand.out not in there:
        yield OUT_BELOW.problem("out", side=SideRef(hand.out), given=before[hand.out % 2])
    elif len(there) > 1:
        yield SHOULD_HAVE_STOPPED.problem("out", side=SideRef(1 - hand.out))
    elif (beyond := before[hand.out] - (state.target or 0)) >= max(_last_gains(options, hand, hand.out), default=0):
        yield OUT_BEFORE.problem("out", side=SideRef(hand.out), given=beyond)
    if hand.total is not None and hand.total != scored:
        yield from _differences(hand.total, scored)


def _last_gains(options: MarjoletOptions, hand: MarjoletHand, side: int) -> frozenset[int]:
    """What the meld or the seven with which a player is out can have been worth."""
    gains = shares.last_melds(known_melds(options.quartets, 0), hand.melds[side] if hand.melds else 0)
    if hand.seven == side:
        gains |= {TEN}
    return gains | {options.turned_seven} if hand.turned_seven and hand.dealer == side and not any(hand.melds or ()) else gains


def _together(options: MarjoletOptions, hand: MarjoletHand) -> Iterator[Problem]:
    if hand.out is not None:
        return
    found = shares.ways(options, shares.known_of(hand))
    melds = hand.melds or (0, 0)
    if not found:
        yield NO_WAY.problem()
        return
    most = [max(way.most[side] for way in found) for side in (0, 1)]
    short = [side for side in (0, 1) if melds[side] > most[side]]
    for side in short:
        fact = TOO_FEW_TRICKS if most[side] else MELD_WITHOUT_TRICK
        yield fact.problem(f"melds_{side}", side=SideRef(side), given=melds[side], most=most[side])
    if hand.total is not None and not short:
        yield from _total_problems(options, hand, (hand.total[0], hand.total[1]))


def _total_problems(options: MarjoletOptions, hand: MarjoletHand, total: Pair) -> Iterator[Problem]:
    due = expected(options, hand)
    if due is not None and due != total:
        yield from _differences(total, due)
    elif not shares.allows(options, hand, total):
        close = near("total_0", _("totals"), _near(options, hand, total))
        yield TOTALS_IMPOSSIBLE.problem("total_0", near=close, given=f"{total[0]}–{total[1]}")


def _near(options: MarjoletOptions, hand: MarjoletHand, total: Pair) -> Iterator[str]:
    """The two nearest pairs of totals, whole tens away."""
    away = range(-_RANGE, _RANGE + 1, TEN)
    pairs = sorted(product(away, repeat=2), key=lambda pair: abs(pair[0]) + abs(pair[1]))
    found = ((total[0] + first, total[1] + second) for first, second in pairs)
    fitting = (pair for pair in found if min(pair) >= 0 and shares.allows(options, hand, pair))
    return (f"{first}–{second}" for first, second in islice(fitting, 2))


def _differences(given: Score, due: Pair) -> Iterator[Problem]:
    for side, points in enumerate(given):
        if points != due[side]:
            box = f"total_{side}"
            yield TOTAL_DIFFERS.problem(box, near=near(box, _("total"), [due[side]]), side=SideRef(side), expected=due[side], given=points)


def slips(state: State, typed: Typed) -> Iterator[Slip]:
    """A seven not ticked, something not added, the melds in the wrong column."""
    seven = typed.get("turned_seven", "") in ("yes", "True", "true", "1")
    message = _("the box of the turned seven is ticked by mistake") if seven else _("a seven was turned up and not ticked")
    for dealer in {typed.get("dealer", "") or side for side in ("A", "B")}:
        fixed = repaired(typed, turned_seven="no" if seven else "yes", dealer=dealer)
        yield Slip("turned_seven", message, 1, fixed)
    for side in (0, 1):
        yield from _not_added(typed, side)
    if typed.get("total_0") or typed.get("total_1"):
        yield Slip("total_added_badly", _("the totals were added up badly"), 2, {**typed, "total_0": "", "total_1": ""})


def _not_added(typed: Typed, side: int) -> Iterator[Slip]:
    total, melds = (count_in(typed.get(f"{name}_{side}", "")) for name in ("total", "melds"))
    if total is None:
        return
    if melds:
        fixed = repaired(typed, **{f"total_{side}": total + melds})
        yield Slip("melds_not_added", _("the melds of {side} were not added to the total"), 1, fixed, {"side": SideRef(side)})
    for more in (TEN, -TEN):
        fixed = repaired(typed, **{f"total_{side}": total + more})
        message = _("one ten of {side} was not counted") if more > 0 else _("one ten of {side} was counted twice")
        yield Slip("ten_forgotten" if more > 0 else "ten_twice", message, 1, fixed, {"side": SideRef(side)})

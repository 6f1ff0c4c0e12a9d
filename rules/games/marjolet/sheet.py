"""Check a sheet of Marjolet: facts that no hand can break, slips of the pen."""

from collections.abc import Iterator
from itertools import islice, product

from rules.contract import TypedBoxes
from rules.diagnosis import parse_count, repair_boxes
from rules.feasibility import build_nearest_values, find_row_problems
from rules.games.marjolet import shares
from rules.games.marjolet.shares import PointPair
from rules.games.marjolet.tables import BRISQUES, TEN, TRICKS, MarjoletHand, MarjoletOptions
from rules.games.marjolet.tables import build_melds as known_melds
from rules.games.marjolet.totals import add_melds, compute_expected_totals, compute_immediate_points
from rules.judging import trick_problems
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import MatchState, Score, add_scores
from rules.texts import SideRef, _

State = MatchState[MarjoletOptions]

SEVEN_DEALER_NEEDED = Fact("seven_dealer_needed", _("Enter the dealer: the turned seven gives {points} to the dealer."), source="S")
MODULUS = Fact(
    "not_tens", _("{given} for {side} is no number of tens; only a dealer who turned a seven has {points} more: tick the box."), source="C"
)
BRISQUES_SUM = Fact("brisques_sum", _("Aces and tens make 80 together, not {given}."), source="C")
BRISQUES_TENS = Fact("brisques_tens", _("Aces and tens are worth 10 each: {given} is no number of tens."), source="S")
NO_SUCH_MELDS = Fact("no_such_melds", _("No melds are worth {given}."), source="C")
NO_SUCH_SHARES = Fact("no_such_shares", _("The two players’ melds cannot be worth {given}."), source="C")
TOO_FEW_TRICKS = Fact(
    "too_few_tricks_for_melds",
    _("{side} cannot have melds of {given} with so few of the first ten tricks: {most} at most."),
    source="C",
)
MELD_WITHOUT_TRICK = Fact("meld_without_trick", _("{side} won none of the first ten tricks and cannot have laid down melds."), source="S")
NO_WAY = Fact("no_way", _("The ticks and tricks of this hand contradict each other."), source="C")
TOTAL_DIFFERS = Fact("total_differs", _("The boxes give {expected} for {side}, not {given}."), source="S")
TOTALS_IMPOSSIBLE = Fact("totals_impossible", _("No hand can end {given}, given what else is written."), source="C")
NOT_STOPPING = Fact("not_stopping", _("In this tournament a hand is played to its end, even when the target is reached."), source="S")
OUT_BELOW = Fact("out_below", _("{side} has only {given} with this hand: the target is not reached."), source="D")
OUT_BEFORE = Fact(
    "out_before", _("{side} passes the target by {given}: no last meld is worth that much, the hand ended before."), source="C"
)
SHOULD_HAVE_STOPPED = Fact("should_have_stopped", _("{side} had already reached the target: the hand ends there."), source="D")
ALL_BRISQUES = Fact("all_brisques", _("{side} took all the aces and tens."), Severity.REMARKABLE)

_RANGE = 60


def find_problems(state: State, entry: MarjoletHand) -> Iterator[Problem]:
    """Check each box, then the boxes together, then the totals; later checks are left out once something is impossible."""
    problems = [*_find_box_problems(state.options, entry), *trick_problems(entry.tricks, TRICKS)]
    yield from problems
    if not any(problem.is_impossible for problem in problems):
        joint_problems = tuple(_find_out_problems(state, entry)) or tuple(_find_joint_problems(state.options, entry))
        yield from joint_problems
        if entry.brisques is not None and BRISQUES in entry.brisques and not joint_problems:
            yield ALL_BRISQUES.problem(side=SideRef(entry.brisques.index(BRISQUES)))


def _find_box_problems(options: MarjoletOptions, entry: MarjoletHand) -> Iterator[Problem]:
    if entry.turned_seven and entry.dealer is None:
        yield SEVEN_DEALER_NEEDED.problem("dealer", points=options.turned_seven)
    yield from _find_brisque_problems(entry)
    if entry.melds is not None and entry.melds not in shares.list_meld_pairs(options.quartets):
        yield from _find_meld_problems(options, entry.melds)
    if entry.total is not None:
        yield from _find_modulus_problems(options, entry, entry.total)


def _find_brisque_problems(entry: MarjoletHand) -> Iterator[Problem]:
    if entry.brisques is None:
        return
    uneven_sides = [side for side, points in enumerate(entry.brisques) if points % TEN]
    for side in uneven_sides:
        yield BRISQUES_TENS.problem(f"brisques_{side}", given=entry.brisques[side])
    if sum(entry.brisques) != BRISQUES:
        yield BRISQUES_SUM.problem("brisques_0", given=sum(entry.brisques))
    elif entry.tricks is not None and sum(entry.tricks) == TRICKS and not uneven_sides:
        mask = 1 << max(0, entry.brisques[0])
        box = ("brisques_0", _("aces and tens"))
        yield from find_row_problems(shares.build_side_rows(), 0, entry.tricks[0], mask, points_box=box)


def _find_meld_problems(options: MarjoletOptions, melds: Score) -> Iterator[Problem]:
    pairs = shares.list_meld_pairs(options.quartets)
    side_values = sorted({pair[0] for pair in pairs})
    wrong_sides = [side for side, points in enumerate(melds) if points not in side_values]
    for side in wrong_sides:
        near_values = sorted(side_values, key=lambda points: abs(points - melds[side]))[:2]
        yield NO_SUCH_MELDS.problem(f"melds_{side}", near=build_nearest_values(f"melds_{side}", _("melds"), near_values), given=melds[side])
    if not wrong_sides:
        yield NO_SUCH_SHARES.problem("melds_0", given=f"{melds[0]}–{melds[1]}")


def _find_modulus_problems(options: MarjoletOptions, entry: MarjoletHand, total: Score) -> Iterator[Problem]:
    """Totals are multiples of ten, except for the turned seven of the dealer: the check that finds most slips."""
    extra = options.turned_seven if entry.turned_seven and entry.dealer is not None else 0
    for side, points in enumerate(total):
        if (points - (extra if side == entry.dealer else 0)) % TEN:
            yield MODULUS.problem(f"total_{side}", given=points, side=SideRef(side), points=options.turned_seven)


def _find_out_problems(state: State, entry: MarjoletHand) -> Iterator[Problem]:
    """Where reaching the target ends the hand at once, no hand goes on after that and none stops below it."""
    options, scored = state.options, add_melds(entry, compute_immediate_points(state.options, entry))
    reached = add_scores(state.score, scored)
    sides_out = [side for side, points in enumerate(reached) if state.plan.is_reached(points, state.game_number)]
    if entry.out is None:
        if options.stop_at_target and sides_out and (entry.melds is not None or entry.turned_seven):
            yield SHOULD_HAVE_STOPPED.problem("out", side=SideRef(sides_out[0]))
        return
    if not options.stop_at_target:
        yield NOT_STOPPING.problem("out")
    elif entry.out not in sides_out:
        yield OUT_BELOW.problem("out", side=SideRef(entry.out), given=reached[entry.out % 2])
    elif len(sides_out) > 1:
        yield SHOULD_HAVE_STOPPED.problem("out", side=SideRef(1 - entry.out))
    elif (excess := reached[entry.out] - (state.target or 0)) >= max(_list_last_gains(options, entry, entry.out), default=0):
        yield OUT_BEFORE.problem("out", side=SideRef(entry.out), given=excess)
    if entry.total is not None and entry.total != scored:
        yield from _find_differences(entry.total, scored)


def _list_last_gains(options: MarjoletOptions, entry: MarjoletHand, side: int) -> frozenset[int]:
    """The possible values of the meld or the seven with which a player went out."""
    gains = shares.list_last_meld_values(known_melds(options.quartets, 0), entry.melds[side] if entry.melds else 0)
    if entry.seven == side:
        gains |= {TEN}
    return gains | {options.turned_seven} if entry.turned_seven and entry.dealer == side and not any(entry.melds or ()) else gains


def _find_joint_problems(options: MarjoletOptions, entry: MarjoletHand) -> Iterator[Problem]:
    if entry.out is not None:
        return
    outcomes = shares.list_trick_outcomes(options, shares.build_known_facts(entry))
    melds = entry.melds or (0, 0)
    if not outcomes:
        yield NO_WAY.problem()
        return
    most_melded = [max(outcome.most[side] for outcome in outcomes) for side in (0, 1)]
    short_sides = [side for side in (0, 1) if melds[side] > most_melded[side]]
    for side in short_sides:
        fact = TOO_FEW_TRICKS if most_melded[side] else MELD_WITHOUT_TRICK
        yield fact.problem(f"melds_{side}", side=SideRef(side), given=melds[side], most=most_melded[side])
    if entry.total is not None and not short_sides:
        yield from _find_total_problems(options, entry, (entry.total[0], entry.total[1]))


def _find_total_problems(options: MarjoletOptions, entry: MarjoletHand, total: PointPair) -> Iterator[Problem]:
    expected_total = compute_expected_totals(options, entry)
    if expected_total is not None and expected_total != total:
        yield from _find_differences(total, expected_total)
    elif not shares.is_total_possible(options, entry, total):
        near_totals = build_nearest_values("total_0", _("totals"), _list_nearest_totals(options, entry, total))
        yield TOTALS_IMPOSSIBLE.problem("total_0", near=near_totals, given=f"{total[0]}–{total[1]}")


def _list_nearest_totals(options: MarjoletOptions, entry: MarjoletHand, total: PointPair) -> Iterator[str]:
    """List the two nearest possible pairs of totals, whole tens away."""
    differences = range(-_RANGE, _RANGE + 1, TEN)
    pairs = sorted(product(differences, repeat=2), key=lambda pair: abs(pair[0]) + abs(pair[1]))
    totals = ((total[0] + first, total[1] + second) for first, second in pairs)
    fitting = (pair for pair in totals if min(pair) >= 0 and shares.is_total_possible(options, entry, pair))
    return (f"{first}–{second}" for first, second in islice(fitting, 2))


def _find_differences(total: Score, expected_total: PointPair) -> Iterator[Problem]:
    for side, points in enumerate(total):
        if points != expected_total[side]:
            box = f"total_{side}"
            yield TOTAL_DIFFERS.problem(
                box,
                near=build_nearest_values(box, _("total"), [expected_total[side]]),
                side=SideRef(side),
                expected=expected_total[side],
                given=points,
            )


def find_slips(state: State, typed: TypedBoxes) -> Iterator[Slip]:
    """The seven was not ticked, a part was not added, or the totals were added up badly."""
    is_ticked = typed.get("turned_seven", "") in ("yes", "True", "true", "1")
    message = _("the box of the turned seven is ticked by mistake") if is_ticked else _("a seven was turned up and not ticked")
    for dealer in {typed.get("dealer", "") or side for side in ("A", "B")}:
        corrected = repair_boxes(typed, turned_seven="no" if is_ticked else "yes", dealer=dealer)
        yield Slip("turned_seven", message, 1, corrected, likelihood=0.1)
    for side in (0, 1):
        yield from _find_unadded_points(typed, side)
    if typed.get("total_0") or typed.get("total_1"):
        yield Slip("total_added_badly", _("the totals were added up wrongly"), 1, {**typed, "total_0": "", "total_1": ""}, likelihood=0.01)


def _find_unadded_points(typed: TypedBoxes, side: int) -> Iterator[Slip]:
    total, melds = (parse_count(typed.get(f"{name}_{side}", "")) for name in ("total", "melds"))
    if total is None:
        return
    if melds:
        corrected = repair_boxes(typed, **{f"total_{side}": total + melds})
        yield Slip("melds_not_added", _("the melds of {side} were not added to the total"), 1, corrected, {"side": SideRef(side)}, 0.3)
    for difference in (TEN, -TEN):
        corrected = repair_boxes(typed, **{f"total_{side}": total + difference})
        message = _("one ten of {side} was not counted") if difference > 0 else _("one ten of {side} was counted twice")
        yield Slip("ten_forgotten" if difference > 0 else "ten_twice", message, 1, corrected, {"side": SideRef(side)}, 0.1)

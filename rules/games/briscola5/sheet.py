"""Complete and check a sheet of Briscola with the called card: who is paid what, and what the caller's side can have."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from rules.contract import TypedBoxes
from rules.diagnosis import parse_count, repair_boxes
from rules.events import GameScore, Penalty
from rules.feasibility import CountRows, build_nearest_values, compute_count_rows, find_nearest, find_row_problems, list_bits
from rules.games.briscola.tables import ALL, PACK
from rules.games.briscola5.tables import ALONE, CARDS_PER_TRICK, ENOUGH, PLAYERS, STEPS, TRICKS, WITH_PARTNER, CalledHand, CalledOptions
from rules.judging import ALL_TRICKS
from rules.parsing import Values
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import MatchState, Score, add_scores
from rules.texts import SideRef, _, format_score

State = MatchState[CalledOptions]

NO_POINTS_BID = Fact("called_no_points_bid", _("In this tournament no points are bid: 61 win."), source="C1")
NOTHING_TO_MULTIPLY = Fact("called_multiplied", _("High bids can count more only where points are bid."), source="C4")
BID_TOO_LOW = Fact("called_bid", _("A bid is from 61 to 120 points, not {given}."), source="C2")
POINTS_NEVER = Fact("called_never", _("No cards are worth {given} points."), source="C")
POINTS_WIN = Fact("called_points_win", _("With {given} points of {bid} the caller’s side has won."), source="C1")
POINTS_LOSE = Fact("called_points_lose", _("With {given} points of {bid} the caller’s side has lost."), source="C1")
CAPPOTTO = Fact("called_cappotto", _("One side took all 120 points: cappotto."), Severity.REMARKABLE, "C4")
TOTALS_SUM = Fact("called_totals", _("The totals of the five players make 0, not {given}."), source="C")
TOTALS_FAR = Fact("called_totals_far", _("Hands left: {hands}. They do not lead from {kept} to {given}."), source="C")


@cache
def build_side_rows() -> CountRows:
    """Possible points of the caller's side, by tricks: eight of five cards."""
    return compute_count_rows(PACK.card_values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS)


def complete_values(values: Values) -> tuple[Values, list[Problem]]:
    """The points give the result."""
    bid, points = values["bid"] or ENOUGH, values["points"]
    won = points >= bid if values["won"] is None and points is not None else values["won"]
    return {**values, "won": won}, []


def compute_payments(caller: int, partner: int, *, won: bool, factor: int = 1) -> Score:
    """What each player receives; the payments make 0."""
    sign = factor if won else -factor
    if partner == caller:
        alone, each = ALONE
        return tuple(sign * (alone if seat == caller else each) for seat in range(PLAYERS))
    shares = {caller: WITH_PARTNER[0], partner: WITH_PARTNER[1]}
    return tuple(sign * shares.get(seat, WITH_PARTNER[2]) for seat in range(PLAYERS))


def compute_factor(options: CalledOptions, entry: CalledHand) -> int:
    """How often a hand counts: by the points bid, and twice for a cappotto."""
    steps = sum(entry.bid >= step for step in STEPS) if options.multiplied else 0
    is_doubled = options.cappotto_doubles and entry.points in (0, ALL)
    return (1 + steps) * (2 if is_doubled else 1)


def find_problems(options: CalledOptions, entry: CalledHand) -> Iterator[Problem]:
    if not ENOUGH <= entry.bid <= ALL:
        yield BID_TOO_LOW.problem("bid", given=entry.bid)
    elif entry.bid > ENOUGH and not options.points_bid:
        yield NO_POINTS_BID.problem("bid")
    count_problems = tuple(_find_count_problems(entry))
    yield from count_problems
    if not count_problems and entry.points in (0, ALL):
        yield CAPPOTTO.problem()
    elif not count_problems and entry.tricks in (0, TRICKS):
        yield ALL_TRICKS.problem(side=SideRef(entry.caller))


def _find_count_problems(entry: CalledHand) -> Iterator[Problem]:
    rows = build_side_rows()
    if entry.points is None:
        yield from _find_trick_problems(entry)
        return
    if not rows.can_have(1 << entry.points):
        near = build_nearest_values("points", _("points"), find_nearest(list_bits(rows.possible_points()), entry.points))
        yield POINTS_NEVER.problem("points", near=near, given=entry.points)
    elif entry.tricks is not None:
        yield from find_row_problems(
            rows, entry.caller, entry.tricks, 1 << entry.points, points_box=("points", _("points")), tricks_box="tricks"
        )
    if entry.won is not None and entry.won != (entry.points >= entry.bid):
        near = build_nearest_values("won", _("won"), ["no" if entry.won else "yes"])
        yield (POINTS_LOSE if entry.won else POINTS_WIN).problem("points", near=near, given=entry.points, bid=entry.bid)


def _find_trick_problems(entry: CalledHand) -> Iterator[Problem]:
    """Without points: whether so many tricks can be won or lost."""
    if entry.tricks is None or entry.won is None:
        return
    enough = build_side_rows().possible_points(entry.tricks) >> entry.bid
    below = build_side_rows().possible_points(entry.tricks) & ((1 << entry.bid) - 1)
    if not (enough if entry.won else below):
        near = build_nearest_values("won", _("won"), ["no" if entry.won else "yes"])
        highest = build_side_rows().possible_points(entry.tricks).bit_length() - 1
        yield (POINTS_LOSE if entry.won else POINTS_WIN).problem("tricks", near=near, given=highest, bid=entry.bid)


def find_score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Payments make 0 unless a player was fined; hands change the totals by what they are worth."""
    if event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    if sum(event.scores):
        yield TOTALS_SUM.problem("scores_0", given=sum(event.scores))
        return
    options, hands = state.options, state.plan.deals - len(state.hands)
    factors = [(1 + steps) * double for steps, double in product(range(5 * options.multiplied or 1), (1, 1 + options.cappotto_doubles))]
    gains = [final - kept for final, kept in zip(event.scores, state.score, strict=True)]
    is_too_far = max(map(abs, gains)) > hands * ALONE[0] * max(factors)
    if is_too_far or (hands == 1 and event.scores not in _list_totals_after_one_hand(state.score, factors)):
        yield TOTALS_FAR.problem("scores_0", hands=hands, kept=format_score(state.score), given=format_score(event.scores))


def _list_totals_after_one_hand(score: Score, factors: list[int]) -> set[Score]:
    return {
        add_scores(score, compute_payments(caller, partner, won=won, factor=factor))
        for caller, partner, won, factor in product(range(PLAYERS), range(PLAYERS), (True, False), factors)
    }


def find_slips(typed: TypedBoxes) -> Iterator[Slip]:
    result, points = typed.get("won", ""), parse_count(typed.get("points", ""))
    if result in ("yes", "no"):
        yield Slip("result_turned", _("won and lost are exchanged"), 1, repair_boxes(typed, won="no" if result == "yes" else "yes"))
    if points is not None and 0 <= points <= ALL:
        yield Slip("points_of_others", _("these are the points of the others"), 1, repair_boxes(typed, points=ALL - points))

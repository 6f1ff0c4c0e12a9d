"""Check a sheet of Mattazza: the penalties that some distribution of the cards over the players allows, and the slips of the pen."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from rules.contract import TypedBoxes
from rules.diagnosis import parse_count, repair_boxes
from rules.events import GameScore, Penalty
from rules.feasibility import CountRows, compute_count_rows, find_row_problems
from rules.games.mattazza.tables import (
    ACE,
    ACES,
    ALL_THIRDS,
    FIGURES,
    LAST_TRICK,
    PACK,
    TABLES,
    MattazzaHand,
    MattazzaOptions,
    MattazzaTable,
    count_hand_penalties,
)
from rules.judging import TRICK_COUNT, trick_problems
from rules.missing import build_missing
from rules.parsing import Values
from rules.problems import Fact, Problem, Severity, Slip
from rules.reachability import find_bound_problems
from rules.scorebook import MatchState, Score
from rules.texts import SIDE_LETTERS, SideRef, _, format_score
from rules.units import THIRDS

State = MatchState[MattazzaOptions]

PENALTIES_SUM = Fact("penalties_sum", _("The penalties of a hand make {expected} together, not {given}."), source="P, C")
PENALTIES_SHARE = Fact("penalties_share", _("No hand is paid out as {given}."), source="C")
TOOK_ALL = Fact("took_all", _("{side} took everything."), Severity.REMARKABLE, "P13")
NOT_OF_HANDS = Fact(
    "not_of_hands", _("Hands of {each} penalties do not lead from {kept} to {given}. Check the totals, or enter the hands."), source="C"
)


@cache
def build_side_rows(table: MattazzaTable) -> CountRows:
    """Possible penalties of one player in thirds, by tricks and last trick."""
    return compute_count_rows(
        PACK.card_values(), cards_per_trick=table.seats, tricks=table.tricks, last_trick=LAST_TRICK, last_cards=table.spare
    )


def complete_values(table: MattazzaTable, options: MattazzaOptions, values: Values) -> tuple[Values, list[Problem]]:
    """Fill in the penalties and the tricks of one player when those of all the others were typed."""
    penalties, problems = _complete_penalties(options, values)
    tricks, won_tricks = values["tricks"], sum(filter(None, values["tricks"] or ()))
    if tricks is not None and None in tricks:
        empty_sides = [side for side, count in enumerate(tricks) if count is None]
        if won_tricks > table.tricks:
            problems = [*problems, TRICK_COUNT.problem("tricks_0", tricks=table.tricks, given=won_tricks)]
        elif len(empty_sides) > 1:
            problems = [*problems, *(build_missing(f"tricks_{side}", _("Tricks"), side) for side in empty_sides)]
        else:
            tricks = tuple(table.tricks - won_tricks if count is None else count for count in tricks)
    return {**values, "penalties": penalties, "tricks": tricks}, problems


def _complete_penalties(options: MattazzaOptions, values: Values) -> tuple[Score | None, list[Problem]]:
    penalties = values["penalties"]
    if penalties is None or None not in penalties:
        return penalties, []
    empty_sides = [side for side, points in enumerate(penalties) if points is None]
    remainder = count_hand_penalties(options) - sum(points or 0 for points in penalties)
    if remainder < 0:
        return penalties, [
            PENALTIES_SUM.problem("penalties_0", expected=count_hand_penalties(options), given=count_hand_penalties(options) - remainder)
        ]
    if len(empty_sides) > 1 and remainder:
        return penalties, [build_missing(f"penalties_{side}", _("Penalties"), side) for side in empty_sides]
    return tuple((remainder if len(empty_sides) == 1 else 0) if points is None else points for points in penalties), []


def compute_written_penalties(options: MattazzaOptions, penalties: Score) -> Score:
    """Compute what each player scores: the penalties, reversed by a cappotto where that is played."""
    if options.cappotto and count_hand_penalties(options) in penalties:
        return tuple(count_hand_penalties(options) - points for points in penalties)
    return penalties


def find_problems(table: MattazzaTable, options: MattazzaOptions, entry: MattazzaHand) -> Iterator[Problem]:
    problems = [*trick_problems(entry.tricks, table.tricks), *_find_count_problems(table, options, entry)]
    yield from problems
    if not any(problem.is_impossible for problem in problems) and count_hand_penalties(options) in entry.penalties:
        yield TOOK_ALL.problem(side=SideRef(entry.penalties.index(count_hand_penalties(options))))


def _find_count_problems(table: MattazzaTable, options: MattazzaOptions, entry: MattazzaHand) -> Iterator[Problem]:
    if sum(entry.penalties) != count_hand_penalties(options) or min(entry.penalties) < 0:
        yield PENALTIES_SUM.problem("penalties_0", expected=count_hand_penalties(options), given=sum(entry.penalties))
        return
    side_problems = [problem for side in range(table.seats) for problem in _find_side_problems(table, options, entry, side)]
    yield from side_problems
    if not side_problems and not _can_share_hand(table, options, entry):
        yield PENALTIES_SHARE.problem("penalties_0", given=format_score(entry.penalties))


def _find_side_problems(table: MattazzaTable, options: MattazzaOptions, entry: MattazzaHand, side: int) -> Iterator[Problem]:
    """Check one player's penalties against his tricks."""
    if entry.tricks is None or sum(entry.tricks) != table.tricks or min(entry.tricks) < 0:
        return
    won_last = None if entry.last is None else entry.last == side
    box = (f"penalties_{side}", _("penalties"))
    masks = [1 << thirds for thirds in _list_possible_thirds(table, options, entry.penalties[side], won_last=won_last)]
    in_thirds = options.count == "thirds"
    yield from find_row_problems(
        build_side_rows(table),
        side,
        entry.tricks[side],
        sum(masks),
        last=won_last,
        points_box=box,
        unit=1 if in_thirds else THIRDS,
    )


def _list_possible_thirds(table: MattazzaTable, options: MattazzaOptions, penalties: int, *, won_last: bool | None) -> range:
    """List the thirds, last trick included, that are written as these penalties.

    In whole points the winner of the last trick also gets the fractions of the other players.
    """
    if options.count == "thirds":
        return range(penalties, penalties + 1)
    fractions = (table.seats - 1) * (THIRDS - 1) if won_last is not False else THIRDS - 1
    highest = THIRDS * penalties + THIRDS - 1
    return range(max(0, highest - fractions), highest + 1)


def _can_share_hand(table: MattazzaTable, options: MattazzaOptions, entry: MattazzaHand) -> bool:
    """Whether some distribution of aces, figures and tricks over the players gives these penalties."""
    tricks = entry.tricks if entry.tricks is not None and sum(entry.tricks) == table.tricks else None
    possible_winners = range(table.seats) if entry.last is None else (entry.last,)
    return any(can_share(entry.penalties, tricks, last_winner, whole=options.count == "whole") for last_winner in possible_winners)


@lru_cache(maxsize=4096)
def can_share(penalties: Score, tricks: Score | None, last_winner: int, *, whole: bool) -> bool:
    """Exact over the whole pack: each player's aces and figures make his thirds and fit into his tricks; worthless cards fill them up."""
    table = TABLES[len(penalties)]
    states = {(0, 0, 0)}
    for side, side_penalties in enumerate(penalties):
        won_last = side == last_winner
        most_tricks = None if tricks is None else tricks[side]
        holdings = set(_list_holdings(table, side_penalties, won_last=won_last, whole=whole, most_tricks=most_tricks))
        states = {
            (aces + more_aces, figures + more_figures, used + needed)
            for aces, figures, used in states
            for more_aces, more_figures, needed in holdings
            if aces + more_aces <= ACES and figures + more_figures <= FIGURES and used + needed <= table.tricks
        }
    return any((aces, figures) == (ACES, FIGURES) for aces, figures, _used in states)


def _list_holdings(
    table: MattazzaTable, penalties: int, *, won_last: bool, whole: bool, most_tricks: int | None
) -> Iterator[tuple[int, int, int]]:
    """List (aces, figures, fewest tricks) of a player with these penalties.

    In whole points the winner of the last trick gets only the remainder. He also has one card more where a card was laid aside.
    """
    if not whole:
        counts: Sequence[int] = (penalties - (LAST_TRICK if won_last else 0),)
    else:
        counts = range(ALL_THIRDS - LAST_TRICK + 1) if won_last else range(THIRDS * penalties, THIRDS * penalties + THIRDS)
    for thirds in counts:
        for aces in range(min(ACES, thirds // ACE) + 1 if thirds >= 0 else 0):
            figures = thirds - ACE * aces
            needed = max(-(-(aces + figures - table.spare * won_last) // table.seats), int(won_last))
            if most_tricks is None or needed <= most_tricks:
                yield aces, figures, needed


def find_score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Totals grow by whole hands, and before the last hand nobody may have been beyond the limit."""
    if event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    hand_penalties = count_hand_penalties(state.options)
    penalties_since = sum(event.scores) - sum(state.score)
    reached_before = state.target is not None and state.options.level == "shared" and max(event.scores) >= state.target + hand_penalties
    if penalties_since % hand_penalties or reached_before:
        yield NOT_OF_HANDS.problem("scores_0", each=hand_penalties, kept=format_score(state.score), given=format_score(event.scores))
    else:
        yield from find_bound_problems(state, event, (0, hand_penalties), (hand_penalties, hand_penalties))


def find_slips(table: MattazzaTable, options: MattazzaOptions, typed: TypedBoxes) -> Iterator[Slip]:
    boxes = [f"penalties_{side}" for side in range(table.seats)]
    counts = [count for box in boxes if (count := parse_count(typed.get(box, ""))) is not None]
    shortfall = count_hand_penalties(options) - sum(counts)
    if len(counts) == table.seats and shortfall == (LAST_TRICK if options.count == "thirds" else 1):
        yield from _find_forgotten_last_trick(table, typed, shortfall)


def _find_forgotten_last_trick(table: MattazzaTable, typed: TypedBoxes, shortfall: int) -> Iterator[Slip]:
    for side, letter in enumerate(SIDE_LETTERS[: table.seats]):
        if typed.get("last", "") in ("", letter, str(side)):
            count = int(typed[f"penalties_{side}"]) + shortfall
            corrected = repair_boxes(typed, **{f"penalties_{side}": count, "last": letter})
            message = _("{side} won the last trick, and its point was not counted")
            yield Slip("last_trick_forgotten", message, 1, corrected, {"side": SideRef(side)})

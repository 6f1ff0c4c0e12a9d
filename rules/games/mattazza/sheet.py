"""What a sheet of Mattazza can say: penalties that some distribution of the cards over four players gives, slips of the pen."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from rules.contract import Typed
from rules.diagnosis import count_in, exchanges, repaired
from rules.events import GameScore, Penalty
from rules.feasibility import Rows, row_problems, rows
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
    Table,
    all_of,
)
from rules.judging import TRICK_COUNT, trick_problems
from rules.parsing import MISSING, Values
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import MatchState, Score
from rules.texts import SIDE_LETTERS, SideRef, Text, _, dashed
from rules.units import THIRDS

State = MatchState[MattazzaOptions]

PENALTIES_SUM = Fact("penalties_sum", _("The penalties of a hand make {expected} together, not {given}."), source="P, C")
PENALTIES_SHARE = Fact("penalties_share", _("No hand is shared out as {given}."), source="C")
TOOK_ALL = Fact("took_all", _("Player {side} took everything."), Severity.REMARKABLE, "P13")
NOT_OF_HANDS = Fact("not_of_hands", _("Hands of {each} penalties do not lead from {kept} to {given}."), source="C")


@cache
def side_rows(table: Table) -> Rows:
    """A player's penalties in thirds by tricks and last trick."""
    return rows(PACK.values(), cards_per_trick=table.seats, tricks=table.tricks, last_trick=LAST_TRICK, last_cards=table.spare)


def completed(table: Table, options: MattazzaOptions, values: Values) -> tuple[Values, list[Problem]]:
    """The penalties of all but one player tell his, and so do the tricks."""
    filled, wrong = _penalties(options, values)
    tricks, won = values["tricks"], sum(filter(None, values["tricks"] or ()))
    if tricks is not None and None in tricks:
        empty = [side for side, count in enumerate(tricks) if count is None]
        if won > table.tricks:
            wrong = [*wrong, TRICK_COUNT.problem("tricks_0", tricks=table.tricks, given=won)]
        elif len(empty) > 1:
            wrong = [*wrong, *(MISSING.problem(f"tricks_{side}", label=Text(_("Tricks"))) for side in empty)]
        else:
            tricks = tuple(table.tricks - won if count is None else count for count in tricks)
    return {**values, "penalties": filled, "tricks": tricks}, wrong


def _penalties(options: MattazzaOptions, values: Values) -> tuple[Score | None, list[Problem]]:
    given = values["penalties"]
    if given is None or None not in given:
        return given, []
    empty = [side for side, points in enumerate(given) if points is None]
    rest = all_of(options) - sum(points or 0 for points in given)
    if rest < 0:
        return given, [PENALTIES_SUM.problem("penalties_0", expected=all_of(options), given=all_of(options) - rest)]
    if len(empty) > 1 and rest:
        return given, [MISSING.problem(f"penalties_{side}", label=Text(_("Penalties"))) for side in empty]
    return tuple((rest if len(empty) == 1 else 0) if points is None else points for points in given), []


def scored(options: MattazzaOptions, penalties: Score) -> Score:
    """What is written to the accounts."""
    if options.cappotto and all_of(options) in penalties:
        return tuple(all_of(options) - points for points in penalties)
    return penalties


def problems(table: Table, options: MattazzaOptions, hand: MattazzaHand) -> Iterator[Problem]:
    found = [*trick_problems(hand.tricks, table.tricks), *_count_problems(table, options, hand)]
    yield from found
    if not any(problem.impossible for problem in found) and all_of(options) in hand.penalties:
        yield TOOK_ALL.problem(side=SideRef(hand.penalties.index(all_of(options))))


def _count_problems(table: Table, options: MattazzaOptions, hand: MattazzaHand) -> Iterator[Problem]:
    if sum(hand.penalties) != all_of(options) or min(hand.penalties) < 0:
        yield PENALTIES_SUM.problem("penalties_0", expected=all_of(options), given=sum(hand.penalties))
        return
    alone = [problem for side in range(table.seats) for problem in _side_problems(table, options, hand, side)]
    yield from alone
    if not alone and not _shared(table, options, hand):
        yield PENALTIES_SHARE.problem("penalties_0", given=dashed(hand.penalties))


def _side_problems(table: Table, options: MattazzaOptions, hand: MattazzaHand, side: int) -> Iterator[Problem]:
    """One player's penalties against his tricks."""
    if hand.tricks is None or sum(hand.tricks) != table.tricks or min(hand.tricks) < 0:
        return
    last = None if hand.last is None else hand.last == side
    box = (f"penalties_{side}", _("penalties"))
    masks = [1 << thirds for thirds in _thirds(table, options, hand.penalties[side], last=last)]
    exact = options.count == "thirds"
    yield from row_problems(
        side_rows(table),
        side,
        hand.tricks[side],
        sum(masks),
        last=last,
        points_box=box,
        unit=1 if exact else THIRDS,
    )


def _thirds(table: Table, options: MattazzaOptions, penalties: int, *, last: bool | None) -> range:
    """Thirds with the last trick that are written so: the winner of the last trick gets what the others' fractions leave."""
    if options.count == "thirds":
        return range(penalties, penalties + 1)
    fractions = (table.seats - 1) * (THIRDS - 1) if last is not False else THIRDS - 1
    most = THIRDS * penalties + THIRDS - 1
    return range(max(0, most - fractions), most + 1)


def _shared(table: Table, options: MattazzaOptions, hand: MattazzaHand) -> bool:
    """Whether aces, figures and tricks can be dealt out to the players so."""
    tricks = hand.tricks if hand.tricks is not None and sum(hand.tricks) == table.tricks else None
    winners = range(table.seats) if hand.last is None else (hand.last,)
    return any(can_share(hand.penalties, tricks, last, whole=options.count == "whole") for last in winners)


@lru_cache(maxsize=4096)
def can_share(penalties: Score, tricks: Score | None, last: int, *, whole: bool) -> bool:
    """Exact over the whole pack: a player's aces and figures make his thirds and fit into his tricks; worthless cards fill them up."""
    table = TABLES[len(penalties)]
    states = {(0, 0, 0)}
    for side, points in enumerate(penalties):
        won_last = side == last
        room = None if tricks is None else tricks[side]
        ways = set(_holdings(table, points, won_last=won_last, whole=whole, room=room))
        states = {
            (aces + more_aces, figures + more_figures, used + needed)
            for aces, figures, used in states
            for more_aces, more_figures, needed in ways
            if aces + more_aces <= ACES and figures + more_figures <= FIGURES and used + needed <= table.tricks
        }
    return any((aces, figures) == (ACES, FIGURES) for aces, figures, _used in states)


def _holdings(table: Table, points: int, *, won_last: bool, whole: bool, room: int | None) -> Iterator[tuple[int, int, int]]:
    """Aces, figures and the fewest tricks of a player with these penalties; whole points of the last winner are only what is left over.

    The last winner has a card more where one was laid aside.
    """
    if not whole:
        counts: Sequence[int] = (points - (LAST_TRICK if won_last else 0),)
    else:
        counts = range(ALL_THIRDS - LAST_TRICK + 1) if won_last else range(THIRDS * points, THIRDS * points + THIRDS)
    for thirds in counts:
        for aces in range(min(ACES, thirds // ACE) + 1 if thirds >= 0 else 0):
            figures = thirds - ACE * aces
            needed = max(-(-(aces + figures - table.spare * won_last) // table.seats), int(won_last))
            if room is None or needed <= room:
                yield aces, figures, needed


def score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Totals grow by whole hands, and nobody was beyond the limit before the last of them."""
    if event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    each = all_of(state.options)
    gained = sum(event.scores) - sum(state.score)
    late = state.target is not None and state.options.level == "shared" and max(event.scores) >= state.target + each
    if gained % each or late:
        yield NOT_OF_HANDS.problem("scores_0", each=each, kept=dashed(state.score), given=dashed(event.scores))


def slips(table: Table, options: MattazzaOptions, typed: Typed) -> Iterator[Slip]:
    boxes = [f"penalties_{side}" for side in range(table.seats)]
    counts = [count for box in boxes if (count := count_in(typed.get(box, ""))) is not None]
    missing = all_of(options) - sum(counts)
    if len(counts) == table.seats and missing == (LAST_TRICK if options.count == "thirds" else 1):
        yield from _last_forgotten(table, typed, missing)
    for box in boxes:
        for meant in exchanges(given := typed.get(box, "")):
            params = {"label": Text(_("Penalties")), "given": given, "meant": meant}
            message = _("two digits of “{label}” are exchanged: {meant} for {given}")
            yield Slip("digits_exchanged", message, 1, repaired(typed, **{box: meant}), params)


def _last_forgotten(table: Table, typed: Typed, missing: int) -> Iterator[Slip]:
    for side, letter in enumerate(SIDE_LETTERS[: table.seats]):
        if typed.get("last", "") in ("", letter, str(side)):
            count = int(typed[f"penalties_{side}"]) + missing
            fixed = repaired(typed, **{f"penalties_{side}": count, "last": letter})
            message = _("{side} won the last trick, and its point was not counted")
            yield Slip("last_trick_forgotten", message, 1, fixed, {"side": SideRef(side)})

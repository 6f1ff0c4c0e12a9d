"""What a sheet of Mariglia can say: completion of what was typed, facts that a hand cannot break, slips of the pen."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from rules.contract import Typed
from rules.diagnosis import count_in, repaired
from rules.feasibility import Rows, row_problems, rows
from rules.games.mariglia.tables import (
    ALL,
    CARDS_PER_TRICK,
    FRILLO,
    HALF,
    JACK_OVER_QUEEN,
    RANK_WORDS,
    TRICKS,
    MarigliaHand,
    MarigliaOptions,
    bonus,
    pack_of,
    side_of,
)
from rules.judging import ALL_TRICKS, trick_problems
from rules.masses import MassResult
from rules.movement import ending_step
from rules.parsing import MISSING
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import Ending, MatchState, Step, to_side
from rules.texts import SIDE_LETTERS, SideRef, Text, _
from rules.written_cards import read_card

State = MatchState[MarigliaOptions]

BOTH_WROTE = Fact("both_wrote", _("Only the side with more than 35 writes a score, not both."), source="S")
WRITTEN_DIFFERS = Fact("written_differs", _("A total of {total} writes {expected}, not {given}."), source="S")
DEALER_NEEDED = Fact("dealer_needed", _("Say who dealt: the turned card counts {bonus} for that side."), source="S")
TURNED_NEEDED = Fact("turned_needed", _("Say which card was turned up: its value counts."), source="S")
ENDED_BY_TRIONFO = Fact("ended_by_trionfo", _("The turned card already took side {side} to {score}: the hand is not played."), source="S")
NOT_PLAYED = Fact("not_played", _("The turned card does not end the game: give the total of the hand."), source="S")
TOTALS = Fact("totals", _("The two totals must make 70, not {given}."), source="C M1")
TRUMP_SEVEN = Fact("trump_seven", _("Side {side} turned the seven of trumps, so it wins at least 1 trick and 6 points."), source="C M5")
LEVEL_HAND = Fact("level_hand", _("35–35: nobody writes anything."), Severity.REMARKABLE, "D")


@cache
def side_rows(*, trump_seven: bool = False) -> Rows:
    """M4, or M5 for the side that dealt itself the seven of trumps."""
    held = JACK_OVER_QUEEN.points[:1] if trump_seven else ()
    return rows(JACK_OVER_QUEEN.values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS, per_trick=1, held=held, held_tricks=len(held))


def turned_steps(options: MarigliaOptions, entry: MarigliaHand) -> tuple[Step, ...]:
    """The turned card, at once, for the dealer's side."""
    points = bonus(options, entry.turned)
    if not points or entry.dealer is None:
        return ()
    return (Step(_("turned card"), to_side(side_of(entry.dealer), points), options.trionfo_can_end_game, Ending.TURNED_CARD),)


def problems(state: State, entry: MarigliaHand) -> Iterator[Problem]:
    if state.options.trionfo_bonus and entry.turned is None:
        yield TURNED_NEEDED.problem("turned")
    if entry.dealer is None and (points := bonus(state.options, entry.turned)):
        yield DEALER_NEEDED.problem("dealer", bonus=points)
    ended = ends_game(state, turned_steps(state.options, entry))
    if ended is not None and entry.total is not None:
        yield ENDED_BY_TRIONFO.problem("total_0", side=SideRef(ended[0]), score=ended[1])
    elif ended is None and entry.total is None:
        yield NOT_PLAYED.problem("total_0")
    yield from trick_problems(entry.tricks, TRICKS)
    if entry.total is not None:
        yield from _count_problems(entry, entry.total)


def ends_game(state: State, steps: tuple[Step, ...]) -> tuple[int, int] | None:
    """Winner and its score when one of these steps ends the game."""
    ended = ending_step(state, steps)
    if ended is None:
        return None
    _place, winner, score = ended
    return None if winner is None else (winner, score[winner])


def from_mass(state: State, result: MassResult) -> MarigliaHand:
    """The sheet of a hand of the mass simulation; nothing but the turned card when that ends the game."""
    ranks = pack_of(state.options).ranks
    hand = MarigliaHand(dealer=(result.first - 1) % CARDS_PER_TRICK, turned=ranks[len(ranks) - 1 - result.turned])
    if ends_game(state, turned_steps(state.options, hand)) is not None:
        return hand
    total = result.points + result.tricks
    return replace(hand, tricks=(result.tricks, TRICKS - result.tricks), total=(total, ALL - total))


def _count_problems(entry: MarigliaHand, total: tuple[int, ...]) -> Iterator[Problem]:
    if sum(total) != ALL:
        yield TOTALS.problem("total_0", given=sum(total))
        return
    holder = side_of(entry.dealer) if entry.turned == "7" and entry.dealer is not None else None
    allowed = side_rows(trump_seven=holder is not None)
    side = holder or 0
    if holder is not None and not allowed.allows(1 << total[holder]):
        yield TRUMP_SEVEN.problem(f"total_{holder}", side=SideRef(holder))
    elif entry.tricks is not None and sum(entry.tricks) == TRICKS:
        yield from row_problems(allowed, side, entry.tricks[side], 1 << total[side], points_box=(f"total_{side}", _("total")))
    if ALL in total and entry.tricks is None:
        yield ALL_TRICKS.problem(side=SideRef(total.index(ALL)))
    if total[0] == HALF:
        yield LEVEL_HAND.problem()


def turned_card(given: str | None) -> tuple[str | None, str | None, list[Problem]]:
    """Rank, suit when it was written, and what cannot be read: `A`, `asso`, `SA`, `frillo`, `7♠`."""
    return read_card(given, "turned", (*JACK_OVER_QUEEN.ranks, FRILLO), RANK_WORDS)


def total_from_written(
    total: tuple[int | None, ...] | None, score: tuple[int | None, ...] | None
) -> tuple[tuple[int | None, ...] | None, list[Problem]]:
    """The totals, from the written score when only that was typed; a total that writes something else is a problem."""
    if score is None:
        return total, []
    high = max(points or 0 for points in score)
    side = score.index(high) if high else 0
    if high and score[1 - side]:
        return total, [BOTH_WROTE.problem(f"score_{1 - side}")]
    if not high and None in score:
        return total, [MISSING.problem(f"score_{score.index(None)}", label=Text(_("Written")))]
    meant = (HALF + high, HALF - high) if side == 0 else (HALF - high, HALF + high)
    counted = meant[side] if total is None else total[side] or 0
    if counted != meant[side]:
        return total, [WRITTEN_DIFFERS.problem(f"score_{side}", total=counted, expected=max(0, counted - HALF), given=high)]
    return total or meant, []


def slips(state: State, typed: Typed) -> Iterator[Slip]:
    first, second = (count_in(typed.get(f"total_{side}", "")) for side in (0, 1))
    if first is not None and second is not None:
        totals = (first, second)
        yield from _tricks_forgotten(typed, totals)
        yield from _bonus_in_total(state.options, typed, totals)
        yield from _written_as_total(typed, totals)


def _tricks_forgotten(typed: Typed, totals: tuple[int, int]) -> Iterator[Slip]:
    first, second = (count_in(typed.get(f"tricks_{side}", "")) for side in (0, 1))
    if sum(totals) == ALL - TRICKS and first is not None and second is not None:
        fixed = repaired(typed, total_0=totals[0] + first, total_1=totals[1] + second)
        yield Slip("tricks_forgotten", _("the tricks were not added to the card points"), 2, fixed)


def _bonus_in_total(options: MarigliaOptions, typed: Typed, totals: tuple[int, int]) -> Iterator[Slip]:
    """It is the dealer's side that counts it; either, where nobody wrote who dealt."""
    points = bonus(options, turned_card(typed.get("turned") or None)[0])
    dealer = typed.get("dealer", "").strip().upper()[:1]
    for side in (0, 1):
        if dealer in ("", SIDE_LETTERS[side]) and points and sum(totals) == ALL + points and totals[side] >= points:
            fixed = repaired(typed, **{f"total_{side}": totals[side] - points})
            yield Slip("bonus_in_total", _("the turned card is counted in the total too"), 1, fixed)


def _written_as_total(typed: Typed, totals: tuple[int, int]) -> Iterator[Slip]:
    for side in (0, 1):
        if 0 < totals[side] <= HALF and totals[1 - side] == 0:
            fixed = repaired(typed, **{f"total_{side}": HALF + totals[side], f"total_{1 - side}": HALF - totals[side]})
            yield Slip("written_as_total", _("the written score stands in the column of the totals"), 1, fixed)

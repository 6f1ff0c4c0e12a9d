"""Complete and check a sheet of Mariglia: values that follow from others, facts that no hand can break, slips of the pen."""

from collections.abc import Iterator
from functools import cache

from rules.contract import TypedBoxes
from rules.diagnosis import parse_count, repair_boxes
from rules.effects import find_ending_step
from rules.endings import Ending
from rules.feasibility import CountRows, compute_count_rows, find_row_problems
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
    compute_turned_bonus,
    side_of,
)
from rules.judging import ALL_TRICKS, trick_problems
from rules.missing import build_missing
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import MatchState, ScoreStep, points_to_side
from rules.texts import SIDE_LETTERS, SideRef, _
from rules.written_cards import parse_card

State = MatchState[MarigliaOptions]
TURNED_CARD = _("turned card")

BOTH_WROTE = Fact("both_wrote", _("Only the side above 35 scores, not both."), source="S")
WRITTEN_DIFFERS = Fact("written_differs", _("A total of {total} writes {expected}, not {given}."), source="S")
DEALER_NEEDED = Fact("dealer_needed", _("Enter the dealer: the turned card gives {bonus} to that side."), source="S")
TURNED_NEEDED = Fact("turned_needed", _("Enter the turned card: its value counts."), source="S")
ENDED_BY_TRIONFO = Fact("ended_by_trionfo", _("The turned card already took {side} to {score}: the hand is not played."), source="S")
NOT_PLAYED = Fact("not_played", _("The turned card does not end the game: enter the total of the hand."), source="S")
TOTALS = Fact("totals", _("The two totals must make 70, not {given}."), source="C M1")
TRUMP_SEVEN = Fact("trump_seven", _("Having turned up the mariglia of trumps, {side} wins at least 1 trick and 6 points."), source="C M5")
LEVEL_HAND = Fact("level_hand", _("35–35: nobody scores."), Severity.REMARKABLE, "D")


@cache
def build_side_rows(*, trump_seven: bool = False) -> CountRows:
    """M4: possible totals of a side by tricks; M5 for the side whose dealer turned the seven of trumps."""
    held_points = JACK_OVER_QUEEN.points[:1] if trump_seven else ()
    return compute_count_rows(
        JACK_OVER_QUEEN.card_values(),
        cards_per_trick=CARDS_PER_TRICK,
        tricks=TRICKS,
        per_trick=1,
        held=held_points,
        held_tricks=len(held_points),
    )


def compute_turned_steps(options: MarigliaOptions, entry: MarigliaHand) -> tuple[ScoreStep, ...]:
    """The step of the turned card, which scores at once for the dealer's side; empty when it scores nothing."""
    points = compute_turned_bonus(options, entry.turned)
    if not points or entry.dealer is None:
        return ()
    scored, decides = points_to_side(side_of(entry.dealer), points), options.trionfo_can_end_game
    return (ScoreStep(TURNED_CARD, scored, decides, Ending.TURNED_CARD, box="bonus"),)


def find_problems(state: State, entry: MarigliaHand) -> Iterator[Problem]:
    if state.options.trionfo_bonus and entry.turned is None:
        yield TURNED_NEEDED.problem("turned")
    if entry.dealer is None and (points := compute_turned_bonus(state.options, entry.turned)):
        yield DEALER_NEEDED.problem("dealer", bonus=points)
    winner_and_score = find_winner(state, compute_turned_steps(state.options, entry))
    if winner_and_score is not None and entry.total is not None:
        yield ENDED_BY_TRIONFO.problem("total_0", side=SideRef(winner_and_score[0]), score=winner_and_score[1])
    elif winner_and_score is None and entry.total is None:
        yield NOT_PLAYED.problem("total_0")
    yield from trick_problems(entry.tricks, TRICKS)
    if entry.total is not None:
        yield from _find_count_problems(entry, entry.total)


def find_winner(state: State, steps: tuple[ScoreStep, ...]) -> tuple[int, int] | None:
    """Winner and its score when one of these steps ends the game, else None."""
    ending = find_ending_step(state, steps)
    if ending is None:
        return None
    _place, winner, score = ending
    return None if winner is None else (winner, score[winner])


def _find_count_problems(entry: MarigliaHand, total: tuple[int, ...]) -> Iterator[Problem]:
    if sum(total) != ALL:
        yield TOTALS.problem("total_0", given=sum(total))
        return
    holder = side_of(entry.dealer) if entry.turned == "7" and entry.dealer is not None else None
    rows_of_side = build_side_rows(trump_seven=holder is not None)
    side = holder or 0
    if holder is not None and not rows_of_side.can_have(1 << total[holder]):
        yield TRUMP_SEVEN.problem(f"total_{holder}", side=SideRef(holder))
    elif entry.tricks is not None and sum(entry.tricks) == TRICKS:
        yield from find_row_problems(rows_of_side, side, entry.tricks[side], 1 << total[side], points_box=(f"total_{side}", _("total")))
    if ALL in total and entry.tricks is None:
        yield ALL_TRICKS.problem(side=SideRef(total.index(ALL)))
    if total[0] == HALF:
        yield LEVEL_HAND.problem()


def parse_turned_card(text: str | None) -> tuple[str | None, str | None, list[Problem]]:
    """Parse the turned card (`A`, `asso`, `SA`, `frillo`, `7♠`) into its rank, its suit where it was written, and problems."""
    return parse_card(text, "turned", (*JACK_OVER_QUEEN.ranks, FRILLO), RANK_WORDS)


def complete_total(
    total: tuple[int | None, ...] | None, score: tuple[int | None, ...] | None
) -> tuple[tuple[int | None, ...] | None, list[Problem]]:
    """Compute the totals from the written score when only that was typed; a typed total that contradicts it is a problem."""
    if score is None:
        return total, []
    highest = max(points or 0 for points in score)
    side = score.index(highest) if highest else 0
    if highest and score[1 - side]:
        return total, [BOTH_WROTE.problem(f"score_{1 - side}")]
    if not highest and None in score:
        return total, [build_missing(f"score_{score.index(None)}", _("Written"), score.index(None))]
    total_from_score = (HALF + highest, HALF - highest) if side == 0 else (HALF - highest, HALF + highest)
    side_total = total_from_score[side] if total is None else total[side] or 0
    if side_total != total_from_score[side]:
        return total, [WRITTEN_DIFFERS.problem(f"score_{side}", total=side_total, expected=max(0, side_total - HALF), given=highest)]
    return total or total_from_score, []


def find_slips(state: State, typed: TypedBoxes) -> Iterator[Slip]:
    first_total, second_total = (parse_count(typed.get(f"total_{side}", "")) for side in (0, 1))
    if first_total is not None and second_total is not None:
        totals = (first_total, second_total)
        yield from _find_forgotten_tricks(typed, totals)
        yield from _find_bonus_in_total(state.options, typed, totals)
        yield from _find_written_as_total(typed, totals)


def _find_forgotten_tricks(typed: TypedBoxes, totals: tuple[int, int]) -> Iterator[Slip]:
    first_tricks, second_tricks = (parse_count(typed.get(f"tricks_{side}", "")) for side in (0, 1))
    if sum(totals) == ALL - TRICKS and first_tricks is not None and second_tricks is not None:
        corrected = repair_boxes(typed, total_0=totals[0] + first_tricks, total_1=totals[1] + second_tricks)
        yield Slip("tricks_forgotten", _("the tricks were not added to the card points"), 2, corrected)


def _find_bonus_in_total(options: MarigliaOptions, typed: TypedBoxes, totals: tuple[int, int]) -> Iterator[Slip]:
    """The dealer's side has counted the turned card in its total; any side may have, when the dealer is not known."""
    points = compute_turned_bonus(options, parse_turned_card(typed.get("turned") or None)[0])
    dealer = typed.get("dealer", "").strip().upper()[:1]
    for side in (0, 1):
        if dealer in ("", SIDE_LETTERS[side]) and points and sum(totals) == ALL + points and totals[side] >= points:
            corrected = repair_boxes(typed, **{f"total_{side}": totals[side] - points})
            yield Slip("bonus_in_total", _("the turned card is counted in the total too"), 1, corrected)


def _find_written_as_total(typed: TypedBoxes, totals: tuple[int, int]) -> Iterator[Slip]:
    for side in (0, 1):
        if 0 < totals[side] <= HALF and totals[1 - side] == 0:
            corrected = repair_boxes(typed, **{f"total_{side}": HALF + totals[side], f"total_{1 - side}": HALF - totals[side]})
            yield Slip("written_as_total", _("the written score is in the column of the totals"), 1, corrected)

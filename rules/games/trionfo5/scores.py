"""Totals of a table of Trionfo: possible final scores, the places, and the slips in a line of payments."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.contract import ScoreTable, TypedBoxes
from rules.diagnosis import parse_number, repair_boxes
from rules.events import Event, GameScore, OverruledEvent, Penalty
from rules.games.trionfo5.payments import compute_payment_factor, compute_payments, list_all_payments
from rules.games.trionfo5.sheet import State, format_signed
from rules.games.trionfo5.tables import BIDS, CHIAMO, DI_PIU, HIGHEST, MASI, MASO, PLAYERS, TrionfoHand
from rules.problems import Fact, Problem, Slip
from rules.scorebook import Score, ScoreLine, add_scores, rank_by_games_won
from rules.texts import SIDE_LETTERS, SideRef, Text, _

SCORE_SUM = Fact("score_sum", _("The totals of the five players must make 0, not {given}."), source="C")
SCORE_TOO_FAR = Fact("score_too_far", _("In {hands} hands {side} cannot come from {kept} to {given}."), source="C")
SCORE_NO_HAND = Fact("score_no_hand", _("No last hand leads from {kept} to {given}."), source="C")


def _build_payment_row(bid: str, title: str, needs: str, *, amico: bool = False) -> tuple[str, ...]:
    declarer_payment, *other_payments = compute_payments(bid, 0, 1 if amico else None, won=True)
    return (title, needs, f"+{declarer_payment}", f"+{other_payments[0]}" if amico else "–", f"−{-other_payments[-1]}")


_SIX, _FIRST, _ALL_TRICKS = _("6 points"), _("6 points before the others have 1"), _("all eight tricks")
PAYMENTS = ScoreTable(
    _("When the hand is won; when it is lost, with the opposite signs"),
    (_("Bid"), _("Needs"), _("Declarer"), _("Amico"), _("Each of the others")),
    (
        _build_payment_row(CHIAMO, BIDS[CHIAMO], _SIX, amico=True),
        _build_payment_row(CHIAMO, _("chiamo in mano, holding the called card"), _SIX),
        _build_payment_row(DI_PIU, BIDS[DI_PIU], _SIX),
        _build_payment_row(MASO, BIDS[MASO], _FIRST),
        _build_payment_row(MASI, BIDS[MASI], _ALL_TRICKS),
    ),
)


def find_score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Payments make 0 unless a player was fined; a hand changes a total by the highest stake at most."""
    if event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    if sum(event.scores):
        yield SCORE_SUM.problem("scores_0", given=sum(event.scores))
        return
    hands = state.plan.deals - len(state.hands)
    highest_change = hands * (HIGHEST if state.options.double_after_monte else HIGHEST // 2)
    for seat, (current, final) in enumerate(zip(state.score, event.scores, strict=True)):
        if abs(final - current) > highest_change:
            yield SCORE_TOO_FAR.problem(f"scores_{seat}", hands=hands, side=SideRef(seat), kept=current, given=final)
    if hands == 1 and event.scores not in _list_totals_after_one_hand(state):
        yield SCORE_NO_HAND.problem("scores_0", kept=format_signed(state.score), given=format_signed(event.scores))


def _list_totals_after_one_hand(state: State) -> set[Score]:
    """List every total after one more hand; a monte before it may double it, and may itself be the last hand."""
    multipliers = {1, 2} if state.options.double_after_monte else {1}
    totals = {
        add_scores(state.score, tuple(points * multiplier for points in paid)) for paid in list_all_payments() for multiplier in multipliers
    }
    return totals | {state.score} if state.options.monte_counts_as_deal else totals


def rank_sides(state: State) -> tuple[tuple[int, ...], ...]:
    """Best total first; level players are compared as the options say, in that order; players still level share the place."""
    lines = state.finished[-1].lines if state.over and state.finished else state.lines
    groups = rank_by_games_won(state)
    for key in state.options.tie_breaks:
        groups = tuple(place for group in groups for place in _split_group(lines, group, key))
    return groups


def _split_group(lines: Sequence[ScoreLine], group: tuple[int, ...], key: str) -> Iterator[tuple[int, ...]]:
    merits = {seat: sum(_compute_merit(line, seat, group, key) for line in lines) for seat in group}
    for merit in sorted(set(merits.values()), reverse=True):
        yield tuple(seat for seat in group if merits[seat] == merit)


def _compute_merit(line: ScoreLine, seat: int, group: tuple[int, ...], key: str) -> int:
    """Merit of one line: 1 for a hand won as declarer, or 1 for every level player who paid while this one received."""
    entry = _extract_hand(line.event)
    if entry is None or (key == "declared" and not entry.won):
        return 0
    if key == "declared":
        return int(entry.declarer == seat)
    paid = compute_payments(entry.bid, entry.declarer, entry.amico, won=bool(entry.won))
    return sum(paid[opponent] < 0 for opponent in group) if paid[seat] > 0 else 0


def _extract_hand(event: Event) -> TrionfoHand | None:
    """The Trionfo hand inside an event that may have been overruled, else None."""
    while isinstance(event, OverruledEvent):
        event = event.event
    return event if isinstance(event, TrionfoHand) else None


def find_slips(state: State, typed: TypedBoxes) -> Iterator[Slip]:
    yield from _find_reversed_result(typed)
    yield from _find_wrong_players(typed)
    yield from _find_wrong_bid(typed)
    yield from _find_late_count(typed)
    yield from _find_misplaced_payments(typed)
    yield from _find_missing_double(state, typed)
    yield from _find_wrong_payment(state, typed)


def _find_reversed_result(typed: TypedBoxes) -> Iterator[Slip]:
    result = typed.get("won", "")
    if result in ("yes", "no"):
        yield Slip("result_turned", _("won and lost are exchanged"), 1, repair_boxes(typed, won="no" if result == "yes" else "yes"))


def _find_wrong_players(typed: TypedBoxes) -> Iterator[Slip]:
    declarer, amico = (_parse_letter(typed.get(box, "")) for box in ("declarer", "amico"))
    if declarer and amico and declarer != amico:
        yield Slip("players_exchanged", _("declarer and amico are exchanged"), 2, repair_boxes(typed, declarer=amico, amico=declarer))
    for box, typed_letter in (("declarer", declarer), ("amico", amico)):
        for letter in SIDE_LETTERS[:PLAYERS]:
            if typed_letter and letter != typed_letter:
                params = {"meant": letter, "given": typed_letter}
                yield Slip("wrong_player", _("the player is {meant}, not {given}"), 3, repair_boxes(typed, **{box: letter}), params)


def _parse_letter(text: str) -> str:
    return SIDE_LETTERS[int(text)] if text in map(str, range(PLAYERS)) else text.upper()


def _find_wrong_bid(typed: TypedBoxes) -> Iterator[Slip]:
    for bid, label in BIDS.items():
        if bid != typed.get("bid", ""):
            corrected = repair_boxes(typed, bid=bid) if bid == "chiamo" else repair_boxes(typed, bid=bid, amico="")
            yield Slip(
                "other_bid", _("the bid was “{bid}”"), 1 + (corrected.get("amico") != typed.get("amico")), corrected, {"bid": Text(label)}
            )


def _find_late_count(typed: TypedBoxes) -> Iterator[Slip]:
    """The count was made after the maso had been decided: it says nothing and is removed."""
    if typed.get("bid", "") in (MASO, MASI) and (typed.get("points") or typed.get("tricks")):
        corrected = {**typed, "points": "", "tricks": ""}
        yield Slip("played_on", _("the hand was played on after the maso was decided: leave the count out"), 1, corrected)


def _find_misplaced_payments(typed: TypedBoxes) -> Iterator[Slip]:
    """A sign was forgotten, or two columns were exchanged."""
    boxes = [f"paid_{seat}" for seat in range(PLAYERS)]
    for box in boxes:
        amount = parse_number(typed.get(box, ""))
        if amount:
            yield Slip("sign_forgotten", _("a minus sign is missing or too many"), 1, repair_boxes(typed, **{box: -amount}))
    for first_box, second_box in combinations(boxes, 2):
        if typed.get(first_box, "") != typed.get(second_box, ""):
            corrected = repair_boxes(typed, **{first_box: typed.get(second_box, ""), second_box: typed.get(first_box, "")})
            yield Slip("payments_exchanged", _("two players’ payments are exchanged"), 2, corrected)


def _find_missing_double(state: State, typed: TypedBoxes) -> Iterator[Slip]:
    amounts = [parse_number(typed.get(f"paid_{seat}", "")) for seat in range(PLAYERS)]
    if compute_payment_factor(state) == 2 and None not in amounts:
        corrected = repair_boxes(typed, **{f"paid_{seat}": 2 * (points or 0) for seat, points in enumerate(amounts)})
        yield Slip("not_doubled", _("after a monte the hand is paid double"), 1, corrected)


def _find_wrong_payment(state: State, typed: TypedBoxes) -> Iterator[Slip]:
    """All payments but one are those of a possible hand."""
    amounts = [parse_number(typed.get(f"paid_{seat}", "")) for seat in range(PLAYERS)]
    for paid in list_all_payments():
        expected = [points * compute_payment_factor(state) for points in paid]
        wrong_seats = [seat for seat in range(PLAYERS) if amounts[seat] != expected[seat]]
        if len(wrong_seats) == 1 and None not in amounts:
            (seat,) = wrong_seats
            params: dict[str, str | SideRef] = {
                "side": SideRef(seat),
                "meant": format_signed([expected[seat]]),
                "given": format_signed([amounts[seat] or 0]),
            }
            message = _("{side}: {given} was written instead of {meant}")
            yield Slip("payment_wrong", message, 1, repair_boxes(typed, **{f"paid_{seat}": expected[seat]}), params)

"""Totals of a table of Trionfo: what a final score can be, who has which place, and the slips of a line of payments."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.contract import ScoreTable, Typed
from rules.diagnosis import number_in, repaired
from rules.events import Event, GameScore, Overruled, Penalty
from rules.games.trionfo5.sheet import State, all_payments, factor, payments, signed
from rules.games.trionfo5.tables import BIDS, CHIAMO, DI_PIU, HIGHEST, MASI, MASO, PLAYERS, TrionfoHand
from rules.problems import Fact, Problem, Slip
from rules.scorebook import Line, Score, add, placing
from rules.texts import SIDE_LETTERS, SideRef, Text, _

SCORE_SUM = Fact("score_sum", _("The totals of the five players must make 0, not {given}."), source="C")
SCORE_TOO_FAR = Fact("score_too_far", _("In {hands} hands {side} cannot come from {kept} to {given}."), source="C")
SCORE_NO_HAND = Fact("score_no_hand", _("No last hand leads from {kept} to {given}."), source="C")


def _payment_row(bid: str, title: str, needs: str, *, amico: bool = False) -> tuple[str, ...]:
    own, *others = payments(bid, 0, 1 if amico else None, won=True)
    return (title, needs, f"+{own}", f"+{others[0]}" if amico else "–", f"−{-others[-1]}")


_SIX, _FIRST, _ALL_TRICKS = _("6 points"), _("6 points before the others have 1"), _("all eight tricks")
PAYMENTS = ScoreTable(
    _("When the hand is won; when it is lost, with the opposite signs"),
    (_("Bid"), _("Needs"), _("Declarer"), _("Amico"), _("Each of the others")),
    (
        _payment_row(CHIAMO, BIDS[CHIAMO], _SIX, amico=True),
        _payment_row(CHIAMO, _("chiamo, the called card in one's own hand"), _SIX),
        _payment_row(DI_PIU, BIDS[DI_PIU], _SIX),
        _payment_row(MASO, BIDS[MASO], _FIRST),
        _payment_row(MASI, BIDS[MASI], _ALL_TRICKS),
    ),
)


def score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Payments make 0 as long as nobody was fined; a hand moves nobody by more than the highest stake."""
    if event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    if sum(event.scores):
        yield SCORE_SUM.problem("scores_0", given=sum(event.scores))
        return
    hands = state.plan.deals - len(state.hands)
    most = hands * (HIGHEST if state.options.double_after_monte else HIGHEST // 2)
    for seat, (kept, given) in enumerate(zip(state.score, event.scores, strict=True)):
        if abs(given - kept) > most:
            yield SCORE_TOO_FAR.problem(f"scores_{seat}", hands=hands, side=SideRef(seat), kept=kept, given=given)
    if hands == 1 and event.scores not in _after_one(state):
        yield SCORE_NO_HAND.problem("scores_0", kept=signed(state.score), given=signed(event.scores))


def _after_one(state: State) -> set[Score]:
    """Every total after one more hand; a monte before it may double it, and may itself be the last."""
    times = {1, 2} if state.options.double_after_monte else {1}
    after = {add(state.score, tuple(points * more for points in paid)) for paid in all_payments() for more in times}
    return after | {state.score} if state.options.monte_counts_as_deal else after


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """Best total first; level players by what the options compare, in that order; who is still level shares the place."""
    lines = state.finished[-1].lines if state.over and state.finished else state.lines
    groups = placing(state)
    for key in state.options.tie_breaks:
        groups = tuple(part for group in groups for part in _split(lines, group, key))
    return groups


def _split(lines: Sequence[Line], group: tuple[int, ...], key: str) -> Iterator[tuple[int, ...]]:
    merits = {seat: sum(_merit(line, seat, group, key) for line in lines) for seat in group}
    for merit in sorted(set(merits.values()), reverse=True):
        yield tuple(seat for seat in group if merits[seat] == merit)


def _merit(line: Line, seat: int, group: tuple[int, ...], key: str) -> int:
    """Of one line: 1 for a hand won as declarer, or 1 for every level player who paid while this one received."""
    hand = _hand(line.event)
    if hand is None or (key == "declared" and not hand.won):
        return 0
    if key == "declared":
        return int(hand.declarer == seat)
    paid = payments(hand.bid, hand.declarer, hand.amico, won=bool(hand.won))
    return sum(paid[other] < 0 for other in group) if paid[seat] > 0 else 0


def _hand(event: Event) -> TrionfoHand | None:
    while isinstance(event, Overruled):
        event = event.event
    return event if isinstance(event, TrionfoHand) else None


def slips(state: State, typed: Typed) -> Iterator[Slip]:
    yield from _result_turned(typed)
    yield from _players_exchanged(typed)
    yield from _other_bid(typed)
    yield from _played_on(typed)
    yield from _payments_misplaced(typed)
    yield from _not_doubled(state, typed)
    yield from _one_payment_wrong(state, typed)


def _result_turned(typed: Typed) -> Iterator[Slip]:
    given = typed.get("won", "")
    if given in ("yes", "no"):
        yield Slip("result_turned", _("won and lost are exchanged"), 1, repaired(typed, won="no" if given == "yes" else "yes"))


def _players_exchanged(typed: Typed) -> Iterator[Slip]:
    declarer, amico = (_letter(typed.get(box, "")) for box in ("declarer", "amico"))
    if declarer and amico and declarer != amico:
        yield Slip("players_exchanged", _("declarer and amico are exchanged"), 2, repaired(typed, declarer=amico, amico=declarer))
    for box, given in (("declarer", declarer), ("amico", amico)):
        for other in SIDE_LETTERS[:PLAYERS]:
            if given and other != given:
                params = {"meant": other, "given": given}
                yield Slip("wrong_player", _("the player is {meant}, not {given}"), 3, repaired(typed, **{box: other}), params)


def _letter(given: str) -> str:
    return SIDE_LETTERS[int(given)] if given in map(str, range(PLAYERS)) else given.upper()


def _other_bid(typed: Typed) -> Iterator[Slip]:
    for bid, label in BIDS.items():
        if bid != typed.get("bid", ""):
            fixed = repaired(typed, bid=bid) if bid == "chiamo" else repaired(typed, bid=bid, amico="")
            yield Slip("other_bid", _("the bid was “{bid}”"), 1 + (fixed.get("amico") != typed.get("amico")), fixed, {"bid": Text(label)})


def _played_on(typed: Typed) -> Iterator[Slip]:
    """The count was made after a maso had been decided: it says nothing and is left away."""
    if typed.get("bid", "") in (MASO, MASI) and (typed.get("points") or typed.get("tricks")):
        fixed = {**typed, "points": "", "tricks": ""}
        yield Slip("played_on", _("the hand was played on after the maso was decided: leave the count away"), 1, fixed)


def _payments_misplaced(typed: Typed) -> Iterator[Slip]:
    """A sign forgotten, or two columns exchanged."""
    boxes = [f"paid_{seat}" for seat in range(PLAYERS)]
    for box in boxes:
        given = number_in(typed.get(box, ""))
        if given:
            yield Slip("sign_forgotten", _("a minus sign is missing or too many"), 1, repaired(typed, **{box: -given}))
    for one, other in combinations(boxes, 2):
        if typed.get(one, "") != typed.get(other, ""):
            fixed = repaired(typed, **{one: typed.get(other, ""), other: typed.get(one, "")})
            yield Slip("payments_exchanged", _("two players' payments are exchanged"), 2, fixed)


def _not_doubled(state: State, typed: Typed) -> Iterator[Slip]:
    given = [number_in(typed.get(f"paid_{seat}", "")) for seat in range(PLAYERS)]
    if factor(state) == 2 and None not in given:
        fixed = repaired(typed, **{f"paid_{seat}": 2 * (points or 0) for seat, points in enumerate(given)})
        yield Slip("not_doubled", _("after a monte the hand is paid double"), 1, fixed)


def _one_payment_wrong(state: State, typed: Typed) -> Iterator[Slip]:
    """All the others are paid as in some hand."""
    given = [number_in(typed.get(f"paid_{seat}", "")) for seat in range(PLAYERS)]
    for paid in all_payments():
        due = [points * factor(state) for points in paid]
        wrong = [seat for seat in range(PLAYERS) if given[seat] != due[seat]]
        if len(wrong) == 1 and None not in given:
            (seat,) = wrong
            params: dict[str, str | SideRef] = {"side": SideRef(seat), "meant": signed([due[seat]]), "given": signed([given[seat] or 0])}
            message = _("{side} was written {given} instead of {meant}")
            yield Slip("payment_wrong", message, 1, repaired(typed, **{f"paid_{seat}": due[seat]}), params)

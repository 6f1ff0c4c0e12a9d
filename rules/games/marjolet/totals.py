"""Totals of a hand of Marjolet: what follows from the boxes, and how they are scored."""

from dataclasses import replace

from rules.games.marjolet import shares
from rules.games.marjolet.shares import Pair
from rules.games.marjolet.tables import TEN, MarjoletHand, MarjoletOptions
from rules.options import declared_fields
from rules.parsing import MISSING, Values
from rules.problems import Problem
from rules.scorebook import Ending, MatchState, Step
from rules.texts import Text, _

_NEEDED = ("seven", "last", "tenth")


def completed(state: MatchState[MarjoletOptions], values: Values) -> tuple[Values, list[Problem]]:
    """Melds not written are none where the hand was counted; the totals follow from the other boxes when they are not typed."""
    melds = values["melds"]
    if melds is None and (values["brisques"] or values["out"] is not None):
        melds = (0, 0)
    hand = MarjoletHand(**{**_kept(values), "melds": melds and tuple(points or 0 for points in melds), "total": None})
    total = values["total"] or (None, None)
    if None in total:
        due = expected(state.options, hand)
        if due is None:
            return values, _missing(state.options, hand, total)
        total = tuple(due[side] if given is None else given for side, given in enumerate(total))
    return {**values, "melds": hand.melds, "total": total}, []


def _kept(values: Values) -> Values:
    return {name: value for name, value in values.items() if value is not None and name in _FIELDS}


_FIELDS = {spec.name for spec in declared_fields(MarjoletHand)}


def _missing(options: MarjoletOptions, hand: MarjoletHand, total: tuple[int | None, ...]) -> list[Problem]:
    """What would be needed for the totals: these themselves, or the boxes of the count."""
    empty = (
        ["brisques_0"]
        if hand.brisques is None
        else [name for name in _NEEDED if getattr(hand, name) is None and _matters(options, hand, name)]
    )
    if hand.turned_seven and hand.dealer is None:
        empty.append("dealer")
    if hand.brisques is None:
        empty += [f"total_{side}" for side, points in enumerate(total) if points is None]
    labels = {box: spec.label for spec in declared_fields(MarjoletHand) for box in spec.boxes(2)}
    return [MISSING.problem(box, label=Text(labels[box])) for box in empty]


def _matters(options: MarjoletOptions, hand: MarjoletHand, name: str) -> bool:
    if name == "seven":
        return options.turned_seven_scores_when_played or not hand.turned_seven
    return name != "tenth" or options.tenth_trick_bonus != TEN or (hand.exchanged and options.exchanged_seven_scores_again)


def expected(options: MarjoletOptions, hand: MarjoletHand) -> Pair | None:
    """The totals that the boxes give; None when something that matters is not said, or is contradictory."""
    if hand.out is not None:
        return with_melds(hand, at_once(options, hand))
    if hand.brisques is None or hand.last is None or any(getattr(hand, name) is None and _matters(options, hand, name) for name in _NEEDED):
        return None
    known = replace(shares.known_of(hand), tricks=None)
    found = {way.points for way in shares.ways(options, known) if hand.dealer is not None or not hand.turned_seven}
    if len(found) != 1:
        return None
    points = found.pop()
    return with_melds(hand, (points[0] + hand.brisques[0], points[1] + hand.brisques[1]))


def at_once(options: MarjoletOptions, hand: MarjoletHand) -> Pair:
    """What is scored during the play, beside the melds."""
    points = [0, 0]
    if hand.turned_seven and hand.dealer is not None:
        points[hand.dealer % 2] += options.turned_seven
    if hand.seven is not None:
        points[hand.seven % 2] += TEN
    return points[0], points[1]


def with_melds(hand: MarjoletHand, points: Pair) -> Pair:
    melds = hand.melds or (0, 0)
    return points[0] + melds[0], points[1] + melds[1]


def steps(state: MatchState[MarjoletOptions], hand: MarjoletHand) -> tuple[Step, ...]:
    """The turned seven and the melds as they were scored, then the rest of the total; the target is looked at after the hand."""
    total = hand.total or (0, 0)
    turned = at_once(state.options, replace(hand, seven=None))
    melds = hand.melds or (0, 0)
    rest = tuple(points - more - melded for points, more, melded in zip(total, turned, melds, strict=True))
    ending = Ending.TARGET_REACHED if hand.out is None else Ending.DECLARATION
    found = [Step(_("turned seven"), turned, decides=False)] if any(turned) else []
    found += [Step(_("melds"), melds, decides=False)] if any(melds) else []
    return (*found, Step(_("hand"), rest, ending=ending))


def completed_hand(options: MarjoletOptions, hand: MarjoletHand) -> MarjoletHand:
    """A counted hand with its totals."""
    return replace(hand, total=expected(options, hand))

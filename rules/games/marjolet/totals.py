"""Totals of a hand of Marjolet: how they follow from the boxes, and how they are scored."""

from dataclasses import replace

from rules.endings import Ending
from rules.games.marjolet import shares
from rules.games.marjolet.shares import PointPair
from rules.games.marjolet.tables import TEN, MarjoletHand, MarjoletOptions
from rules.missing import build_missing
from rules.options import declared_fields
from rules.parsing import Values
from rules.problems import Problem
from rules.scorebook import MatchState, ScoreStep
from rules.texts import _

_NEEDED = ("seven", "last", "tenth")


def complete_values(state: MatchState[MarjoletOptions], values: Values) -> tuple[Values, list[Problem]]:
    """Melds that were not written are none where the hand was counted; totals that were not typed follow from the other boxes."""
    melds = values["melds"]
    if melds is None and (values["brisques"] or values["out"] is not None):
        melds = (0, 0)
    entry = MarjoletHand(**{**_select_hand_fields(values), "melds": melds and tuple(points or 0 for points in melds), "total": None})
    total = values["total"] or (None, None)
    if None in total:
        expected_total = compute_expected_totals(state.options, entry)
        if expected_total is None:
            return values, _find_missing_boxes(state.options, entry, total)
        total = tuple(expected_total[side] if typed_total is None else typed_total for side, typed_total in enumerate(total))
    return {**values, "melds": entry.melds, "total": total}, []


def _select_hand_fields(values: Values) -> Values:
    return {name: value for name, value in values.items() if value is not None and name in _FIELDS}


_FIELDS = {spec.name for spec in declared_fields(MarjoletHand)}


def _find_missing_boxes(options: MarjoletOptions, entry: MarjoletHand, total: tuple[int | None, ...]) -> list[Problem]:
    """One problem for each box that the totals need: the totals themselves, or the boxes of the count."""
    empty_boxes = (
        ["brisques_0"]
        if entry.brisques is None
        else [name for name in _NEEDED if getattr(entry, name) is None and _is_box_needed(options, entry, name)]
    )
    if entry.turned_seven and entry.dealer is None:
        empty_boxes.append("dealer")
    labels = {box: spec.label for spec in declared_fields(MarjoletHand) for box in spec.box_names(2)}
    empty_totals = [side for side, points in enumerate(total) if points is None and entry.brisques is None]
    return [
        *(build_missing(box, labels[box]) for box in empty_boxes),
        *(build_missing(f"total_{side}", labels[f"total_{side}"], side) for side in empty_totals),
    ]


def _is_box_needed(options: MarjoletOptions, entry: MarjoletHand, name: str) -> bool:
    if name == "seven":
        return options.turned_seven_scores_when_played or not entry.turned_seven
    return name != "tenth" or options.tenth_trick_bonus != TEN or (entry.exchanged and options.exchanged_seven_scores_again)


def compute_expected_totals(options: MarjoletOptions, entry: MarjoletHand) -> PointPair | None:
    """The totals that the boxes give; None when a fact that matters is missing, or the boxes contradict each other."""
    if entry.out is not None:
        return add_melds(entry, compute_immediate_points(options, entry))
    if (
        entry.brisques is None
        or entry.last is None
        or any(getattr(entry, name) is None and _is_box_needed(options, entry, name) for name in _NEEDED)
    ):
        return None
    facts = replace(shares.build_known_facts(entry), tricks=None)
    fixed_points = {
        outcome.points for outcome in shares.list_trick_outcomes(options, facts) if entry.dealer is not None or not entry.turned_seven
    }
    if len(fixed_points) != 1:
        return None
    points = fixed_points.pop()
    return add_melds(entry, (points[0] + entry.brisques[0], points[1] + entry.brisques[1]))


def compute_immediate_points(options: MarjoletOptions, entry: MarjoletHand) -> PointPair:
    """Points scored during the play, besides the melds."""
    points = [0, 0]
    if entry.turned_seven and entry.dealer is not None:
        points[entry.dealer % 2] += options.turned_seven
    if entry.seven is not None:
        points[entry.seven % 2] += TEN
    return points[0], points[1]


def add_melds(entry: MarjoletHand, points: PointPair) -> PointPair:
    melds = entry.melds or (0, 0)
    return points[0] + melds[0], points[1] + melds[1]


def compute_steps(state: MatchState[MarjoletOptions], entry: MarjoletHand) -> tuple[ScoreStep, ...]:
    """The turned seven and the melds as they were scored, then the remainder of the total; the target is checked after the hand."""
    total = entry.total or (0, 0)
    turned = compute_immediate_points(state.options, replace(entry, seven=None))
    melds = entry.melds or (0, 0)
    remainder = tuple(points - turned_points - meld_points for points, turned_points, meld_points in zip(total, turned, melds, strict=True))
    ending = Ending.TARGET_REACHED if entry.out is None else Ending.DECLARATION
    steps = [ScoreStep(_("turned seven"), turned, decides=False)] if any(turned) else []
    steps += [ScoreStep(_("melds"), melds, decides=False)] if any(melds) else []
    return (*steps, ScoreStep(_("hand"), remainder, ending=ending))


def complete_hand(options: MarjoletOptions, entry: MarjoletHand) -> MarjoletHand:
    """A counted hand with its totals."""
    return replace(entry, total=compute_expected_totals(options, entry))

"""The outcome of a service as messages that a page shows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.translation import gettext as _

from rules import Problem, describe, describe_near, describe_slip
from rules.options import FieldSpec
from rules.problems import Slip, fill_message
from scoring.entry.outcomes import Conflict, InvalidatedLine, Locked, Outcome, Rejected
from scoring.matches.boxes import format_box
from scoring.matches.conflicts import list_box_labels
from scoring.matches.queries import LineView, MatchView
from scoring.models.drafts import KIND, LINE

MISSING = "missing"
UNREAD = (MISSING, "not_a")
"""How codes of boxes begin that nobody could judge yet: there is nothing to insist upon."""


@dataclass(frozen=True, slots=True)
class SlipView:
    """A likely slip of the pen: the sentence that names it, and all boxes of the repaired sheet. `differences` are the changed ones."""

    sentence: str
    differences: str
    boxes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ProblemView:
    field: str
    sentence: str
    near: str
    slips: tuple[SlipView, ...]


@dataclass(frozen=True, slots=True)
class InvalidatedLineView:
    """A later line that would no longer fit after the change, with the reasons. `line` is None when the line is cancelled."""

    seq: int
    line: LineView | None
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutcomeMessage:
    """Why nothing was changed. `tone` is "asked", "refused", "locked" or "conflict"; `typed` are pairs of label and text."""

    tone: str
    title: str
    sentence: str = ""
    problems: tuple[ProblemView, ...] = ()
    invalidated: tuple[InvalidatedLineView, ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    can_overrule: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the boxes that the problems concern."""
        return tuple(problem.field for problem in self.problems)

    @property
    def has_proposal(self) -> bool:
        """Whether it comes with a button that is pressed rather than that of the form."""
        return bool(self.invalidated) or any(problem.slips for problem in self.problems[:1])

    @property
    def asks(self) -> bool:
        return self.tone == "asked"


def build_outcome_message(
    outcome: Outcome,
    view: MatchView,
    *,
    directs: bool,
    say: Callable[[FieldSpec, str], str] = format_box,
    own: int = 0,
    labels: Mapping[str, str] = MappingProxyType({}),
) -> OutcomeMessage | None:
    """Build the message of an outcome; None when the change was saved. `directs` allows a director to overrule impossible scores.

    `say` writes what a proposal puts into a box; of two sides the `own` one stands first. `labels` are those of boxes that the page
    calls otherwise than the rules do.
    """
    match outcome:
        case Rejected():
            outcome = replace(outcome, problems=tuple(_label_problem(problem, labels) for problem in outcome.problems))
            return _build_refusal_message(outcome, view, lambda slip: _format_repaired_boxes(slip, view, say, own), directs=directs)
        case Locked(refusal=refusal):
            return OutcomeMessage("locked", _("Not possible now"), str(refusal.message))
        case Conflict():
            return _build_conflict_message(outcome, view)
    return None


def _build_refusal_message(outcome: Rejected, view: MatchView, format_slip: Callable[[Slip], str], *, directs: bool) -> OutcomeMessage:
    if outcome.invalidated:
        sentence = _("After this change only the lines below no longer fit; all others are counted again.")
        return OutcomeMessage("refused", _("Not saved"), sentence, invalidated=_build_invalidated_views(outcome.invalidated, view))
    problems = tuple(_build_problem_view(problem, view, format_slip) for problem in outcome.problems)
    if outcome.only_remarkable:
        return OutcomeMessage("asked", _("Is this right?"), problems=problems)
    refusal = str(outcome.refusal.message) if outcome.refusal else ""
    judged = [problem for problem in outcome.problems if problem.is_impossible and not problem.fact.code.startswith(UNREAD)]
    unwritten = bool(outcome.problems) and all(problem.fact.code == MISSING for problem in outcome.problems)
    title = _("Something is missing") if unwritten else _("Not saved: these points are not possible")
    if outcome.refusal and not problems:  # what the desk forbids says nothing about points
        title = _("Not saved")
    return OutcomeMessage("refused", title, refusal, problems, can_overrule=directs and bool(judged))


def _label_problem(problem: Problem, labels: Mapping[str, str]) -> Problem:
    if problem.field not in labels or "label" not in problem.params:
        return problem
    return replace(problem, params={**problem.params, "label": labels[problem.field]})


def _build_problem_view(problem: Problem, view: MatchView, format_slip: Callable[[Slip], str]) -> ProblemView:
    return ProblemView(
        field=problem.field,
        sentence=fill_message(problem.fact.message, problem.params, _, view.names),
        near=describe_near(problem, _) if problem.near else "",
        slips=tuple(SlipView(describe_slip(slip, _, view.names), format_slip(slip), slip.fields) for slip in problem.slips),
    )


def _format_repaired_boxes(slip: Slip, view: MatchView, say: Callable[[FieldSpec, str], str], own: int) -> str:
    """The fields that the slip changes, as they would stand on the sheet: `Total 31–39`."""
    texts, sides_from_own = [], -1 if own and len(view.sides) == 2 else 1
    for spec in view.game.fields_of(view.game.HandEntry):
        boxes = spec.box_names(len(view.sides))[::sides_from_own]
        if set(boxes) & set(slip.changed):
            values = [say(spec, slip.fields.get(box, "")) or "·" for box in boxes]
            texts.append(f"{_(spec.label)} {'–'.join(values)}")
    return ", ".join(texts)


def _build_invalidated_views(invalidated: Iterable[InvalidatedLine], view: MatchView) -> tuple[InvalidatedLineView, ...]:
    lines = {line.seq: line for game in view.games for line in game.lines}
    return tuple(
        InvalidatedLineView(
            invalidated_line.seq,
            lines.get(invalidated_line.seq),
            tuple(describe(problem, _, view.names) for problem in invalidated_line.problems),
        )
        for invalidated_line in invalidated
    )


def _build_conflict_message(outcome: Conflict, view: MatchView) -> OutcomeMessage:
    sentence = _(
        "Not saved: somebody else changed this match while you were typing. Below is the match as it is now, and beside it what you typed."
    )
    typed: dict[str, str] = dict(outcome.draft.typed) if outcome.draft else {}
    kind = typed.pop(KIND, "hand")
    typed.pop(LINE, None)
    labels = list_box_labels(view, kind)
    boxes = tuple((labels.get(box, box), text) for box, text in typed.items() if text)
    return OutcomeMessage("conflict", _("Not saved: the match changed meanwhile"), sentence, typed=boxes)

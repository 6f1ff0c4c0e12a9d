"""What a service answered, in words that a page can show."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import Problem, declared_fields, describe, describe_near, describe_slip
from rules.problems import fill
from scoring.entry.outcomes import Conflict, Displaced, Locked, Outcome, Refused
from scoring.matches.conflicts import box_labels
from scoring.matches.queries import LineView, MatchView
from scoring.models.drafts import KIND, LINE

MISSING = "missing"
UNREAD = (MISSING, "not_a")
"""How codes of boxes begin that nobody could judge yet: there is nothing to insist upon."""


@dataclass(frozen=True, slots=True)
class SlipView:
    """A likely slip of the pen: what it would be, and the boxes as they would be then. `shown` is what differs, in words."""

    sentence: str
    shown: str
    boxes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ProblemView:
    field: str
    sentence: str
    near: str
    slips: tuple[SlipView, ...]


@dataclass(frozen=True, slots=True)
class DisplacedView:
    """A later line that would no longer fit."""

    seq: int
    line: LineView | None
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Why nothing was changed. `tone` is "asked", "refused", "locked" or "conflict"."""

    tone: str
    title: str
    sentence: str = ""
    problems: tuple[ProblemView, ...] = ()
    displaced: tuple[DisplacedView, ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    can_overrule: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """Boxes that the problems speak of."""
        return tuple(problem.field for problem in self.problems)

    @property
    def asks(self) -> bool:
        return self.tone == "asked"


def answer_for(outcome: Outcome, view: MatchView, *, directs: bool) -> Answer | None:
    """Nothing for what was saved."""
    match outcome:
        case Refused():
            return _refused(outcome, view, directs=directs)
        case Locked(refusal=refusal):
            return Answer("locked", _("Not possible now"), str(refusal.message))
        case Conflict():
            return _conflict(outcome, view)
    return None


def _refused(outcome: Refused, view: MatchView, *, directs: bool) -> Answer:
    if outcome.displaced:
        sentence = _("After this change these later lines would not fit. Correct or cancel them first, the last one first.")
        return Answer("refused", _("Nothing was changed"), sentence, displaced=_displaced(outcome.displaced, view))
    problems = tuple(_problem(problem, view) for problem in outcome.problems)
    if outcome.only_remarkable:
        return Answer("asked", _("Is this right?"), problems=problems)
    refusal = str(outcome.refusal.message) if outcome.refusal else ""
    judged = [problem for problem in outcome.problems if problem.impossible and not problem.fact.code.startswith(UNREAD)]
    unwritten = bool(outcome.problems) and all(problem.fact.code == MISSING for problem in outcome.problems)
    title = _("Something is missing") if unwritten else _("This cannot be")
    return Answer("refused", title, refusal, problems, can_overrule=directs and bool(judged))


def _problem(problem: Problem, view: MatchView) -> ProblemView:
    return ProblemView(
        field=problem.field,
        sentence=fill(problem.fact.message, problem.params, _, view.names),
        near=describe_near(problem, _) if problem.near else "",
        slips=tuple(SlipView(describe_slip(slip, _, view.names), _shown(slip.fields, view), slip.fields) for slip in problem.slips),
    )


def _shown(boxes: Mapping[str, str], view: MatchView) -> str:
    """The repaired boxes of the sides, as they would stand on the sheet."""
    specs = [spec for spec in declared_fields(view.game.HandEntry) if spec.per_side]
    pairs = [(_(spec.label), [boxes.get(box, "") for box in spec.boxes(len(view.sides))]) for spec in specs]
    return ", ".join(f"{label} {'–'.join(texts)}" for label, texts in pairs if all(texts))


def _displaced(displaced: Iterable[Displaced], view: MatchView) -> tuple[DisplacedView, ...]:
    lines = {line.seq: line for game in view.games for line in game.lines}
    return tuple(
        DisplacedView(one.seq, lines.get(one.seq), tuple(describe(problem, _, view.names) for problem in one.problems)) for one in displaced
    )


def _conflict(outcome: Conflict, view: MatchView) -> Answer:
    sentence = _("Somebody else changed this match while you were typing. Below is how it stands now; what you typed is kept beside it.")
    typed: dict[str, str] = dict(outcome.draft.typed) if outcome.draft else {}
    kind = typed.pop(KIND, "hand")
    typed.pop(LINE, None)
    labels = box_labels(view, kind)
    boxes = tuple((labels.get(box, box), text) for box, text in typed.items() if text)
    return Answer("conflict", _("Not saved: the match has moved on"), sentence, typed=boxes)

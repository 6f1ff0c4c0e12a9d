"""Problems of a sheet or of a played card as values: a fact, its parameters, the nearest possible values, and the likely slips."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.texts import SIDE_LETTERS, SideLabel, SideRef, Text, Translate, _

Param = int | str | Text | SideRef | SideLabel


class Severity(StrEnum):
    IMPOSSIBLE = "impossible"
    """Refused: no hand can end so. A director may overrule it, with a reason."""
    REMARKABLE = "remarkable"
    """Possible and rare, or out of order: asked once, then accepted."""


@dataclass(frozen=True, slots=True)
class NearestValues:
    """Values of one field with which the rest of the sheet would be possible, nearest first."""

    field: str
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """A writing mistake that explains the sheet: `fields` are the corrected typed boxes, `changes` is the number of changed boxes,
    without one that follows from another by subtraction.

    Of two with as many changes the one of the higher `likelihood` comes first; 1 is a mistake that everybody makes.
    """

    code: str
    message: str
    changes: int
    fields: Mapping[str, str] = dataclasses.field(hash=False)
    params: Mapping[str, Param] = dataclasses.field(default_factory=dict, hash=False)
    likelihood: float = 0.6
    changed: tuple[str, ...] = ()
    """Names of the boxes whose text is another than typed."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of problem, declared once: `code` is stable, `message` is a msgid with named placeholders."""

    code: str
    message: str
    severity: Severity = Severity.IMPOSSIBLE
    source: str = ""
    since: int = 1
    """Version of the game's rules from which this is refused; an event entered under an older one stands."""

    def problem(self, field: str = "", *, near: Sequence[NearestValues] = (), **params: Param) -> "Problem":
        return Problem(self, field, params, tuple(near))


@dataclass(frozen=True, slots=True)
class Problem:
    fact: Fact
    field: str = ""
    """Name of the form field it belongs to (`total_0`), empty for the whole sheet."""
    params: Mapping[str, Param] = dataclasses.field(default_factory=dict, hash=False)
    near: tuple[NearestValues, ...] = ()
    slips: tuple[Slip, ...] = ()
    line: int = 0
    """Where a file is read: the line that it stands in, from 1; 0 where there is none."""

    @property
    def code(self) -> str:
        return self.fact.code

    @property
    def severity(self) -> Severity:
        return self.fact.severity

    @property
    def source(self) -> str:
        return self.fact.source

    @property
    def is_impossible(self) -> bool:
        return self.severity is Severity.IMPOSSIBLE

    def refuses(self, version: int | None = None) -> bool:
        """Whether an event that was entered under this version of the game's rules is refused; None stands for today's."""
        return self.is_impossible and (version is None or self.fact.since <= version)

    def at_line(self, line: int) -> "Problem":
        return replace(self, line=line)

    def with_slips(self, slips: Iterable[Slip]) -> "Problem":
        return replace(self, slips=tuple(slips))


class RuleViolation(ValueError):
    """The rules refuse something; `problems` holds every reason."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(describe(problem, str) for problem in self.problems))


def check_problems(problems: Iterable[Problem]) -> None:
    """Raise RuleViolation with all `problems` when at least one of them is impossible."""
    all_problems = tuple(problems)
    if any(problem.is_impossible for problem in all_problems):
        raise RuleViolation(all_problems)


def describe(problem: Problem, translate: Translate, sides: Sequence[str] = SIDE_LETTERS) -> str:
    """The whole text: the line, the fact, the nearest possible values, the likeliest slip. `sides` are the names of the sides."""
    fact_text = fill_message(problem.fact.message, problem.params, translate, sides)
    parts = [translate(_("Line {line}: {text}")).format(line=problem.line, text=fact_text) if problem.line else fact_text]
    if problem.near:
        parts.append(translate(_("Nearest possible: {values}.")).format(values=describe_near(problem, translate)))
    if problem.slips:
        slip_text = describe_slip(problem.slips[0], translate, sides)
        parts.append(translate(_("Perhaps {slip}?")).format(slip=slip_text))
    return " ".join(parts)


_WORDS = {"yes": _("yes"), "no": _("no")}
"""What boxes to tick are called where they stand among values."""


def describe_near(problem: Problem, translate: Translate) -> str:
    texts = []
    for near in problem.near:
        values = [translate(_WORDS.get(value, value)) for value in near.values]
        texts.append(f"{translate(near.label)} {', '.join(values)}")
    return "; ".join(texts)


def describe_slip(slip: Slip, translate: Translate, sides: Sequence[str] = SIDE_LETTERS) -> str:
    return fill_message(slip.message, slip.params, translate, sides)


def fill_message(message: str, params: Mapping[str, Param], translate: Translate, sides: Sequence[str] = SIDE_LETTERS) -> str:
    """Translate a msgid and fill in its parameters, each translated or named first."""
    return translate(message).format_map({name: _format_param(value, translate, sides) for name, value in params.items()})


def _format_param(value: Param, translate: Translate, sides: Sequence[str]) -> str:
    if isinstance(value, Text):
        return translate(str(value))
    if isinstance(value, SideLabel):
        return f"{translate(value.label)} ({sides[value.side]})"
    if isinstance(value, SideRef):
        return sides[value]
    return str(value)

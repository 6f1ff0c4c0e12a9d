"""Why two meet, said at each pairing: scores, floats, and what was avoided or could not be."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import pairing
from pairing.changes import objections
from pairing.met_opponents import passed_over
from tournaments.draws.queries import PairingLine, RoundView
from tournaments.models import Draw

NameOf = Callable[[int], str]

KINDS = {
    "floats_up": "float",
    "rematch_avoided": "rematch",
    "rank_rematch_avoided": "rematch",
    "rematch_unavoidable": "again",
    "would_meet_again": "again",
    "forbidden_avoided": "apart",
    "rank_forbidden_avoided": "apart",
    "forbidden_unavoidable": "forbidden",
    "forbidden_met": "forbidden",
    "would_meet_forbidden": "forbidden",
    "same_club_unavoidable": "club",
    "would_meet_club": "club",
    "bye_again": "rest",
    "would_rest_again": "rest",
    "rank_leaves_no_round": "rest_of_round",
}
"""Reasons that are marked at their pairing, by what they tell."""
LABELS = {
    "float": ("⇅", _("floats")),
    "rematch": ("↺", _("rematch avoided")),
    "again": ("⟳", _("rematch")),
    "apart": ("⇹", _("kept apart")),
    "forbidden": ("⊘", _("should not meet")),
    "club": ("⌂", _("same club")),
    "rest": ("☾", _("second bye")),
    "rest_of_round": ("…", _("for the others' sake")),
}
FILTERS = ("float", "rematch", "again", "apart", "forbidden", "club", "rest")


@dataclass(frozen=True, slots=True)
class Mark:
    """`kind` is a key of `LABELS`; `sentence` tells the case."""

    kind: str
    sentence: str

    @property
    def icon(self) -> str:
        return LABELS[self.kind][0]

    @property
    def label(self) -> str:
        return str(LABELS[self.kind][1])

    @property
    def alarming(self) -> bool:
        return self.kind in {"again", "forbidden", "rest"}


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a side stood before the draw. `way` is ▲ for who meets a higher score, ▼ for who meets a lower one; `second` is the other
    score, where the draw looks at it."""

    points: int
    rank: int
    way: str = ""
    second: int | None = None


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A pairing with everything that the draw can say about it. `sides` are its sides, each with where it stood, if anywhere."""

    pairing: PairingLine
    stands: tuple[Stand | None, ...]
    marks: tuple[Mark, ...]
    reasons: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[object, Stand | None], ...]:
        return tuple(zip(self.pairing.sides, self.stands, strict=True))

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(mark.kind for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Explained:
    lines: tuple[ExplainedLine, ...]

    @property
    def counts(self) -> tuple[tuple[str, str, str, int], ...]:
        """Kind, icon, label and number of the pairings that carry such a mark."""
        told = [(kind, LABELS[kind][0], str(LABELS[kind][1]), sum(kind in line.kinds for line in self.lines)) for kind in FILTERS]
        return tuple(one for one in told if one[3])

    def showing(self, kind: str) -> "Explained":
        """Only the pairings with such a mark; all of them where no pairing has it."""
        found = tuple(line for line in self.lines if kind in line.kinds)
        return Explained(found) if found else self


def explained(view: RoundView, draw: Draw) -> Explained:
    """No query."""
    stored = stored_draw(draw)
    names = {seat.entry_id: seat.numbered for one in view.pairings for seat in one.seats}

    def name_of(entry: int) -> str:
        return names.get(entry, gettext("an entry"))

    objections = _objections(stored, view.pairings)
    passed = passed_over(stored)
    by_order = {one.order: one for one in stored.pairings}
    standing = {line.entrant: line for line in stored.request.standings}
    ranked = pairing.format_by_key(stored.request.format).sides == 2  # several play for places, whose points are halves in the draw
    lines = []
    for one in view.pairings:
        seated = [seat.entry_id for seat in one.seats]
        drawn = by_order.get(one.position)
        told = drawn.reasons if drawn and not one.changed else ()
        told = (*told, *passed.get(frozenset(seated), ()), *(reason for reason in objections if one.changed and _about(reason, seated)))
        marks = [Mark(KINDS[reason.code], pairing.describe(reason, gettext, name_of)) for reason in told if reason.code in KINDS]
        marks += _club_mark(one, marks)
        said = {mark.sentence for mark in marks}
        stands = _stands(one, standing if ranked else {}, floating=stored.request.format == "swiss")
        lines.append(ExplainedLine(one, stands, tuple(marks), tuple(text for text in one.reasons if text not in said)))
    return Explained(tuple(lines))


def stored_draw(draw: Draw) -> pairing.Draw:
    return pairing.draw_from_json({**draw.outcome, "request": draw.inputs})


def _club_mark(one: PairingLine, marks: Sequence[Mark]) -> list[Mark]:
    clubs = [side.club for side in one.sides]
    if len(clubs) < 2 or len(set(clubs)) > 1 or not clubs[0] or any(mark.kind == "club" for mark in marks):
        return []
    return [Mark("club", gettext("Both belong to %(club)s.") % {"club": clubs[0]})]


def _stands(one: PairingLine, standing: Mapping[int, pairing.Standing], *, floating: bool) -> tuple[Stand | None, ...]:
    """Of sides that are one entry each; nothing before the first results."""
    lines = [standing.get(side.seats[0].entry_id) if len(side.seats) == 1 else None for side in one.sides]
    scores = [line.primary for line in lines if line is not None]
    if not any(line.primary or line.opponents or line.byes for line in standing.values()):
        return tuple(None for _line in lines)
    uneven = floating and len(set(scores)) > 1
    second = floating and any(line.secondary for line in standing.values())

    def stand(line: pairing.Standing | None) -> Stand | None:
        if line is None:
            return None
        way = ("▲" if line.primary < max(scores) else "▼") if uneven else ""
        return Stand(line.primary, line.rank, way, line.secondary if second else None)

    return tuple(map(stand, lines))


def _objections(stored: pairing.Draw, pairings: Iterable[PairingLine]) -> tuple[pairing.Reason, ...]:
    """What speaks against the pairings that were made by hand."""
    by_order = {one.order: one for one in stored.pairings}
    seated = [
        replace(by_order[one.position], sides=tuple(seat.entry_id for seat in one.seats), bye=one.bye)
        for one in pairings
        if one.position in by_order
    ]
    return objections(stored, seated)


def _about(reason: pairing.Reason, seated: Sequence[int]) -> bool:
    return {value for name, value in reason.params if name in {"entrant", "other"}} <= set(seated)

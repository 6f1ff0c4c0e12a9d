"""The explanation of every pairing: scores, floats, and what was avoided or could not be avoided."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import pairing
from pairing.changes import find_objections
from pairing.met_opponents import find_passed_over
from tournaments.draws.queries import PairingLine, RoundView
from tournaments.models import Draw

NameFunction = Callable[[int], str]

KIND_BY_REASON = {
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
    "same_pool_unavoidable": "pool",
    "same_pool_met": "pool",
    "would_meet_pool": "pool",
    "bye_again": "rest",
    "would_rest_again": "rest",
    "rank_leaves_no_round": "rest_of_round",
}
"""Reasons that are marked at their pairing, by what they tell."""
KIND_LABELS = {
    "float": ("⇅", _("floats")),
    "rematch": ("↺", _("rematch avoided")),
    "again": ("⟳", _("rematch")),
    "apart": ("⇹", _("kept apart")),
    "forbidden": ("⊘", _("should not meet")),
    "club": ("⌂", _("same club")),
    "pool": ("▦", _("same pool")),
    "rest": ("☾", _("second bye")),
    "rest_of_round": ("…", _("so that the others can play")),
}
FEWEST_SHARED = 3
"""Matches, or byes, of which a reason is said once for all."""
FILTER_KINDS = ("float", "rematch", "again", "apart", "forbidden", "club", "pool", "rest")


@dataclass(frozen=True, slots=True)
class PairingMark:
    """`kind` is a key of `KIND_LABELS`; `sentence` describes the case."""

    kind: str
    sentence: str

    @property
    def icon(self) -> str:
        return KIND_LABELS[self.kind][0]

    @property
    def label(self) -> str:
        return str(KIND_LABELS[self.kind][1])

    @property
    def is_alarming(self) -> bool:
        return self.kind in {"again", "forbidden", "rest"}


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side's score and rank before the draw. `way` is ▲ for a side that meets a higher score, ▼ for one that meets a lower score;
    `second` is the secondary score, where the draw uses it.
    """

    points: int
    rank: int
    way: str = ""
    second: int | None = None


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A pairing with everything that the draw says about it. `sides` pairs each side with its score before the draw, or None."""

    pairing: PairingLine
    stands: tuple[SideScore | None, ...]
    marks: tuple[PairingMark, ...]
    reasons: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[object, SideScore | None], ...]:
        return tuple(zip(self.pairing.sides, self.stands, strict=True))

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(mark.kind for mark in self.marks)


@dataclass(frozen=True, slots=True)
class ExplainedRound:
    """Every pairing with its own reasons, and the reasons that all matches, or all byes, have in common: they are said once."""

    lines: tuple[ExplainedLine, ...]
    shared: tuple[str, ...] = ()

    @property
    def has_own_reasons(self) -> bool:
        """Whether anything is said of a single pairing."""
        texts = {line.pairing.title for line in self.lines}
        return len(texts) > 1 or any(line.reasons or line.marks or line.pairing.pool or line.pairing.changed for line in self.lines)

    @property
    def counts(self) -> tuple[tuple[str, str, str, int], ...]:
        """Kind, icon, label and number of the pairings that carry such a mark."""
        count_lines = [
            (kind, KIND_LABELS[kind][0], str(KIND_LABELS[kind][1]), sum(kind in line.kinds for line in self.lines)) for kind in FILTER_KINDS
        ]
        return tuple(count_line for count_line in count_lines if count_line[3])

    def filter_by_kind(self, kind: str) -> "ExplainedRound":
        """Only the pairings with such a mark; all pairings where none has it."""
        matching = tuple(line for line in self.lines if kind in line.kinds)
        return ExplainedRound(matching, self.shared) if matching else self


def explain_round(view: RoundView, draw: Draw) -> ExplainedRound:
    """Explain every pairing of a round. No query."""
    stored = parse_stored_draw(draw)
    names = {seat.entry_id: seat.numbered for pairing_line in view.pairings for seat in pairing_line.seats}

    def name_of(entry: int) -> str:
        return names.get(entry, gettext("an entry"))

    objections = _find_objections(stored, view.pairings)
    passed = find_passed_over(stored)
    by_order = {drawn_pairing.order: drawn_pairing for drawn_pairing in stored.pairings}
    standing = {line.entrant: line for line in stored.request.standings}
    chosen = pairing.format_by_key(stored.request.format)
    ranked = chosen.sides == 2  # several play for places, whose points are halves in the draw
    lines = []
    for pairing_line in view.pairings:
        seated = [seat.entry_id for seat in pairing_line.seats]
        drawn = by_order.get(pairing_line.position)
        reasons = drawn.reasons if drawn and not pairing_line.changed else ()
        reasons = (
            *reasons,
            *passed.get(frozenset(seated), ()),
            *(reason for reason in objections if pairing_line.changed and _is_about(reason, seated)),
        )
        marks = [
            PairingMark(KIND_BY_REASON[reason.code], pairing.format_reason(reason, gettext, name_of))
            for reason in reasons
            if reason.code in KIND_BY_REASON
        ]
        marks += _find_club_marks(pairing_line, marks)
        sentences = {mark.sentence for mark in marks}
        stands = _list_side_scores(pairing_line, standing if ranked else {}, floating=chosen.score_groups)
        lines.append(
            ExplainedLine(pairing_line, stands, tuple(marks), tuple(text for text in pairing_line.reasons if text not in sentences))
        )
    return _take_out_shared(lines)


def _take_out_shared(lines: Sequence[ExplainedLine]) -> ExplainedRound:
    shared: list[str] = []
    for is_bye in (False, True):
        alike = [line.reasons for line in lines if line.pairing.bye == is_bye]
        if len(alike) >= FEWEST_SHARED:
            shared += [text for text in alike[0] if all(text in reasons for reasons in alike)]
    own = (replace(line, reasons=tuple(text for text in line.reasons if text not in shared)) for line in lines)
    return ExplainedRound(tuple(own), tuple(dict.fromkeys(shared)))


def parse_stored_draw(draw: Draw) -> pairing.DrawnRound:
    return pairing.draw_from_json({**draw.outcome, "request": draw.inputs})


def _find_club_marks(pairing_line: PairingLine, marks: Sequence[PairingMark]) -> list[PairingMark]:
    clubs = [side.club for side in pairing_line.sides]
    if len(clubs) < 2 or len(set(clubs)) > 1 or not clubs[0] or any(mark.kind == "club" for mark in marks):
        return []
    return [PairingMark("club", gettext("Both belong to %(club)s.") % {"club": clubs[0]})]


def _list_side_scores(
    pairing_line: PairingLine, standing: Mapping[int, pairing.EntrantStanding], *, floating: bool
) -> tuple[SideScore | None, ...]:
    """The scores of the sides that are one entry each; None before the first results."""
    lines = [standing.get(side.seats[0].entry_id) if len(side.seats) == 1 else None for side in pairing_line.sides]
    scores = [line.primary for line in lines if line is not None]
    if not any(line.primary or line.opponents or line.byes for line in standing.values()):
        return tuple(None for _line in lines)
    uneven = floating and len(set(scores)) > 1
    second = floating and any(line.secondary for line in standing.values())

    def build_side_score(line: pairing.EntrantStanding | None) -> SideScore | None:
        if line is None:
            return None
        way = ("▲" if line.primary < max(scores) else "▼") if uneven else ""
        return SideScore(line.primary, line.rank, way, line.secondary if second else None)

    return tuple(map(build_side_score, lines))


def _find_objections(stored: pairing.DrawnRound, pairings: Iterable[PairingLine]) -> tuple[pairing.DrawReason, ...]:
    """The objections to the pairings that were made by hand."""
    by_order = {pairing_line.order: pairing_line for pairing_line in stored.pairings}
    seated = [
        replace(by_order[pairing_line.position], sides=tuple(seat.entry_id for seat in pairing_line.seats), bye=pairing_line.bye)
        for pairing_line in pairings
        if pairing_line.position in by_order
    ]
    return find_objections(stored, seated)


def _is_about(reason: pairing.DrawReason, seated: Sequence[int]) -> bool:
    return {value for name, value in reason.params if name in {"entrant", "other"}} <= set(seated)

"""The explanation of every pairing: scores, floats, and what was avoided or could not be avoided."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import pairing
from pairing.changes import find_objections
from pairing.met_opponents import find_passed_over
from pairing.swiss.acceleration import Acceleration, acceleration_from_certificate, format_virtual_points
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
class PairingFlag:
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
    `second` is the secondary score, where the draw uses it; `virtual` are the points that it has in this draw only.
    """

    points: int
    rank: int
    way: str = ""
    second: int | None = None
    virtual: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A pairing with everything that the draw says about it. `sides` pairs each side with its score before the draw, or None."""

    pairing: PairingLine
    stands: tuple[SideScore | None, ...]
    flags: tuple[PairingFlag, ...]
    reasons: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[object, SideScore | None], ...]:
        return tuple(zip(self.pairing.sides, self.stands, strict=True))

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(flag.kind for flag in self.flags)


@dataclass(frozen=True, slots=True)
class ExplainedRound:
    """Every pairing with its own reasons, and the reasons that all matches, or all byes, have in common: they are said once."""

    lines: tuple[ExplainedLine, ...]
    shared: tuple[str, ...] = ()


def explain_round(view: RoundView, draw: Draw) -> ExplainedRound:
    """Explain every pairing of a round. No query."""
    stored = parse_stored_draw(draw)
    names = {seat.entry_id: seat.numbered for pairing_line in view.pairings for seat in pairing_line.seats}

    def name_of(entry: int) -> str:
        return names.get(entry, gettext("an entry"))

    return _take_out_shared(explain_pairings(view.pairings, stored, collect_reasons(view.pairings, stored), name_of))


def collect_reasons(pairings: Sequence[PairingLine], stored: pairing.DrawnRound) -> list[tuple[pairing.DrawReason, ...]]:
    """All that the draw and the changes by hand give as reasons of each pairing."""
    objections = _find_objections(stored, pairings) if any(line.changed for line in pairings) else ()
    passed = find_passed_over(stored)
    by_order = {drawn_pairing.order: drawn_pairing for drawn_pairing in stored.pairings}
    collected = []
    for pairing_line in pairings:
        seated = [seat.entry_id for seat in pairing_line.seats]
        drawn = by_order.get(pairing_line.position)
        reasons = drawn.reasons if drawn and not pairing_line.changed else ()
        objecting = (reason for reason in objections if pairing_line.changed and _is_about(reason, seated))
        collected.append((*reasons, *passed.get(frozenset(seated), ()), *objecting))
    return collected


def explain_pairings(
    pairings: Sequence[PairingLine],
    stored: pairing.DrawnRound,
    collected: Sequence[Sequence[pairing.DrawReason]],
    name_of: NameFunction,
) -> list[ExplainedLine]:
    """The pairings with their flags, scores, and the reasons that are no flags. `stored` holds at least the standings of those who play."""
    standing = {line.entrant: line for line in stored.request.standings}
    chosen = pairing.format_by_key(stored.request.format)
    scored = standing if chosen.sides == 2 and has_results(stored.request.standings) else {}  # several play for halves of points
    acceleration = acceleration_from_certificate(stored.certificate)
    has_second = chosen.score_groups and any(line.secondary for line in scored.values())
    lines = []
    for pairing_line, reasons in zip(pairings, collected, strict=True):
        flags = [
            PairingFlag(KIND_BY_REASON[reason.code], pairing.format_reason(reason, gettext, name_of))
            for reason in reasons
            if reason.code in KIND_BY_REASON
        ]
        flags += _find_club_flags(pairing_line, flags)
        sentences = {flag.sentence for flag in flags}
        stands = _list_side_scores(pairing_line, scored, acceleration, floating=chosen.score_groups, has_second=has_second)
        texts = tuple(text for text in pairing_line.reasons if text not in sentences)
        lines.append(ExplainedLine(pairing_line, stands, tuple(flags), texts))
    return lines


def has_results(standings: Sequence[pairing.EntrantStanding]) -> bool:
    return any(line.primary or line.opponents or line.byes for line in standings)


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


def _find_club_flags(pairing_line: PairingLine, flags: Sequence[PairingFlag]) -> list[PairingFlag]:
    clubs = [side.club for side in pairing_line.sides]
    if len(clubs) < 2 or len(set(clubs)) > 1 or not clubs[0] or any(flag.kind == "club" for flag in flags):
        return []
    return [PairingFlag("club", gettext("Both belong to %(club)s.") % {"club": clubs[0]})]


def _list_side_scores(
    pairing_line: PairingLine,
    standing: Mapping[int, pairing.EntrantStanding],
    acceleration: Acceleration,
    *,
    floating: bool,
    has_second: bool,
) -> tuple[SideScore | None, ...]:
    """The scores of the sides that are one entry each; None without standings."""
    lines = [standing.get(side.seats[0].entry_id) if len(side.seats) == 1 else None for side in pairing_line.sides]
    scores = [acceleration.compute_score(line.entrant, line.primary) for line in lines if line is not None]
    uneven = floating and len(set(scores)) > 1

    def build_side_score(line: pairing.EntrantStanding | None) -> SideScore | None:
        if line is None:
            return None
        way = ("▲" if acceleration.compute_score(line.entrant, line.primary) < max(scores) else "▼") if uneven else ""
        virtual = format_virtual_points(acceleration.halves) if line.entrant in acceleration.members else ""
        return SideScore(line.primary, line.rank, way, line.secondary if has_second else None, virtual)

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

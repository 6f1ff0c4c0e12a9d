"""What a director has to decide before results are final, in words."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _

from pairing import format_by_key
from pairing.knockout import Knockout
from pairing.repechage import Repechage
from rankings.standings_pages.contradictions import (
    Contradiction,
    OpenPoints,
    ReopenedMatch,
    UnfinishedStage,
    list_entangled,
    read_open_points,
)
from tournaments.models import Entry, Tournament
from tournaments.stages.rounds import read_named_rounds

NamedRounds: TypeAlias = Mapping[tuple[int, int], str]
"""As of `read_named_rounds`."""


@dataclass(frozen=True, slots=True)
class SeatPoint:
    """A seat, or a list of those who go on, that contradicts the results: what is wrong, and what can be done about it."""

    contradiction: Contradiction
    title: str
    sentence: str
    follow_label: str
    """The text of the button that seats those who are due; empty where they cannot simply sit down."""
    stands_sentence: str = ""
    """Which places follow where the seat stands, in a bracket."""
    round_name: str = ""
    """Of the round that can be unpublished, where it has one."""
    again_sentence: str = ""
    """Which matches are played again together with this one."""

    @property
    def can_play_again(self) -> bool:
        point = self.contradiction
        return point.entered and bool(point.code) and 0 < len(point.seated) == len(point.due)

    @property
    def round_to_unpublish(self) -> int:
        """The round that can be unpublished, and drawn again; 0 where none can."""
        return (self.contradiction.round or 1) if self.contradiction.round_open else 0


@dataclass(frozen=True, slots=True)
class ReopenedPoint:
    match: ReopenedMatch
    title: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointsToDecide:
    reopened: tuple[ReopenedPoint, ...]
    seats: tuple[SeatPoint, ...]
    unfinished: tuple[UnfinishedStage, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.reopened or self.seats or self.unfinished)


def read_points_to_decide(tournament: Tournament) -> PointsToDecide:
    """Four queries beside those of `read_open_points`."""
    brackets = {number for number, key in tournament.stages.values_list("number", "format_key") if _places_by_bracket(key)}
    return build_points(read_open_points(tournament), brackets, read_named_rounds(tournament))


def _places_by_bracket(format_key: str) -> bool:
    return isinstance(format_by_key(format_key), Knockout | Repechage)


def build_points(points: OpenPoints, brackets: Collection[int], rounds: NamedRounds) -> PointsToDecide:
    ids = {entry for match in points.reopened for entry in match.entries}
    ids |= {entry for point in points.contradictions for entry in (*point.seated, *point.due, *point.exchanged)}
    names = {entry.pk: f"{entry.number} {entry.name}" for entry in Entry.objects.filter(pk__in=ids)}
    return PointsToDecide(
        reopened=tuple(
            ReopenedPoint(match, _format_place(match, rounds), tuple(names[entry] for entry in match.entries)) for match in points.reopened
        ),
        seats=tuple(
            _build_seat_point(
                point,
                names,
                rounds,
                places=point.stage in brackets,
                again=_describe_entangled(list_entangled(points.contradictions, point)) if point.entered else "",
            )
            for point in points.contradictions
        ),
        unfinished=points.unfinished,
    )


def describe_seat(seated: Sequence[str], due: Sequence[str]) -> str:
    """Who sits there, and who would by the results of today."""
    values = {"seated": ", ".join(seated), "due": ", ".join(due)}
    if seated and due:
        return _("%(seated)s sits there; by the results it is %(due)s.") % values
    if due:
        return _("By the results %(due)s belongs there too.") % values
    return _("%(seated)s sits there; by the results nobody has won this seat.") % values


def _describe_entangled(entangled: Sequence[Contradiction]) -> str:
    """Whoever is due at one of two matches sits at the other: neither can be played again alone."""
    if not entangled:
        return ""
    tables = ", ".join(str(other.table or other.code) for other in entangled)
    return _("Who is due here plays at table %(tables)s: that is played again too.") % {"tables": tables}


def _build_seat_point(point: Contradiction, names: Mapping[int, str], rounds: NamedRounds, *, places: bool, again: str) -> SeatPoint:
    seated, due = ([names[entry] for entry in entries] for entries in (point.seated, point.due))
    label = _("Seat %(due)s") % {"due": ", ".join(due)} if point.can_follow else ""
    round_name = rounds.get((point.stage, point.round or 1), "")
    if point.round:
        stands = _describe_places(point, seated, due, rounds) if places else ""
        return SeatPoint(point, _format_place(point, rounds), describe_seat(seated, due), label, stands, round_name, again)
    exchanged = ", ".join(names[entry] for entry in point.exchanged)
    sentence = point.problem or (_describe_order(exchanged) if exchanged else _describe_list(seated, due))
    return SeatPoint(point, _("Who qualifies for “%(stage)s”") % {"stage": point.stage_name}, sentence, label, round_name=round_name)


def _describe_places(point: Contradiction, seated: Sequence[str], due: Sequence[str], rounds: NamedRounds) -> str:
    """The places that follow where a seat of a bracket stands (`pairing.bracket_places.compute_bracket_places`)."""
    if not (seated and due):
        return ""
    name = rounds.get((point.stage, point.round - 1))
    before = _("“%(words)s”") % {"words": name} if name else str(point.round - 1)
    values = {"seated": ", ".join(seated), "due": ", ".join(due), "round": before}
    sentence = _(
        "If you let it stand: %(seated)s plays on for the places above; %(due)s is placed with those who went out in round %(round)s."
    )
    return sentence % values


def _describe_order(exchanged: str) -> str:
    return _("They go on in another order since a result was corrected: now %(names)s. The draw followed the old order.") % {
        "names": exchanged
    }


def _describe_list(seated: Sequence[str], due: Sequence[str]) -> str:
    values = {"seated": ", ".join(seated), "due": ", ".join(due)}
    if seated and due:
        return _("%(seated)s plays there; by the results it is %(due)s.") % values
    return (_("%(due)s qualifies and does not play there.") if due else _("%(seated)s plays there and does not qualify.")) % values


def _format_place(point: Contradiction | ReopenedMatch, rounds: NamedRounds) -> str:
    name = rounds.get((point.stage, point.round))
    if isinstance(point, Contradiction) and point.bye:
        return _("%(place)s, bye") % {"place": name or _("%(stage)s, round %(round)d") % {"stage": point.stage_name, "round": point.round}}
    values = {"stage": point.stage_name, "round": point.round, "table": point.table or point.code}
    if name:
        return _("%(place)s, table %(table)s") % {**values, "place": name} if values["table"] else name
    if not values["table"]:
        return _("%(stage)s, round %(round)d") % values
    return _("%(stage)s, round %(round)d, table %(table)s") % values

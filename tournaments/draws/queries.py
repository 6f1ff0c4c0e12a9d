"""A round's pairings: where everybody plays, and why."""

import datetime as dt
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from pairing import describe, reason_from_json, title_of
from pairing.codec import position_from_json
from pairing.reasons import ENTRANT_PARAMS
from tournaments.draws.publishing import Replay, replay_draw
from tournaments.halls.queries import places_by_table
from tournaments.models import Draw, Entry, Match, Round, Seat, Tournament
from tournaments.people.names import fold_name
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import by_side, side_club, side_name, side_number
from tournaments.stages.groups import group_name

SPREADING = frozenset({"repechage", "heats"})
"""Formats that keep the same club apart without being asked."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """An entry at its place in the round. `numbered` is its name with its number before it."""

    entry_id: int
    number: int
    name: str
    numbered: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side of a match: one entry, or two where partners change; number, name and club are those of both."""

    seats: tuple[SeatLine, ...]
    number: str
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class PairingLine:
    """One match or bye. `pool` is what its group is called, `title` the match's name in a bracket.

    `drawn` are the sides that the engine drew, where they were changed.
    """

    position: int
    code: str
    table: int | None
    bye: bool
    pool: str
    title: str
    sides: tuple[SideLine, ...]
    first_dealer: int
    reasons: tuple[str, ...]
    drawn: tuple[str, ...] = ()
    place: str = ""
    """Where the table stands, if it has a place of its own."""

    @property
    def changed(self) -> bool:
        return bool(self.drawn)

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """Everybody at the table, side by side."""
        return tuple(seat for side in self.sides for seat in side.seats)


@dataclass(frozen=True, slots=True)
class ChangeLine:
    first: str
    second: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its pairings in the order of the tables, byes last."""

    id: int
    stage_number: int
    stage: str
    number: int
    state: str
    state_label: str
    published_at: dt.datetime | None
    pairings: tuple[PairingLine, ...]

    @property
    def is_draft(self) -> bool:
        return self.state == Round.State.DRAFT

    @property
    def matches(self) -> tuple[PairingLine, ...]:
        return tuple(one for one in self.pairings if not one.bye)

    @property
    def byes(self) -> tuple[PairingLine, ...]:
        return tuple(one for one in self.pairings if one.bye)

    @property
    def entrants(self) -> tuple[SeatLine, ...]:
        """Everybody in the round by number."""
        return tuple(sorted((seat for one in self.pairings for seat in one.seats), key=lambda seat: seat.number))


@dataclass(frozen=True, slots=True)
class DrawView:
    """How a round was drawn, for whoever does not trust us."""

    round: RoundView
    seed: str
    engine: str
    digest: str
    made_at: dt.datetime
    made_by: str
    changes: tuple[ChangeLine, ...]
    published_old: tuple[str, ...]
    """Why it was published although it was out of date."""
    clubs: str
    replay: Replay


def draw_view(round_: Round, naming: Naming = IN_FULL) -> DrawView:
    """Five queries, the round and its stage apart."""
    draw = Draw.objects.select_related("made_by", "round").get(round=round_)
    pairings = pairing_lines(round_, draw, naming)
    names = {seat.entry_id: seat.numbered for one in pairings for seat in one.seats}
    return DrawView(
        round=_view(round_, pairings),
        seed=draw.seed,
        engine=f"{draw.inputs['format']} {draw.engine_version}",
        digest=draw.outcome["digest"],
        made_at=draw.made_at,
        made_by=draw.made_by.get_username(),
        changes=tuple(_change_line(change, names, naming) for change in draw.changes if "first" in change),
        published_old=tuple(naming.words(change["reason"]) for change in draw.changes if "out_of_date" in change),
        clubs=_clubs(draw),
        replay=replay_draw(draw),
    )


def _clubs(draw: Draw) -> str:
    """What the draw does about entries of the same club."""
    if draw.outcome["certificate"].get("proven_fewest") is True:
        return gettext("no draw keeps entries of one club further apart")
    if draw.inputs["format"] == "repechage" and draw.inputs["round"] > 1:
        return gettext("kept apart in the first turn; after it, who met there is kept apart")
    asked = draw.inputs["options"].get("clubs_apart", True if draw.inputs["format"] in SPREADING else None)
    if asked is None:
        return gettext("this format does not look at clubs")
    return gettext("kept apart as long as possible") if asked else gettext("may meet: the stage does not keep them apart")


def open_rounds(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[RoundView, ...]:
    """What is being played, stage by stage and table by table, who waits or rests last; drafts are nobody's business. Four queries."""
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED).select_related("stage")
    matches: dict[int, list[PairingLine]] = {}
    seats = _seats_by_match(Seat.objects.filter(round__in=rounds))
    places = places_by_table(tournament)
    by_table = (F("table").asc(nulls_last=True), "position")
    for match in Match.objects.filter(round__in=rounds).select_related("round__stage").order_by(*by_table):
        line = replace(_line(match, seats.get(match.pk, []), {}, str, naming), place=places.get(match.table or 0, ""))
        matches.setdefault(match.round_id, []).append(line)
    return tuple(_view(one, tuple(matches.get(one.pk, ()))) for one in rounds.order_by("stage__number"))


def find_pairings(round_: RoundView, wanted: str, called: Collection[int] = ()) -> tuple[PairingLine, ...]:
    """The matches of whoever is called so, or has that number; part of a name is enough. `called` are entries that are meant besides."""
    text = fold_name(wanted)
    if text.isdecimal():
        return tuple(one for one in round_.pairings if int(text) in {seat.number for seat in one.seats})
    return tuple(one for one in round_.pairings if text and any(text in fold_name(side.name) or _among(side, called) for side in one.sides))


def _among(side: SideLine, called: Collection[int]) -> bool:
    return any(seat.entry_id in called for seat in side.seats)


def pairing_lines(round_: Round, draw: Draw, naming: Naming = IN_FULL) -> tuple[PairingLine, ...]:
    """One query for the matches, one for their seats, one more where a reason names somebody who is not in the round."""
    matches = list(Match.objects.filter(round=round_).select_related("round__stage").order_by("position"))
    seats = _seats_by_match(Seat.objects.filter(round=round_))
    entries = {seat.entry_id: seat.entry for match in seats.values() for seat in match}
    named = {entry for match in matches for entry in _named(match)} - entries.keys()
    entries |= Entry.objects.in_bulk(named)
    drawn = {one["order"]: tuple(one["sides"]) for one in draw.outcome["pairings"]}

    def name_of(entry_id: int) -> str:
        return naming.numbered(entries[entry_id]) if entry_id in entries else gettext("an entry")

    return tuple(_line(match, seats.get(match.pk, []), drawn, name_of, naming) for match in matches)


def _named(match: Match) -> Iterator[int]:
    """Ids of those whom the reasons of a match name."""
    for reason in match.reasons:
        yield from (value for name, value in reason["params"].items() if name in ENTRANT_PARAMS)


def _seats_by_match(seats: QuerySet[Seat]) -> dict[int, list[Seat]]:
    """Seats with their entries and clubs, in the order of the sides."""
    by_match: dict[int, list[Seat]] = {}
    for seat in seats.select_related("entry__club").order_by("side", "place"):
        by_match.setdefault(seat.match_id, []).append(seat)
    return by_match


def _line(
    match: Match, seats: Sequence[Seat], drawn: Mapping[int, Sequence[int]], name_of: Callable[[int], str], naming: Naming
) -> PairingLine:
    engine = drawn.get(match.position, ())
    differs = bool(engine) and tuple(seat.entry_id for seat in seats) != tuple(engine)
    position = position_from_json(match.bracket)
    return PairingLine(
        position=match.position,
        code=match.code,
        table=match.table,
        bye=match.kind == Match.Kind.BYE,
        pool=group_name(match.round.stage.format_key, match.pool),
        title=describe(title_of(position), gettext) if position else "",
        sides=tuple(_side(side, naming) for side in by_side(seats)),
        first_dealer=match.first_dealer,
        reasons=tuple(describe(reason_from_json(reason), gettext, name_of) for reason in match.reasons),
        drawn=tuple(name_of(entry) for entry in engine) if differs else (),
    )


def _side(side: Sequence[Seat], naming: Naming) -> SideLine:
    seats = tuple(_seat(seat.entry, naming) for seat in side)
    return SideLine(seats, side_number(side, naming), side_name(side, naming), side_club(side, naming))


def _seat(entry: Entry, naming: Naming) -> SeatLine:
    return SeatLine(entry.pk, entry.number, naming.of(entry), naming.numbered(entry), entry.state == Entry.State.WITHDRAWN)


def _view(round_: Round, pairings: tuple[PairingLine, ...]) -> RoundView:
    return RoundView(
        id=round_.pk,
        stage_number=round_.stage.number,
        stage=round_.stage.name,
        number=round_.number,
        state=round_.state,
        state_label=round_.get_state_display(),
        published_at=round_.published_at,
        pairings=pairings,
    )


def _change_line(change: Mapping[str, Any], names: Mapping[int, str], naming: Naming) -> ChangeLine:
    first, second = names.get(change["first"], "?"), names.get(change["second"], "?")
    return ChangeLine(first, second, reason=naming.words(change["reason"]), by=str(change["by"]))

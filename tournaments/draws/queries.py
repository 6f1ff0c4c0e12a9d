"""The pairings of a round: where everybody plays, and why."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, F, QuerySet
from django.utils.translation import gettext

from pairing import build_match_title, format_by_key, format_reason, reason_from_json
from pairing.codec import position_from_json
from pairing.format import ClubRule
from pairing.reasons import ENTRANT_PARAMS
from tournaments.draws.door_notes import list_door_sentences, list_hand_changes, read_door_note
from tournaments.halls.queries import read_places_by_table
from tournaments.models import Draw, Entry, Match, Round, Seat, Tournament
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import format_side_club, format_side_name, format_side_number, group_by_side
from tournaments.stages.groups import format_group_name
from tournaments.stages.rounds import format_round_name, format_round_state


@dataclass(frozen=True, slots=True)
class SeatLine:
    """An entry in a round. `numbered` is its name after its number."""

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
    """One match or bye. `pool` is the name of its group, `title` the match's name in a bracket.

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
    by_door: bool = False
    """Whether it was not changed by hand, but for tables that were given at the door."""

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
    name: str
    """“Final”, “Round 3”."""
    state: str
    state_label: str
    published_at: dt.datetime | None
    pairings: tuple[PairingLine, ...]

    @property
    def is_draft(self) -> bool:
        return self.state == Round.State.DRAFT

    @property
    def matches(self) -> tuple[PairingLine, ...]:
        return tuple(pairing_line for pairing_line in self.pairings if not pairing_line.bye)

    @property
    def byes(self) -> tuple[PairingLine, ...]:
        return tuple(pairing_line for pairing_line in self.pairings if pairing_line.bye)


@dataclass(frozen=True, slots=True)
class DrawView:
    """How a round was drawn, for readers who want to check it. `round` comes without its pairings, `matches` and `byes` say how many."""

    round: RoundView
    matches: int
    byes: int
    fingerprint: str
    """What the actions on a draft carry, so that nobody decides about another one than they saw."""
    seed: str
    engine: str
    digest: str
    made_at: dt.datetime
    made_by: str
    changes: tuple[ChangeLine, ...]
    published_old: tuple[str, ...]
    """Why it was published although it was out of date."""
    clubs: str
    door: tuple[str, ...] = ()
    """What it says of tables given at the door, and how many slips there are."""
    slips: int = 0


def read_draw_view(round_: Round, naming: Naming = IN_FULL) -> DrawView:
    """How a round was drawn. At most four queries, without those for the round and its stage."""
    draw = Draw.objects.select_related("made_by").get(round=round_)
    note = read_door_note(draw)
    exchanges = [change for change in list_hand_changes(draw.changes) if "first" in change]
    exchanged = {change[side] for change in exchanges for side in ("first", "second")}
    names = {pk: naming.format_numbered_name(entry) for pk, entry in Entry.objects.in_bulk(exchanged).items()}
    kinds = dict(Match.objects.filter(round=round_).order_by().values_list("kind").annotate(number=Count("pk")))
    return DrawView(
        round=_build_round_view(round_, (), entries=len(draw.inputs["entrants"])),
        matches=sum(kinds.values()) - kinds.get(Match.Kind.BYE, 0),
        byes=kinds.get(Match.Kind.BYE, 0),
        fingerprint=draw.fingerprint,
        seed=draw.seed,
        engine=f"{draw.inputs['format']} {draw.engine_version}",
        digest=draw.outcome["digest"],
        made_at=draw.made_at,
        made_by=draw.made_by.get_username(),
        changes=tuple(_build_change_line(change, names, naming) for change in exchanges),
        published_old=tuple(naming.filter_staff_text(change["reason"]) for change in draw.changes if "out_of_date" in change),
        clubs=_format_club_rule(draw),
        door=list_door_sentences(draw),
        slips=len(note.lines) if note else 0,
    )


def read_round_view(round_: Round, naming: Naming = IN_FULL, positions: Collection[int] | None = None) -> RoundView:
    """A drawn round with all its pairings, or those at some positions. At most three queries without that for its draw."""
    pairings = read_pairing_lines(round_, round_.draw, naming, positions)
    return _build_round_view(round_, pairings, entries=len(round_.draw.inputs["entrants"]))


def list_seated(round_: Round, most: int | None = None) -> tuple[SeatLine, ...]:
    """Everybody in the round by number, or the first `most`. One query."""
    seated = Entry.objects.filter(pk__in=Seat.objects.filter(round=round_).values("entry")).order_by("number")
    return tuple(_build_seat_line(entry, IN_FULL) for entry in seated[:most])


def _format_club_rule(draw: Draw) -> str:
    """What the draw does about entries of the same club."""
    if draw.outcome["certificate"].get("proven_fewest") is True:
        return gettext("no draw keeps entries of one club further apart")
    rule = format_by_key(draw.inputs["format"]).club_rule
    if rule is ClubRule.FIRST_ROUND and draw.inputs["round"] > 1:
        return gettext("kept apart in the preliminary round; afterwards, those who met there are kept apart")
    clubs_apart = draw.inputs["options"].get("clubs_apart", None if rule is ClubRule.OPTION else True)
    if clubs_apart is None:
        return gettext("this format ignores clubs")
    return gettext("kept apart as long as possible") if clubs_apart else gettext("may meet: the stage does not keep them apart")


def list_open_rounds(tournament: Tournament) -> tuple[RoundView, ...]:
    """The published rounds, stage by stage, without their pairings; no drafts. One query."""
    published = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED).select_related("stage")
    rounds = published.annotate(entry_count=Count("stage__stage_entries")).order_by("stage__number", "number")
    return tuple(_build_round_view(round_, (), entries=round_.entry_count) for round_ in rounds)


def select_pairings(rounds: Sequence[int]) -> QuerySet[Match]:
    """The matches of the rounds by table, byes and waiting matches last."""
    by_table = (F("table").asc(nulls_last=True), "position")
    return Match.objects.filter(round__in=rounds).select_related("round__stage").order_by(*by_table)


def build_pairing_lines(tournament: Tournament, matches: Sequence[Match], naming: Naming = IN_FULL) -> list[PairingLine]:
    """The pairings of some matches of `select_pairings`. Two queries."""
    seats = _group_seats_by_match(Seat.objects.filter(match__in=matches))
    places = read_places_by_table(tournament)
    lines = (_build_pairing_line(match, seats.get(match.pk, []), {}, str, naming) for match in matches)
    return [replace(line, place=places.get(match.table or 0, "")) for match, line in zip(matches, lines, strict=True)]


def read_pairing_lines(
    round_: Round, draw: Draw, naming: Naming = IN_FULL, positions: Collection[int] | None = None
) -> tuple[PairingLine, ...]:
    """The pairings of a round, or those at some positions. One query for the matches, one for their seats, one more where a reason names an
    entry without a seat there.
    """
    chosen = {} if positions is None else {"position__in": list(positions)}
    matches = list(Match.objects.filter(round=round_, **chosen).select_related("round__stage").order_by("position"))
    seats = _group_seats_by_match(Seat.objects.filter(round=round_) if positions is None else Seat.objects.filter(match__in=matches))
    entries = {seat.entry_id: seat.entry for match in seats.values() for seat in match}
    drawn = {drawn_pairing["order"]: tuple(drawn_pairing["sides"]) for drawn_pairing in draw.outcome["pairings"]}
    named = {entry for match in matches for entry in (*_list_named_entries(match), *drawn.get(match.position, ()))} - entries.keys()
    entries |= Entry.objects.in_bulk(named)

    def name_of(entry_id: int) -> str:
        return naming.format_numbered_name(entries[entry_id]) if entry_id in entries else gettext("an entry")

    lines = [_build_pairing_line(match, seats.get(match.pk, []), drawn, name_of, naming) for match in matches]
    return tuple(_note_door_lines(draw, lines, drawn))


def _note_door_lines(draw: Draw, lines: Iterable[PairingLine], drawn: Mapping[int, Sequence[int]]) -> Iterator[PairingLine]:
    """The lines, with a note where the seats were changed by no hand."""
    by_hand = {change[side] for change in list_hand_changes(draw.changes) if "first" in change for side in ("first", "second")}
    has_note = read_door_note(draw) is not None
    for line in lines:
        involved = {*drawn.get(line.position, ()), *(seat.entry_id for seat in line.seats)}
        yield replace(line, by_door=True) if has_note and line.changed and not involved & by_hand else line


def _list_named_entries(match: Match) -> Iterator[int]:
    """Ids of the entries that the reasons of a match name."""
    for reason in match.reasons:
        yield from (value for name, value in reason["params"].items() if name in ENTRANT_PARAMS)


def _group_seats_by_match(seats: QuerySet[Seat]) -> dict[int, list[Seat]]:
    """Seats with their entries and clubs by match, in the order of the sides."""
    by_match: dict[int, list[Seat]] = {}
    for seat in seats.select_related("entry__club").order_by("side", "place"):
        by_match.setdefault(seat.match_id, []).append(seat)
    return by_match


def _build_pairing_line(
    match: Match, seats: Sequence[Seat], drawn: Mapping[int, Sequence[int]], name_of: Callable[[int], str], naming: Naming
) -> PairingLine:
    engine_sides = drawn.get(match.position, ())
    differs = bool(engine_sides) and tuple(seat.entry_id for seat in seats) != tuple(engine_sides)
    position = position_from_json(match.bracket)
    return PairingLine(
        position=match.position,
        code=match.code,
        table=match.table,
        bye=match.kind == Match.Kind.BYE,
        pool=format_group_name(match.round.stage.format_key, match.pool),
        title=format_reason(build_match_title(position), gettext) if position else "",
        sides=tuple(_build_side_line(side, naming) for side in group_by_side(seats)),
        first_dealer=match.first_dealer,
        reasons=tuple(format_reason(reason_from_json(reason), gettext, name_of) for reason in match.reasons),
        drawn=tuple(name_of(entry) for entry in engine_sides) if differs else (),
    )


def _build_side_line(side: Sequence[Seat], naming: Naming) -> SideLine:
    seats = tuple(_build_seat_line(seat.entry, naming) for seat in side)
    return SideLine(seats, format_side_number(side, naming), format_side_name(side, naming), format_side_club(side, naming))


def _build_seat_line(entry: Entry, naming: Naming) -> SeatLine:
    return SeatLine(entry.pk, entry.number, naming.format_name(entry), naming.format_numbered_name(entry), entry.has_left)


def _build_round_view(round_: Round, pairings: tuple[PairingLine, ...], *, entries: int) -> RoundView:
    return RoundView(
        id=round_.pk,
        stage_number=round_.stage.number,
        stage=round_.stage.name,
        number=round_.number,
        name=format_round_name(round_.stage, round_.number, entries),
        state=round_.state,
        state_label=format_round_state(round_),
        published_at=round_.published_at,
        pairings=pairings,
    )


def _build_change_line(change: Mapping[str, Any], names: Mapping[int, str], naming: Naming) -> ChangeLine:
    first, second = names.get(change["first"], "?"), names.get(change["second"], "?")
    return ChangeLine(first, second, reason=naming.filter_staff_text(change["reason"]), by=str(change["by"]))

"""One entry's card: current table, all rounds with the scores of their games, who is still to be met, and places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairing import format_by_key
from pairing.format import Family
from rankings.standings_pages.final_list import read_final_orders, read_final_teams
from rankings.standings_pages.queries import (
    POINTS,
    StandingLine,
    StandingsView,
    format_cell,
    list_published_stages,
    read_standings_view,
)
from rules.texts import format_score
from scoring.ledger.match_log import State
from scoring.matches.rounds import MatchRow, build_match_row, list_game_points
from scoring.standings.team_ranking import read_team_of
from standings.season import list_places
from tournaments.check_in.door_book import DoorSeat
from tournaments.check_in.door_queries import has_door_bye, read_door_seat
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.rounds import format_match_place, has_several_open_rounds


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match of the entry, which sits on side `side`; `own` is the name of its side, with the partner of that round."""

    row: MatchRow
    stage: str
    stage_number: int
    round: int
    side: int
    now: bool
    in_progress: bool
    """Whether its round is being played."""
    games: str
    """The scores of the games that were begun, the entry's own first: “31–24 · 12–31”; empty with more than two sides."""
    place: str
    """“Knockout · Semi-final”, “Swiss · Round 3”."""

    @property
    def own(self) -> str:
        return self.row.names[self.side]

    @property
    def opponents(self) -> tuple[str, ...]:
        return self.row.names[: self.side] + self.row.names[self.side + 1 :]

    @property
    def counts(self) -> bool:
        """False for a cancelled match: what was played there is shown, and nobody has won it."""
        return self.row.state is not State.VOID

    @property
    def is_open(self) -> bool:
        """Whether its state is told instead of who won: it is not settled, or was annulled."""
        return not (self.row.settled and self.counts)

    @property
    def won(self) -> bool:
        return self.counts and self.row.winner == self.side

    @property
    def lost(self) -> bool:
        return self.counts and self.row.winner is not None and not self.won

    @property
    def result(self) -> str:
        """Games won, the entry's own first; empty with more than two sides."""
        if self.row.crowded or not self.row.result:
            return ""
        return format_score(self.row.games_won[:: 1 if self.side == 0 else -1])

    @property
    def points(self) -> int | None:
        """Points of the entry in a match with more than two sides; else None."""
        return self.row.lines[self.side][1]


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """The place of the entry in a stage; `among` counts the lines in its `group`, or the teams; `cells` are the columns with their values."""

    stage: str
    number: int
    group: str
    line: StandingLine
    among: int
    cells: tuple[tuple[str, str], ...]
    to_meet: tuple[StandingLine, ...]
    """Who of its pool it has not met, and is not drawn to meet."""


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The place of the entry in the final list of several stages."""

    rank: int
    shared: bool
    among: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    entry: Entry
    name: str
    club: str
    now: tuple[PlayerMatch, ...]
    before: tuple[PlayerMatch, ...]
    places: tuple[PlayerPlace, ...]
    playing: bool
    """Whether a round is being played at all."""
    door: DoorSeat | None = None
    """The seat that it drew at the door, as long as no round is published."""
    door_bye: bool = False
    """Whether nobody sits opposite there, and nobody else is expected."""
    final: FinalPlace | None = None
    """Once everything is played, where the tournament had several stages."""

    @property
    def has_several_stages(self) -> bool:
        """Whether the number of a round does not say which round it was."""
        return len({match.stage_number for match in (*self.now, *self.before)}) > 1

    @property
    def rounds(self) -> tuple[PlayerMatch, ...]:
        """All matches, latest first."""
        return tuple(sorted((*self.now, *self.before), key=lambda match: (match.stage_number, match.round), reverse=True))

    @property
    def has_played_round(self) -> bool:
        """Whether its match of a round that others still play is over."""
        return any(match.in_progress for match in self.before)


def read_player_view(entry: Entry, naming: Naming = IN_FULL) -> PlayerView:
    """Ten queries while one stage is played, for any number of matches. `entry` comes with its tournament."""
    matches = tuple(list_entry_matches(entry, naming))
    door = None if matches else read_door_seat(entry)
    return PlayerView(
        entry=entry,
        name=naming.format_name(entry),
        club=naming.format_club(entry),
        now=tuple(match for match in reversed(matches) if match.now),
        before=tuple(match for match in matches if not match.now),
        places=tuple(_read_places(entry.tournament, entry, matches, naming)),
        playing=Round.objects.filter(stage__tournament=entry.tournament, state=Round.State.PUBLISHED).exists(),
        door=door,
        door_bye=door is not None and has_door_bye(entry),
        final=_read_final_place(entry),
    )


def _read_final_place(entry: Entry) -> FinalPlace | None:
    tournament = entry.tournament
    if tournament.state != Tournament.State.FINISHED or len(list_published_stages(tournament)) < 2:
        return None
    places = list(list_places(read_final_orders([tournament.pk])[tournament.pk], read_final_teams([tournament.pk])))
    among = sum(holders for _rank, holders, _together in places)
    own = ((rank, holders) for rank, holders, together in places if entry.pk in together)
    return next((FinalPlace(rank, holders > 1, among) for rank, holders in own), None)


def list_entry_matches(entry: Entry, naming: Naming = IN_FULL) -> Iterator[PlayerMatch]:
    """The matches of the entry in published and closed rounds, latest first. Two queries."""
    matches = Match.objects.filter(seats__entry=entry).exclude(round__state=Round.State.DRAFT).select_related("round__stage", "result")
    for match in matches.prefetch_related(prefetch_seats()).order_by("-round__stage__number", "-round__number"):
        side = next(seat.side for seat in match.seats.all() if seat.entry_id == entry.pk)
        row = build_match_row(match, naming)
        is_past = row.settled and has_several_open_rounds(match.round.stage)
        in_progress = match.round.state == Round.State.PUBLISHED
        yield PlayerMatch(
            row=row,
            stage=match.round.stage.name,
            stage_number=match.round.stage.number,
            round=match.round.number,
            side=side,
            now=in_progress and not is_past,
            in_progress=in_progress,
            games="" if row.crowded else " · ".join(format_score(points[:: 1 if side == 0 else -1]) for points in list_game_points(match)),
            place=format_match_place(match),
        )


def _read_places(tournament: Tournament, entry: Entry, matches: Sequence[PlayerMatch], naming: Naming) -> Iterator[PlayerPlace]:
    for stage in list_published_stages(tournament):
        view = read_standings_view(stage, naming)
        own = view.find_line(entry.pk)
        if own is None:
            continue
        group, line = own
        met = {number for match in matches if match.stage_number == stage.number for number in match.row.numbers}
        is_pool = format_by_key(stage.format_key).family is Family.POOLS
        to_meet = tuple(opponent for opponent in group.lines if opponent.number not in met | {entry.number}) if is_pool else ()
        if line.played or to_meet:
            pool = _("Pool %(name)s") % {"name": group.name} if group.name else ""
            among = len(set(read_team_of(stage).values())) if format_by_key(stage.format_key).in_teams else len(group.lines)
            yield PlayerPlace(stage.name, stage.number, pool, line, among, tuple(_format_cells(view, line)), to_meet)


def _format_cells(view: StandingsView, line: StandingLine) -> Iterator[tuple[str, str]]:
    """The tie-breaks in their order, without those that had nothing to decide."""
    for column in view.columns:
        text = "" if column.key == POINTS else format_cell(line.cells[column.key], share=column.share)
        if text:
            yield column.name, text

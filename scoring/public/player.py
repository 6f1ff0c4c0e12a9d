"""One entry's evening as whoever plays it asks for it: my table, against whom, how it went so far, my place."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.texts import dashed
from scoring.matches.rounds import MatchRow, match_row
from scoring.standings_pages.queries import StandingLine, stages_of, standings_view
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.people.naming import IN_FULL, Naming


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match of the entry, which sits on side `side`; `own` is what its side is called, with the partner of one round."""

    row: MatchRow
    stage: str
    round: int
    side: int
    now: bool

    @property
    def own(self) -> str:
        return self.row.names[self.side]

    @property
    def others(self) -> tuple[str, ...]:
        return self.row.names[: self.side] + self.row.names[self.side + 1 :]

    @property
    def won(self) -> bool:
        return self.row.winner == self.side

    @property
    def lost(self) -> bool:
        return self.row.winner is not None and not self.won

    @property
    def result(self) -> str:
        """Games won, one's own first; nothing where more than two play for themselves."""
        if self.row.crowded or not self.row.result:
            return ""
        return dashed(self.row.games_won[:: 1 if self.side == 0 else -1])

    @property
    def points(self) -> int | None:
        """Where more than two play for themselves."""
        return self.row.lines[self.side][1]


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """Where the entry stands in a stage, among how many."""

    stage: str
    line: StandingLine
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


def player_view(entry: Entry, naming: Naming = IN_FULL) -> PlayerView:
    """Eleven queries while one stage is played, however many matches there were. `entry` comes with its tournament."""
    matches = tuple(_matches(entry, naming))
    return PlayerView(
        entry=entry,
        name=naming.of(entry),
        club=naming.club(entry),
        now=tuple(one for one in matches if one.now),
        before=tuple(one for one in matches if not one.now),
        places=tuple(_places(entry.tournament, entry)),
        playing=Round.objects.filter(stage__tournament=entry.tournament, state=Round.State.PUBLISHED).exists(),
    )


def _matches(entry: Entry, naming: Naming) -> Iterator[PlayerMatch]:
    """The latest first."""
    matches = Match.objects.filter(seats__entry=entry).exclude(round__state=Round.State.DRAFT).select_related("round__stage", "result")
    for match in matches.prefetch_related("seats__entry").order_by("-round__stage__number", "-round__number"):
        side = next(seat.side for seat in match.seats.all() if seat.entry_id == entry.pk)
        now = match.round.state == Round.State.PUBLISHED
        yield PlayerMatch(match_row(match, naming), match.round.stage.name, match.round.number, side, now)


def _places(tournament: Tournament, entry: Entry) -> Iterator[PlayerPlace]:
    for stage in stages_of(tournament):
        for group in standings_view(stage).groups:
            for line in group.lines:
                if line.entry_id == entry.pk and line.played:
                    yield PlayerPlace(stage.name, line, len(group.lines))

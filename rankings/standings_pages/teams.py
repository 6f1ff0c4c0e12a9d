"""The standings of teams with names, and the matches from which each team's points come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from pairing import format_by_key
from rankings.standings_pages.queries import POINTS, StandingsView, format_cell
from scoring.standings.decisions import read_decisions
from scoring.standings.finished_matches import read_finished_matches
from scoring.standings.stored import read_scheme
from scoring.standings.team_ranking import TeamRanking, rank_teams
from standings import PartKind, PointSystem, build_match_parts
from standings.teams import TeamMatch
from tournaments.models import Match, Stage
from tournaments.stages.groups import format_team_name

BOARD_TITLES = {"games_won": gettext_noop("Boards won")}
"""What a tie-break counts where the entries are teams, by its key."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board of a team match: its code, the names of its two sides, and the score, empty while it is open: points, or games where only
    these were entered.
    """

    code: str
    names: tuple[str, str]
    score: str


@dataclass(frozen=True, slots=True)
class TeamMatchView:
    """A match of two teams by name, with the boards that each has won; `open_boards` count for nobody yet."""

    round: int
    teams: tuple[str, str]
    score: str
    points: str
    open_boards: int
    boards: tuple[BoardView, ...]


@dataclass(frozen=True, slots=True)
class TeamPart:
    """What one round brought a team: the opponent (empty for a bye), the boards seen from this team, and the worth in points."""

    round: int
    opponent: str
    score: str
    worth: str


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team: `cells` follow the columns of the standings, points first."""

    rank: int
    shared: bool
    number: int
    name: str
    members: tuple[str, ...]
    played: int
    cells: tuple[str, ...]
    parts: tuple[TeamPart, ...]

    @property
    def place(self) -> str:
        return f"{self.rank}=" if self.shared else str(self.rank)


@dataclass(frozen=True, slots=True)
class TeamTable:
    """`columns` are the headings of the cells; `matches` stand in the order of the rounds, the latest first."""

    columns: tuple[str, ...]
    lines: tuple[TeamLine, ...]
    matches: tuple[TeamMatchView, ...]


def read_team_table(view: StandingsView) -> TeamTable | None:
    """The teams of a stage as its standings `view` names their entries; None where no teams play. About eight queries."""
    stage = view.stage
    if not format_by_key(stage.format_key).in_teams or not view.groups:
        return None
    scheme = read_scheme(stage)
    ranking = rank_teams(stage, read_finished_matches(stage).results, scheme, read_decisions(stage))
    names = {line.entry_id: line.name for group in view.groups for line in group.lines}
    clubs = {line.entry_id: line.club for group in view.groups for line in group.lines}
    teams = {team: format_team_name(team, [clubs.get(entry, "") for entry in own]) for team, own in ranking.members.items()}
    shares = [(column.key, column.share) for column in view.columns]
    lines = tuple(_build_lines(ranking, teams, names, shares, scheme.system))
    matches = tuple(_build_matches(stage, ranking, teams, names))
    columns = tuple(_(BOARD_TITLES[column.key]) if column.key in BOARD_TITLES else column.name for column in view.columns)
    return TeamTable(columns, lines, matches)


def _build_lines(
    ranking: TeamRanking, teams: Mapping[int, str], names: Mapping[int, str], shares: list[tuple[str, bool]], system: PointSystem
) -> Iterator[TeamLine]:
    ranks = [line.rank for line in ranking.lines]
    for line in ranking.lines:
        values = (line.points, *line.cells)
        cells = tuple(format_cell(value, share=share and key != POINTS) for (key, share), value in zip(shares, values, strict=True))
        members = tuple(names[entry] for entry in ranking.members[line.entrant] if entry in names)
        parts = tuple(_build_parts(ranking, line.entrant, teams, system))
        yield TeamLine(line.rank, ranks.count(line.rank) > 1, line.entrant, teams[line.entrant], members, line.played, cells, parts)


def _build_parts(ranking: TeamRanking, team: int, teams: Mapping[int, str], system: PointSystem) -> Iterator[TeamPart]:
    by_round = {match.round: match for match in ranking.matches if team in match.teams}
    for part in build_match_parts(ranking.tally, team, ranking.tally.earned):
        worth = format_cell(system.convert_to_points(part.value))
        if part.kind is PartKind.REST:
            yield TeamPart(part.round, "", "", worth)
            continue
        match = by_round[part.round]
        own = match.teams.index(team)
        yield TeamPart(part.round, teams[match.teams[1 - own]], f"{match.won[own]}–{match.won[1 - own]}", worth)


def _build_matches(stage: Stage, ranking: TeamRanking, teams: Mapping[int, str], names: Mapping[int, str]) -> Iterator[TeamMatchView]:
    seats: dict[int, tuple[str, list[str]]] = {}
    rows = Match.objects.filter(round__stage=stage).order_by("pk", "seats__side").values_list("pk", "code", "seats__entry")
    for pk, code, entry in rows:
        seats.setdefault(pk, (code, []))[1].append(names.get(entry, ""))
    for match in sorted(ranking.matches, key=lambda match: -match.round):
        boards = tuple(_build_board(match, place, *seats[board.match]) for place, board in enumerate(match.boards))
        home, away = match.teams
        yield TeamMatchView(
            match.round,
            (teams[home], teams[away]),
            f"{match.won[0]}–{match.won[1]}",
            f"{match.points[0]}–{match.points[1]}" if any(match.points) else "",
            match.open_boards,
            boards,
        )


def _build_board(match: TeamMatch, place: int, code: str, names: list[str]) -> BoardView:
    board = match.boards[place]
    if len(names) == 1:
        nobody = _("nobody")
        sides = (names[0], nobody) if board.winner != 1 else (nobody, names[0])
        return BoardView("", sides, _("won without playing") if board.is_over else "")
    score = ""
    if board.is_cancelled:
        score = pgettext("board", "cancelled")
    elif board.is_over:
        counted = board.points if any(board.points) else board.games
        score = f"{counted[0]}–{counted[1]}" if board.is_played else _("walk-over")
    return BoardView(code, (names[0], names[1]), score)

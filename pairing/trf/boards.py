"""Matches of teams with several boards, put together from the lines of their players."""

from collections.abc import Mapping, Sequence

from pairing.reasons import DrawRefused
from pairing.trf.records import PlayerLine, RoundCell, TeamLine, TrfRecords
from pairing.trf.report import GAMES_OF_ONE, MET_CODES, ResultCode, TrfCell
from pairing.values import DrawReason

Rows = dict[int, tuple[TrfCell, ...]]
Games = dict[int, tuple[int, ...]]


def build_team_rows(records: TrfRecords, teams: Sequence[TeamLine], finished: int) -> tuple[Rows, Games]:
    """The rounds of every team, and its game points in halves, round by round.

    All boards of a match have the same opponents; the side with more game points wins. Raises: DrawRefused when boards of one team met
    different teams.
    """
    team_by_player = {player: team.number for team in teams for player in team.members}
    player_by_number = {player.number: player for player in records.players}
    opponents = {
        (team.number, place): _find_opponent(team, place, player_by_number, team_by_player) for team in teams for place in range(finished)
    }
    games = {team.number: [_count_games(records, team, place, player_by_number) for place in range(finished)] for team in teams}
    rows = {team.number: [TrfCell(ResultCode.ABSENT)] * finished for team in teams}
    for team in teams:
        for place in range(finished):
            opponent = opponents[team.number, place]
            cells = [cell for member in team.members if (cell := _get_cell(player_by_number, member, place))]
            if not opponent:
                rows[team.number][place] = TrfCell(_find_rest(cells))
                continue
            difference = games[team.number][place] - games[opponent][place]
            rows[team.number][place] = TrfCell(_find_code(cells, difference), opponent, first=_is_first(team, opponent, cells))
    _enter_forfeits(records, teams, rows, games)
    return {number: tuple(row) for number, row in rows.items()}, {number: tuple(points) for number, points in games.items()}


def _find_opponent(team: TeamLine, place: int, players: Mapping[int, PlayerLine], team_by_player: Mapping[int, int]) -> int:
    """The team that its boards met, 0 for none."""
    opponents = {
        team_by_player.get(cell.opponent, 0) for member in team.members if (cell := _get_cell(players, member, place)) and cell.opponent
    }
    if len(opponents) > 1 or team.number in opponents:
        raise DrawRefused([DrawReason.of("trf_boards", line=team.line, round=place + 1, number=team.number)])
    return opponents.pop() if opponents else 0


def _get_cell(players: Mapping[int, PlayerLine], number: int, place: int) -> RoundCell | None:
    cells = players[number].cells if number in players else ()
    return cells[place] if place < len(cells) else None


def _count_games(records: TrfRecords, team: TeamLine, place: int, players: Mapping[int, PlayerLine]) -> int:
    cells = [cell for member in team.members if (cell := _get_cell(players, member, place))]
    points = records.single_points
    values = GAMES_OF_ONE | {ResultCode.BYE: points.get("P", GAMES_OF_ONE[ResultCode.BYE])}
    values |= {ResultCode.WIN: points["W"], ResultCode.FORFEIT_WIN: points["W"]} if "W" in points else {}
    values |= {ResultCode.DRAW: points["D"]} if "D" in points else {}
    return sum(values.get(cell.code, 0) for cell in cells)


def _find_code(cells: Sequence[RoundCell], difference: int) -> ResultCode:
    """A match in which no board was played is a walk-over."""
    if any(cell.code in MET_CODES for cell in cells):
        return ResultCode.WIN if difference > 0 else ResultCode.LOSS if difference < 0 else ResultCode.DRAW
    return ResultCode.FORFEIT_WIN if difference > 0 else ResultCode.FORFEIT_LOSS


def _find_rest(cells: Sequence[RoundCell]) -> ResultCode:
    """What the players of a team without opponents have; boards won against nobody are a full bye."""
    codes = {cell.code for cell in cells}
    if ResultCode.FORFEIT_WIN in codes:
        return ResultCode.FULL_BYE
    return next((code for code in (ResultCode.BYE, ResultCode.FULL_BYE, ResultCode.HALF_BYE) if code in codes), ResultCode.ABSENT)


def _is_first(team: TeamLine, opponent: int, cells: Sequence[RoundCell]) -> bool:
    """The side of the first board's white; the smaller number where no board says it."""
    color = next((cell.color for cell in cells if cell.opponent), "")
    return color == "w" if color in {"w", "b"} else team.number < opponent


def _enter_forfeits(records: TrfRecords, teams: Sequence[TeamLine], rows: dict[int, list[TrfCell]], games: dict[int, list[int]]) -> None:
    """Matches for which a team did not come: the others' boards are won without play."""
    size = {team.number: len(team.members) for team in teams}
    for forfeit in records.forfeits:
        for side, team in enumerate(forfeit.teams):
            code, place = forfeit.codes[side], forfeit.round - 1
            rows[team][place] = TrfCell(code, forfeit.teams[1 - side], first=side == 0)
            if code is ResultCode.FORFEIT_WIN:
                games[team][place] = GAMES_OF_ONE[ResultCode.WIN] * size[team]

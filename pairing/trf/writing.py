"""Writing TRF. An entry is written as a team of one, so that other programs apply the team rules to it.

The team records have three columns for a number, and one bye for a round: a larger field, and one in which several had a bye at once, are
written as single players.
"""

from collections import Counter
from collections.abc import Iterator

from pairing.reasons import UnreadableInput
from pairing.swiss.acceleration import compute_virtual_halves
from pairing.trf.report import ResultCode, TrfCell, TrfReport
from rules.texts import _

MOST_TEAMS, MOST_ENTRIES = 999, 9_999
_POINTS = {"W": "win", "D": "draw", "L": "loss"}


def format_trf(report: TrfReport) -> str:
    """Raises: UnreadableInput for more entries than TRF can number."""
    numbers = range(1, len(report.names) + 1)
    if len(numbers) > MOST_ENTRIES:
        raise UnreadableInput(
            _("TRF has four columns for a number: {most} entries at most, not {given}."), most=MOST_ENTRIES, given=len(numbers)
        )
    teams = len(numbers) <= MOST_TEAMS and not _has_several_byes(report)
    clubs = list(_format_clubs(report))  # which readers would take for the teams of record 192, where no record 310 tells them
    lines = [
        f"012 {report.name}",
        f"142 {report.rounds}",
        *(["192 FIDE_TEAM_MP_GP"] if teams or not clubs else []),
        *(["352 W"] if teams else []),
        _format_scoring(report, bye=not teams),
    ]
    lines += [_format_player(report, number, bye=not teams) for number in numbers]
    lines += [_format_team(report, number) for number in numbers if teams]
    lines += clubs
    lines += [f"260   1 {report.rounds:>3} {first:>4} {second:>4}" for first, second in report.forbidden]
    lines += _format_byes(report) if teams else []
    lines += _format_acceleration(report, teams=teams)
    if report.absent:
        lines.append(f"240 Z {report.finished + 1:>3} " + " ".join(f"{number:>4}" for number in sorted(report.absent)))
    return "\n".join(lines) + "\n"


def _has_several_byes(report: TrfReport) -> bool:
    byes = Counter(place for cells in report.cells for place, cell in enumerate(cells) if cell.code is ResultCode.BYE)
    return max(byes.values(), default=0) > 1


def _format_halves(points: int) -> str:
    return f"{points // 2}.{'5' if points % 2 else '0'}"


def _format_scoring(report: TrfReport, *, bye: bool) -> str:
    points = _POINTS | ({"P": "bye"} if bye else {})
    return ("162 " if bye else "362 ") + "".join(
        f" {code}{_format_halves(getattr(report.scoring, name)):>4}   " for code, name in points.items()
    )


def _format_player(report: TrfReport, number: int, *, bye: bool) -> str:
    """With `bye` the player's own line tells its byes and its points, because no team record does."""
    cells = "".join(_format_cell(cell, bye=bye) for cell in report.cells[number - 1])
    games = sum({ResultCode.WIN: 2, ResultCode.FORFEIT_WIN: 2, ResultCode.DRAW: 1}.get(cell.code, 0) for cell in report.cells[number - 1])
    points = report.compute_score(number) if bye else games
    entry = report.get_entry(number)
    left = f"001 {number:>4}      {report.names[number - 1]:<33.33}{'':10}{entry.identity:>11.11}{'':12}"
    return f"{left}{_format_halves(points):>4} {entry.rank:>4}{cells}"


def _format_cell(cell: TrfCell, *, bye: bool) -> str:
    if not cell.opponent:
        return f"  0000 - {cell.code}" if bye else " " * 10
    return f"  {cell.opponent:>4} {'w' if cell.first else 'b'} {cell.code}"


def _format_team(report: TrfReport, number: int) -> str:
    games, points = report.get_game_score(number), _format_halves(report.compute_score(number))
    rank = report.get_entry(number).rank
    return f"310 {number:>3} {report.names[number - 1]:<32.32}{'':14}{points:>6} {_format_halves(games):>6} {rank:>3}  {number:>4}"


def _format_clubs(report: TrfReport) -> Iterator[str]:
    """Record 013: the entries of a club, as TRF16 lists teams of single players."""
    members: dict[str, list[int]] = {}
    for number, entry in enumerate(report.entries, start=1):
        if entry.club:
            members.setdefault(entry.club, []).append(number)
    for club, numbers in members.items():
        yield f"013 {club:<32.32}" + " ".join(f"{number:>4}" for number in numbers)


def _format_acceleration(report: TrfReport, *, teams: bool) -> Iterator[str]:
    """Record 250, one for every run of numbers with virtual points in a round."""
    for round_number, members in enumerate(report.accelerated, start=1):
        points = _format_halves(compute_virtual_halves(report.rounds, round_number, report.scoring.win) // 2)
        match_points, game_points = (points, "") if teams else ("", points)
        for first in sorted(number for number in members if number - 1 not in members):
            last = next(number for number in range(first, len(report.names) + 1) if number + 1 not in members)
            yield f"250 {match_points:>4} {game_points:>4} {round_number:>3} {round_number:>3} {first:>4} {last:>4}"


def _format_byes(report: TrfReport) -> list[str]:
    """Record 320: what a bye is worth, where it is not a draw, and who had it, round by round."""
    rounds = ["000"] * report.finished
    for number, cells in enumerate(report.cells, start=1):
        for round_index, cell in enumerate(cells):
            if cell.code is ResultCode.BYE:
                rounds[round_index] = f"{number:>3}"
    if report.scoring.bye == report.scoring.draw and not any(entry != "000" for entry in rounds):
        return []
    return [f"320 {_format_halves(report.scoring.bye):>4} {' 0.5'} " + " ".join(rounds)]

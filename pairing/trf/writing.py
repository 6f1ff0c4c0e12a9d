"""Writing TRF. An entry is written as a team of one, so that programs apply the team rules to it.

The records of teams have three columns for a number. A larger field is written as single players.
"""

from pairing.reasons import Unreadable
from pairing.trf.report import Cell, Mark, Report
from rules.texts import _

MOST_TEAMS, MOST_ENTRIES = 999, 9_999
_POINTS = {"W": "win", "D": "draw", "L": "loss"}


def write(report: Report) -> str:
    """Raises: Unreadable beyond the numbers that TRF can tell."""
    numbers = range(1, len(report.names) + 1)
    if len(numbers) > MOST_ENTRIES:
        raise Unreadable(
            _("TRF has four columns for a number: {most} entries at most, not {given}."), most=MOST_ENTRIES, given=len(numbers)
        )
    teams = len(numbers) <= MOST_TEAMS
    lines = [
        f"012 {report.name}",
        f"142 {report.rounds}",
        *(["192 FIDE_TEAM_MP_GP", "352 W"] if teams else []),
        _scoring(report, bye=not teams),
    ]
    lines += [_player(report, number, bye=not teams) for number in numbers]
    lines += [_team(report, number) for number in numbers if teams]
    lines += [f"260   1 {report.rounds:>3} {one:>4} {other:>4}" for one, other in report.forbidden]
    lines += _byes(report) if teams else []
    if report.absent:
        lines.append(f"240 Z {report.finished + 1:>3} " + " ".join(f"{number:>4}" for number in sorted(report.absent)))
    return "\n".join(lines) + "\n"


def _halves(points: int) -> str:
    return f"{points // 2}.{'5' if points % 2 else '0'}"


def _scoring(report: Report, *, bye: bool) -> str:
    points = _POINTS | ({"P": "bye"} if bye else {})
    return "362 " + "".join(f" {mark}{_halves(getattr(report.scoring, name)):>4}   " for mark, name in points.items())


def _player(report: Report, number: int, *, bye: bool) -> str:
    """`bye`: the player's own line tells its rests, because no record of the teams' does."""
    cells = "".join(_cell(cell, bye=bye) for cell in report.cells[number - 1])
    games = sum({Mark.WIN: 2, Mark.FORFEIT_WIN: 2, Mark.DRAW: 1}.get(cell.mark, 0) for cell in report.cells[number - 1])
    return f"001 {number:>4}      {report.names[number - 1]:<33.33}{'':33}{_halves(games):>4} {number:>4}{cells}"


def _cell(cell: Cell, *, bye: bool) -> str:
    if not cell.opponent:
        return f"  0000 - {cell.mark}" if bye else " " * 10
    return f"  {cell.opponent:>4} {'w' if cell.first else 'b'} {cell.mark}"


def _team(report: Report, number: int) -> str:
    games, points = report.other_score(number), _halves(report.score(number))
    return f"310 {number:>3} {report.names[number - 1]:<32.32}{'':14}{points:>6} {_halves(games):>6} {number:>3}  {number:>4}"


def _byes(report: Report) -> list[str]:
    """Record 320: who had the bye, round by round."""
    rounds = ["000"] * report.finished
    for number, cells in enumerate(report.cells, start=1):
        for place, cell in enumerate(cells):
            if cell.mark is Mark.BYE:
                rounds[place] = f"{number:>3}"
    if not any(entry != "000" for entry in rounds):
        return []
    return [f"320 {_halves(report.scoring.bye):>4} {' 0.5'} " + " ".join(rounds)]

"""Reading TRF: entries as teams of one (as we write them) or as single players; every fault is reported with its line."""

from dataclasses import dataclass, field, replace

from pairing.reasons import DrawRefused
from pairing.trf.report import MET_MARKS, TrfCell, TrfMark, TrfReport, TrfScoring
from pairing.values import DrawReason, Pair

_MARKS = {
    "1": TrfMark.WIN, "W": TrfMark.WIN, "=": TrfMark.DRAW, "D": TrfMark.DRAW, "0": TrfMark.LOSS, "L": TrfMark.LOSS,
    "+": TrfMark.FORFEIT_WIN, "-": TrfMark.FORFEIT_LOSS, "U": TrfMark.BYE, "F": TrfMark.BYE, "Z": TrfMark.ABSENT, "H": TrfMark.ABSENT,
}  # fmt: skip
_FIRST_CELL = 89
_CELL = 10


@dataclass(slots=True)
class _TrfReading:
    name: str = ""
    rounds: int = 0
    names: dict[int, str] = field(default_factory=dict)
    cells: dict[int, list[TrfCell | None]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    byes: list[tuple[int, int]] = field(default_factory=list)
    absences: list[tuple[int, int]] = field(default_factory=list)
    forbidden: set[Pair] = field(default_factory=set)
    games: dict[int, int] = field(default_factory=dict)


def parse_trf(text: str) -> TrfReport:
    """Raises: DrawRefused with every line that cannot be understood."""
    reading = _TrfReading()
    faults: list[DrawReason] = []
    for line_number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        try:
            _READERS.get(line[:3], _skip_record)(reading, line)
        except (ValueError, KeyError):
            faults.append(DrawReason.of("trf_line", line=line_number, text=line[:60]))
    faults += _find_contradictions(reading)
    if faults:
        raise DrawRefused(faults)
    return _build_report(reading)


def _skip_record(reading: _TrfReading, line: str) -> None:
    """Skip a record that says nothing about pairings."""


def _parse_name(reading: _TrfReading, line: str) -> None:
    reading.name = line[4:].strip()


def _parse_rounds(reading: _TrfReading, line: str) -> None:
    reading.rounds = int(line[4:])


def _parse_scoring(reading: _TrfReading, line: str) -> None:
    for start in range(5, len(line) - 1, 9):
        reading.points[line[start]] = _parse_halves(line[start + 1 : start + 5])


def _parse_player(reading: _TrfReading, line: str) -> None:
    number = int(line[4:8])
    reading.names[number] = line[14:47].strip()
    reading.cells[number] = [_parse_cell(line[start : start + _CELL]) for start in range(_FIRST_CELL, len(line.rstrip()), _CELL)]


def _parse_cell(text: str) -> TrfCell | None:
    """None for a round that the player's line leaves empty: another record may say what it was."""
    if not text.strip():
        return None
    opponent = int(text[2:6].strip() or 0)
    mark = _MARKS[text[9:10].upper().strip() or "Z"]
    return TrfCell(mark, opponent, first=text[7:8].lower() == "w") if opponent else TrfCell(mark)


def _parse_byes(reading: _TrfReading, line: str) -> None:
    reading.points["P"] = _parse_halves(line[4:8])
    for round_number, start in enumerate(range(14, len(line), 4), start=1):
        number = int(line[start : start + 3].strip() or 0)
        reading.byes += [(round_number, number)] if number else []


def _parse_absences(reading: _TrfReading, line: str) -> None:
    round_number = int(line[6:9])
    reading.absences += [(round_number, int(line[start : start + 4])) for start in range(10, len(line.rstrip()), 5)]


def _parse_team(reading: _TrfReading, line: str) -> None:
    """A team's second score; the first follows from its matches."""
    if line[61:67].strip():
        reading.games[int(line[4:7])] = _parse_halves(line[61:67])


def _parse_forbidden(reading: _TrfReading, line: str) -> None:
    numbers = sorted({int(line[start : start + 4]) for start in range(12, len(line.rstrip()), 5)})
    reading.forbidden |= {(first, second) for first in numbers for second in numbers if first < second}


_READERS = {
    "001": _parse_player,
    "012": _parse_name,
    "142": _parse_rounds,
    "240": _parse_absences,
    "260": _parse_forbidden,
    "310": _parse_team,
    "320": _parse_byes,
    "362": _parse_scoring,
}


def _parse_halves(text: str) -> int:
    doubled = 2 * float(text)
    if doubled != int(doubled):
        raise ValueError(text)
    return int(doubled)


def _find_contradictions(reading: _TrfReading) -> list[DrawReason]:
    """Numbers that are not 1, 2 … and matches that the two sides report differently."""
    contradictions = (
        [] if sorted(reading.names) == list(range(1, len(reading.names) + 1)) and reading.names else [DrawReason.of("trf_numbers")]
    )
    for number, cells in sorted(reading.cells.items()):
        for place, cell in enumerate(cells):
            if cell and cell.opponent and not _do_cells_agree(number, cell, reading.cells.get(cell.opponent, []), place):
                contradictions.append(DrawReason.of("trf_disagree", round=place + 1, number=number, opponent=cell.opponent))
    return contradictions


def _do_cells_agree(number: int, cell: TrfCell, opponent_cells: list[TrfCell | None], place: int) -> bool:
    opponent_cell = opponent_cells[place] if place < len(opponent_cells) else None
    return opponent_cell is not None and opponent_cell.opponent == number and (cell.mark in MET_MARKS) == (opponent_cell.mark in MET_MARKS)


def _build_report(reading: _TrfReading) -> TrfReport:
    finished = max(
        [len(cells) for cells in reading.cells.values()] + [place for place, _number in reading.byes],
    )
    table = [[*reading.cells[number], *[None] * finished][:finished] for number in sorted(reading.cells)]
    for place, number in reading.byes:
        table[number - 1][place - 1] = TrfCell(TrfMark.BYE)
    points = reading.points
    win = points.get("W", 2)
    scoring = TrfScoring(win, points.get("D", win // 2), points.get("L", 0), points.get("P", win))
    report = TrfReport(
        name=reading.name,
        rounds=max(reading.rounds, finished),
        names=tuple(reading.names[number] for number in sorted(reading.names)),
        cells=tuple(tuple(cell or TrfCell(TrfMark.ABSENT) for cell in row) for row in table),
        scoring=scoring,
        forbidden=tuple(sorted(reading.forbidden)),
        absent=frozenset(number for place, number in reading.absences if place == finished + 1),
    )
    own = tuple(report.compute_game_score(number) for number in sorted(reading.names))
    games = tuple(reading.games.get(number, derived) for number, derived in zip(sorted(reading.names), own, strict=True))
    return report if games == own else replace(report, games=games)

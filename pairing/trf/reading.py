"""Reading TRF: entries as teams of one (as we write them) or as single players; every fault with its line."""

from dataclasses import dataclass, field, replace

from pairing.reasons import DrawRefused
from pairing.trf.report import MET, Cell, Mark, Report, Scoring
from pairing.values import Pair, Reason

_MARKS = {
    "1": Mark.WIN, "W": Mark.WIN, "=": Mark.DRAW, "D": Mark.DRAW, "0": Mark.LOSS, "L": Mark.LOSS,
    "+": Mark.FORFEIT_WIN, "-": Mark.FORFEIT_LOSS, "U": Mark.BYE, "F": Mark.BYE, "Z": Mark.ABSENT, "H": Mark.ABSENT,
}  # fmt: skip
_FIRST_CELL = 89
_CELL = 10


@dataclass(slots=True)
class _Reading:
    name: str = ""
    rounds: int = 0
    names: dict[int, str] = field(default_factory=dict)
    cells: dict[int, list[Cell | None]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    byes: list[tuple[int, int]] = field(default_factory=list)
    absences: list[tuple[int, int]] = field(default_factory=list)
    forbidden: set[Pair] = field(default_factory=set)
    games: dict[int, int] = field(default_factory=dict)


def read(text: str) -> Report:
    """Raises: DrawRefused with every line that cannot be understood."""
    reading = _Reading()
    faults: list[Reason] = []
    for place, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        try:
            _READERS.get(line[:3], _nothing)(reading, line)
        except (ValueError, KeyError):
            faults.append(Reason.of("trf_line", line=place, text=line[:60]))
    faults += _contradictions(reading)
    if faults:
        raise DrawRefused(faults)
    return _report(reading)


def _nothing(reading: _Reading, line: str) -> None:
    """Records that say nothing about pairings are skipped."""


def _name(reading: _Reading, line: str) -> None:
    reading.name = line[4:].strip()


def _rounds(reading: _Reading, line: str) -> None:
    reading.rounds = int(line[4:])


def _scoring(reading: _Reading, line: str) -> None:
    for start in range(5, len(line) - 1, 9):
        reading.points[line[start]] = _halves(line[start + 1 : start + 5])


def _player(reading: _Reading, line: str) -> None:
    number = int(line[4:8])
    reading.names[number] = line[14:47].strip()
    reading.cells[number] = [_cell(line[start : start + _CELL]) for start in range(_FIRST_CELL, len(line.rstrip()), _CELL)]


def _cell(text: str) -> Cell | None:
    """None for a round that the player's line leaves empty: another record may tell what it was."""
    if not text.strip():
        return None
    opponent = int(text[2:6].strip() or 0)
    mark = _MARKS[text[9:10].upper().strip() or "Z"]
    return Cell(mark, opponent, first=text[7:8].lower() == "w") if opponent else Cell(mark)


def _byes(reading: _Reading, line: str) -> None:
    reading.points["P"] = _halves(line[4:8])
    for place, start in enumerate(range(14, len(line), 4), start=1):
        number = int(line[start : start + 3].strip() or 0)
        reading.byes += [(place, number)] if number else []


def _absences(reading: _Reading, line: str) -> None:
    place = int(line[6:9])
    reading.absences += [(place, int(line[start : start + 4])) for start in range(10, len(line.rstrip()), 5)]


def _team(reading: _Reading, line: str) -> None:
    """A team's second score; its first one follows from its matches."""
    if line[61:67].strip():
        reading.games[int(line[4:7])] = _halves(line[61:67])


def _forbidden(reading: _Reading, line: str) -> None:
    numbers = sorted({int(line[start : start + 4]) for start in range(12, len(line.rstrip()), 5)})
    reading.forbidden |= {(one, other) for one in numbers for other in numbers if one < other}


_READERS = {
    "001": _player,
    "012": _name,
    "142": _rounds,
    "240": _absences,
    "260": _forbidden,
    "310": _team,
    "320": _byes,
    "362": _scoring,
}


def _halves(text: str) -> int:
    doubled = 2 * float(text)
    if doubled != int(doubled):
        raise ValueError(text)
    return int(doubled)


def _contradictions(reading: _Reading) -> list[Reason]:
    """Numbers that are not 1, 2 … and matches that the two sides tell differently."""
    found = [] if sorted(reading.names) == list(range(1, len(reading.names) + 1)) and reading.names else [Reason.of("trf_numbers")]
    for number, cells in sorted(reading.cells.items()):
        for place, cell in enumerate(cells):
            if cell and cell.opponent and not _agrees(number, cell, reading.cells.get(cell.opponent, []), place):
                found.append(Reason.of("trf_disagree", round=place + 1, number=number, opponent=cell.opponent))
    return found


def _agrees(number: int, cell: Cell, others: list[Cell | None], place: int) -> bool:
    other = others[place] if place < len(others) else None
    return other is not None and other.opponent == number and (cell.mark in MET) == (other.mark in MET)


def _report(reading: _Reading) -> Report:
    finished = max(
        [len(cells) for cells in reading.cells.values()] + [place for place, _number in reading.byes],
    )
    table = [[*reading.cells[number], *[None] * finished][:finished] for number in sorted(reading.cells)]
    for place, number in reading.byes:
        table[number - 1][place - 1] = Cell(Mark.BYE)
    points = reading.points
    win = points.get("W", 2)
    scoring = Scoring(win, points.get("D", win // 2), points.get("L", 0), points.get("P", win))
    report = Report(
        name=reading.name,
        rounds=max(reading.rounds, finished),
        names=tuple(reading.names[number] for number in sorted(reading.names)),
        cells=tuple(tuple(cell or Cell(Mark.ABSENT) for cell in row) for row in table),
        scoring=scoring,
        forbidden=tuple(sorted(reading.forbidden)),
        absent=frozenset(number for place, number in reading.absences if place == finished + 1),
    )
    own = tuple(report.games_of_one(number) for number in sorted(reading.names))
    games = tuple(reading.games.get(number, ours) for number, ours in zip(sorted(reading.names), own, strict=True))
    return report if games == own else replace(report, games=games)

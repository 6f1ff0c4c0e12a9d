"""Reading the records of TRF, as FIDE's TRF16 and TRF26 and the extensions of JaVaFo and bbpPairings lay them out.

Columns are counted in characters, from 0. What a record asks for that is not followed here is refused with its line, never passed over.
"""

import re
from collections.abc import Callable

from pairing.reasons import DrawRefused
from pairing.trf.records import PlayerLine, Restriction, RoundCell, TeamForfeit, TeamLine, TrfRecords, TrfRest, VirtualPoints
from pairing.trf.report import ResultCode
from pairing.values import DrawReason

CODES = {
    "1": ResultCode.WIN, "W": ResultCode.WIN, "=": ResultCode.DRAW, "D": ResultCode.DRAW, "0": ResultCode.LOSS, "L": ResultCode.LOSS,
    "+": ResultCode.FORFEIT_WIN, "-": ResultCode.FORFEIT_LOSS, "U": ResultCode.BYE, "F": ResultCode.FULL_BYE, "H": ResultCode.HALF_BYE,
    "Z": ResultCode.ABSENT, "": ResultCode.ABSENT,
}  # fmt: skip
FIRST_CELL, CELL = 89, 10
_SINGLE_SYMBOLS = {"W": "W", "D": "D", "L": "L", "P": "P", "A": "Z", "Z": "Z", "F": "F", "H": "H", "X": "FW"}
_TEAM_SYMBOLS = {"TW": "W", "TD": "D", "TL": "L", "W": "W", "D": "D", "L": "L", "P": "P"}
_JAVAFO_SYMBOLS = {"PAB": "P", "FPB": "F", "HPB": "H", "ZPB": "Z", "FW": "FW", "FL": "FL"}
_BBP_SYMBOLS = {"W": "W", "D": "D", "L": "L", "U": "P", "F": "FL", "Z": "Z"}
_INFORMATION = re.compile("0[0-9]2|1[0-378]2|2[0-2]2|300|302|352|801|802")
"""Records that say nothing about who can meet whom; the boards of a team match (300) are in the players' lines."""
_EXTENSION = re.compile(r"(XX[A-Z]|BB[WDLUZF]|[0-9]{3})( |$)")
_LINE_END = re.compile("\r\n?|\n")
_POINTS = re.compile(r"([A-Z]{1,2}) *(-?[0-9.]+)")


def read_records(text: str) -> TrfRecords:
    """Raises: DrawRefused with every line that cannot be read or is not followed."""
    records = TrfRecords()
    faults: list[DrawReason] = []
    for number, line in enumerate(_LINE_END.split(text.lstrip("\ufeff")), start=1):
        code = line[:3]
        read = _READERS.get(code)
        if read is None:
            if _EXTENSION.match(line) and not _INFORMATION.match(code):
                faults.append(DrawReason.of("trf_record", line=number, record=code))
            continue
        try:
            read(records, number, line)
        except (ValueError, KeyError, IndexError):
            faults.append(DrawReason.of("trf_line", line=number, text=line[:60]))
    if faults:
        raise DrawRefused(faults)
    return records


def parse_halves(text: str) -> int:
    """Points as an integer number of halves. Raises: ValueError."""
    doubled = 2 * float(text)
    if not doubled.is_integer():
        raise ValueError(text)
    return int(doubled)


def parse_round(text: str) -> int:
    """The number of a round, from 1 on. Raises: ValueError."""
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def _read_name(records: TrfRecords, number: int, line: str) -> None:
    records.name = line[4:].strip()


def _read_rounds(records: TrfRecords, number: int, line: str) -> None:
    records.rounds = int(line[4:])


def _read_system(records: TrfRecords, number: int, line: str) -> None:
    records.system, records.system_line = line[4:].strip(), number


def _read_first_color(records: TrfRecords, number: int, line: str) -> None:
    """152, or XXC with a colour; XXC also says "rank", which is how we number anyway."""
    if line[:3] == "152" or re.search("white1|black1", line):
        records.colours_line = number


def _read_player(records: TrfRecords, number: int, line: str) -> None:
    cells = [_read_cell(line[start : start + CELL]) for start in range(FIRST_CELL, len(line.rstrip()), CELL)]
    while cells and cells[-1].is_blank:
        cells.pop()
    points = line[80:84].strip()
    records.players.append(
        PlayerLine(
            number,
            int(line[4:8]),
            line[14:47].strip(),
            parse_halves(points) if points else None,
            tuple(cells),
            line[53:56].strip(),
            line[57:68].strip(),
        )
    )


def _read_cell(text: str) -> RoundCell:
    if not text.strip():
        return RoundCell(ResultCode.ABSENT, is_blank=True)
    result = text[9:10].upper().strip()
    return RoundCell(CODES[result], int(text[2:6].strip() or 0), text[7:8].lower().strip(" -"), result)


def _read_team(records: TrfRecords, number: int, line: str) -> None:
    """310: number, name, points, and the members in the order of the boards."""
    members = tuple(int(line[start : start + 4]) for start in range(73, len(line.rstrip()), 5) if line[start : start + 4].strip())
    match_points, game_points = line[54:60].strip(), line[61:67].strip()
    records.teams.append(
        TeamLine(
            number,
            int(line[4:7]),
            line[8:40].strip(),
            members,
            parse_halves(match_points) if match_points else None,
            parse_halves(game_points) if game_points else None,
        )
    )


def _read_team_of_2016(records: TrfRecords, number: int, line: str) -> None:
    """013 has no numbers: they follow the order of the file."""
    members = tuple(int(line[start : start + 4]) for start in range(36, len(line.rstrip()), 5) if line[start : start + 4].strip())
    records.teams_of_2016.append(TeamLine(number, len(records.teams_of_2016) + 1, line[4:36].strip(), members))


def _read_points(line: str, symbols: dict[str, str], points: dict[str, int]) -> None:
    """Symbols and their points; programs set them in different columns."""
    pairs = _POINTS.findall(line[4:])
    if "".join(map("".join, pairs)) != "".join(line[4:].split()):
        raise ValueError(line)
    points |= {symbols[symbol]: parse_halves(value) for symbol, value in pairs}


def _read_team_points(records: TrfRecords, number: int, line: str) -> None:
    _read_points(line, _TEAM_SYMBOLS, records.team_points)


def _read_single_points(records: TrfRecords, number: int, line: str) -> None:
    _read_points(line, _SINGLE_SYMBOLS, records.single_points)


def _read_points_of_javafo(records: TrfRecords, number: int, line: str) -> None:
    """XXS: what both colours score alike; different points for them are not followed."""
    typed = dict(word.split("=") for word in line[4:].split())
    points = {symbol: parse_halves(value) for symbol, value in typed.items()}
    for symbol in "WDL":
        values = [points.pop(color + symbol) for color in "WB" if color + symbol in points]
        if len(set(values)) > 1:
            raise ValueError(line)
        records.single_points |= dict.fromkeys(symbol if values else "", values[0] if values else 0)
    records.single_points |= {_JAVAFO_SYMBOLS[symbol]: value for symbol, value in points.items()}


def _read_points_of_bbp(records: TrfRecords, number: int, line: str) -> None:
    """BBW, BBD, BBL, BBU, BBF and BBZ, each with its points."""
    records.single_points[_BBP_SYMBOLS[line[2]]] = parse_halves(line[4:])


def _read_byes(records: TrfRecords, number: int, line: str) -> None:
    """320: match and game points of the bye, and the number that had it, round by round."""
    records.team_points["P"] = parse_halves(line[4:8])
    if line[9:13].strip():
        records.bye_games = parse_halves(line[9:13])
    for round_number, start in enumerate(range(14, len(line.rstrip()), 4), start=1):
        entry = int(line[start : start + 3].strip() or 0)
        records.rests += [TrfRest(number, round_number, entry, ResultCode.BYE)] if entry else []


def _read_rests(records: TrfRecords, number: int, line: str) -> None:
    """240: who rests in a round, with a full, a half or no point."""
    code, round_number = CODES[line[4:5]], parse_round(line[6:9])
    numbers = [int(line[start : start + 4]) for start in range(10, len(line.rstrip()), 5)]
    records.rests += [TrfRest(number, round_number, entry, code) for entry in numbers]


def _read_restriction(records: TrfRecords, number: int, line: str) -> None:
    """260: numbers that must not meet from one round to another."""
    numbers = tuple(int(line[start : start + 4]) for start in range(12, len(line.rstrip()), 5))
    records.restrictions.append(Restriction(numbers, int(line[4:7].strip() or 1), int(line[8:11].strip() or 0)))
    records.mentions += [(number, entry) for entry in numbers]


def _read_restriction_of_javafo(records: TrfRecords, number: int, line: str) -> None:
    numbers = tuple(map(int, line[4:].split()))
    records.restrictions.append(Restriction(numbers))
    records.mentions += [(number, entry) for entry in numbers]


def _read_absent(records: TrfRecords, number: int, line: str) -> None:
    numbers = set(map(int, line[4:].split()))
    records.next_absent |= numbers
    records.mentions += [(number, entry) for entry in numbers]


def _read_acceleration(records: TrfRecords, number: int, line: str) -> None:
    """250: match points, game points, first and last round, first and last number; a last that is missing is the first."""
    values = [line[start:end].strip() for start, end in ((4, 8), (9, 13))]
    points = next((value for value in values if value and parse_halves(value)), "0")
    first_round, last_round, first, last = (line[start : start + width].strip() for start, width in ((14, 3), (18, 3), (22, 4), (27, 4)))
    rounds = range(int(first_round), int(last_round or first_round) + 1)
    numbers = range(int(first), int(last or first) + 1)
    records.virtual.append(VirtualPoints(number, parse_halves(points), rounds, numbers))


def _read_acceleration_of_javafo(records: TrfRecords, number: int, line: str) -> None:
    """XXA: a number, and its points round by round."""
    entry = int(line[4:8])
    for place, start in enumerate(range(9, len(line.rstrip()), 5), start=1):
        points = parse_halves(line[start : start + 5])
        records.virtual.append(VirtualPoints(number, points, range(place, place + 1), range(entry, entry + 1)))


def _read_forfeit(records: TrfRecords, number: int, line: str) -> None:
    """330: `+-`, `-+` or `--`, the round, and both teams."""
    teams = (int(line[11:14]), int(line[15:18]))
    records.forfeits.append(TeamForfeit(number, parse_round(line[7:10]), teams, (CODES[line[4]], CODES[line[5]])))
    records.mentions += [(number, team) for team in teams]


_READERS: dict[str, Callable[[TrfRecords, int, str], None]] = {
    "001": _read_player,
    "012": _read_name,
    "013": _read_team_of_2016,
    "142": _read_rounds,
    "152": _read_first_color,
    "162": _read_single_points,
    "192": _read_system,
    "240": _read_rests,
    "250": _read_acceleration,
    "260": _read_restriction,
    "310": _read_team,
    "320": _read_byes,
    "330": _read_forfeit,
    "362": _read_team_points,
    **{f"BB{symbol}": _read_points_of_bbp for symbol in "WDLUFZ"},
    "XXA": _read_acceleration_of_javafo,
    "XXC": _read_first_color,
    "XXP": _read_restriction_of_javafo,
    "XXR": _read_rounds,
    "XXS": _read_points_of_javafo,
    "XXZ": _read_absent,
}

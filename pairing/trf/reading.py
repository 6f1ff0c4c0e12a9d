"""Reading TRF: teams, of one as we write them or of several boards, or single players; every fault is reported with its line.

Here a round is drawn by FIDE's rule for teams without colours. A file that asks for another system, for colours or for something else
that is not followed is refused, so that nobody takes our pairs for those of the system that he asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from pairing.reasons import DrawRefused
from pairing.swiss.acceleration import compute_virtual_halves
from pairing.swiss.format import MOST_ROUNDS
from pairing.trf.boards import build_team_rows
from pairing.trf.record_readers import read_records
from pairing.trf.records import PlayerLine, TeamLine, TrfRecords, VirtualPoints
from pairing.trf.report import GAMES_OF_ONE, ResultCode, TrfCell, TrfReport, TrfScoring
from pairing.values import DrawReason, Pair

SYSTEMS = {"FIDE_TEAM_MP_GP": False, "FIDE_TEAM_MP": False, "FIDE_TEAM_GP_MP": True, "FIDE_TEAM_GP": True}
"""Record 192 of the systems without colours; whether the game points come first."""
MOST_FAULTS = 10
"""Lines with other points that are named: with a wrong value of a win they are nearly all."""
_PAIRS_OF_CODES = {
    frozenset({ResultCode.WIN, ResultCode.LOSS}), frozenset({ResultCode.DRAW}),
    frozenset({ResultCode.FORFEIT_WIN, ResultCode.FORFEIT_LOSS}), frozenset({ResultCode.FORFEIT_LOSS}),
}  # fmt: skip


def parse_trf(text: str, *, without_colours: bool = False) -> TrfReport:
    """`without_colours` pairs a file of any system by the rule that we have.

    Raises: DrawRefused with every line that cannot be read, that contradicts another, or that asks for what is not done here.
    """
    records = read_records(text)
    faults = [] if without_colours else list(_find_foreign_system(records))
    faults += _find_contradictions(records)
    faults += _find_strangers(records)
    if faults:
        raise DrawRefused(faults)
    report = _build_report(records)
    faults = [
        *_find_round_faults(records, report),
        *_find_other_acceleration(records, report),
        *islice(_find_other_points(records, report), MOST_FAULTS),
    ]
    if faults:
        raise DrawRefused(faults)
    return report


def _find_foreign_system(records: TrfRecords) -> Iterator[DrawReason]:
    if not records.system:
        yield DrawReason.of("trf_no_system")
    elif records.system not in SYSTEMS:
        yield DrawReason.of("trf_system", line=records.system_line, system=records.system)
    if records.colours_line and records.system not in SYSTEMS:
        yield DrawReason.of("trf_colours", line=records.colours_line)


def _find_contradictions(records: TrfRecords) -> Iterator[DrawReason]:
    """Numbers that are not 1, 2 …, matches that both sides report differently, and rounds without a result."""
    for name, numbers in (
        ("players", [player.number for player in records.players]),
        ("teams", [team.number for team in _list_teams(records)]),
    ):
        if sorted(numbers) != list(range(1, len(numbers) + 1)) or (name == "players" and not numbers):
            yield DrawReason.of("trf_numbers")
    player_by_number = {player.number: player for player in records.players}
    for player in records.players:
        for place, cell in enumerate(player.cells):
            if cell.opponent and not cell.result:
                yield DrawReason.of("trf_no_result", line=player.line, round=place + 1, number=player.number)
            elif cell.opponent and not _do_cells_agree(player, place, player_by_number.get(cell.opponent)):
                yield DrawReason.of("trf_disagree", line=player.line, round=place + 1, number=player.number, opponent=cell.opponent)


def _find_strangers(records: TrfRecords) -> Iterator[DrawReason]:
    """Lines that name a number that no entry has."""
    numbers = {line.number for line in _list_teams(records) or records.players}
    mentions = [*records.mentions, *((rest.line, rest.number) for rest in records.rests)]
    yield from (
        DrawReason.of("trf_stranger", line=line, number=number) for line, number in dict.fromkeys(mentions) if number not in numbers
    )


def _do_cells_agree(player: PlayerLine, place: int, opponent: PlayerLine | None) -> bool:
    cell = player.cells[place]
    if opponent is None or opponent is player or place >= len(opponent.cells):
        return False
    across = opponent.cells[place]
    colors_agree = not cell.color or not across.color or {cell.color, across.color} == {"w", "b"}
    return across.opponent == player.number and colors_agree and frozenset({cell.code, across.code}) in _PAIRS_OF_CODES


def _list_teams(records: TrfRecords) -> Sequence[TeamLine]:
    return records.teams or (records.teams_of_2016 if records.system.startswith("FIDE_TEAM") else [])


def _build_report(records: TrfRecords) -> TrfReport:
    teams = _list_teams(records)
    finished = max(
        [len(player.cells) for player in records.players]
        + [rest.round for rest in records.rests if rest.code is ResultCode.BYE]
        + [forfeit.round for forfeit in records.forfeits]
    )
    rows, games = build_team_rows(records, teams, finished) if teams else (_build_player_rows(records, finished), {})
    names = {team.number: team.name for team in teams} or {player.number: player.name for player in records.players}
    numbers = range(1, len(names) + 1)
    table = {number: list(rows[number]) for number in numbers}
    points_of_games = {number: list(games.get(number, ())) for number in numbers}
    _enter_rests(records, teams, table, points_of_games, finished)
    next_round = finished + 1
    report = TrfReport(
        name=records.name,
        rounds=records.rounds,
        names=tuple(names[number] for number in numbers),
        cells=tuple(tuple(table[number]) for number in numbers),
        scoring=_build_scoring(records.team_points if teams else records.single_points or records.team_points, is_team=bool(teams)),
        forbidden=_list_forbidden(records, next_round),
        absent=frozenset(records.next_absent | {rest.number for rest in records.rests if rest.round == next_round}),
        by_games=SYSTEMS.get(records.system, False),
        accelerated=_list_accelerated(records, next_round),
    )
    if any(len(team.members) > 1 for team in teams):
        return replace(report, boards=tuple(tuple(points_of_games[number]) for number in numbers))
    return _take_written_games(teams, report)


def _build_player_rows(records: TrfRecords, finished: int) -> dict[int, tuple[TrfCell, ...]]:
    blank = TrfCell(ResultCode.ABSENT)
    rows = {}
    for player in records.players:
        cells = [
            TrfCell(cell.code, cell.opponent, first=cell.color == "w") if cell.opponent else TrfCell(cell.code) for cell in player.cells
        ]
        rows[player.number] = tuple([*cells, *[blank] * finished][:finished])
    return rows


def _enter_rests(
    records: TrfRecords, teams: Sequence[TeamLine], table: Mapping[int, list[TrfCell]], games: Mapping[int, list[int]], finished: int
) -> None:
    """Byes (320) and wished rests (240) of finished rounds. Raises: DrawRefused where somebody met an opponent in one."""
    size = {team.number: len(team.members) for team in teams}
    rests = [rest for rest in records.rests if rest.round <= finished]
    if contradicted := [rest for rest in rests if table[rest.number][rest.round - 1].opponent]:
        raise DrawRefused(DrawReason.of("trf_rest_met", line=rest.line, round=rest.round, number=rest.number) for rest in contradicted)
    for rest in rests:
        table[rest.number][rest.round - 1] = TrfCell(rest.code)
    for number, cells in table.items() if teams else ():
        for place, cell in enumerate(cells):
            if cell.code is ResultCode.BYE:
                drawn = GAMES_OF_ONE[ResultCode.DRAW] * size[number]
                games[number][place] = drawn if records.bye_games is None else records.bye_games


def _build_scoring(points: Mapping[str, int], *, is_team: bool) -> TrfScoring:
    """A single player's bye counts like a win, a team's like a draw, unless the file says otherwise (FIDE C.04.1, C.04.6 1.4)."""
    win = points.get("W", 4 if is_team else 2)
    draw = points.get("D", win // 2)
    return TrfScoring(
        win,
        draw,
        points.get("L", 0),
        points.get("P", draw if is_team else win),
        points.get("FW"),
        points.get("FL", points.get("L", 0) if is_team else 0),
        points.get("F"),
        points.get("H"),
        points.get("Z", 0),
    )


def _list_forbidden(records: TrfRecords, next_round: int) -> tuple[Pair, ...]:
    pairs = set()
    for restriction in records.restrictions:
        if restriction.first <= next_round and (not restriction.last or next_round <= restriction.last):
            numbers = sorted(set(restriction.numbers))
            pairs |= {(first, second) for first in numbers for second in numbers if first < second}
    return tuple(sorted(pairs))


def _list_accelerated(records: TrfRecords, next_round: int) -> tuple[frozenset[int], ...]:
    """The numbers with virtual points, for every round up to the next one."""
    with_points = [virtual for virtual in records.virtual if virtual.points]
    if not with_points:
        return ()
    return tuple(
        frozenset(number for virtual in with_points if round_number in virtual.rounds for number in virtual.numbers)
        for round_number in range(1, next_round + 1)
    )


def _find_other_acceleration(records: TrfRecords, report: TrfReport) -> Iterator[DrawReason]:
    """Lines with virtual points that are not those of Baku's acceleration, or of numbers that nobody has."""
    numbers = range(1, len(report.names) + 1)
    lines = dict.fromkeys(virtual.line for virtual in records.virtual if virtual.points and not _is_baku(virtual, numbers, report))
    yield from (DrawReason.of("trf_acceleration", line=line) for line in lines)


def _is_baku(virtual: VirtualPoints, numbers: Sequence[int], report: TrfReport) -> bool:
    """Whether the file counts matches, has these numbers, and gives them Baku's points in every round up to the next."""
    played = [round_number for round_number in virtual.rounds if round_number <= report.finished + 1]
    baku = {compute_virtual_halves(report.rounds, round_number, report.scoring.win) for round_number in played}
    return not report.by_games and set(virtual.numbers) <= set(numbers) and baku <= {2 * virtual.points}


def _take_written_games(teams: Sequence[TeamLine], report: TrfReport) -> TrfReport:
    """The second score of teams of one is what their lines say: it may count points of hands."""
    written = {team.number: team.game_points for team in teams}
    own = tuple(report.compute_game_score(number) for number in range(1, len(report.names) + 1))
    games = tuple(derived if written.get(number) is None else written[number] for number, derived in enumerate(own, start=1))
    return report if games == own else replace(report, games=tuple(int(points or 0) for points in games))


def _find_round_faults(records: TrfRecords, report: TrfReport) -> Iterator[DrawReason]:
    if not records.rounds:
        yield DrawReason.of("trf_no_rounds")
    elif records.rounds > MOST_ROUNDS:
        yield DrawReason.of("trf_most_rounds", rounds=records.rounds, most=MOST_ROUNDS)
    elif report.finished >= records.rounds:
        code = "trf_over" if report.finished == records.rounds else "trf_too_many_rounds"
        yield DrawReason.of(code, rounds=records.rounds, finished=report.finished)


def _find_other_points(records: TrfRecords, report: TrfReport) -> Iterator[DrawReason]:
    """Points that the file gives and its rounds do not."""
    teams = _list_teams(records)
    written = [(team.line, team.number, team.match_points, report.compute_score(team.number)) for team in teams]
    if report.boards:
        written += [(team.line, team.number, team.game_points, report.compute_game_score(team.number)) for team in teams]
    if not teams:
        written = [(player.line, player.number, player.points, report.compute_score(player.number)) for player in records.players]
    for line, number, points, counted in written:
        if points is not None and points != counted:
            yield DrawReason.of("trf_points", line=line, number=number, points=format_halves(points), counted=format_halves(counted))


def format_halves(points: int) -> str:
    return f"{points // 2}.{'5' if points % 2 else '0'}"

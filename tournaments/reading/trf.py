"""The entries of a TRF file, the exchange format of chess programs: players, or teams with the names of their players."""

from collections.abc import Iterator, Sequence

from pairing.reasons import DrawRefused
from pairing.trf.record_readers import read_records
from pairing.trf.records import TrfRecords
from tournaments.reading.headings import MAX_PERSONS

ENTRY_RECORDS = ("001 ", "013 ", "310 ")
Row = tuple[int, tuple[str, ...]]
"""Number of the line, and its cells."""


def is_trf(lines: Sequence[str]) -> bool:
    """Whether the text has a tournament's name and players in the columns of TRF."""
    return any(line.startswith("012 ") for line in lines) and any(
        line.startswith("001 ") and line[4:8].strip().isdecimal() for line in lines
    )


def read_trf_rows(lines: Sequence[str]) -> list[Row] | None:
    """A row of headings, then one for each entry; None where the records cannot be read, so that the text stays what it is."""
    entries_only = "\n".join(line if line.startswith(ENTRY_RECORDS) else "" for line in lines)
    try:
        records = read_records(entries_only)
    except DrawRefused:
        return None
    teams = list(_list_teams(records))
    if teams:
        persons = max(len(cells) for _line, cells in teams) - 1
        return [(teams[0][0], ("Club", *(f"Player {number + 1}" for number in range(persons)))), *teams]
    players = [(player.line, (_join_name(player.name), player.fide_id)) for player in records.players]
    return [(players[0][0], ("Players", "Licence")), *players]


def _list_teams(records: TrfRecords) -> Iterator[Row]:
    """Teams of two and more; a team of one says no more than its player does."""
    name_by_number = {player.number: _join_name(player.name) for player in records.players}
    teams = records.teams or records.teams_of_2016
    if any(1 < len(team.members) <= MAX_PERSONS for team in teams):
        for team in teams:
            yield team.line, (team.name, *(name_by_number.get(member, "") for member in team.members[:MAX_PERSONS]))


def _join_name(name: str) -> str:
    """“Rossi, Mario” without the comma, which would part two players."""
    return " ".join(name.replace(",", " ").split())

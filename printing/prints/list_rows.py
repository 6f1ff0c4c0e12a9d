"""Pairings, results, standings and honours as rows of files, the ranking also with the columns of other programs."""

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _

from paper import Party
from printing.prints.hall_lists import read_pairing_rows
from printing.prints.heads import PrintContext, format_tournament_date
from printing.prints.honours import Honour, RankedEntry, read_honours, read_rewarded_honours
from printing.prints.stage_prints import read_group_titles
from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.queries import StandingLine, read_standings_view
from rankings.standings_pages.stage_progress import find_final_stage
from rules.texts import SIDE_LETTERS
from scoring.matches.rounds import build_match_row, list_game_points
from tournaments.entries.exports import CellValue, FileList
from tournaments.models import Entry, Match, Member, Round, Seat, Stage
from tournaments.models.prefetches import prefetch_members, prefetch_seats
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.naming import IN_FULL
from tournaments.people.sides import format_side_name, format_side_number, group_by_side
from tournaments.stages.groups import format_group_name

EX_AEQUO = "ex aequo"
PAIR_SIGN = " / "


def read_pairings_list(round_: Round) -> FileList:
    """A row for each match and bye, in the order of the tables."""
    rows = read_pairing_rows(round_)
    widest = max((len(row.parties) for row in rows), default=2)
    sides = [heading for letter in SIDE_LETTERS[:widest] for heading in _format_lettered(letter, _("No."), _("Side"), _("Club"))]
    return FileList(
        _("Pairings"),
        (_("Table"), *sides, _("Note")),
        tuple((_parse_table(row.table), *_fill_cells(map(_build_party_cells, row.parties), widest, 3), row.note) for row in rows),
    )


def read_results_list(round_: Round) -> FileList:
    """A row for each match and bye with the points of each game, including the game in progress."""
    matches = round_.matches.select_related("result", "round__stage").prefetch_related(prefetch_seats())
    listed = sorted(matches, key=lambda match: (match.kind == Match.Kind.BYE, match.table is None, match.table or 0, match.position))
    sides = max((len(group_by_side(match.seats.all())) for match in listed), default=2)
    games = max((len(list_game_points(match)) for match in listed), default=0)
    letters = SIDE_LETTERS[:sides]
    named = [heading for letter in letters for heading in _format_lettered(letter, _("No."), _("Side"))]
    won = [heading for letter in letters for heading in _format_lettered(letter, _("Games won"))]
    titles = [_("Game %(number)d") % {"number": number} for number in range(1, games + 1)]
    points = [f"{title} {letter}" for title in titles for letter in letters]
    headings = (_("Table"), _("Group"), *named, *won, *points, _("Winner"), _("State"), _("Code"))
    return FileList(_("Results"), headings, tuple(_build_result_cells(match, sides, games) for match in listed))


def read_standings_list(stage: Stage) -> FileList:
    """A row for each entry with every tie-break as a number; shares are in percent."""
    view = read_standings_view(stage)
    titles = read_group_titles(stage, (group.name for group in view.groups))
    breaks = [f"{column.name} (%)" if column.share else column.name for column in view.columns[1:]]
    shares = {column.key for column in view.columns if column.share}
    headings = (_("Group"), _("Place"), _("Tied"), _("No."), _("Name"), _("Club"), _("Played"), view.columns[0].name, *breaks)
    rows = [(titles[group.name] or line.group, line) for group in view.groups for line in group.lines]
    return FileList(_("Standings"), headings, tuple(_build_standing_cells(title, line, shares) for title, line in rows))


def read_final_rows(context: PrintContext) -> FileList:
    """A row for each entry with its place in the tournament, the last stage that it played and how far it came there."""
    headings = (_("Place"), _("Tied"), _("No."), _("Name"), _("Club"), _("Last stage"), _("Reached"))
    lines = read_final_list(context.tournament).lines
    rows = ((line.rank, EX_AEQUO if line.shared else "", line.number, line.name, line.club, line.stage, line.reached) for line in lines)
    return FileList(_("Final list"), headings, tuple(rows))


def read_prizes_list(context: PrintContext) -> FileList:
    """A row for each entry that wins something; none before the tournament is decided."""
    headings = (_("Group"), _("Place"), _("Tied"), _("No."), _("Name"), _("Club"), _("Prize"))
    return FileList(_("Prize list"), headings, tuple(_build_prize_cells(honour) for honour in _decide(context, read_rewarded_honours)))


def read_certificates_list(context: PrintContext) -> FileList:
    """A row for each person whose entry has a place, once the tournament is decided; persons without a name (erased) are left out."""
    players: dict[int, list[str]] = {}
    members = Member.objects.filter(tournament=context.tournament).exclude(person__name="").order_by("position")
    for entry, name in members.values_list("entry_id", "person__name"):
        players.setdefault(entry, []).append(name)
    event = (context.tournament.name, format_tournament_date(context.tournament), context.tournament.venue)
    rows = [
        (*_build_person_cells(honour, players[honour.line.entry_id], index), *event)
        for honour in _decide(context, read_honours)
        for index in range(len(players.get(honour.line.entry_id, ())))
    ]
    person = (_("Name"), _("Partner"), _("Team"), _("Club"), _("Place"), _("Notes"), _("Tied"), _("Group"), _("Prize"))
    return FileList(_("Certificates"), (*person, _("Tournament"), _("Date"), _("Venue")), tuple(rows))


def _decide(context: PrintContext, read: Callable[[PrintContext], list[Honour]]) -> list[Honour]:
    """What is read, once the tournament is decided; nothing before."""
    return read(context) if find_final_stage(context.tournament) else []


def _format_lettered(letter: str, *headings: str) -> Iterator[str]:
    return (f"{heading} {letter}" for heading in headings)


def _parse_table(text: str) -> CellValue:
    """The table number; the text without its arrows if there is no number."""
    return int(text) if text.isdecimal() else text.strip("»")


def _fill_cells(cells: Iterator[tuple[CellValue, ...]], sides: int, width: int) -> tuple[CellValue, ...]:
    """The cells of all sides, filled up with empty cells to `sides` times `width`."""
    present = [cell for side in cells for cell in side]
    return (*present, *[None] * (sides * width - len(present)))


def _parse_number(text: str) -> CellValue:
    return int(text) if text.isdecimal() else text


def _build_party_cells(party: Party) -> tuple[CellValue, ...]:
    return (_parse_number(party.number), party.name, party.club)


def _build_result_cells(match: Match, sides: int, games: int) -> tuple[CellValue, ...]:
    row = build_match_row(match)
    seated = group_by_side(match.seats.all())
    games_won = row.games_won if row.result else ()
    points = [point for game in list_game_points(match) for point in game]
    return (
        match.table,
        format_group_name(match.round.stage.format_key, match.pool),
        *_fill_cells(map(_build_side_cells, seated), sides, 2),
        *_fill_cells(((number,) for number in games_won), sides, 1),
        *_fill_cells(((number,) for number in points), sides * games, 1),
        "" if row.winner is None else row.names[row.winner],
        _("bye") if row.bye else row.state_label,
        "" if row.bye else match.code,
    )


def _build_side_cells(side: Sequence[Seat]) -> tuple[CellValue, ...]:
    return (_parse_number(format_side_number(side)), format_side_name(side))


def _build_place_cells(line: RankedEntry) -> tuple[CellValue, ...]:
    return (line.rank if line.placed else None, EX_AEQUO if line.shared else "")


def _build_standing_cells(title: str, line: StandingLine, shares: set[str]) -> tuple[CellValue, ...]:
    cells = ((None if value is None else round(100 * value, 1) if key in shares else value) for key, value in line.cells.items())
    return (title, *_build_place_cells(line), line.number, line.name, line.club, line.played, line.points, *cells)


def _build_prize_cells(honour: Honour) -> tuple[CellValue, ...]:
    return (honour.title, *_build_place_cells(honour.line), honour.line.number, honour.line.name, honour.line.club, honour.prize)


def _build_person_cells(honour: Honour, players: Sequence[str], index: int) -> tuple[CellValue, ...]:
    partners = NAME_SEPARATOR.join(name for rank, name in enumerate(players) if rank != index)
    team = "" if honour.line.name == NAME_SEPARATOR.join(players) else honour.line.name
    rank, shared = _build_place_cells(honour.line)
    return (players[index], partners, team, honour.line.club, rank, honour.place_in_words, shared, honour.title, honour.prize)


def read_chess_results_list(stage: Stage) -> FileList:
    """A row for each entry in the order of the standings: rank, starting number, persons with the surname first, club, points, tie-breaks.

    The headings are those that other programs look for, in any language of ours. Groups follow one another. Title and federation are empty.
    """
    view = read_standings_view(stage)
    surname_first = stage.tournament.surname_first
    entries = Entry.objects.filter(tournament=stage.tournament_id).prefetch_related(prefetch_members())
    names = {entry.pk: PAIR_SIGN.join(IN_FULL.list_listed_persons(entry, surname_first=surname_first)) for entry in entries}
    breaks = tuple(f"TB{place}" for place in range(1, len(view.columns)))
    rows = tuple(_build_row(line, names) for group in view.groups for line in group.lines)
    return FileList("Ranking", ("Rk.", "SNo", "Title", "Name", "FED", "Club/City", "Pts.", *breaks), rows)


def _build_row(line: StandingLine, names: dict[int, str]) -> tuple[CellValue, ...]:
    rank = line.rank if line.placed else None
    return (rank, line.number, "", names.get(line.entry_id) or line.name, "", line.club, line.points, *line.cells.values())

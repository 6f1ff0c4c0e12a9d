"""Pairings, results, standings and honours as rows of files."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from paper import Party
from rules.texts import SIDE_LETTERS
from scoring.matches.rounds import match_row
from scoring.models import MatchResult
from scoring.printing.hall_lists import pairing_rows
from scoring.printing.heads import Surroundings, printed_date
from scoring.printing.honours import Honour, honoured, honours_of
from scoring.printing.stage_prints import group_titles
from scoring.standings_pages.queries import StandingLine, standings_view
from tournaments.entries.exports import Cell, FileList
from tournaments.models import Match, Member, Round, Seat, Stage
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.sides import by_side, side_name, side_number
from tournaments.stages.groups import group_name

EX_AEQUO = "ex aequo"


def pairings_list(round_: Round) -> FileList:
    """A row for every match and rest, in the order of the tables."""
    rows = pairing_rows(round_)
    widest = max((len(row.parties) for row in rows), default=2)
    sides = [heading for letter in SIDE_LETTERS[:widest] for heading in _lettered(letter, _("No."), _("Side"), _("Club"))]
    return FileList(
        _("Pairings"),
        (_("Table"), *sides, _("Note")),
        tuple((_table(row.table), *_filled(map(_party_cells, row.parties), widest, 3), row.note) for row in rows),
    )


def results_list(round_: Round) -> FileList:
    """A row for every match and rest, with the points of each game, also of the one being played."""
    matches = round_.matches.select_related("result", "round__stage").prefetch_related("seats__entry")
    listed = sorted(matches, key=lambda match: (match.kind == Match.Kind.BYE, match.table is None, match.table or 0, match.position))
    sides = max((len(by_side(match.seats.all())) for match in listed), default=2)
    games = max((len(_games(match)) for match in listed), default=0)
    letters = SIDE_LETTERS[:sides]
    named = [heading for letter in letters for heading in _lettered(letter, _("No."), _("Side"))]
    won = [heading for letter in letters for heading in _lettered(letter, _("Games won"))]
    titles = [_("Game %(number)d") % {"number": number} for number in range(1, games + 1)]
    points = [f"{title} {letter}" for title in titles for letter in letters]
    headings = (_("Table"), _("Group"), *named, *won, *points, _("Winner"), _("State"), _("Code"))
    return FileList(_("Results"), headings, tuple(_result_cells(match, sides, games) for match in listed))


def standings_list(stage: Stage) -> FileList:
    """A row for everybody, with every tie-break as a number; shares in percent."""
    view = standings_view(stage)
    titles = group_titles(stage, (group.name for group in view.groups))
    breaks = [f"{column.name} (%)" if column.share else column.name for column in view.columns[1:]]
    shares = {column.key for column in view.columns if column.share}
    headings = (_("Group"), _("Place"), _("Shared"), _("No."), _("Name"), _("Club"), _("Played"), view.columns[0].name, *breaks)
    rows = [(titles[group.name] or line.group, line) for group in view.groups for line in group.lines]
    return FileList(_("Standings"), headings, tuple(_standing_cells(title, line, shares) for title, line in rows))


def prizes_list(around: Surroundings) -> FileList:
    headings = (_("Group"), _("Place"), _("Shared"), _("No."), _("Name"), _("Club"), _("Prize"))
    return FileList(_("Prize list"), headings, tuple(_prize_cells(one) for one in honoured(around)))


def certificates_list(around: Surroundings) -> FileList:
    """A row for every person who has a place; erased ones are left out."""
    players: dict[int, list[str]] = {}
    members = Member.objects.filter(tournament=around.tournament).exclude(person__name="").order_by("position")
    for entry, name in members.values_list("entry_id", "person__name"):
        players.setdefault(entry, []).append(name)
    event = (around.tournament.name, printed_date(around.tournament), around.tournament.venue)
    rows = [
        (*_person_cells(one, players[one.line.entry_id], at), *event)
        for one in honours_of(around)
        for at in range(len(players.get(one.line.entry_id, ())))
    ]
    person = (_("Name"), _("Partner"), _("Team"), _("Club"), _("Place"), _("In words"), _("Shared"), _("Group"), _("Prize"))
    return FileList(_("Certificates"), (*person, _("Tournament"), _("Date"), _("Venue")), tuple(rows))


def _lettered(letter: str, *headings: str) -> Iterator[str]:
    return (f"{heading} {letter}" for heading in headings)


def _table(told: str) -> Cell:
    """A number where it is one; empty for who waits."""
    return int(told) if told.isdecimal() else told.strip("»")


def _filled(cells: Iterator[tuple[Cell, ...]], sides: int, each: int) -> tuple[Cell, ...]:
    """The cells of all sides, and empty ones for those that are not there."""
    found = [cell for side in cells for cell in side]
    return (*found, *[None] * (sides * each - len(found)))


def _number(told: str) -> Cell:
    return int(told) if told.isdecimal() else told


def _party_cells(party: Party) -> tuple[Cell, ...]:
    return (_number(party.number), party.name, party.club)


def _games(match: Match) -> list[list[int]]:
    """Points by side of every game that was begun."""
    result = getattr(match, "result", None) or MatchResult(match=match)
    finished: list[list[int]] = result.summary.get("games", [])
    running = result.summary.get("score", ())
    return [*finished, list(running)] if result.summary.get("target") is not None and any(running) else finished


def _result_cells(match: Match, sides: int, games: int) -> tuple[Cell, ...]:
    row = match_row(match)
    seated = by_side(match.seats.all())
    won = row.games_won if row.result else ()
    points = [point for game in _games(match) for point in game]
    return (
        match.table,
        group_name(match.round.stage.format_key, match.pool),
        *_filled(map(_side_cells, seated), sides, 2),
        *_filled(((number,) for number in won), sides, 1),
        *_filled(((number,) for number in points), sides * games, 1),
        "" if row.winner is None else row.names[row.winner],
        _("rests") if row.bye else row.state_label,
        "" if row.bye else match.code,
    )


def _side_cells(side: Sequence[Seat]) -> tuple[Cell, ...]:
    return (_number(side_number(side)), side_name(side))


def _placed(line: StandingLine) -> tuple[Cell, ...]:
    return (line.rank if line.placed else None, EX_AEQUO if line.shared else "")


def _standing_cells(title: str, line: StandingLine, shares: set[str]) -> tuple[Cell, ...]:
    cells = ((None if value is None else round(100 * value, 1) if key in shares else value) for key, value in line.cells.items())
    return (title, *_placed(line), line.number, line.name, line.club, line.played, line.points, *cells)


def _prize_cells(one: Honour) -> tuple[Cell, ...]:
    return (one.title, *_placed(one.line), one.line.number, one.line.name, one.line.club, one.prize)


def _person_cells(one: Honour, players: Sequence[str], at: int) -> tuple[Cell, ...]:
    partners = NAME_SEPARATOR.join(name for place, name in enumerate(players) if place != at)
    team = "" if one.line.name == NAME_SEPARATOR.join(players) else one.line.name
    place, shared = _placed(one.line)
    return (players[at], partners, team, one.line.club, place, one.words, shared, one.title, one.prize)

"""What the pictures of shared links say: a match, and the first places; names as the public pages show them."""

from django.utils.translation import gettext as _

from paper.share_cards import MOST_ROWS, ShareCard, ShareRow
from rankings.standings_pages.queries import StandingLine, find_deciding_stage, format_cell, read_standings_view
from rules.texts import format_score
from scoring.matches.paper_style import read_style
from scoring.matches.rounds import build_match_row, list_game_points
from tournaments.announcing.queries import AnnouncedEvening, read_evening
from tournaments.announcing.words import format_fee, list_hours
from tournaments.cash.prize_lines import list_prize_words
from tournaments.models import Match, Tournament
from tournaments.people.naming import Naming
from tournaments.stages.rounds import format_match_place


def build_match_card(match: Match, naming: Naming) -> ShareCard:
    """`match` comes with round, stage, tournament, result and seats."""
    row = build_match_row(match, naming)
    numbers = row.points if row.crowded else row.games_won if row.result else ()
    rows = tuple(
        ShareRow("", name, format_score((numbers[side],)) if side < len(numbers) else "", strong=side == row.winner)
        for side, name in enumerate(row.names)
    )
    table = _("Table %(table)d") % {"table": match.table} if match.table else ""
    heading = " · ".join(filter(None, (table, format_match_place(match), row.state_label)))
    note = "" if row.crowded else " · ".join(map(format_score, list_game_points(match)))
    return ShareCard(match.round.stage.tournament.name, heading, rows, note)


def describe_table_and_round(match: Match) -> str:
    """Where and when a match is played, as the line below a shared link says it."""
    table = _("table %(table)s") % {"table": match.table} if match.table else ""
    return ", ".join(filter(None, (table, str(match.round))))


def build_tournament_card(tournament: Tournament, naming: Naming, most: int = MOST_ROWS) -> ShareCard:
    """The first places of the stage that decides, `most` of them, pool by pool; before anything is played what is announced."""
    stage = find_deciding_stage(tournament)
    view = read_standings_view(stage, naming) if stage else None
    if stage is None or view is None or not view.has_begun:
        return _build_announcement(tournament, read_evening(tournament))
    is_single = len(view.groups) == 1
    lines = [(group.name, line) for group in view.groups for line in group.lines[: most if is_single else 1]]
    rows = tuple(_build_row(line, "" if is_single else pool) for pool, line in lines[:most])
    is_over = tournament.state == Tournament.State.FINISHED
    return ShareCard(tournament.name, " · ".join((_("Final standings") if is_over else _("Standings"), stage.name)), rows)


def _build_row(line: StandingLine, pool: str) -> ShareRow:
    return ShareRow(pool or line.place, line.name, format_cell(line.points), strong=not pool and line.placed and line.rank == 1)


def _build_announcement(tournament: Tournament, evening: AnnouncedEvening) -> ShareCard:
    """Game, place, day with its hours, fee and prizes, as far as they are known."""
    prizes = evening.prizes or list_prize_words(read_style(tournament).prizes)
    facts = (
        _(tournament.game.name),
        evening.where,
        " · ".join((f"{evening.date:%d/%m/%Y}", *list_hours(evening))),
        " · ".join(filter(None, (format_fee(tournament, evening.fee_cents), evening.fee_includes))),
        " · ".join(prizes),
    )
    heading = _("Evening cancelled") if evening.cancelled else _("Tables, results and standings, live")
    return ShareCard(tournament.name, heading, tuple(ShareRow("", fact, "") for fact in facts if fact))

"""The lists that can be saved for a spreadsheet: one line for each."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from printing.prints.cash_papers import read_cash_list
from printing.prints.club_papers import read_club_list
from printing.prints.heads import PrintContext
from printing.prints.list_rows import (
    read_certificates_list,
    read_chess_results_list,
    read_final_rows,
    read_pairings_list,
    read_prizes_list,
    read_results_list,
    read_standings_list,
)
from printing.prints.receipt_papers import read_receipt_list
from printing.prints.team_papers import read_team_list
from tournaments.entries.exports import FileList, read_entries_list
from tournaments.models import Round, Stage


@dataclass(frozen=True, slots=True)
class TournamentList:
    """A list about the whole tournament."""

    key: str
    title: Promise
    sentence: Promise
    make: Callable[[PrintContext], FileList]


@dataclass(frozen=True, slots=True)
class RoundList:
    """A list about one round, or about its stage as it stands now."""

    key: str
    title: Promise
    sentence: Promise
    make: Callable[[PrintContext, Round], FileList]


TOURNAMENT_LISTS = (
    TournamentList(
        "entries",
        _("Entries"),
        _("Players, telephone numbers, club, fee, state and all else that is typed about an entry; it can be imported again."),
        lambda context: read_entries_list(context.tournament),
    ),
    TournamentList("final", _("Final list"), _("Everybody’s place over all stages."), read_final_rows),
    TournamentList("prizes", _("Prize list"), _("Who wins what."), read_prizes_list),
    TournamentList(
        "certificates",
        _("For certificates"),
        _("One row per person with place, partner, club and prize, for mail merge."),
        read_certificates_list,
    ),
    TournamentList("cash", _("Cash book"), _("Every payment with its kind, its entry and who took it."), read_cash_list),
    TournamentList("receipts", _("Receipts"), _("Every receipt in its sequence, with its line of the cash book."), read_receipt_list),
)
ROUND_LISTS = (
    RoundList(
        "pairings",
        _("Pairings"),
        _("Who plays whom at which table in this round."),
        lambda _context, round_: read_pairings_list(round_),
    ),
    RoundList(
        "results",
        _("Results"),
        _("Every match of this round with the points of its games."),
        lambda _context, round_: read_results_list(round_),
    ),
    RoundList("standings", _("Standings"), _("With every tie-break."), lambda _context, round_: read_standings_list(round_.stage)),
    RoundList(
        "chess-results",
        _("Ranking for other programs"),
        _("With the columns of chess-results and Swiss-Manager."),
        lambda _context, round_: read_chess_results_list(round_.stage),
    ),
    RoundList("clubs", _("Clubs"), _("The ranking of clubs, with the entries that count."), read_club_list),
)
TEAM_LISTS = (RoundList("teams", _("Teams"), _("The ranking of teams that meet on several boards."), read_team_list),)
"""Offered where teams play."""


def list_round_lists(stage: Stage) -> tuple[RoundList, ...]:
    """What the page of papers offers for a round of the stage: where teams play, no second ranking of the clubs that they are."""
    if not format_by_key(stage.format_key).in_teams:
        return ROUND_LISTS
    return (*(round_list for round_list in ROUND_LISTS if round_list.key != "clubs"), *TEAM_LISTS)

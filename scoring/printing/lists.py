"""The lists that can be saved for a spreadsheet: one line for each."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.printing.heads import PrintContext
from scoring.printing.list_rows import (
    read_certificates_list,
    read_final_rows,
    read_pairings_list,
    read_prizes_list,
    read_results_list,
    read_standings_list,
)
from tournaments.entries.exports import FileList, read_entries_list
from tournaments.models import Round


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
    make: Callable[[Round], FileList]


TOURNAMENT_LISTS = (
    TournamentList(
        "entries",
        _("Entries"),
        _("Players, telephone numbers, club, fee, state and all else that is typed about an entry; it can be imported again."),
        lambda around: read_entries_list(around.tournament),
    ),
    TournamentList("final", _("Final list"), _("Everybody’s place over all stages."), read_final_rows),
    TournamentList("prizes", _("Prize list"), _("Who wins what."), read_prizes_list),
    TournamentList(
        "certificates",
        _("For certificates"),
        _("One row per person with place, partner, club and prize, for mail merge."),
        read_certificates_list,
    ),
)
ROUND_LISTS = (
    RoundList("pairings", _("Pairings"), _("Who plays whom at which table in this round."), read_pairings_list),
    RoundList("results", _("Results"), _("Every match of this round with the points of its games."), read_results_list),
    RoundList("standings", _("Standings"), _("With every tie-break."), lambda round_: read_standings_list(round_.stage)),
)

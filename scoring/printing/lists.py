"""Everything that can be saved for a spreadsheet: one line for each list."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.printing.heads import Surroundings
from scoring.printing.list_rows import certificates_list, pairings_list, prizes_list, results_list, standings_list
from tournaments.entries.exports import FileList, entries_list
from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class TournamentList:
    """About the whole tournament."""

    key: str
    title: Promise
    sentence: Promise
    make: Callable[[Surroundings], FileList]


@dataclass(frozen=True, slots=True)
class RoundList:
    """About one round, or about its stage as it stands now."""

    key: str
    title: Promise
    sentence: Promise
    make: Callable[[Round], FileList]


TOURNAMENT_LISTS = (
    TournamentList(
        "entries",
        _("Entries"),
        _("Players, club, seed, fee and state; it can be brought in again."),
        lambda around: entries_list(around.tournament),
    ),
    TournamentList("prizes", _("Prize list"), _("Who gets what."), prizes_list),
    TournamentList(
        "certificates",
        _("For certificates"),
        _("One row for each person with place, partner, club and prize: for mail merge in a word processor."),
        certificates_list,
    ),
)
ROUND_LISTS = (
    RoundList("pairings", _("Pairings"), _("Who meets whom at which table in this round."), pairings_list),
    RoundList("results", _("Results"), _("Every match of this round with the points of its games."), results_list),
    RoundList("standings", _("Standings"), _("With every tie-break."), lambda round_: standings_list(round_.stage)),
)

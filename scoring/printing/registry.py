"""Everything that the print page offers besides score sheets: one line for each paper."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import paper as printouts
from rules import game_by_key
from scoring.printing.draw_reasons import why_rows, why_sections
from scoring.printing.entry_rounds import own_rounds
from scoring.printing.hall_lists import card_rows, entries_on_paper, entry_rows, fee_totals, label_parties, pairing_rows, wifi_on_paper
from scoring.printing.heads import Surroundings, print_head
from scoring.printing.honours import certificates_of, prizes_of
from scoring.printing.minutes_data import minutes_of
from scoring.printing.schedules import berger_grids_of
from scoring.printing.stage_prints import cross_tables_of, standings_tables
from scoring.standings_pages.bracket import bracket_parts
from scoring.standings_pages.queries import deciding_stage, in_venue, standings_view
from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class RoundPaper:
    """A paper about one round, or `of_stage`. `draw` makes the PDF; `formats` are those that have it, every one when empty.

    A paper `of_draw` is there where the draw is: a tournament's file may bring rounds without one. One that `hangs` on the wall can also
    be had with names as everybody reads them.
    """

    key: str
    title: Promise
    sentence: Promise
    draw: Callable[[Surroundings, Round], bytes]
    formats: tuple[str, ...] = ()
    of_stage: bool = True
    of_draw: bool = False
    hangs: bool = False

    def fits(self, round_: Round) -> bool:
        return (not self.formats or round_.stage.format_key in self.formats) and (not self.of_draw or hasattr(round_, "draw"))


@dataclass(frozen=True, slots=True)
class TournamentPaper:
    """A paper about the whole tournament; `lasting` when it belongs to the archive afterwards."""

    key: str
    title: Promise
    sentence: Promise
    draw: Callable[[Surroundings], bytes]
    lasting: bool = True


def _round_head(around: Surroundings, round_: Round) -> printouts.PrintHead:
    return _stage_head(around, round_, gettext("round %(number)d") % {"number": round_.number})


def _stage_head(around: Surroundings, round_: Round, *more: str) -> printouts.PrintHead:
    venue = [around.venue.name] if around.venue else []
    return print_head(around, " · ".join((round_.stage.name, *more, *venue)))


def draw_pairings_by_table(around: Surroundings, round_: Round) -> bytes:
    return printouts.pairings_by_table(_round_head(around, round_), pairing_rows(round_, around.naming, around.venue))


def draw_pairings_by_name(around: Surroundings, round_: Round) -> bytes:
    return printouts.pairings_by_name(_round_head(around, round_), pairing_rows(round_, around.naming, around.venue))


def draw_why(around: Surroundings, round_: Round) -> bytes:
    return printouts.why_this_draw(_round_head(around, round_), why_rows(round_, around.naming), why_sections(around, round_))


def draw_standings(around: Surroundings, round_: Round) -> bytes:
    view = in_venue(standings_view(round_.stage, around.naming), around.venue)
    return printouts.standings(_stage_head(around, round_), standings_tables(view))


def draw_bracket(around: Surroundings, round_: Round) -> bytes:
    return printouts.bracket(print_head(around, round_.stage.name), bracket_parts(round_.stage, around.naming))


def draw_poster(around: Surroundings, round_: Round) -> bytes:
    return printouts.bracket(print_head(around, round_.stage.name), bracket_parts(round_.stage, around.naming), tiled=False)


def draw_movement_cards(around: Surroundings, round_: Round) -> bytes:
    return printouts.movement_cards(print_head(around, round_.stage.name), own_rounds(round_.stage, to_come=True))


def draw_own_records(around: Surroundings, round_: Round) -> bytes:
    return printouts.own_records(print_head(around, round_.stage.name), own_rounds(round_.stage))


def draw_cross_tables(around: Surroundings, round_: Round) -> bytes:
    return printouts.cross_tables(print_head(around, round_.stage.name), cross_tables_of(round_.stage, around.naming))


def draw_schedule(around: Surroundings, round_: Round) -> bytes:
    return printouts.berger_grids(print_head(around, round_.stage.name), berger_grids_of(round_.stage, around.naming))


def draw_entry_list(around: Surroundings) -> bytes:
    entries = entries_on_paper(around.tournament)
    return printouts.entry_list(print_head(around), entry_rows(entries), fee_totals(entries))


def draw_check_in(around: Surroundings) -> bytes:
    return printouts.check_in_list(print_head(around), entry_rows(entries_on_paper(around.tournament)))


def draw_labels(around: Surroundings) -> bytes:
    return printouts.labels(print_head(around), label_parties(entries_on_paper(around.tournament)))


def draw_table_cards(around: Surroundings) -> bytes:
    return printouts.table_cards(print_head(around), card_rows(around), around.style.suits)


def draw_wifi_card(around: Surroundings) -> bytes:
    return printouts.wifi_card(print_head(around), wifi_on_paper(around))


def draw_prizes(around: Surroundings) -> bytes:
    return printouts.prize_list(_final_head(around), prizes_of(around))


def draw_certificates(around: Surroundings) -> bytes:
    return printouts.certificates(_final_head(around), certificates_of(around), around.style.suits)


def draw_minutes(around: Surroundings) -> bytes:
    signers = around.style.signers or (gettext("The director"), gettext("The referee"))
    return printouts.minutes(print_head(around), minutes_of(around), signers)


def _final_head(around: Surroundings) -> printouts.PrintHead:
    """What was played, and in which stage it was won where there were several."""
    stage = deciding_stage(around.tournament)
    game = gettext(game_by_key(around.tournament.game_key).name)
    return print_head(around, f"{game} · {stage.name}" if stage and stage.number > 1 else game)


_POSTER = _("The whole of it for the wall, on paper as large as its names need.")
_KNOCKOUT = ("knockout", "repechage", "double_elimination")
_POOLS = ("round_robin",)
_MOVEMENTS = ("individual", "tables_of_three", "tables_of_four", "tables_of_five", "mitchell")
ROUND_PAPERS = (
    RoundPaper("pairings-by-table", _("Pairings by table"), _("Large, for the wall."), draw_pairings_by_table, of_stage=False, hangs=True),
    RoundPaper(
        "pairings-by-name",
        _("Pairings by name"),
        _("Everybody finds their table by the alphabet."),
        draw_pairings_by_name,
        of_stage=False,
        hangs=True,
    ),
    RoundPaper(
        "why", _("Why this draw"), _("Reasons and proof, to hang beside the pairings."), draw_why, of_stage=False, of_draw=True, hangs=True
    ),
    RoundPaper("standings", _("Standings"), _("With the tie-breaks and what they mean."), draw_standings, hangs=True),
    RoundPaper("bracket", _("Bracket"), _("On one page, or in parts to be put together."), draw_bracket, _KNOCKOUT, hangs=True),
    RoundPaper(
        "bracket-poster",
        _("Bracket on one sheet"),
        _("The whole of it for the wall, on paper as large as its names need."),
        draw_poster,
        _KNOCKOUT,
        hangs=True,
    ),
    RoundPaper("cross-table", _("Cross-table"), _("Everybody against everybody."), draw_cross_tables, _POOLS, hangs=True),
    RoundPaper(
        "schedule",
        _("Schedule of the pools"),
        _("All rounds, with room for the results: the Berger grid."),
        draw_schedule,
        _POOLS,
        hangs=True,
    ),
    RoundPaper(
        "movement-cards",
        _("Movement cards"),
        _("To carry from table to table, cut apart; six to the page."),
        draw_movement_cards,
        _MOVEMENTS,
    ),
    RoundPaper(
        "own-rounds", _("Everybody’s rounds"), _("Own partners, opponents and results, round by round."), draw_own_records, _MOVEMENTS
    ),
)
_CARDS = _("Folded A5 with the table's number and the public page as a QR code.")
_WIFI = _("To hang up: one square lets a phone into the Wi-Fi, one opens the site. The Wi-Fi is written in the paper settings.")
_CERTIFICATES = _("One for each place that has a prize, the first three at least.")
TOURNAMENT_PAPERS = (
    TournamentPaper("entries", _("Entries and fees"), _("With the treasurer's totals."), draw_entry_list),
    TournamentPaper("check-in", _("Check-in list"), _("Boxes to tick at the door."), draw_check_in, lasting=False),
    TournamentPaper("table-cards", _("Table cards"), _CARDS, draw_table_cards, lasting=False),
    TournamentPaper("wifi", _("Wi-Fi card"), _WIFI, draw_wifi_card, lasting=False),
    TournamentPaper("labels", _("Labels"), _("Twenty-four to the page, 70 × 36 mm."), draw_labels, lasting=False),
    TournamentPaper("prizes", _("Prize list"), _("Who gets what; the prizes are written in the paper settings."), draw_prizes),
    TournamentPaper("certificates", _("Certificates"), _CERTIFICATES, draw_certificates),
    TournamentPaper("minutes", _("Minutes"), _("Draws, corrections, decisions and walk-overs, to be signed."), draw_minutes),
)

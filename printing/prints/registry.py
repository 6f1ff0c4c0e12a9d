"""The papers of the print page other than score sheets: one line for each."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import paper as printouts
from pairing.format import Family
from paper.layout import A3_WIDE, join_texts
from printing.prints.club_papers import build_club_section
from printing.prints.draw_reasons import read_why_rows, read_why_sections
from printing.prints.entry_rounds import read_entry_rounds
from printing.prints.hall_lists import (
    build_check_in_rows,
    build_entry_rows,
    build_label_parties,
    build_wifi_card,
    compute_fee_totals,
    read_entries,
    read_pairing_rows,
    read_table_cards,
)
from printing.prints.heads import PrintContext, build_print_head
from printing.prints.honours import format_total_worth, list_all_prizes, list_offered_prizes, read_award_certificates
from printing.prints.minutes_data import read_minutes
from printing.prints.paper_kinds import PaperMoment, RoundPaper, TournamentPaper
from printing.prints.prize_pictures import iterate_prize_figures
from printing.prints.schedules import read_berger_grids
from printing.prints.stage_prints import build_standings_tables, read_cross_tables, read_printed_results
from printing.prints.team_papers import build_team_sections
from printing.prints.treasurer_papers import TREASURER_PAPERS
from rankings.standings_pages.bracket import read_bracket_parts
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.queries import filter_by_venue, find_deciding_stage, read_standings_view
from rankings.standings_pages.stage_progress import find_final_stage, format_clock, read_stage_progress
from tournaments.cash.book import read_fee_plan
from tournaments.models import Round
from tournaments.refusals import ChangeRefused


def _build_round_head(context: PrintContext, round_: Round, *more: str, notice: str = "") -> printouts.PrintHead:
    return _build_stage_head(context, round_, gettext("round %(number)d") % {"number": round_.number}, *more, notice=notice)


def _build_stage_head(context: PrintContext, round_: Round, *more: str, notice: str = "") -> printouts.PrintHead:
    venue = context.venue.name if context.venue else ""
    is_open = round_.stage.number in read_open_points(context.tournament).provisional_stages
    note = gettext("provisional") if is_open and not notice else ""
    return build_print_head(context, join_texts((round_.stage.name, venue, *more, note)), notice=notice)


def draw_pairings_by_table(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_pairings_by_table(_build_round_head(context, round_), read_pairing_rows(round_, context.naming, context.venue))


def draw_pairings_by_name(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_pairings_by_name(_build_round_head(context, round_), read_pairing_rows(round_, context.naming, context.venue))


def draw_why(context: PrintContext, round_: Round) -> bytes:
    rows, note = read_why_rows(round_, context.naming)
    return printouts.render_draw_explanation(_build_round_head(context, round_), rows, read_why_sections(context, round_), note)


def draw_results(context: PrintContext, round_: Round) -> bytes:
    results = read_printed_results(round_, context.naming, context.venue)
    open_count = sum(result.is_awaited for result in results)
    template = ngettext(
        "Provisional: %(open)d match has no final result.", "Provisional: %(open)d matches have no final result.", open_count
    )
    notice = template % {"open": open_count} if open_count else ""
    return printouts.render_results(_build_round_head(context, round_, format_clock(context.at), notice=notice), results)


def draw_standings(context: PrintContext, round_: Round) -> bytes:
    view = filter_by_venue(read_standings_view(round_.stage, context.naming), context.venue)
    progress = read_stage_progress(round_.stage)
    head = _build_stage_head(context, round_, progress.format_moment(context.at), notice=progress.sentence)
    return printouts.render_standings(head, build_standings_tables(view))


def draw_clubs(context: PrintContext, round_: Round) -> bytes:
    head = _build_stage_head(context, round_, read_stage_progress(round_.stage).format_moment(context.at))
    return printouts.render_minutes(head, [build_club_section(context, round_)], (), gettext("Clubs"))


def draw_teams(context: PrintContext, round_: Round) -> bytes:
    head = _build_stage_head(context, round_, read_stage_progress(round_.stage).format_moment(context.at))
    return printouts.render_minutes(head, build_team_sections(context, round_), (), gettext("Teams"))


def draw_bracket(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_bracket(_build_bracket_head(context, round_), read_bracket_parts(round_.stage, context.naming))


def draw_poster(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_bracket(_build_bracket_head(context, round_), read_bracket_parts(round_.stage, context.naming), size=A3_WIDE)


def _build_bracket_head(context: PrintContext, round_: Round) -> printouts.PrintHead:
    return build_print_head(context, join_texts((round_.stage.name, read_stage_progress(round_.stage).format_moment(context.at))))


def draw_movement_cards(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_movement_cards(build_print_head(context, round_.stage.name), read_entry_rounds(round_.stage, to_come=True))


def draw_own_records(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_entry_records(build_print_head(context, round_.stage.name), read_entry_rounds(round_.stage))


def draw_cross_tables(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_cross_tables(build_print_head(context, round_.stage.name), read_cross_tables(round_.stage, context.naming))


def draw_schedule(context: PrintContext, round_: Round) -> bytes:
    return printouts.render_berger_grids(build_print_head(context, round_.stage.name), read_berger_grids(round_.stage, context.naming))


def draw_entry_list(context: PrintContext) -> bytes:
    entries, plan = read_entries(context.tournament), read_fee_plan(context.tournament)
    return printouts.render_entry_list(build_print_head(context), build_entry_rows(entries, plan), compute_fee_totals(entries, plan))


def draw_check_in(context: PrintContext) -> bytes:
    return printouts.render_check_in_list(
        build_print_head(context), build_check_in_rows(read_entries(context.tournament), read_fee_plan(context.tournament))
    )


def draw_labels(context: PrintContext) -> bytes:
    return printouts.render_labels(build_print_head(context), build_label_parties(read_entries(context.tournament)))


def draw_table_cards(context: PrintContext) -> bytes:
    return printouts.render_table_cards(build_print_head(context), read_table_cards(context), context.style.suits)


def draw_wifi_card(context: PrintContext) -> bytes:
    return printouts.render_wifi_card(build_print_head(context), build_wifi_card(context))


def draw_final_list(context: PrintContext) -> bytes:
    """The final list over all stages; the consolations are named."""
    final = read_final_list(context.tournament, context.naming)
    if not final.lines:
        return printouts.render_empty_paper(_build_final_head(context), gettext("Final list"))
    by_stage = len({line.stage for line in final.lines}) > 1
    rows = tuple(
        printouts.StandingRow(
            str(line.rank),
            printouts.Party(str(line.number), (line.name,), line.club),
            (*((line.stage,) if by_stage else ()), line.reached),
            line.shared,
        )
        for line in final.lines
    )
    headings = (*((gettext("Last stage"),) if by_stage else ()), gettext("Reached"))
    table = printouts.PrintedStandings(headings, rows, in_words=True)
    notice = gettext("Provisional: places can still change.") if final.provisional else ""
    return printouts.render_standings(_build_final_head(context, notice=notice), [table], title=gettext("Final list"))


def draw_prizes(context: PrintContext) -> bytes:
    """Before the tournament is decided the prizes that are offered, without names."""
    prizes = list_all_prizes(context) if is_decided(context) else list_offered_prizes(context)
    figures = list(iterate_prize_figures(context))
    return printouts.render_prize_list(_build_final_head(context), prizes, format_total_worth(context), figures)


def draw_certificates(context: PrintContext) -> bytes:
    return _draw_certificates(context, each_person=False)


def draw_person_certificates(context: PrintContext) -> bytes:
    return _draw_certificates(context, each_person=True)


def _draw_certificates(context: PrintContext, *, each_person: bool) -> bytes:
    """Raises: ChangeRefused while any place can still change."""
    if is_provisional(context):
        raise ChangeRefused("provisional", gettext("Not printed: places can still change. Decide what is open under “To decide” first."))
    if not is_decided(context):
        raise ChangeRefused("provisional", gettext("Not printed: there are no certificates before the last stage is finished."))
    awards = read_award_certificates(context, each_person=each_person)
    return printouts.render_certificates(_build_final_head(context), awards, context.style.suits)


def draw_minutes(context: PrintContext) -> bytes:
    signers = context.style.signers or (gettext("The director"), gettext("The referee"))
    return printouts.render_minutes(build_print_head(context), read_minutes(context), signers)


def _build_final_head(context: PrintContext, *, notice: str = "") -> printouts.PrintHead:
    """A head with the game, and with the deciding stage if there were several stages."""
    stage = find_deciding_stage(context.tournament)
    game = gettext(context.tournament.game.name)
    parts = (game, stage.name if stage and stage.number > 1 else "", gettext("provisional") if is_provisional(context) else "")
    return build_print_head(context, join_texts(parts), notice=notice)


def is_provisional(context: PrintContext) -> bool:
    """Whether places rest on anything that is open, so that no certificate is true yet. One query."""
    return bool(read_open_points(context.tournament))


def is_decided(context: PrintContext) -> bool:
    """Whether the tournament has its places, and nobody can lose one."""
    return find_final_stage(context.tournament) is not None


ROUND_PAPERS = (
    RoundPaper("pairings-by-table", _("Pairings by table"), _("Large, for the wall."), draw_pairings_by_table, of_stage=False, hangs=True),
    RoundPaper(
        "pairings-by-name",
        _("Pairings by name"),
        _("All tables in alphabetical order of names."),
        draw_pairings_by_name,
        of_stage=False,
        hangs=True,
    ),
    RoundPaper(
        "why", _("Why this draw"), _("Reasons and proof, to hang beside the pairings."), draw_why, of_stage=False, of_draw=True, hangs=True
    ),
    RoundPaper(
        "results",
        _("Results"),
        _("Every match of this round with the points of its games."),
        draw_results,
        of_stage=False,
        hangs=True,
        moment=PaperMoment.AFTER,
    ),
    RoundPaper(
        "standings", _("Standings"), _("With the tie-breaks and what they mean."), draw_standings, hangs=True, moment=PaperMoment.AFTER
    ),
    RoundPaper(
        "teams",
        _("Teams"),
        _("Their ranking, and their matches board by board."),
        draw_teams,
        hangs=True,
        of_teams=True,
        moment=PaperMoment.AFTER,
    ),
    RoundPaper("clubs", _("Clubs"), _("By the points of their entries."), draw_clubs, hangs=True, of_clubs=True, moment=PaperMoment.AFTER),
    RoundPaper(
        "bracket",
        _("Bracket"),
        _("On one page, or in parts to be put together."),
        draw_bracket,
        Family.BRACKET,
        hangs=True,
        moment=PaperMoment.AFTER,
    ),
    RoundPaper(
        "bracket-poster",
        _("Bracket on A3"),
        _("Larger, or on fewer sheets to be put together."),
        draw_poster,
        Family.BRACKET,
        hangs=True,
        moment=PaperMoment.AFTER,
    ),
    RoundPaper(
        "cross-table",
        _("Cross-table"),
        _("Everybody against everybody."),
        draw_cross_tables,
        Family.POOLS,
        hangs=True,
        moment=PaperMoment.AFTER,
    ),
    RoundPaper(
        "schedule",
        _("Schedule of the pools"),
        _("All rounds, with room for the results: the Berger grid."),
        draw_schedule,
        Family.POOLS,
        hangs=True,
    ),
    RoundPaper(
        "movement-cards",
        _("Movement cards"),
        _("To carry from table to table, cut apart; six to the page."),
        draw_movement_cards,
        Family.MOVEMENT,
    ),
    RoundPaper(
        "own-rounds",
        _("Everybody’s rounds"),
        _("Own partners, opponents and results, round by round."),
        draw_own_records,
        Family.MOVEMENT,
        moment=PaperMoment.AFTER,
    ),
)
_CARDS = _("Folded A5 with the table’s number and the public page as a QR code.")
_WIFI = _("To put up: one QR code joins the Wi-Fi, one opens the site. Set the Wi-Fi in “Print settings”.")
_CERTIFICATES = _("One for each place that has a prize, the first three at least.")
_PERSON_CERTIFICATES = _("Each player of a pair or team gets one.")
TOURNAMENT_PAPERS = (
    TournamentPaper("entries", _("Entries and fees"), _("With the treasurer’s totals."), draw_entry_list),
    TournamentPaper("check-in", _("Check-in list"), _("Boxes to tick at the door."), draw_check_in, lasting=False),
    TournamentPaper("table-cards", _("Table cards"), _CARDS, draw_table_cards, lasting=False),
    TournamentPaper("wifi", _("Wi-Fi card"), _WIFI, draw_wifi_card, lasting=False),
    TournamentPaper("labels", _("Labels"), _("Twenty-four to the page, 70 × 36 mm."), draw_labels, lasting=False),
    TournamentPaper("final-list", _("Final list"), _("Everybody’s place over all stages."), draw_final_list, moment=PaperMoment.END),
    TournamentPaper(
        "prizes", _("Prize list"), _("Who wins what; prizes are set in “Print settings”."), draw_prizes, moment=PaperMoment.END
    ),
    TournamentPaper("certificates", _("Certificates"), _CERTIFICATES, draw_certificates, of_places=True, moment=PaperMoment.END),
    TournamentPaper(
        "certificates-each",
        _("Certificates, one per person"),
        _PERSON_CERTIFICATES,
        draw_person_certificates,
        lasting=False,
        of_places=True,
        moment=PaperMoment.END,
    ),
    TournamentPaper(
        "minutes",
        _("Tournament report"),
        _("Who directed, every result, the standings, decisions and corrections, to be signed."),
        draw_minutes,
        moment=PaperMoment.END,
    ),
    *TREASURER_PAPERS,
)

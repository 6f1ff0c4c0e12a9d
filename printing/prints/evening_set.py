"""The papers of an evening as one set: report, cash, receipts, prizes, and the signatures on its last page."""

from collections.abc import Iterator

from django.utils.translation import gettext

import paper as printouts
from paper import PaperSection
from printing.prints.cash_papers import read_cash_sections
from printing.prints.heads import PrintContext, build_print_head
from printing.prints.minutes_data import read_minutes
from printing.prints.prize_papers import read_handover_sections
from printing.prints.receipt_papers import read_register_section
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.stage_progress import find_final_stage
from tournaments.cash.book import read_fee_plan
from tournaments.cash.receipts import number_receipts
from tournaments.models import CashLine, Entry, PrizeHandover, Tournament
from tournaments.seen import compute_fingerprint


def draw_evening_set(context: PrintContext) -> bytes:
    signers = context.style.signers or (gettext("The director"), gettext("The referee"), gettext("The treasurer"))
    notice = gettext("Provisional: places can still change.") if is_set_provisional(context) else ""
    return printouts.render_minutes(
        build_print_head(context, notice=notice), read_set_sections(context), signers, gettext("Papers of the evening")
    )


def is_set_provisional(context: PrintContext) -> bool:
    """Whether anybody can still lose a place: the last stage is not finished, a round is open again, or something is to be decided."""
    return find_final_stage(context.tournament) is None or bool(read_open_points(context.tournament))


def read_set_sections(context: PrintContext) -> list[PaperSection]:
    """What the set is of, then the sections of each of its papers."""
    lines = CashLine.objects.filter(tournament=context.tournament).count()
    values = {"head": context.head, "lines": lines, "receipts": len(number_receipts(context.tournament))}
    stand = gettext("Ledger %(head)s, cash book up to line %(lines)d, receipts up to number %(receipts)d.") % values
    register = read_register_section(context)
    return [
        PaperSection(gettext("What these papers say"), (stand,)),
        *read_minutes(context),
        *read_cash_sections(context),
        *([register] if register.rows else []),
        *read_handover_sections(context),
    ]


def compute_set_state(context: PrintContext) -> str:
    """The fingerprint of everything that the set says: another one after any result, line, receipt, prize, fee or name."""
    handovers = PrizeHandover.objects.filter(tournament=context.tournament).order_by("pk").values_list("pk", "taken_back_at")
    handed = [(receipt.number, receipt.handed is not None) for receipt in number_receipts(context.tournament)]
    lines = CashLine.objects.filter(tournament=context.tournament).count()
    provisional = is_set_provisional(context)
    prizes = [(key, str(at)) for key, at in handovers]
    style = (context.style.prizes, context.style.signers)
    return compute_fingerprint(str(context.head), provisional, lines, handed, prizes, style, *_list_named(context.tournament))


def _list_named(tournament: Tournament) -> Iterator[object]:
    """What is said of the evening, its fees and who plays, which is in no ledger."""
    plan = read_fee_plan(tournament)
    yield (tournament.name, str(tournament.date), tournament.venue, tournament.fee_cents)
    yield (plan.pot_cents, plan.split, plan.guaranteed_cents, plan.reentry_cents, plan.reentry_pot_cents)
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    yield list(entries.values_list("number", "name", "club__name", "state"))
    yield list(tournament.stages.order_by("number").values_list("stored_name", flat=True))

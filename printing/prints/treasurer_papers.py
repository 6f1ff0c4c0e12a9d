"""The treasurer's papers in the registry: cash, prizes, receipts, members, and what hangs at the door."""

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import paper as printouts
from printing.prints.cash_papers import read_cash_sections
from printing.prints.heads import PrintContext, build_print_head
from printing.prints.member_papers import read_member_sections
from printing.prints.paper_kinds import PaperMoment, TournamentPaper
from printing.prints.prize_papers import read_handover_sections, read_shopping_sections, read_thanks_sections
from printing.prints.receipt_papers import read_register_section
from printing.prints.regulation_papers import build_enrolment_form, read_privacy_sections, read_regulation_sections


def draw_sections(context: PrintContext, title: str, sections: Sequence[printouts.PaperSection], signers: Sequence[str] = ()) -> bytes:
    """A paper of sections; one that says so where there is nothing to print."""
    if not sections:
        return printouts.render_empty_paper(build_print_head(context), title)
    return printouts.render_minutes(build_print_head(context), sections, signers, title)


def draw_cash(context: PrintContext) -> bytes:
    signers = context.style.signers or (gettext("The treasurer"), gettext("The director"))
    return draw_sections(context, gettext("Cash report"), read_cash_sections(context), signers)


def draw_shopping(context: PrintContext) -> bytes:
    return draw_sections(context, gettext("Shopping list"), read_shopping_sections(context))


def draw_handover(context: PrintContext) -> bytes:
    return draw_sections(context, gettext("Prizes to sign for"), read_handover_sections(context), context.style.signers)


def draw_thanks(context: PrintContext) -> bytes:
    return draw_sections(context, gettext("Thank-you list"), read_thanks_sections(context))


def draw_receipt_register(context: PrintContext) -> bytes:
    section = read_register_section(context)
    return draw_sections(context, gettext("Register of receipts"), [section] if section.rows else [], context.style.signers)


def draw_members(context: PrintContext) -> bytes:
    return draw_sections(context, gettext("Members"), read_member_sections(context), context.style.signers)


def draw_regulation(context: PrintContext) -> bytes:
    signers = context.style.signers or (gettext("The organiser"), gettext("The director"))
    return printouts.render_regulation(build_print_head(context), read_regulation_sections(context), signers, gettext("Regulation"))


def draw_privacy_notice(context: PrintContext) -> bytes:
    return draw_sections(context, gettext("Privacy notice"), read_privacy_sections(context))


def draw_enrolment_form(context: PrintContext) -> bytes:
    return printouts.render_enrolment_form(build_print_head(context), build_enrolment_form(context))


TREASURER_PAPERS = (
    TournamentPaper("regulation", _("Regulation"), _("Game, format, prizes, hours, fees and complaints, to be signed."), draw_regulation),
    TournamentPaper("notice", _("Privacy notice"), _("To hang beside the enrolment, or to hand out."), draw_privacy_notice, lasting=False),
    TournamentPaper(
        "enrolment-form",
        _("Enrolment form"),
        _("Two to the page, with room for names and a signature."),
        draw_enrolment_form,
        lasting=False,
    ),
    TournamentPaper("members", _("Members of the evening"), _("Who is here, with card and signature."), draw_members, lasting=False),
    TournamentPaper("shopping", _("Shopping list"), _("Prizes to buy, to write and to collect."), draw_shopping, lasting=False),
    TournamentPaper(
        "handover",
        _("Prizes to sign for"),
        _("Who gets what, with room for a signature."),
        draw_handover,
        moment=PaperMoment.END,
    ),
    TournamentPaper("thanks", _("Thank-you list"), _("What each sponsor gave."), draw_thanks, lasting=False, moment=PaperMoment.END),
    TournamentPaper(
        "receipts",
        _("Register of receipts"),
        _("Every number in its order, cancelled ones too, and their sum."),
        draw_receipt_register,
        moment=PaperMoment.END,
    ),
    TournamentPaper(
        "cash",
        _("Cash report"),
        _("What came in and went out, by kind and by person, the pot and the cash book."),
        draw_cash,
        moment=PaperMoment.END,
    ),
)

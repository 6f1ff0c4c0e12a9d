"""The register of the members of an evening."""

from django.utils.formats import date_format
from django.utils.translation import gettext

from paper import PaperSection
from printing.prints.heads import PrintContext
from rules.texts import build_plain_text
from tournaments.entries.paged import select_entries
from tournaments.models import Entry
from tournaments.models.prefetches import prefetch_members
from tournaments.people.cards import STATES, CardCheck, check_entry, read_card_book


def read_member_sections(context: PrintContext) -> list[PaperSection]:
    """Everybody who is here, with the card, and room to sign; everybody who plays where nobody was checked in."""
    entries = select_entries(context.tournament)
    present = entries.filter(state=Entry.State.PRESENT)
    listed = (present if present.exists() else entries).prefetch_related(prefetch_members()).order_by("number")
    book = read_card_book(context.tournament)
    rows = [
        (check.name, _describe_card(check), _describe_validity(check), "")
        for entry in listed
        for check in check_entry(book, entry, context.tournament.date)
    ]
    headings = (gettext("Name"), gettext("Card number"), gettext("Valid until"), gettext("Signature"))
    rows.sort(key=lambda row: build_plain_text(row[0]))
    section = PaperSection(gettext("Members of the evening"), headings=headings, rows=tuple(rows), names=(0,), texts=(1, 2), signed=(3,))
    return [section] if rows else []


def _describe_card(check: CardCheck) -> str:
    """“T1 · member · ARCI”."""
    card = check.card
    return " · ".join(filter(None, (card.number, str(card.get_kind_display()), card.issuer))) if card else ""


def _describe_validity(check: CardCheck) -> str:
    """The last day of the card, and below it what is wrong with it tonight."""
    day = date_format(check.card.valid_until, "d/m/Y") if check.card and check.card.valid_until else ""
    return "\n".join(filter(None, (day, "" if check.is_valid else str(STATES[check.state]))))

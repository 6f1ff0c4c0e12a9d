"""The register of the members of an evening."""

from django.utils.formats import date_format
from django.utils.translation import gettext

from paper import PaperSection
from printing.prints.heads import PrintContext
from rules.texts import build_plain_text
from tournaments.entries.paged import select_entries
from tournaments.models import Entry
from tournaments.models.prefetches import prefetch_members
from tournaments.people.cards import STATES, check_entry, read_card_book


def read_member_sections(context: PrintContext) -> list[PaperSection]:
    """Everybody who is here, with the card, and room to sign; everybody who plays where nobody was checked in."""
    entries = select_entries(context.tournament)
    present = entries.filter(state=Entry.State.PRESENT)
    listed = (present if present.exists() else entries).prefetch_related(prefetch_members()).order_by("number")
    book = read_card_book(context.tournament)
    rows = [
        (
            check.name,
            check.card.number if check.card else "",
            check.card.issuer if check.card else "",
            str(check.card.get_kind_display()) if check.card else "",
            date_format(check.card.valid_until, "d/m/Y") if check.card and check.card.valid_until else "",
            "" if check.is_valid else str(STATES[check.state]),
            "",
        )
        for entry in listed
        for check in check_entry(book, entry, context.tournament.date)
    ]
    headings = (
        *(gettext("Name"), gettext("Card number"), gettext("Issued by"), gettext("Kind"), gettext("Valid until")),
        *(gettext("Note"), gettext("Signature")),
    )
    rows.sort(key=lambda row: build_plain_text(row[0]))
    section = PaperSection(gettext("Members of the evening"), headings=headings, rows=tuple(rows), names=(0,), signed=(6,))
    return [section] if rows else []

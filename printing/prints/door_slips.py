"""The slip that says to an entry, at the door, at which table it plays first."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime

import paper as printouts
from printing.prints.heads import PrintContext, build_print_head
from printing.prints.paper_views import PaperMixin
from tournaments.check_in.door_book import GivenSeat
from tournaments.check_in.door_queries import read_door_tables
from tournaments.models import Entry
from tournaments.pages.addresses import is_reachable_by_phone
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.permissions import door


class DoorSlipPaper(PaperMixin):
    """`paper=roll` for a roll of 80 mm, else a sheet of A6."""

    policy = staticmethod(door)
    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, slug: str, number: int, **_arguments: Any) -> HttpResponse:
        entry = get_object_or_404(Entry, tournament=self.tournament, number=number)
        line = read_door_tables(self.tournament).seats.get(number)
        if line is None:
            raise Http404
        context = self.get_print_context()
        with self.override_language(context):
            slip = build_door_slip(context, entry, line, reachable=is_reachable_by_phone(request))
            pdf = printouts.render_door_slip(build_print_head(context), slip, narrow=request.GET.get("paper") == "roll")
        return build_pdf_response(pdf, f"{slug}-{number}")


def build_door_slip(context: PrintContext, entry: Entry, given: GivenSeat, *, reachable: bool) -> printouts.DoorSlip:
    """With a QR code where the entry has a public page that a phone can open."""
    has_page = reachable and context.tournament.public and not entry.hidden
    link = context.address(reverse("scoring:public_player", args=[context.tournament.slug, entry.number])) if has_page else ""
    return printouts.DoorSlip(
        number=str(entry.number),
        name=entry.name,
        table=str(given.seat.table),
        side=given.seat.letter,
        drawn_at=time_format(localtime(given.at), "H:i"),
        link=link,
        address=link.partition("://")[2],
    )

"""The page on which a pile of sheets is scanned, and the photographs that are kept of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from paper.layout import PictureRefused
from printing.scanning.queries import read_pile
from printing.scanning.services import ScannedSheet, scan_extra_sheet, scan_sheet
from printing.sheets_back.commands import find_matches, parse_command
from printing.sheets_back.extra_sheets import find_extra_sheet, list_extra_sheets, use_extra_sheet
from printing.sheets_back.photograph_files import LARGEST_FILE, Photograph, read_photograph
from printing.sheets_back.photographs import MOST_PHOTOGRAPHS, delete_photograph
from printing.sheets_back.queries import find_former_sheet, parse_sheet_name
from printing.sheets_back.views import SheetsBackSubpage, find_sheet_elsewhere
from scoring.matches.former_matches import list_sheets_out, read_former_view
from scoring.matches.rounds import choose_round
from scoring.models import ExtraSheet, SheetPhotograph
from tournaments.models import Match
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.qr_codes import build_qr_code
from tournaments.pages.views import DeskMixin, DirectorMixin
from tournaments.permissions import enterer
from tournaments.refusals import ChangeRefused

MOST_FILES = 20
"""Photographs in one request; a browser with script sends one at a time."""
REFUSALS = {
    "size": gettext_lazy("it is larger than 20 MB. Take it with fewer pixels, or choose a smaller file."),
    "kind": gettext_lazy(
        "it is no picture that can be read here (JPEG, PNG or WebP). On an iPhone choose Settings, Camera, Formats, Most Compatible."
    ),
    "damaged": gettext_lazy("the picture is damaged. Take it again."),
}


@dataclass(frozen=True, slots=True)
class UnknownSheet:
    """Something held up that is no sheet of a match here: `elsewhere` is the match of another tournament with this code, `extra` a blank
    sheet of which nobody has said yet for which match it was used.
    """

    sentence: str
    elsewhere: Match | None = None
    extra: ExtraSheet | None = None
    is_good = False


Answer = ScannedSheet | UnknownSheet


class ScanPage(SheetsBackSubpage):
    """Marks sheets as back by codes that are typed or scanned, by photographs, and by pictures of a camera (`live`).

    A request of the script gets the pile alone. A picture of a camera without a QR code, or with those of `seen` only, gets a 204.
    """

    policy = staticmethod(enterer)
    template_name = "printing/scanning/scan.html"
    fragment = "printing/scanning/pile.html"

    def get_template_names(self) -> list[str]:
        return [self.fragment if getattr(self.request, "htmx", False) else self.template_name]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Scan sheets")
        address = build_phone_address(self.request, self.request.path)
        page_context = {
            "pile": read_pile(self.tournament),
            "answers": (),
            "most_photographs": MOST_PHOTOGRAPHS,
            "phone_address": address,
            "phone_qr_code": build_qr_code(address) if is_reachable_by_phone(self.request) else None,
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        code, files = request.POST.get("code", "").strip()[:200], request.FILES.getlist("photograph")[:MOST_FILES]
        live = "live" in request.POST
        answers: list[Answer] = []
        texts: list[str] = [code] if code and not files else []
        for file in files:
            photograph = self._read_file(file, answers)
            if photograph is None:
                continue
            on_it = photograph.texts or ((code,) if code else ())
            if live and set(on_it) <= set(request.POST.getlist("seen")):
                return HttpResponse(status=204)
            texts += on_it
            answers += self._answer_photograph(photograph, on_it, str(file.name))
        if not files:
            answers.append(self._scan(code, b"") if code else UnknownSheet(_("Type a code, or choose a photograph.")))
        page_context = self.get_context_data(answers=answers, texts=texts, good=all(answer.is_good for answer in answers))
        return self.render_to_response(page_context, status=200 if any(isinstance(answer, ScannedSheet) for answer in answers) else 422)

    def _read_file(self, file: Any, answers: list[Answer]) -> Photograph | None:
        """The photograph; None if it was refused, which `answers` then say."""
        try:
            return read_photograph(file.read(LARGEST_FILE + 1))
        except PictureRefused as refused:
            answers.append(
                UnknownSheet(_("“%(name)s” was not kept: %(why)s") % {"name": str(file.name)[:60], "why": REFUSALS[str(refused)]})
            )
            return None

    def _answer_photograph(self, photograph: Photograph, texts: Sequence[str], file_name: str) -> Iterator[Answer]:
        """An answer for each sheet on the photograph, which may show several; QR codes of other kinds do not matter beside a sheet's."""
        sheets = list(dict.fromkeys(text for text in texts if parse_sheet_name(text)))
        if texts and not sheets:
            sheets = [texts[0]]
        if not sheets:
            sentence = _(
                "“%(name)s” was not kept: no QR code could be read on it. Take it again from nearer and straight from above, "
                "or type the code and choose the photograph once more."
            )
            yield UnknownSheet(sentence % {"name": file_name[:60]})
        for text in sheets:
            yield self._scan(text, photograph.picture)

    def _scan(self, text: str, picture: bytes) -> Answer:
        name = parse_sheet_name(text)
        former = find_former_sheet(self.tournament, name) if name else None
        if former is not None and name is not None:
            sentence = _("“%(text)s” is an old sheet. %(what)s Nothing was changed.")
            return UnknownSheet(sentence % {"text": text[:60], "what": read_former_view(former, name.serial).sentence})
        match = self.list_matches().filter(code=name.code).first() if name else None
        extra = find_extra_sheet(self.tournament, name)
        if extra is not None and extra.match is not None:
            return scan_extra_sheet(extra, extra.match, picture, actor=self.actor, at=timezone.now())
        if extra is not None:
            return UnknownSheet(
                _("This is blank sheet %(number)d. Say first for which match it was used.") % {"number": extra.number}, extra=extra
            )
        if name is None or match is None:
            elsewhere = find_sheet_elsewhere(self.request.user, name)
            return UnknownSheet(_("“%(text)s” is no sheet of this tournament. Nothing was changed.") % {"text": text[:60]}, elsewhere)
        if name.serial is None and (older := list_sheets_out(match, match.code)):
            sentence = _(
                "Nothing was changed: a sheet %(code)s was printed for %(sides)s too. Type the longer code at the foot of the sheet."
            )
            return UnknownSheet(sentence % {"code": name.code, "sides": read_former_view(older[-1]).names})
        return scan_sheet(self.tournament, match, name, picture, actor=self.actor, at=timezone.now())


class ExtraSheetPage(SheetsBackSubpage):
    """A blank sheet, or a further one of a match: for which match it was used, or that it came back unused."""

    policy = staticmethod(enterer)
    template_name = "printing/scanning/extra_sheet.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        extra = get_object_or_404(list_extra_sheets(self.tournament), code=self.kwargs["extra_code"])
        words = _("Sheet %(number)d of table %(table)s") if extra.further else _("Blank sheet %(number)d")
        self.title = words % {"number": extra.number, "table": (extra.match and extra.match.table) or "–"}
        return super().get_context_data(**{"extra": extra, "candidates": (), **context})

    def post(self, request: HttpRequest, slug: str, extra_code: str) -> HttpResponse:
        extra = get_object_or_404(list_extra_sheets(self.tournament), code=extra_code)
        text = request.POST.get("match", "").strip()[:80]
        match: Match | None = extra.match if extra.further else None
        if "used" in request.POST and not extra.further:
            matches = find_matches(self.tournament, parse_command(text), choose_round(self.tournament, "", ""))
            if len(matches) != 1:
                return self.render_refused(request, typed=text, candidates=matches, unknown=not matches)
            match = matches[0]
        use_extra_sheet(extra, match, actor=self.actor, at=timezone.now())
        if match is None:
            messages.success(request, _("Blank sheet %(number)d is back, unused.") % {"number": extra.number})
            return HttpResponseRedirect(reverse("scoring:sheets", args=[slug]))
        messages.success(request, _("The sheet of table %(table)s is back.") % {"table": match.table})
        return HttpResponseRedirect(reverse("scoring:match", args=[slug, match.code]))


class PhotographFile(DeskMixin):
    """A photograph as it is kept."""

    def get(self, request: HttpRequest, slug: str, photograph_id: int) -> HttpResponse:
        photographs = SheetPhotograph.objects.filter(match__round__stage__tournament=self.tournament)
        photograph = get_object_or_404(photographs, pk=photograph_id)
        headers = {"Cache-Control": "private, no-store", "Content-Disposition": f'inline; filename="{slug}-{photograph_id}.jpg"'}
        return HttpResponse(bytes(photograph.picture), content_type="image/jpeg", headers=headers)


class DeletePhotograph(DirectorMixin):
    """Deletes a photograph, and goes back to the sheet."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, photograph_id: int) -> HttpResponse:
        code = Match.objects.filter(photographs__pk=photograph_id).values_list("code", flat=True).first()
        try:
            delete_photograph(self.tournament, photograph_id, actor=self.actor)
            messages.success(request, _("The photograph was deleted."))
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            code = None
        return HttpResponseRedirect(reverse("scoring:sheet", args=[slug, code]) if code else reverse("scoring:sheets", args=[slug]))

"""The director's manual, to read and to print; help links of the desk lead to its sections."""

from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext, override
from django.views.generic import TemplateView, View

import paper as printouts
from jobs.permissions import everybody
from paper.layout.pictures import PrintPicture, read_picture
from tournaments.pages.pdf_answers import build_pdf_response
from visitors.manual.reading import BlockKind, ManualBlock, read_manual


class ManualPage(TemplateView):
    policy = staticmethod(everybody)
    template_name = "visitors/manual/manual.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(manual=read_manual(get_language() or ""), **context)


class ManualPaper(View):
    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        language = read_manual(get_language() or "").language
        return build_pdf_response(_draw_manual(language), f"la-bella-{language}")


@cache
def _draw_manual(language: str) -> bytes:
    """The same for every tournament and desk: drawn once in a process, which takes half a second."""
    manual = read_manual(language)
    with override(language):
        head = printouts.PrintHead("La Bella", translate=gettext, language=language)
        sections = tuple((section.title, tuple(_build_lines(section.blocks))) for section in manual.sections)
        return printouts.render_manual(head, manual.title, sections)


def _build_lines(blocks: tuple[ManualBlock, ...]) -> list[printouts.ManualLine]:
    signs = {BlockKind.POINT: "•", BlockKind.HEADING: "", BlockKind.PARAGRAPH: ""}
    return [
        printouts.ManualLine(
            block.text,
            sign=f"{block.number}." if block.kind is BlockKind.STEP else signs.get(block.kind, ""),
            is_heading=block.kind is BlockKind.HEADING,
            picture=_read_manual_picture(block.picture) if block.picture else None,
        )
        for block in blocks
    ]


def _read_manual_picture(path: str) -> PrintPicture | None:
    file = finders.find(path)
    return read_picture(Path(str(file)).read_bytes()) if file else None

"""How every number of the standings came about: a page for each entry and stage, where the site shows one cell at a time."""

from collections.abc import Iterator, Mapping

from django.template.loader import render_to_string
from django.urls import resolve, reverse

from publishing.static_pages.addresses import name_explained
from publishing.static_pages.drawing import StaticPageRequest
from rankings.standings_pages.cells import CellView, explain_standings_lines
from rankings.standings_pages.queries import list_published_stages
from tournaments.models import Stage, Tournament
from tournaments.people.naming import PublicNaming

TEMPLATE = "publishing/static_pages/explained.html"


def read_explained_lines(tournament: Tournament) -> Iterator[tuple[str, Stage, int, Mapping[str, CellView]]]:
    """The file of each page, stage, number of the entry, and its cells by key."""
    naming = PublicNaming(tournament)
    for stage in list_published_stages(tournament):
        for number, cells in explain_standings_lines(stage, naming):
            yield name_explained(stage.number, number), stage, number, cells


def draw_explained(tournament: Tournament, stage: Stage, number: int, cells: Mapping[str, CellView], site: str) -> bytes:
    address = reverse("scoring:public_standings", args=[tournament.slug])
    request = StaticPageRequest(address, site)
    request.resolver_match = resolve(address)
    who = next((cell.who for cell in cells.values()), "")
    context = {"tournament": tournament, "section": "standings", "stage": stage, "number": number, "who": who, "cells": cells}
    return render_to_string(TEMPLATE, context, request).encode()

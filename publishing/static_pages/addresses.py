"""Which addresses of a tournament become files, and what these are called."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from posixpath import dirname, relpath
from urllib.parse import parse_qsl, urlsplit

from django.urls import Resolver404, ResolverMatch, resolve, reverse

from tournaments.models import Entry, Match, Round, Tournament

PAGE = re.compile(r"(?:[\w-]+-)?page")
PAGES: dict[str, tuple[str, frozenset[str]]] = {
    "tournaments:public": ("index.html", frozenset()),
    "tournaments:public_draw": ("draws/{stage_number}-{round_number}.html", frozenset({"show"})),
    "scoring:public_rules": ("rules/index.html", frozenset()),
    "scoring:public_bracket": ("bracket/index.html", frozenset({"size"})),
    "scoring:public_pools": ("pools/index.html", frozenset({"columns"})),
    "scoring:public_calendar": ("calendar/index.html", frozenset()),
    "scoring:public_results": ("results/index.html", frozenset({"round", "view"})),
    "scoring:public_match": ("matches/{code}.html", frozenset()),
    "scoring:public_people": ("players/index.html", frozenset({"letter"})),
    "scoring:public_player": ("players/{number}.html", frozenset()),
    "scoring:public_standings": ("standings/index.html", frozenset({"stage", "columns", "venue"})),
    "scoring:public_final": ("final/index.html", frozenset()),
    "records:evening_numbers": ("told/index.html", frozenset()),
    "evenings:pictures": ("pictures/index.html", frozenset()),
}
"""By the name of a page's address: its file, and what may be asked of it (further pages of a long list always)."""
FILES = {
    "evenings:evening_feed": "evening.ics",
    "evenings:picture": "pictures/{picture}.png",
    "tournaments:public_draw_file": "draws/{stage_number}-{round_number}.json",
    "tournaments:public_draw_trf": "draws/{stage_number}-{round_number}.trf",
    "federation:public_result_file": "result.{spelling}",
}
"""What a page shows or offers for saving."""


@dataclass(frozen=True, slots=True)
class StaticAddresses:
    """What exists of a tournament: codes of published matches, numbers of entries, published rounds as (stage, round)."""

    slug: str
    codes: frozenset[str]
    numbers: frozenset[int]
    rounds: frozenset[tuple[int, int]]
    paths: dict[str, str | None] = field(default_factory=dict, compare=False)
    """What was asked before: every page has the same links in its head."""

    def find_path(self, address: str) -> str | None:
        """The file of an address of the site (path and query), None for what is no part of the static pages.

        The explanation of a cell is a place in a file: `standings/1/12.html#points`.
        """
        if address not in self.paths:
            self.paths[address] = self._name(address)
        return self.paths[address]

    def _name(self, address: str) -> str | None:
        parts = urlsplit(address)
        route = None if parts.scheme or parts.netloc else _resolve(parts.path)
        if route is None or route.kwargs.get("slug") != self.slug or not self._exists(route):
            return None
        if route.view_name in FILES:
            return FILES[route.view_name].format(**route.kwargs)
        if route.view_name not in PAGES:
            return None
        query = dict(parse_qsl(parts.query))
        if "explain" in query:
            return self._find_explained(query.get("stage", ""), *query["explain"].split(".", 1))
        return _name_page(*PAGES[route.view_name], route, self._drop_defaults(query))

    def _drop_defaults(self, query: Mapping[str, str]) -> dict[str, str]:
        """The only stage and the latest round are what a page shows unasked: one page has one file."""
        stages = {str(stage) for stage, _number in self.rounds}
        latest = ".".join(map(str, max(self.rounds, default=(0, 0))))
        defaults = {("stage", stage) for stage in stages if len(stages) == 1} | {("round", latest)}
        return {key: value for key, value in query.items() if (key, value) not in defaults}

    def _find_explained(self, stage: str, number: str, key: str = "") -> str | None:
        if not (stage.isdecimal() and number.isdecimal() and int(number) in self.numbers):
            return None
        return f"{name_explained(int(stage), int(number))}#{key}"

    def _exists(self, route: ResolverMatch) -> bool:
        arguments = route.kwargs
        return (
            ("code" not in arguments or arguments["code"] in self.codes)
            and ("number" not in arguments or arguments["number"] in self.numbers)
            and ("round_number" not in arguments or (arguments["stage_number"], arguments["round_number"]) in self.rounds)
        )


def name_explained(stage_number: int, number: int) -> str:
    """The page that explains a line of the standings."""
    return f"standings/{stage_number}/{number}.html"


def read_static_addresses(tournament: Tournament) -> StaticAddresses:
    """Three queries."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    matches = Match.objects.filter(round__in=rounds, kind=Match.Kind.PLAYED)
    return StaticAddresses(
        slug=tournament.slug,
        codes=frozenset(matches.values_list("code", flat=True)),
        numbers=frozenset(Entry.objects.filter(tournament=tournament, phantom=False).values_list("number", flat=True)),
        rounds=frozenset(rounds.values_list("stage__number", "number")),
    )


def list_first_addresses(addresses: StaticAddresses) -> tuple[str, ...]:
    """Where building begins, in the order in which the files are made: the overview is not among them, it comes last."""
    slug = [addresses.slug]
    rounds = [f"{reverse('scoring:public_results', args=slug)}?round={stage}.{number}" for stage, number in sorted(addresses.rounds)]
    draws = [reverse("tournaments:public_draw", args=[addresses.slug, *of]) for of in sorted(addresses.rounds)]
    sections = [reverse(name, args=slug) for name in PAGES if "{" not in PAGES[name][0] and name not in NOT_ALWAYS]
    players = [reverse("scoring:public_player", args=[addresses.slug, number]) for number in sorted(addresses.numbers)]
    matches = [reverse("scoring:public_match", args=[addresses.slug, code]) for code in sorted(addresses.codes)]
    return (*sections, *rounds, *draws, *players, *matches)


NOT_ALWAYS = {"tournaments:public", "scoring:public_bracket", "scoring:public_pools", "scoring:public_calendar"}
"""Sections that are made when a page leads to them."""


def lead_from(page: str, target: str) -> str:
    """The relative address from one file to another: `../matches/AB.html`."""
    return relpath(target, dirname(page) or ".")


def _resolve(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def _name_page(file: str, allowed: frozenset[str], route: ResolverMatch, query: Mapping[str, str]) -> str | None:
    if not all((key in allowed or PAGE.fullmatch(key)) and len(value) <= 80 for key, value in query.items()):
        return None
    name = file.format(**route.kwargs)
    if not query:
        return name
    words = "-".join(f"{key}-{_spell(value)}" for key, value in sorted(query.items()))
    return f"{dirname(name)}/{words}.html".lstrip("/") if name.endswith("index.html") else f"{name.removesuffix('.html')}-{words}.html"


def _spell(value: str) -> str:
    """Letters, digits and points that every file system and web server takes; a capital is not told from its small letter."""
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign == ".") else f"_{ord(sign):x}" for sign in value.lower())

"""Pages of the hall's screen in a browser without a desk: drawn by the real view, handed over as the answer to every request."""

import datetime as dt
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Route

from desk.rehearsal.playing import simulate_results
from rules.events import MatchScore
from scoring.confirmation.services import confirm_match
from scoring.entry.services import submit_event
from scoring.ledger.appending import build_staff_actor
from scoring.models import MatchResult, PaperStyle
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import SURE, close, draw_and_publish, enter_result, found_stage, origin_of
from tests.tournaments.conftest import found_tournament
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Match, Member, Person, Round, StaffRole, Stage, Tournament
from tournaments.stages.services import create_stage

ORIGIN = "http://127.0.0.1:9"
SURNAMES = (
    *("Murgia", "Melis", "Zoli", "Deiana", "Ricci", "Puddu", "Sanna", "Cossu", "Fabbri", "Montanari", "Loi", "Manca"),
    *("Castelfranchi", "Piras", "Serra", "Bernardini"),
)
LONG = "Bartolomeo Castelfranchi-Montebello Donà"  # forty letters
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".png": "image/png"}


MEASURE = Path(__file__).with_name("measure_faces.js").read_text()
ANGLE = math.tan(math.radians(16 / 60))
CAPITAL = 0.66


@dataclass(frozen=True)
class HallSeat:
    """What the director states: inches, and metres to the farthest seat."""

    inches: int
    metres: int

    def compute_reach(self, pixels: float, width: int, height: int) -> float:
        """From how many metres letters of so many pixels are read on that picture, by the angle at which a capital is seen."""
        return pixels * CAPITAL * self.inches * 0.0254 / math.hypot(width, height) / ANGLE


def name_persons(kind: str, number: int) -> tuple[str, str]:
    """The names of a pair: "short", "usual", or of forty letters."""
    draw = random.Random(number)
    if kind == "short":
        return ("Ada Lo", "Ugo Re")
    if kind == "usual":
        first, second = draw.sample(SURNAMES, 2)
        return (f"Salvatore {first}", f"Antonella {second}")
    return (LONG, f"Massimiliano {LONG[11:38]}")


def rename_entries(tournament: Tournament, kind: str) -> None:
    """Give every entry other names, and its one or two persons."""
    entries = list(tournament.entries.order_by("number"))
    persons = []
    for entry in entries:
        members = list(Member.objects.filter(entry=entry).select_related("person").order_by("position"))
        names = name_persons(kind, entry.number)[: len(members)]
        entry.name = " – ".join(names)
        for member, name in zip(members, names, strict=True):
            member.person.name, member.person.surname = name, ""
            persons.append(member.person)
    Entry.objects.bulk_update(entries, ["name"])
    Person.objects.bulk_update(persons, ["name", "surname"])


def choose_style(tournament: Tournament, seat: HallSeat | None, **style: Any) -> None:
    """What stands in the settings of the screen."""
    values = {"screen_diagonal": seat and seat.inches, "screen_unit": "in", "screen_seat": seat and seat.metres}
    PaperStyle.objects.update_or_create(tournament=tournament, defaults={**values, "follows_club": False, **style})


def found_hall(pairs: int, **details: Any) -> Stage:
    """A public knockout with a drawn and published first round and a running clock."""
    stage = found_stage(pairs, name="Memorial Tziu Mundicu", public=True, round_minutes=40, **details)
    draw_running(stage)
    return stage


def draw_running(stage: Stage) -> Round:
    """The next round, published, with ten minutes of its time gone."""
    round_ = draw_and_publish(stage)
    Round.objects.filter(pk=round_.pk).update(starts_at=timezone.now() - dt.timedelta(minutes=10))
    return round_


def play_games(game_key: str, format_key: str, entries: int, *, individual: bool, options: dict[str, Any]) -> Tournament:
    """A public evening of any game and format: a round that is over, and one of which some tables have a result and others none."""
    director, assistant = build_user("director"), build_user("assistant")
    tournament = found_tournament(director, game_key=game_key, individual=individual, public=True, round_minutes=40)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    StaffRole.objects.create(tournament=tournament, user=assistant, role=StaffRole.Role.ASSISTANT)
    lines = [" / ".join(f"{name}{number:02d}" for name in ("Anna", "Berto")[: tournament.entry_size]) for number in range(1, entries + 1)]
    import_entries(tournament, "\n".join(lines), actor=director)
    stage = create_stage(tournament, actor=director, format_key=format_key, options=options)
    actors = {"enterer": build_staff_actor(assistant), "confirmer": build_staff_actor(director)}
    for number in (1, 2):
        round_ = draw_running(stage)
        simulate_results(round_, **actors, rng=random.Random(number), at=NOW, prefix=f"hall-{stage.pk}-{number}")
        if number == 1:
            close(round_)
    MatchResult.objects.filter(match__in=list(round_.matches.order_by("position")[::3])).delete()
    tournament.refresh_from_db()
    return tournament


def begin_tables(round_: Round, share: float) -> None:
    """Enter and sign the result of every second table of a share of them; the other half waits for a signature."""
    matches = list(round_.matches.filter(kind=Match.Kind.PLAYED).order_by("position"))
    for place, match in enumerate(matches[: int(len(matches) * share)]):
        if place % 2:
            submit_event(match, MatchScore((2, 1)), origin=origin_of("assistant"), version=None, override=SURE)
        else:
            enter_result(match, 0)


def finish_round(stage: Stage) -> Round:
    """Play what is open in the last round, and close it."""
    round_ = stage.rounds.order_by("-number")[0]
    for match in round_.matches.filter(kind=Match.Kind.PLAYED).select_related("result").order_by("position"):
        result = getattr(match, "result", None)
        if result is None:
            enter_result(match, 0)
        elif result.state == "submitted":
            confirm_match(match, origin=origin_of(), version=None)
    close(round_)
    return round_


def read_screen(tournament: Tournament, language: str = "it") -> str:
    answer = Client().get(f"/tournaments/{tournament.slug}/screen/?hold=1", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


class HallBrowser:
    """A browser that shows one page at a time: whatever was given to `open_page`, with the site's own files around it."""

    def __init__(self, browser: Browser, *, disabled: Sequence[str] = ()) -> None:
        """`disabled` are names of files that come empty."""
        self.context: BrowserContext = browser.new_context(reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self.disabled = disabled
        self.html = ""
        self.page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if not path.startswith("/static/"):
            route.fulfill(body=self.html, content_type="text/html")
            return
        name = path.removeprefix("/static/")
        stored = finders.find(name)
        body = Path(stored).read_bytes() if stored and name not in self.disabled else b""
        route.fulfill(body=body, content_type=TYPES.get(Path(name).suffix, "text/plain"))

    def open_page(self, html: str) -> None:
        self.html = html
        self.page.goto(f"{ORIGIN}/")
        self.page.wait_for_function("document.fonts.status === 'loaded'")

    def measure_faces(self, width: int, height: int) -> dict[str, dict[str, Any]]:
        """By face: `problems` (what is beyond the screen, cut, or on top of something else), `letters` (the smallest of a name, a table,
        a result, a title or the clock, in pixels) and `clocks` (how many times stand on it).
        """
        self.page.set_viewport_size({"width": width, "height": height})
        measured: dict[str, dict[str, Any]] = json.loads(self.page.evaluate(MEASURE))
        return measured

    def close(self) -> None:
        self.context.close()

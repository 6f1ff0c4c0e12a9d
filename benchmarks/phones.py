"""Phones of many halls before the hosts of a site, for `benchmarks.site`: they wait for news as static/live.js does, and tables save.

Clients are one process with one thread; what it sees are seconds of the machine's clock.
"""

import asyncio
import itertools
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from benchmarks.audience import PATIENCE, Connection, Door, unpack
from benchmarks.queueing import SOON_SECONDS, Crowd
from config.serving import raise_file_limit
from tests.faults.hall import HAND, TOKEN

WAITING_AT_ONCE = 20
"""Clients whose news are there already: each waits for the next look. Everything else is asked by one client without a pause."""
TABLES_OF_A_HALL = 8
HTMX = {"HX-Request": "true"}


@dataclass(frozen=True, slots=True)
class Table:
    """Its tournament, the code of its match, the session of who saves for it, and the session of a phone of each side."""

    slug: str
    code: str
    saver: str
    phones: list[str]


@dataclass(frozen=True, slots=True)
class Site:
    """Its web processes, and the tables that are played."""

    doors: list[Door]
    tables: list[Table]


@dataclass
class Seen:
    """What a trial saw. `done`: answered requests of what was asked; times in seconds: each save, and each news after the save's answer."""

    done: int = 0
    saves: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def build_hall(tables: int) -> list[dict[str, Any]]:
    """Halls of eight tables each, and sessions for all who use them; runs inside the site's own settings."""
    from importlib import import_module  # noqa: PLC0415 - Django is set up by whoever calls this

    from django.conf import settings  # noqa: PLC0415 - as above, needs the settings
    from django.http import HttpRequest  # noqa: PLC0415 - as above, needs the settings
    from django.utils import timezone  # noqa: PLC0415 - as above, needs the settings

    from scoring.permissions import open_session  # noqa: PLC0415 - as above, needs the settings
    from tests.faults.hall import build  # noqa: PLC0415 - as above, needs the settings
    from tournaments.models import Match, StaffRole, Tournament  # noqa: PLC0415 - as above, needs the settings
    from visitors.phones.services import issue_links, store_opening  # noqa: PLC0415 - as above, needs the settings

    halls = -(-tables // TABLES_OF_A_HALL)
    built = build(min(tables, TABLES_OF_A_HALL), 1, halls)
    store, made = import_module(settings.SESSION_ENGINE).SessionStore, []
    for tournament in Tournament.objects.order_by("pk"):
        director = StaffRole.objects.filter(tournament=tournament).first().user
        matches = list(Match.objects.filter(round__stage__tournament=tournament).order_by("table"))
        links = issue_links(tournament, [(match, side) for match in matches for side in (0, 1)], actor=director, at=timezone.now())
        phones = []
        for issued in links:
            request = HttpRequest()
            request.session = store()
            open_session(request, issued.link, store_opening(issued.link, device_kind="", at=timezone.now()))
            request.session.save()
            phones.append(str(request.session.session_key))
        for place, match in enumerate(matches):
            pair = phones[2 * place : 2 * place + 2]
            made.append({"slug": tournament.slug, "code": match.code, "saver": built["sessions"][0], "phones": pair})
    return made[:tables]


@dataclass
class Saver:
    """Who saves for a table at the desk: a hand, and at the next turn the same hand taken back."""

    table: Table
    doors: Iterator[Door]
    run: str
    version: int = 0

    async def save(self) -> tuple[float, float]:
        """When it was begun and answered. Raises: AssertionError where it was not saved."""
        asked = {"csrfmiddlewaretoken": TOKEN, "key": f"{self.run}-{self.table.code}-{self.version}", "version": self.version, "sure": "1"}
        action = "undo" if self.version % 2 else "hands"
        path = f"/desk/{self.table.slug}/matches/{self.table.code}/{action}/"
        line, begun = Connection(next(self.doors)), time.monotonic()
        async with asyncio.timeout(PATIENCE):
            status, answer, text = await line.post(path, urlencode(asked | HAND), **show_session(self.table.saver))
        line.close()
        assert status in {200, 201, 303}, (status, unpack(answer, text)[:300])
        self.version += 1
        return begun, time.monotonic()


@dataclass
class Trial:
    """One run against a site for `seconds`, of which the first third is not counted: `kind` alone, or all of it as `crowd` says.

    `versions`: by code, the version of each match before it; whoever saves goes on from there. `begun`: when, by the machine's clock.
    """

    site: Site
    kind: str
    crowd: Crowd
    seconds: float
    versions: dict[str, int]
    begun: float
    seen: Seen = field(default_factory=Seen)
    saved: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    @property
    def until(self) -> float:
        return self.begun + self.seconds

    @property
    def counted_from(self) -> float:
        return self.begun + self.seconds / 3

    async def run(self) -> None:
        await asyncio.sleep(max(0.0, self.begun - time.monotonic()))
        tables = self.site.tables[: self.crowd.tables]
        doors = itertools.cycle(self.site.doors)
        savers = [
            Saver(table, itertools.cycle(self.site.doors), f"r{self.begun * 1000:.0f}", self.versions.get(table.code, 0))
            for table in tables
        ]
        work: list[Awaitable[None]] = []
        if self.kind in {"all", "waiting"}:
            work += [
                self.guard(self.wait_for_news, Connection(next(doors)), table, phone)
                for table in tables
                for phone in range(self.crowd.phones)
            ]
        if self.kind == "all":
            work += [self.guard(self.play, saver) for saver in savers]
        elif self.kind == "save":
            work += [self.guard(self.save_on, savers)]
        elif self.kind != "waiting":
            clients = WAITING_AT_ONCE if self.kind == "news" else 1
            work += [self.guard(self.ask_on, Connection(next(doors)), tables[client % len(tables) :]) for client in range(clients)]
        await asyncio.gather(*work)
        self.versions |= {saver.table.code: saver.version for saver in savers}

    async def guard(self, client: Callable[..., Awaitable[None]], *arguments: Any) -> None:
        try:
            await client(*arguments)
        except (OSError, asyncio.IncompleteReadError, AssertionError) as error:  # TimeoutError is an OSError
            self.seen.refused.append(repr(error))

    async def play(self, saver: Saver) -> None:
        chance = random.Random(f"{saver.table.code} {self.seconds}")
        while True:
            pause = chance.expovariate(1 / self.crowd.hand_every)
            if time.monotonic() + pause > self.until:
                return
            await asyncio.sleep(pause)
            moments = self.saved.setdefault(saver.table.code, [])
            moments.append((time.monotonic(), 0.0))
            begun, answered = await saver.save()
            moments[-1] = (begun, answered)
            if begun > self.counted_from:
                self.seen.saves.append(answered - begun)

    async def save_on(self, savers: Sequence[Saver]) -> None:
        for saver in itertools.cycle(savers):
            begun, answered = await saver.save()
            if self.counted_from < answered < self.until:
                self.seen.saves.append(answered - begun)
                self.seen.done += 1
            if answered > self.until:
                return

    async def ask_on(self, line: Connection, tables: Sequence[Table]) -> None:
        """News that are there already, a phone's page, or standings that have not changed."""
        tag = ""
        for table in itertools.cycle(tables):
            if self.kind == "news":
                answer = await line.get(f"/t/stamp/{table.code}?seen=another")
            elif self.kind == "page":
                answer = await line.get("/t/match/", **HTMX, **show_session(table.phones[0]))
            else:
                known = {"If-None-Match": tag} if tag else {}
                answer = await line.get(f"/tournaments/{tables[0].slug}/standings/", **HTMX, **known)
                tag = answer[1].get("etag", "")
            assert answer[0] in {200, 304}, answer[:2]
            self.seen.done += self.counted_from < time.monotonic() < self.until
            if time.monotonic() > self.until:
                return

    async def wait_for_news(self, line: Connection, table: Table, phone: int) -> None:
        await asyncio.sleep(random.Random(f"{table.code} {phone}").uniform(0, min(25.0, self.seconds / 3)))
        known = (await line.get(f"/t/stamp/{table.code}"))[2].decode()
        self.seen.done += 1
        while time.monotonic() < self.until:
            try:
                async with asyncio.timeout(max(0.1, self.until - time.monotonic())):
                    status, _headers, text = await line.get(f"/t/stamp/{table.code}?seen={quote(known)}")
            except TimeoutError:
                line.close()
                return
            assert status == 200, status
            self.seen.done += 1
            if text.decode() != known:
                known = text.decode()
                status, _headers, _page = await line.get("/t/match/", **HTMX, **show_session(table.phones[phone % 2]))
                assert status == 200, status
                self.note_news(table)
            await asyncio.sleep(SOON_SECONDS)

    def note_news(self, table: Table) -> None:
        """How long after the last save's answer; a phone may be faster than that."""
        begun, answered = self.saved.get(table.code, [(0.0, 0.0)])[-1]
        if begun > self.counted_from:
            self.seen.news.append(max(0.0, time.monotonic() - answered) if answered else 0.0)


def run_trial(trial: Trial) -> tuple[Seen, dict[str, int]]:
    """What the phones saw, and the versions of the matches afterwards; in the process that calls this."""
    raise_file_limit(trial.crowd.tables * (trial.crowd.phones + 2) + 100)
    asyncio.run(trial.run())
    return trial.seen, trial.versions


def show_session(session: str) -> dict[str, str]:
    """What the proxy hands on of somebody who is logged in: without TLS that is allowed on the own computer only."""
    return {"Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-Forwarded-For": "127.0.0.1"}


def read_tables(text: str) -> list[Table]:
    """What `build_hall` made, as JSON."""
    return [Table(**table) for table in json.loads(text)]

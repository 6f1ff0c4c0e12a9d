"""A hall full of phones in front of one desk, and beside them the director who saves.

    python -m benchmarks.audience [--json] [--phones 300] [--connections 5] [--seconds 60]

A phone does what a browser does: it opens several connections at once, loads the page and what belongs to it, and keeps the connections
open. The phones arrive evenly within half a minute; half of them follow the results afterwards. One client opens 99 connections and never
says a word. The director saves a hand twice a second on a connection of his own each time; how long it takes is compared with the same
desk without an audience.
"""

import argparse
import asyncio
import itertools
import json
import re
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.desks import open_desk
from tests.faults.hall import SLUG, Writer, percentile, prepare_hall, writers_of

GOALS = {"refused": 0, "first_page_p99_seconds": 2.0, "save_p99_seconds": 0.3, "live_p99_seconds": 3.0}
ARRIVAL_SECONDS = 30.0
POLL_SECONDS = 3.0
SAVE_EVERY = 0.5
PATIENCE = 60.0
TABLES = 16
PAGES = ("/", f"/tournaments/{SLUG}/", f"/tournaments/{SLUG}/results/")
FOLLOWED = PAGES[2]
_PART = re.compile(rb'(?:href|src)="(/static/[^"]+)"')


@dataclass
class Hall:
    """What all clients together have seen, times in seconds of the monotonic clock."""

    port: int
    first_pages: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    changes: list[tuple[int, float]] = field(default_factory=list)
    """Which phone got a changed page, and when."""


@dataclass
class Connection:
    """One kept connection of a phone; opened again when the desk has closed it, as browsers do."""

    port: int
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        fresh = self.writer is None
        try:
            return await self._ask(path, headers)
        except (ConnectionError, asyncio.IncompleteReadError):
            if fresh:
                raise
            self.close()
            return await self._ask(path, headers)

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def _ask(self, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        if self.reader is None or self.writer is None:
            await self.open()
        assert self.reader is not None
        assert self.writer is not None
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *(f"{name}: {value}" for name, value in headers.items())]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        answer = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await self.reader.readexactly(int(answer.get("content-length", "0")))
        if answer.get("connection", "").lower() == "close":
            self.close()
        return int(head[0].split()[1]), answer, body

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def run_phone(hall: Hall, number: int, connections: int, arrives: float, until: float) -> None:
    await asyncio.sleep(arrives)
    begun = time.monotonic()
    lines = [Connection(hall.port) for _ in range(connections)]
    page = PAGES[number % len(PAGES)]
    try:
        async with asyncio.timeout(PATIENCE):
            await load_page(lines, page)
        hall.first_pages.append(time.monotonic() - begun)
        if number % 2:
            await follow_results(hall, number, lines[0], until)
        await asyncio.sleep(max(0.0, until - time.monotonic()))
    except (OSError, asyncio.IncompleteReadError, AssertionError) as error:  # TimeoutError is an OSError
        hall.refused.append(repr(error))
    finally:
        for line in lines:
            line.close()


async def load_page(lines: list[Connection], page: str) -> None:
    """The page, then its files over all connections, which a browser opens beforehand."""
    await asyncio.gather(*(line.open() for line in lines))
    status, _headers, body = await lines[0].get(page)
    assert status == 200, status
    parts = [part.decode() for part in _PART.findall(body)]

    async def fetch(line: Connection, paths: list[str]) -> None:
        for path in paths:
            status, _headers, _body = await line.get(path)
            assert status == 200, (path, status)

    await asyncio.gather(*(fetch(line, parts[place :: len(lines)]) for place, line in enumerate(lines)))


async def follow_results(hall: Hall, number: int, line: Connection, until: float) -> None:
    tag = ""
    while time.monotonic() < until:
        async with asyncio.timeout(PATIENCE):
            status, headers, _body = await line.get(FOLLOWED, **{"HX-Request": "true"} | ({"If-None-Match": tag} if tag else {}))
        assert status in {200, 304}, status
        if status == 200 and tag:
            hall.changes.append((number, time.monotonic()))
        tag = headers["etag"]
        await asyncio.sleep(POLL_SECONDS)


async def stay_silent(port: int, until: float) -> None:
    lines = [Connection(port) for _ in range(99)]
    for line in lines:
        await line.open()
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    for line in lines:
        line.close()


async def fill_hall(hall: Hall, phones: int, connections: int, seconds: float, arrival: float) -> None:
    until = time.monotonic() + seconds
    arrivals = (number * arrival / phones for number in range(phones))
    people = (run_phone(hall, number, connections, arrives, until) for number, arrives in enumerate(arrivals))
    await asyncio.gather(stay_silent(hall.port, until), *people)


def save_until(writer: Writer, end: threading.Event) -> list[float]:
    """Save again and again; the moments at which a save was acknowledged."""
    moments = []
    while not end.is_set():
        writer.try_once(*writer.next_request())
        moments.append(time.monotonic())
        end.wait(SAVE_EVERY)
    return moments


def measure_delays(saves: list[float], changes: list[tuple[int, float]]) -> list[float]:
    """For each phone and save: how long until the phone got a page drawn after it. Only saves that a phone still had time to see."""
    seen: dict[int, list[float]] = {}
    for number, moment in changes:
        seen.setdefault(number, []).append(moment)
    delays = []
    for moments in seen.values():
        for before, after in itertools.pairwise(moments):
            delays += [after - save for save in saves if before < save < after]
    return delays


def run_audience(phones: int, connections: int, seconds: float, *, arrival: float = ARRIVAL_SECONDS) -> dict[str, float]:
    """What the phones and the director saw, by name; the desk is made for it and thrown away."""
    with tempfile.TemporaryDirectory(prefix="labella-audience-") as place:
        data = Path(place) / "data"
        prepared = prepare_hall(data, tables=TABLES, people=2)
        with open_desk(data) as desk:
            port = int(desk.url.rpartition(":")[2])
            writer, idle = writers_of(prepared, port)[:2]
            measure_saves(idle, min(10.0, arrival))
            hall = Hall(port)
            end = threading.Event()
            with ThreadPoolExecutor(max_workers=2) as threads:  # the caller's own thread may already run a loop: a browser's, say
                director = threads.submit(save_until, writer, end)
                try:
                    threads.submit(asyncio.run, fill_hall(hall, phones, connections, seconds, arrival)).result()
                finally:
                    end.set()
        return summarize(hall, writer, idle, director.result(), phones)


def measure_saves(writer: Writer, seconds: float) -> None:
    end = threading.Event()
    threading.Timer(seconds, end.set).start()
    save_until(writer, end)


def summarize(hall: Hall, writer: Writer, idle: Writer, moments: list[float], phones: int) -> dict[str, float]:
    delays = measure_delays(moments, hall.changes)
    return {
        "refused": len(hall.refused) + len(writer.strange),
        "loaded_share": len(hall.first_pages) / phones,
        "first_page_median_seconds": percentile(hall.first_pages, 0.5),
        "first_page_p99_seconds": percentile(hall.first_pages, 0.99),
        "live_median_seconds": percentile(delays, 0.5),
        "live_p99_seconds": percentile(delays, 0.99),
        "saves": len(writer.latency),
        "save_median_seconds": percentile(writer.latency, 0.5),
        "save_p99_seconds": percentile(writer.latency, 0.99),
        "idle_save_p99_seconds": percentile(idle.latency, 0.99),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--connections", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    ratios = run_audience(arguments.phones, arguments.connections, arguments.seconds)
    if arguments.json:
        outcome: dict[str, Any] = {"benchmark": "audience", "ratios": ratios, "goals": GOALS}
        print(json.dumps(outcome))
        return
    table = Table("what", "measured", "goal", title=f"{arguments.phones} phones with {arguments.connections} connections each")
    for name, value in ratios.items():
        table.add_row(name.replace("_", " "), f"{value:.3g}", str(GOALS.get(name, "")))
    Console().print(table)


if __name__ == "__main__":
    main()

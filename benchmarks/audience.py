"""A hall full of phones in front of one desk or of a hosted site, and beside them the people who save.

    python -m benchmarks.audience [--json] [--hosted] [--phones 300] [--connections 5] [--seconds 60] [--tables 16]

A phone does what a browser does: it opens several connections at once, loads the page and what belongs to it, and keeps the connections
open. The phones arrive evenly within half a minute; half of them follow the results afterwards. One client opens 99 connections and never
says a word. Four people at the desk save a hand every two seconds, each on a connection of its own; how long it takes is compared with the
same desk without an audience.

With `--hosted` all of them come by https through nginx, with the programs and options of `make hosted` and the file of docs/hosting.md;
each phone makes as many TLS connections as it has, without HTTP/2. The phones live in a process of their own: what it takes of the
processors that it shares with the site is told, and the load that others made before.
"""

import argparse
import asyncio
import gzip
import itertools
import json
import multiprocessing
import os
import re
import shutil
import ssl
import subprocess
import tempfile
import threading
import time
from asyncio import sslproto
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from config.serving import raise_file_limit
from tests.desks import open_desk
from tests.faults.hall import SLUG, Hall, Writer, make_hall, percentile, prepare_hall, writers_of
from tests.faults.hosting import open_site
from tests.faults.proxy import NAME, Proxy, SecureWriter, run_proxy
from tests.services import free_port

DESK_GOALS = {"refused": 0, "first_page_p99_seconds": 2.0, "save_p99_seconds": 0.3, "live_p99_seconds": 3.0}
HOSTED_GOALS = DESK_GOALS | {"first_page_p99_seconds": 1.0}
ARRIVAL_SECONDS = 30.0
WRITERS, SAVE_EVERY = 4, 2.0
PATIENCE = 60.0
SILENT_CONNECTIONS = 99
TLS_BUFFER = 16_384
PAGES = ("/", f"/tournaments/{SLUG}/", f"/tournaments/{SLUG}/results/")
FOLLOWED = PAGES[2]
_PART = re.compile(rb'(?:href|src)="(/static/[^"]+)"')
_POLL = re.compile(rb'hx-trigger="every ([0-9.]+)s"')


@dataclass(frozen=True, slots=True)
class Door:
    """Where the phones knock: a desk at a port, a site behind a proxy, or a host of a site."""

    port: int
    proxy: Proxy | None = None
    address: str = "127.0.0.1"

    @property
    def host(self) -> str:
        return self.proxy.host if self.proxy else f"{self.address}:{self.port}"

    def trust(self) -> ssl.SSLContext | None:
        return self.proxy.trust() if self.proxy else None


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many phones with how many connections each arrive within how many seconds, and for how many seconds the trial goes on."""

    phones: int
    connections: int
    seconds: float
    arrival: float


@dataclass
class Seen:
    """What all phones together have seen, times in seconds of the monotonic clock."""

    first_pages: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    changes: list[tuple[int, float]] = field(default_factory=list)
    """Which phone got a changed page, and when."""
    polls: int = 0
    processor_seconds: float = 0.0


@dataclass
class Connection:
    """One kept connection of a phone; opened again when the site has closed it, as browsers do."""

    door: Door
    context: ssl.SSLContext | None = None
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        return await self.ask("GET", path, "", headers)

    async def post(self, path: str, form: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        typed = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(form))}
        return await self.ask("POST", path, form, headers | typed)

    async def ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        fresh = self.writer is None
        try:
            return await self._ask(method, path, body, headers)
        except (ConnectionError, asyncio.IncompleteReadError):
            if fresh:
                raise
            self.close()
            return await self._ask(method, path, body, headers)

    async def open(self) -> None:
        name = NAME if self.context else None
        self.reader, self.writer = await asyncio.open_connection(self.door.address, self.door.port, ssl=self.context, server_hostname=name)

    async def _ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        if self.reader is None or self.writer is None:
            await self.open()
        assert self.reader is not None
        assert self.writer is not None
        usual = {"Host": self.door.host, "Accept-Encoding": "gzip", "Accept-Language": "it"}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (usual | headers).items())]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        answer = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        text = b"" if status == 304 else await self._read_body(self.reader, answer)
        if answer.get("connection", "").lower() == "close":
            self.close()
        return status, answer, text

    async def _read_body(self, reader: asyncio.StreamReader, answer: dict[str, str]) -> bytes:
        if answer.get("transfer-encoding") != "chunked":
            return await reader.readexactly(int(answer.get("content-length", "0")))
        body = b""
        while size := int(await reader.readline(), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
        return body

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def fill_hall(door: Door, crowd: Crowd) -> Seen:
    """All phones from their arrival to the end, in the process that calls this."""
    sslproto.SSLProtocol.max_size = TLS_BUFFER  # asyncio's own is sixteen times as large, for each of ten thousand connections
    raise_file_limit(crowd.phones * crowd.connections + SILENT_CONNECTIONS + 100)
    seen, begun = Seen(), time.process_time()
    asyncio.run(_fill_hall(seen, door, crowd))
    seen.processor_seconds = time.process_time() - begun
    return seen


async def _fill_hall(seen: Seen, door: Door, crowd: Crowd) -> None:
    until, context = time.monotonic() + crowd.seconds, door.trust()

    async def run_phone(number: int) -> None:
        await asyncio.sleep(number * crowd.arrival / crowd.phones)
        lines = [Connection(door, context) for _ in range(crowd.connections)]
        try:
            await use_phone(seen, number, lines, until)
        except (OSError, asyncio.IncompleteReadError, AssertionError) as error:  # TimeoutError is an OSError
            seen.refused.append(repr(error))
        finally:
            for line in lines:
                line.close()

    silent = [Connection(door, context) for _ in range(SILENT_CONNECTIONS)]
    await asyncio.gather(stay_silent(silent, until), *map(run_phone, range(crowd.phones)))


async def use_phone(seen: Seen, number: int, lines: list[Connection], until: float) -> None:
    begun = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        await load_page(lines, PAGES[number % len(PAGES)])
    seen.first_pages.append(time.monotonic() - begun)
    if number % 2:
        await follow_results(seen, number, lines[0], until)
    await asyncio.sleep(max(0.0, until - time.monotonic()))


async def load_page(lines: list[Connection], page: str) -> None:
    """The page, then its files over all connections, which a browser opens beforehand."""
    await asyncio.gather(*(line.open() for line in lines))
    status, headers, body = await lines[0].get(page)
    assert status == 200, status
    parts = [part.decode() for part in _PART.findall(unpack(headers, body))]

    async def fetch(line: Connection, paths: list[str]) -> None:
        for path in paths:
            status, _headers, _body = await line.get(path)
            assert status == 200, (path, status)

    await asyncio.gather(*(fetch(line, parts[place :: len(lines)]) for place, line in enumerate(lines)))


def unpack(headers: dict[str, str], body: bytes) -> bytes:
    return gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body


async def follow_results(seen: Seen, number: int, line: Connection, until: float) -> None:
    """Ask as often as the page says."""
    tag, pause = "", 0.0
    while time.monotonic() < until:
        asked = {"HX-Request": "true"} | ({"If-None-Match": tag} if tag else {})
        async with asyncio.timeout(PATIENCE):
            status, headers, body = await line.get(FOLLOWED, **asked)
        assert status in {200, 304}, status
        seen.polls += 1
        if status == 200 and tag:
            seen.changes.append((number, time.monotonic()))
        tag, pause = headers["etag"], pause or find_pause(unpack(headers, body))
        await asyncio.sleep(pause)


def find_pause(page: bytes) -> float:
    interval = _POLL.search(page)
    assert interval is not None
    return float(interval[1])


async def stay_silent(lines: list[Connection], until: float) -> None:
    for line in lines:
        await line.open()
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    for line in lines:
        line.close()


def save_until(writer: Writer, end: threading.Event) -> list[float]:
    """Save again and again; the moments at which a save was acknowledged."""
    moments = []
    while not end.wait(SAVE_EVERY):
        writer.try_once(*writer.next_request())
        moments.append(time.monotonic())
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


@contextmanager
def open_desk_door(tables: int) -> Iterator[tuple[Door, list[Writer]]]:
    """A desk that is made for it and thrown away, and people who work there."""
    with tempfile.TemporaryDirectory(prefix="labella-audience-") as place:
        data = Path(place) / "data"
        hall = prepare_hall(data, tables=tables, people=2 * WRITERS)
        with open_desk(data) as desk:
            port = int(desk.url.rpartition(":")[2])
            yield Door(port), writers_of(hall, port)


@contextmanager
def open_hosted_door(tables: int) -> Iterator[tuple[Door, list[Writer]]]:
    """A hosted site behind nginx with TLS, made for it and thrown away, and people who work there."""
    place = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    place.chmod(0o755)  # PostgreSQL's own account enters it
    proxy = Proxy(place / "nginx", free_port(), free_port())
    settings = proxy.list_settings() | {"SECOND_FACTOR_REQUIRED": "0"}
    try:
        with (
            open_site(place, lambda site: make_hall(site.data, tables, 2 * WRITERS, **site.urls), **settings) as site,
            run_proxy(proxy, f"127.0.0.1:{site.port}"),
        ):
            yield Door(proxy.secure, proxy), build_secure_writers(site.hall, proxy)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def build_secure_writers(hall: Hall, proxy: Proxy) -> list[Writer]:
    context = proxy.trust()
    return [
        SecureWriter(proxy.secure, session, code, f"w{place}", proxy=proxy, context=context)
        for place, (session, code) in enumerate(zip(itertools.cycle(hall.sessions), hall.codes, strict=False))
    ]


def run_audience(crowd: Crowd, *, hosted: bool = False, tables: int = 16) -> dict[str, float]:
    """What the phones and the people at the desk saw, by name."""
    load = os.getloadavg()[0]
    with (open_hosted_door if hosted else open_desk_door)(tables) as (door, writers):
        busy, idle = writers[:WRITERS], writers[WRITERS : 2 * WRITERS]
        save_beside(idle, lambda: time.sleep(min(10.0, crowd.arrival)))
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            seen, moments = save_beside(busy, process.submit(fill_hall, door, crowd).result)
    return summarize(seen, busy, idle, moments, crowd) | {"load_before": load}


def save_beside(writers: list[Writer], work: Callable[[], Any]) -> tuple[Any, list[float]]:
    """What `work` returns, and the moments of all saves while it went on."""
    end = threading.Event()
    with ThreadPoolExecutor(len(writers)) as threads:
        saving = []
        for writer in writers:
            saving.append(threads.submit(save_until, writer, end))
            time.sleep(SAVE_EVERY / len(writers))
        try:
            outcome = work()
        finally:
            end.set()
    return outcome, [moment for future in saving for moment in future.result()]


def summarize(seen: Seen, busy: list[Writer], idle: list[Writer], moments: list[float], crowd: Crowd) -> dict[str, float]:
    delays = measure_delays(moments, seen.changes)
    saves = [seconds for writer in busy for seconds in writer.latency]
    return {
        "refused": len(seen.refused) + sum(len(writer.strange) for writer in busy),
        "loaded_share": len(seen.first_pages) / crowd.phones,
        "first_page_median_seconds": percentile(seen.first_pages, 0.5),
        "first_page_p99_seconds": percentile(seen.first_pages, 0.99),
        "live_median_seconds": percentile(delays, 0.5),
        "live_p99_seconds": percentile(delays, 0.99),
        "polls": seen.polls,
        "saves": len(saves),
        "save_median_seconds": percentile(saves, 0.5),
        "save_p99_seconds": percentile(saves, 0.99),
        "idle_save_p99_seconds": percentile([seconds for writer in idle for seconds in writer.latency], 0.99),
        "client_processors": seen.processor_seconds / crowd.seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--hosted", action="store_true")
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--connections", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=16)
    arguments = parser.parse_args()
    crowd = Crowd(arguments.phones, arguments.connections, arguments.seconds, min(ARRIVAL_SECONDS, arguments.seconds / 2))
    ratios, goals = run_audience(crowd, hosted=arguments.hosted, tables=arguments.tables), HOSTED_GOALS if arguments.hosted else DESK_GOALS
    if arguments.json:
        print(json.dumps({"benchmark": "audience", "ratios": ratios, "goals": goals}))
        return
    table = Table("what", "measured", "goal", title=f"{arguments.phones} phones with {arguments.connections} connections each")
    for name, value in ratios.items():
        table.add_row(name.replace("_", " "), f"{value:.3g}", str(goals.get(name, "")))
    Console().print(table)


if __name__ == "__main__":
    main()

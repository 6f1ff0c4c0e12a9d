"""People at home who follow pairs of a hall on a site: a desk plays, sends by itself, and every page is to show it within ten seconds.

    python -m benchmarks.followers [--json] [--quick] [--followers 2000] [--seconds 90] [--tables 32]

Two programs that share nothing: a desk without an address, which is paired with a site by a code, and the hosted site with its four
programs behind nginx with TLS, as docs/hosting.md says. Every follower makes two TLS connections, loads a page with its files, and asks
again as often as the page says: two of three the card of a pair, one the match hand by hand, spread over all tables. Four people at the
desk enter a hand every four seconds each. A page tells how many lines of the ledger it shows; what desk and site have is looked up twenty
times a second in their databases. With `--quick` the site is a desk too, without nginx.
"""

import argparse
import asyncio
import bisect
import itertools
import json
import multiprocessing
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from asyncio import sslproto
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from rich.console import Console
from rich.table import Table

from benchmarks import audience
from benchmarks.audience import TLS_BUFFER, WRITERS, Connection, Door, find_pause, load_page, unpack
from config.serving import raise_file_limit
from tests.desks import PATIENCE, environment, open_desk
from tests.faults.hall import SLUG, percentile, prepare_hall, run, writers_of
from tests.faults.hosting import open_site
from tests.faults.proxy import Proxy, run_proxy
from tests.services import free_port

GOALS = {"refused": 0, "seen_after_reaching_site_p99_seconds": 10.0}
CONNECTIONS, SAVE_EVERY, LOOK_SECONDS = 2, 4.0, 0.05
PAIRING = """
import django, sys; django.setup()
from config.migrating import migrate_databases
migrate_databases()
from django.utils import timezone
from publishing.pairing_codes.services import make_code
from tests.publishing.receiving.desks import found_club
club, director = found_club()
print(make_code(club, actor=director, at=timezone.now()))
"""
CONNECTING = """
import django, sys; django.setup()
from django.utils import timezone
from publishing.outside.connecting import connect_site
from publishing.targets.typed import SiteAddress
connect_site(SiteAddress(sys.argv[1], sys.argv[2]), name="Portatile", scope="", language="it", at=timezone.now())
"""
HEAD = re.compile(rb'data-head="[^" ]* ([0-9]+)"')
SEQ_AT_DESK = "SELECT MAX(seq) FROM scoring_ledgerhead"
SEQ_AT_SITE = "SELECT MAX(ledger_seq) FROM publishing_receivedtournament"


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many followers arrive within how many seconds, how long the trial lasts, and the pages that they follow."""

    followers: int
    seconds: float
    arrival: float
    pages: tuple[str, ...]


@dataclass
class Seen:
    """What all followers saw. `news`: which line of the ledger a page showed, and when, in seconds of the machine's clock."""

    first_pages: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    news: list[list[tuple[int, float]]] = field(default_factory=list)
    polls: int = 0
    processor_seconds: float = 0.0


@dataclass
class Progress:
    """When a database was first seen with so many lines of the ledger, in rising order."""

    seqs: list[int] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)

    def note(self, seq: int) -> None:
        if not self.seqs or seq > self.seqs[-1]:
            self.seqs.append(seq)
            self.moments.append(time.time())

    def find(self, seq: int) -> float:
        """When this line was there."""
        return self.moments[bisect.bisect_left(self.seqs, seq)]


def follow_all(door: Door, crowd: Crowd) -> Seen:
    """All followers from their arrival to the end, in the process that calls this."""
    sslproto.SSLProtocol.max_size = TLS_BUFFER
    raise_file_limit(crowd.followers * CONNECTIONS + 100)
    seen, begun = Seen(news=[[] for _ in range(crowd.followers)]), time.process_time()
    asyncio.run(_follow_all(seen, door, crowd))
    seen.processor_seconds = time.process_time() - begun
    return seen


async def _follow_all(seen: Seen, door: Door, crowd: Crowd) -> None:
    until, context = time.monotonic() + crowd.seconds, door.trust()

    async def run_follower(number: int) -> None:
        await asyncio.sleep(number * crowd.arrival / crowd.followers)
        lines = [Connection(door, context) for _ in range(CONNECTIONS)]
        page = crowd.pages[number % len(crowd.pages)]
        begun = time.monotonic()
        try:
            async with asyncio.timeout(audience.PATIENCE):
                await load_page(lines, page)
            seen.first_pages.append(time.monotonic() - begun)
            await follow_page(seen, seen.news[number], lines[0], page, until)
        except (OSError, asyncio.IncompleteReadError, AssertionError) as error:
            seen.refused.append(repr(error))
        finally:
            for line in lines:
                line.close()

    await asyncio.gather(*map(run_follower, range(crowd.followers)))


async def follow_page(seen: Seen, news: list[tuple[int, float]], line: Connection, page: str, until: float) -> None:
    """Ask as often as the page says, and note each line of the ledger that it shows for the first time."""
    tag, pause = "", 0.0
    while time.monotonic() < until:
        asked = {"HX-Request": "true"} | ({"If-None-Match": tag} if tag else {})
        async with asyncio.timeout(audience.PATIENCE):
            status, headers, body = await line.get(page, **asked)
        assert status in {200, 304}, status
        seen.polls += 1
        if status == 200:
            text = unpack(headers, body)
            head = HEAD.search(text)
            assert head is not None
            news.append((int(head[1]), time.time()))
            pause = pause or find_pause(text)
        tag = headers["etag"]
        await asyncio.sleep(pause)


@contextmanager
def watch(read: Callable[[], int | None]) -> Iterator[Progress]:
    """Look again and again how many lines of the ledger there are."""
    progress, end = Progress(), threading.Event()

    def look() -> None:
        while not end.wait(LOOK_SECONDS):
            progress.note(read() or 0)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield progress
    finally:
        end.set()
        thread.join()


@dataclass(frozen=True, slots=True)
class SiteUnderTest:
    """Where its people knock, where its desk does, the code for that, and how many lines of the ledger it holds."""

    door: Door
    address: str
    code: str
    read_seq: Callable[[], int | None]
    trust: str = ""


@contextmanager
def open_hosted(place: Path) -> Iterator[SiteUnderTest]:
    proxy = Proxy(place / "nginx", free_port(), free_port())
    settings = proxy.list_settings() | {"SECOND_FACTOR_REQUIRED": "0"}

    def pair(site: Any) -> str:
        return run(["-c", PAIRING], environment(site.data, **site.urls)).split()[-1]

    with (
        open_site(place, pair, **settings) as site,
        run_proxy(proxy, f"127.0.0.1:{site.port}"),
        psycopg.connect(site.urls["DATABASE_URL"], autocommit=True) as connection,
    ):

        def read_seq() -> int | None:
            row = connection.execute(SEQ_AT_SITE).fetchone()
            return row[0] if row else None

        address = f"https://127.0.0.1:{proxy.secure}"
        yield SiteUnderTest(Door(proxy.secure, proxy), address, site.hall, read_seq, str(proxy.directory / "fullchain.pem"))


@contextmanager
def open_small(place: Path) -> Iterator[SiteUnderTest]:
    data = place / "site"
    code = run(["-c", PAIRING], environment(data)).split()[-1]
    with open_desk(data) as desk:
        yield SiteUnderTest(Door(int(desk.url.rpartition(":")[2])), desk.url, code, lambda: read_number(data, SEQ_AT_SITE))


def read_number(data: Path, query: str) -> int | None:
    with closing(sqlite3.connect(f"file:{data}/labella.sqlite3?mode=ro", uri=True, timeout=10)) as connection:
        row = connection.execute(query).fetchone()
        return row[0] if row else None


def wait_until_shown(read: Callable[[], int | None], wanted: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while (read() or 0) < wanted:
        assert time.monotonic() < deadline, "the site shows nothing"
        time.sleep(0.2)


def run_followers(followers: int, seconds: float, tables: int, *, hosted: bool) -> dict[str, float]:
    """What the followers and the people at the desk saw, by name."""
    load = os.getloadavg()[0]
    place = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    place.chmod(0o755)  # PostgreSQL's own account enters it
    try:
        with tempfile.TemporaryDirectory(prefix="labella-followers-") as home, (open_hosted if hosted else open_small)(place) as site:
            data = Path(home) / "data"
            hall = prepare_hall(data, tables=tables, people=WRITERS)
            trust = {"SSL_CERT_FILE": site.trust} if site.trust else {}
            run(["-c", CONNECTING, site.address, site.code], environment(data, **trust))
            crowd = Crowd(followers, seconds, min(30.0, seconds / 3), list_pages(hall.codes))
            with open_desk(data, **trust) as desk:
                writers = writers_of(hall, int(desk.url.rpartition(":")[2]), WRITERS)
                assert writers[0].try_once(*writers[0].next_request()), writers[0].strange
                wait_until_shown(site.read_seq, 1)
                with watch(lambda: read_number(data, SEQ_AT_DESK)) as at_desk, watch(site.read_seq) as at_site:
                    audience.SAVE_EVERY = SAVE_EVERY if hosted else 1.0
                    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
                        seen, _moments = audience.save_beside(writers, process.submit(follow_all, site.door, crowd).result)
        return summarize(seen, at_desk, at_site, writers, crowd) | {"load_before": load}
    finally:
        shutil.rmtree(place, ignore_errors=True)


def list_pages(codes: list[str]) -> tuple[str, ...]:
    """Two cards of pairs and their match, table by table."""
    tables = ((f"players/{2 * table + 1}/", f"players/{2 * table + 2}/", f"matches/{code}/") for table, code in enumerate(codes))
    return tuple(f"/tournaments/{SLUG}/{page}" for pages in tables for page in pages)


def summarize(seen: Seen, at_desk: Progress, at_site: Progress, writers: list[Any], crowd: Crowd) -> dict[str, float]:
    for reason, count in Counter(seen.refused).most_common(3):
        print(f"{count} refused: {reason}", file=sys.stderr)
    since_site, since_desk = [], []
    for news in seen.news:
        for (before, _then), (seq, moment) in itertools.pairwise(news):
            for line in range(before + 1, seq + 1):
                since_site.append(moment - at_site.find(line))
                since_desk.append(moment - at_desk.find(line))
    return {
        "refused": len(seen.refused) + sum(len(writer.strange) for writer in writers),
        "loaded_share": len(seen.first_pages) / crowd.followers,
        "first_page_p99_seconds": percentile(seen.first_pages, 0.99),
        "hands_entered": float(len(at_desk.seqs)),
        "hands_seen": float(len(since_site)),
        "seen_after_reaching_site_median_seconds": percentile(since_site, 0.5),
        "seen_after_reaching_site_p99_seconds": percentile(since_site, 0.99),
        "seen_after_reaching_site_worst_seconds": max(since_site, default=0.0),
        "seen_after_entering_median_seconds": percentile(since_desk, 0.5),
        "seen_after_entering_p99_seconds": percentile(since_desk, 0.99),
        "polls": seen.polls,
        "save_p99_seconds": percentile([seconds for writer in writers for seconds in writer.latency], 0.99),
        "client_processors": seen.processor_seconds / crowd.seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="12 followers of a site without nginx, for 8 seconds")
    parser.add_argument("--followers", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--tables", type=int, default=32)
    chosen = parser.parse_args()
    followers, seconds, tables = (12, 8.0, 4) if chosen.quick else (chosen.followers, chosen.seconds, chosen.tables)
    ratios = run_followers(followers, seconds, tables, hosted=not chosen.quick)
    if chosen.json:
        print(json.dumps({"benchmark": "followers", "ratios": ratios, "goals": GOALS}))
        return
    table = Table("what", "measured", "goal", title=f"{followers} people at home follow {tables} tables")
    for name, value in ratios.items():
        table.add_row(name.replace("_", " "), f"{value:.3g}", str(GOALS.get(name, "")))
    Console().print(table)


if __name__ == "__main__":
    main()

"""Phones at tables that ask every 0.6 seconds whether anything happened, and the same phones waiting for it, one after the other.

    python -m benchmarks.waiting [--json] [--hosted] [--phones 300] [--seconds 30] [--tables 40] [--quick]

Phones are connections of this process, spread over all tables. At four tables somebody saves a hand every two seconds; the phones there
write down how long after the saved hand's answer they had another version. Told are also the questions a minute of a phone at a table
where nothing happens, and the processor that the site took meanwhile: all its processes, with the database. `--quick` is ten phones at
five tables for three seconds, to see that everything runs: its figures mean nothing.
"""

import argparse
import asyncio
import json
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from rich.console import Console
from rich.table import Table

from config.serving import raise_file_limit
from tests.desks import open_desk
from tests.faults.hall import Writer, make_hall, percentile, prepare_hall, writers_of
from tests.faults.hosting import open_site

GOALS = {"waiting_idle_a_minute": 3.0, "waiting_median_seconds": 0.5, "waiting_processor_over_asking": 1.0}
ASK_EVERY = 0.6
LIVELY, SAVE_EVERY = 4, 2.0
PATIENCE = 60.0
QUICK = 10, 3.0, 5
"""Phones, seconds and tables of the quick form."""


@dataclass
class Seen:
    """Answered questions of phones where nothing happens, but the first; moments of other versions by match; and what failed."""

    asked: int = 0
    news: list[tuple[str, float]] = field(default_factory=list)
    failed: int = 0


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> str:
    """The version that is answered on a connection that stays open."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = next(int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:"))
    body = (await reader.readexactly(length)).decode()
    if " 200 " not in head.split("\r\n", 1)[0]:
        raise ConnectionError
    return body


async def follow(port: int, code: str, end: float, seen: Seen, *, waits: bool, lively: bool) -> None:
    """One phone until `end`: asks, and, where it does not wait, pauses."""
    known, open_until = "", 0.0
    reader, writer = None, None
    while time.monotonic() < end:
        try:
            if reader is None or writer is None or time.monotonic() > open_until:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            path = f"/t/stamp/{code}" + (f"?seen={quote(known)}" if waits and known else "")
            asked = time.monotonic()
            async with asyncio.timeout(max(0.1, end - time.monotonic())):
                version = await ask(reader, writer, path)
            seen.asked += bool(known) and not lively
        except TimeoutError:
            break
        except (OSError, asyncio.IncompleteReadError):
            seen.failed += 1
            reader = writer = None
            continue
        open_until = time.monotonic() + ASK_EVERY + 0.5
        if known and version != known:
            seen.news.append((code, time.monotonic()))
        at_once = version == known and time.monotonic() < asked + 1
        known = version
        if not waits or at_once:
            await asyncio.sleep(ASK_EVERY)
    if writer is not None:
        writer.close()


async def fill_hall(port: int, codes: Sequence[str], lively: frozenset[str], seconds: float, *, waits: bool) -> Seen:
    """Phones that arrive within two seconds, one for each of `codes`."""
    seen, end = Seen(), time.monotonic() + seconds

    async def come(place: int, code: str) -> None:
        await asyncio.sleep(2 * place / len(codes))
        await follow(port, code, end, seen, waits=waits, lively=code in lively)

    await asyncio.gather(*(come(place, code) for place, code in enumerate(codes)))
    return seen


def save_until(writer: Writer, over: threading.Event, saved: list[tuple[str, float]]) -> None:
    while not over.wait(SAVE_EVERY):
        if writer.try_once(*writer.next_request()):
            saved.append((writer.code, time.monotonic()))


def read_processor() -> float:
    """Seconds of the processor that all processes below this one have taken."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        stats[int(path.parent.name)] = (int(parts[1]), int(parts[11]) + int(parts[12]))
    below, total = {os.getpid()}, 0
    while fresh := {pid for pid, (parent, _ticks) in stats.items() if parent in below} - below:
        below |= fresh
        total += sum(stats[pid][1] for pid in fresh)
    return total / os.sysconf("SC_CLK_TCK")


def measure(port: int, codes: Sequence[str], writers: Sequence[Writer], seconds: float, *, waits: bool) -> dict[str, float]:
    """One way of following, for so long."""
    over, saved = threading.Event(), list[tuple[str, float]]()
    threads = [threading.Thread(target=save_until, args=(writer, over, saved)) for writer in writers]
    lively = frozenset(writer.code for writer in writers)
    before = read_processor()
    for thread in threads:
        thread.start()
    seen = asyncio.run(fill_hall(port, codes, lively, seconds, waits=waits))
    took = read_processor() - before
    over.set()
    for thread in threads:
        thread.join()
    waited = [after for after in (wait_after(save, saved, seen.news) for save in saved) if after is not None]
    idle = sum(code not in lively for code in codes)
    return {
        "idle_a_minute": seen.asked / idle / seconds * 60,
        "median_seconds": percentile(waited, 0.5),
        "p99_seconds": percentile(waited, 0.99),
        "save_p99_seconds": percentile([seconds for writer in writers for seconds in writer.latency], 0.99),
        "processor": took / seconds,
        "failed": seen.failed,
    }


def wait_after(save: tuple[str, float], saved: list[tuple[str, float]], news: list[tuple[str, float]]) -> float | None:
    """Seconds until the last phone at the table of a save had its version; nothing where the trial was over before."""
    code, at = save
    later = min((moment for other, moment in saved if other == code and moment > at), default=at + SAVE_EVERY)
    moments = [moment - at for other, moment in news if other == code and at - 0.5 < moment < later - 0.5]
    return max(0.0, *moments) if moments else None


@contextmanager
def open_laptop(tables: int) -> Iterator[tuple[int, list[Writer]]]:
    with tempfile.TemporaryDirectory(prefix="labella-waiting-") as place:
        hall = prepare_hall(Path(place) / "data", tables=tables, people=LIVELY)
        with open_desk(Path(place) / "data") as desk:
            port = int(desk.url.rpartition(":")[2])
            yield port, writers_of(hall, port)


@contextmanager
def open_server(tables: int) -> Iterator[tuple[int, list[Writer]]]:
    place = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    place.chmod(0o755)  # PostgreSQL's own account enters it
    with open_site(place, lambda site: make_hall(site.data, tables, LIVELY, **site.urls), SECOND_FACTOR_REQUIRED="0") as site:
        yield site.port, writers_of(site.hall, site.port)


def run(phones: int, seconds: float, tables: int, *, hosted: bool) -> dict[str, dict[str, float]]:
    """Both ways, one after the other on one site."""
    raise_file_limit(2 * phones + 200)
    with (open_server if hosted else open_laptop)(tables) as (port, writers):
        codes = [writers[place % tables].code for place in range(phones)]
        lively = writers[:LIVELY]
        asking = measure(port, codes, lively, seconds, waits=False)
        for writer in lively:
            writer.latency.clear()
        return {"asking": asking, "waiting": measure(port, codes, lively, seconds, waits=True)}


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.add_argument("--hosted", action="store_true")
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--quick", action="store_true", help="ten phones at five tables for three seconds")
    arguments = parser.parse_args(argv)
    if arguments.quick:
        arguments.phones, arguments.seconds, arguments.tables = QUICK
    seen = run(arguments.phones, arguments.seconds, arguments.tables, hosted=arguments.hosted)
    table = Table(f"{arguments.phones} phones", *seen)
    for name in seen["asking"]:
        table.add_row(name.replace("_", " "), *(f"{figures[name]:.2f}" for figures in seen.values()))
    Console().print(table)
    if arguments.json:
        ratios = {f"{way}_{name}": value for way, one in seen.items() for name, value in one.items()}
        ratios["waiting_processor_over_asking"] = seen["waiting"]["processor"] / max(0.001, seen["asking"]["processor"])
        print(json.dumps({"benchmark": "waiting", "ratios": ratios, "goals": GOALS}))


if __name__ == "__main__":
    main()

"""A site of several hosts: what each thing that phones ask for costs, whether the queues of `benchmarks.queueing` tell what 1, 2 and 4 web
processes do with all of it at once, and what 30,000 phones would need.

    python -m benchmarks.site [--json] [--seconds 20] [--tables 40] [--quick]

For root, on Linux, with PostgreSQL and Redis. Each web process is a host: a network namespace with an address, a directory of its own and a
quarter of a processor, with the program and options of docs/hosting.md. Phones, PostgreSQL and Redis are outside. First one host gets one
thing at a time; what it and the database take of their processors is divided by how often. Then each number of hosts gets everything at
once, as many phones for each as keep it busy for 60 of 100 seconds, and the queues say beforehand what they will see. Phones come past the
proxy and without TLS. `--quick` is one host for some seconds, to see that everything runs: its figures mean nothing.
"""

import argparse
import json
import math
import os
import shutil
import signal
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.audience import Door
from benchmarks.phones import Seen, Site, Trial, read_tables, run_trial
from benchmarks.queueing import Cost, Costs, Crowd, Machines, Outcome, Simulation
from config.waiting_room import HOLD_SECONDS, LOOK_SECONDS
from deploy import hosted
from tests.desks import PATIENCE, environment
from tests.faults.hall import percentile, run
from tests.faults.hosting import wait_until
from tests.faults.networks import FRONT, Group, Host, open_group, open_hosts
from tests.services import free_port

SHARE = 0.25
"""Of a processor, for each host: four of them leave the rest of this machine to the database and the phones."""
FEW_HANDS = 0.01
"""Of a processor, for each host: what hands take at least."""
DOUBLED = 6
"""How many trials are made, each twice as long as the one before, until something is answered."""
PHONES = 4
BUSY = 0.6
LONGER = 6
"""What is measured at once lasts so many times as long as what is measured alone: tables save seldom."""
GOALS = {"worst_error_of_busy": 0.1, "worst_error_of_median": 0.25, "refused": 0}
EVENING = Crowd(tables=7500, phones=PHONES, hand_every=150.0)
"""30,000 phones; a hand in two and a half minutes."""
QUICK = 1.5, 4, (1,), replace(EVENING, tables=40)
"""Seconds, tables, numbers of hosts and evening of the quick form."""
ENOUGH = {"save_p99": 0.3, "news_p95": 1.0, "busy": 0.7}
BUILD = """
import json, sys
import django; django.setup()
from benchmarks.phones import build_hall
from config.migrating import migrate_databases
migrate_databases()
print(json.dumps(build_hall(int(sys.argv[1]))))
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A site that runs: its hosts, the group of its database, and what the phones know."""

    hosts: list[Host]
    database: Group
    site: Site

    def read_processors(self) -> tuple[float, float]:
        """Seconds that all web processes, and the database, have used."""
        return sum(host.group.read_processor() for host in self.hosts), self.database.read_processor()


@dataclass(frozen=True, slots=True)
class Used:
    """Of the counted part of a trial: seconds of the processors of web and database, and how long it lasted."""

    web: float
    database: float
    seconds: float

    def divide(self, times: float) -> Cost:
        return Cost(self.web / times, self.database / times)

    def leave_out(self, watched: float, look: Cost) -> "Used":
        """Without what so many looks took."""
        return replace(self, web=max(0.0, self.web - watched * look.web), database=max(0.0, self.database - watched * look.database))

    def count_looks(self) -> float:
        """How many there were if nothing else went on: each takes its time, and then `LOOK_SECONDS` pass."""
        return (self.seconds - self.web / SHARE - self.database) / LOOK_SECONDS


class Bench:
    """Trials against one place, one after the other, by phones in a process of their own."""

    def __init__(self, place: Place, clients: ProcessPoolExecutor, seconds: float) -> None:
        self.place, self.clients, self.seconds = place, clients, seconds
        self.versions: dict[str, int] = {}

    def run(self, kind: str, crowd: Crowd, hosts: int = 1, longer: int = 1) -> tuple[Seen, Used]:
        """A trial; on a machine so busy that nothing is answered in it, another one of twice its length. Raises: AssertionError where one
        of thirty times its length is no use either, or all was refused.
        """
        for doubled in range(DOUBLED):
            seen, used = self._try(kind, crowd, hosts, longer << doubled)
            if seen.done or seen.refused:
                break
        assert seen.done, seen.refused[:3]
        return seen, used

    def _try(self, kind: str, crowd: Crowd, hosts: int, longer: int) -> tuple[Seen, Used]:
        site = Site(self.place.site.doors[:hosts], self.place.site.tables)
        trial = Trial(site, kind, crowd, longer * self.seconds, self.versions, begun=time.monotonic() + 1)
        running = self.clients.submit(run_trial, trial)
        moments = []
        for moment in (trial.counted_from, trial.until):
            time.sleep(max(0.0, moment - time.monotonic()))
            moments.append((*self.place.read_processors(), time.monotonic()))
        seen, self.versions = running.result()
        return seen, Used(*(after - before for before, after in zip(*moments, strict=True)))


@contextmanager
def open_place(hosts: int, tables: int) -> Iterator[Place]:
    """PostgreSQL and Redis at the front, `hosts` web processes behind; all gone afterwards."""
    home = Path(tempfile.mkdtemp(prefix="labella-site-"))
    home.chmod(0o755)  # PostgreSQL's own account enters it
    account, stack = hosted.find_unprivileged_account(), ExitStack()
    if account:
        os.chown(home, account.pw_uid, account.pw_gid)
    with stack:
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        machines = stack.enter_context(open_hosts(hosts, SHARE))
        database = stack.enter_context(open_group("labella-database"))
        urls = {
            "DATABASE_URL": stack.enter_context(run_database(home, database)),
            "REDIS_URL": stack.enter_context(run_broker(home)),
            "SECRET_KEY": "one for all hosts " * 4,
            "SECOND_FACTOR_REQUIRED": "0",
            "WEB_WORKERS": "1",
            "PROXIES": "1",  # phones say whose address they have, as the proxy does
            "ALLOWED_HOSTS": ",".join(host.address for host in machines),
        }
        built = run(["-c", BUILD, str(tables)], environment(home / "front", **urls))
        port = free_port()
        for host in machines:
            command = host.wrap([*hosted.build_web_command(port), "--bind", f"{host.address}:{port}"])
            stack.enter_context(hosted.run_program(host.name, command, home, environment(home / host.name, **urls), None))
        doors = [Door(port, address=host.address) for host in machines]
        for door in doors:
            wait_until(lambda door=door: answers(f"http://{door.host}/live"), PATIENCE)
        yield Place(machines, database, Site(doors, read_tables(built.splitlines()[-1])))


@contextmanager
def run_database(home: Path, group: Group) -> Iterator[str]:
    account, port = hosted.find_unprivileged_account(), free_port()
    hosted.create_cluster(home, account)
    with (home / "postgres" / "pg_hba.conf").open("a") as rules:
        rules.write(f"host all all {FRONT}/24 trust\n")
    command = [*hosted.build_postgres_command(home, port), "-c", f"listen_addresses=127.0.0.1,{FRONT}"]
    if account:
        command = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups", *command]
    with hosted.run_program("postgres", group.wrap(command), home, os.environ, None, stop_by=signal.SIGINT):
        wait_until(lambda: hosted.is_port_taken(port), PATIENCE)
        time.sleep(0.5)
        yield f"postgres://labella@{FRONT}:{port}/postgres"


@contextmanager
def run_broker(home: Path) -> Iterator[str]:
    port = free_port()
    command = [*hosted.build_redis_command(home, port), "--bind", FRONT, "127.0.0.1", "--protected-mode", "no"]
    with hosted.run_program("redis", command, home, os.environ, None):
        yield f"redis://{FRONT}:{port}/0"


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def measure_costs(bench: Bench, tables: int) -> Costs:
    """Each thing alone, at the first host."""
    few, many = tables // 4, tables
    looks = {}
    for matches in (few, many):
        _seen, used = bench.run("waiting", Crowd(matches, 1, math.inf))
        looks[matches] = used.divide(used.count_looks())
    look, look_match = fit_line(looks[few], looks[many], few, many)
    kinds = {}
    for kind in ("save", "news", "page", "spectator"):
        seen, used = bench.run(kind, Crowd(tables, 1, math.inf))
        kinds[kind] = used.leave_out((kind == "news") * used.seconds / LOOK_SECONDS, look).divide(seen.done)
        if kind == "save":
            passed = percentile(seen.saves, 0.5) - kinds[kind].web / SHARE - kinds[kind].database
            kinds[kind] = replace(kinds[kind], pause=max(0.0, passed))
    return Costs(look=look, look_match=look_match, **kinds)


def fit_line(few: Cost, many: Cost, fewer: int, more: int) -> tuple[Cost, Cost]:
    """What a look costs whatever it looks at, and for each match."""
    each = Cost(*(max(0.0, high - low) / (more - fewer) for low, high in ((few.web, many.web), (few.database, many.database))))
    return Cost(max(0.0, few.web - fewer * each.web), max(0.0, few.database - fewer * each.database)), each


def choose_crowd(costs: Costs, hosts: int, tables: int) -> Crowd:
    """So many hands that web processes are busy for `BUSY` of the time; a few where the phones alone keep them busier, as they seem to on a
    machine that has other work.
    """
    phones = tables * PHONES
    watched = hosts / LOOK_SECONDS * (costs.look.web + min(tables, phones / hosts) * costs.look_match.web)
    left = BUSY * SHARE * hosts - watched - phones * costs.news.web / HOLD_SECONDS
    if left < FEW_HANDS * hosts:
        print("these phones alone keep the hosts busy: the figures mean little", file=sys.stderr)
        left = FEW_HANDS * hosts
    return Crowd(tables, PHONES, tables * (costs.save.web + PHONES * (costs.news.web + costs.page.web)) / left)


def read_figures(saves: list[float], news: list[float], web_busy: float, database_busy: float) -> dict[str, float]:
    return {
        "web_busy": web_busy,
        "database_busy": database_busy,
        "save_median": percentile(saves, 0.5),
        "save_p95": percentile(saves, 0.95),
        "save_p99": percentile(saves, 0.99),
        "news_median": percentile(news, 0.5),
        "news_p95": percentile(news, 0.95),
    }


def read_outcome(outcome: Outcome) -> dict[str, float]:
    return read_figures(outcome.saves, outcome.news, outcome.web_busy, outcome.database_busy)


def compare(bench: Bench, costs: Costs, hosts: int, tables: int) -> tuple[dict[str, float], dict[str, float], int]:
    """What the queues say, what phones and hosts saw, and how many were refused."""
    crowd = choose_crowd(costs, hosts, tables * hosts)
    print(f"{hosts} hosts, {crowd}", file=sys.stderr)
    processors = os.cpu_count() or 1
    said = Simulation(costs, Machines(hosts, SHARE, processors), crowd, 60.0 + LONGER * bench.seconds).run()
    seen, used = bench.run("all", crowd, hosts, LONGER)
    measured = read_figures(seen.saves, seen.news, used.web / used.seconds / hosts / SHARE, used.database / used.seconds / processors)
    return read_outcome(said), measured, len(seen.refused)


def find_need(costs: Costs, evening: Crowd) -> tuple[int, dict[str, float]]:
    """The fewest web processes, each with a processor, that are `ENOUGH` for the evening, and what the queues say of them."""
    processes = 2
    while True:
        database = processes  # more than it needs
        said = read_outcome(Simulation(costs, Machines(processes, 1.0, database), evening, 45.0).run())
        if said["save_p99"] <= ENOUGH["save_p99"] and said["news_p95"] <= ENOUGH["news_p95"] and said["web_busy"] <= ENOUGH["busy"]:
            return processes, said | {"database_processors": said["database_busy"] * database}
        processes = math.ceil(processes * 1.25) + 1


def measure(seconds: float, tables: int, numbers: tuple[int, ...], evening: Crowd) -> dict[str, float]:
    """Every figure by its name."""
    ratios: dict[str, float] = {"load_before": os.getloadavg()[0], "refused": 0}
    errors: dict[str, list[float]] = {"busy": [], "median": [], "p95": []}
    with open_place(max(numbers), tables * max(numbers)) as place, ProcessPoolExecutor(1, get_context("spawn")) as clients:
        bench = Bench(place, clients, seconds)
        costs = measure_costs(bench, tables * max(numbers))
        print(costs, file=sys.stderr)
        for kind, cost in costs.list_costs():
            ratios |= {f"{kind}_web_ms": cost.web * 1000, f"{kind}_database_ms": cost.database * 1000}
        ratios["save_pause_ms"] = costs.save.pause * 1000
        for hosts in numbers:
            said, measured, refused = compare(bench, costs, hosts, tables)
            ratios["refused"] += refused
            for name, value in measured.items():
                ratios |= {f"{hosts}_hosts_{name}": value, f"{hosts}_hosts_{name}_said": said[name]}
                errors.setdefault(name.rpartition("_")[2], []).append(abs(said[name] / value - 1) if value else 0.0)
    ratios |= {f"worst_error_of_{name}": max(found) for name, found in errors.items()}
    processes, said = find_need(costs, evening)
    return ratios | {"evening_processes": processes} | {f"evening_{name}": value for name, value in said.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="one host with four tables for some seconds")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each thing alone")
    parser.add_argument("--tables", type=int, default=40, help="for each host")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit("stopped; nothing is left of the hosts"))
    ratios = measure(*QUICK) if chosen.quick else measure(chosen.seconds, chosen.tables, (1, 2, 4), EVENING)
    if chosen.json:
        print(json.dumps({"benchmark": "site", "ratios": ratios, "goals": GOALS}))
        return
    table = Table("what", "measured", "goal", title="A site of several hosts")
    for name, value in ratios.items():
        table.add_row(name.replace("_", " "), f"{value:.3g}", str(GOALS.get(name, "")))
    Console().print(table)


if __name__ == "__main__":
    main()

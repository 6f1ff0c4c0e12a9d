"""A site as queues: phones that wait for news, tables that save, web processes and a database that compute. What many machines would do.

Every web process is one processor that its threads share in turn, as CPython's lock has them do; the database has several. What a request
takes of either is measured (`benchmarks.site`) and comes in as `Costs`. Left out: what lies before the web processes (proxy, TLS, network),
limits on threads and connections, locks between two savers of one tournament, garbage collection.
"""

import heapq
import itertools
import random
from collections.abc import Generator
from dataclasses import dataclass, field, fields
from typing import Any

import simpy

from config.waiting_room import HOLD_SECONDS, LOOK_SECONDS

SWITCH_SECONDS = 0.005
"""After so long a thread gives CPython's lock to the next."""
SOON_SECONDS = 0.2
"""A phone pauses so long before it waits again (static/live.js)."""
Steps = Generator[simpy.Event, Any, None]


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of a processor that something takes of its web process and of the database, and what else passes before it is done."""

    web: float
    database: float
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Costs:
    """By what a site is asked for: a hand that is saved, an answer to a phone that waited, the phone's page; a look at all versions
    whatever it looks at, and for each match; a page of the results, unchanged.
    """

    save: Cost
    news: Cost
    page: Cost
    look: Cost
    look_match: Cost
    spectator: Cost

    def list_costs(self) -> list[tuple[str, Cost]]:
        return [(part.name, getattr(self, part.name)) for part in fields(self)]


@dataclass(frozen=True, slots=True)
class Machines:
    """Web processes, each with `speed` of the processor that was measured, and the processors of the database."""

    processes: int
    speed: float
    database: int


@dataclass(frozen=True, slots=True)
class Crowd:
    """Tables with so many phones each, seconds between two hands of a table, and spectators that ask every so many seconds."""

    tables: int
    phones: int
    hand_every: float
    spectators: int = 0
    spectator_every: float = 3.0


@dataclass
class Outcome:
    """Seconds that each save and each news took (from the save's answer to the page on a phone), and how busy all were (1: never idle)."""

    saves: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)
    web_busy: float = 0.0
    database_busy: float = 0.0


@dataclass(slots=True)
class Process:
    """One web process: its processor; who waits at which table with which version, and until when; tables to look at next time."""

    processor: simpy.Resource
    waiting: dict[int, list[tuple[int, float, simpy.Event]]] = field(default_factory=dict)
    until: list[tuple[float, int]] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)
    busy: float = 0.0


class Simulation:
    """One evening's minute; times in simulated seconds. The first third fills the queues and is not counted."""

    def __init__(self, costs: Costs, machines: Machines, crowd: Crowd, seconds: float, seed: int = 1) -> None:
        self.costs, self.machines, self.crowd, self.seconds = costs, machines, crowd, seconds
        self.chance, self.clock, self.outcome = random.Random(seed), simpy.Environment(), Outcome()
        self.database = simpy.Resource(self.clock, machines.database)
        self.processes = [Process(simpy.Resource(self.clock, 1)) for _ in range(machines.processes)]
        self.versions = [0] * crowd.tables
        self.saved_at = [0.0] * crowd.tables
        self.turns = itertools.cycle(self.processes)

    def run(self) -> Outcome:
        for process in self.processes:
            self.clock.process(self.watch(process))
        for table in range(self.crowd.tables):
            self.clock.process(self.play(table))
            for _phone in range(self.crowd.phones):
                self.clock.process(self.follow(table, next(self.turns)))
        for _spectator in range(self.crowd.spectators):
            self.clock.process(self.look_on(next(self.turns)))
        self.clock.run(self.seconds)
        counted = self.seconds - self.start
        self.outcome.web_busy = sum(process.busy for process in self.processes) / len(self.processes) / counted
        self.outcome.database_busy /= counted * self.machines.database
        return self.outcome

    @property
    def start(self) -> float:
        """From when on is counted."""
        return self.seconds / 3

    def serve(self, process: Process, cost: Cost) -> Steps:
        """A request from its first byte to its last."""
        yield from self.serve_until_stored(process, cost)
        yield from self.compute(process, cost.web / 2)

    def serve_until_stored(self, process: Process, cost: Cost) -> Steps:
        """Half of the web's part, then the database's."""
        yield from self.compute(process, cost.web / 2)
        yield from self.query(cost.database)
        if cost.pause:
            yield self.clock.timeout(cost.pause)

    def compute(self, process: Process, seconds: float) -> Steps:
        """Threads take turns: after `SWITCH_SECONDS` the next one computes."""
        left = seconds / self.machines.speed
        while left > 0:
            part = min(left, SWITCH_SECONDS)
            with process.processor.request() as turn:
                yield turn
                yield self.clock.timeout(part)
            process.busy += part * (self.clock.now > self.start)
            left -= part

    def query(self, seconds: float) -> Steps:
        with self.database.request() as turn:
            yield turn
            yield self.clock.timeout(seconds)
        self.outcome.database_busy += seconds * (self.clock.now > self.start)

    def play(self, table: int) -> Steps:
        """Hands of a table; each is saved at another process, as the proxy sends it. Phones may see it before its saver has the answer."""
        while True:
            yield self.clock.timeout(self.chance.expovariate(1 / self.crowd.hand_every))
            begun, process, cost = self.clock.now, next(self.turns), self.costs.save
            yield from self.serve_until_stored(process, cost)
            self.versions[table] += 1
            self.saved_at[table] = self.clock.now
            for web_process in self.processes:
                web_process.changed.add(table)
            yield from self.compute(process, cost.web / 2)
            self.saved_at[table] = self.clock.now
            self.count(self.outcome.saves, begun)

    def follow(self, table: int, process: Process) -> Steps:
        """A phone: waits for another version, fetches its page where there is one, and waits again."""
        yield self.clock.timeout(self.chance.uniform(0, min(HOLD_SECONDS, self.start)))
        seen = self.versions[table]
        while True:
            yield self.hold(process, table, seen)
            yield from self.serve(process, self.costs.news)
            if self.versions[table] != seen:
                seen, saved_at = self.versions[table], self.saved_at[table]
                yield from self.serve(process, self.costs.page)
                self.count(self.outcome.news, saved_at)
            yield self.clock.timeout(SOON_SECONDS)

    def hold(self, process: Process, table: int, seen: int) -> simpy.Event:
        leaves = self.clock.event()
        process.waiting.setdefault(table, []).append((seen, self.clock.now + HOLD_SECONDS, leaves))
        heapq.heappush(process.until, (self.clock.now + HOLD_SECONDS, table))
        if seen != self.versions[table]:
            process.changed.add(table)
        return leaves

    def watch(self, process: Process) -> Steps:
        """The thread of the waiting room."""
        costs = self.costs
        yield self.clock.timeout(self.chance.uniform(0, LOOK_SECONDS))
        while True:
            matches = len(process.waiting)
            if matches:
                web = costs.look.web + matches * costs.look_match.web
                yield from self.serve(process, Cost(web, costs.look.database + matches * costs.look_match.database))
                self.let_go(process)
            yield self.clock.timeout(LOOK_SECONDS)

    def let_go(self, process: Process) -> None:
        """Everybody whose version has changed, and who has waited long enough."""
        while process.until and process.until[0][0] <= self.clock.now:
            process.changed.add(heapq.heappop(process.until)[1])
        for table in process.changed & process.waiting.keys():
            waiting = process.waiting.pop(table)
            staying = [held for held in waiting if held[0] == self.versions[table] and held[1] > self.clock.now]
            if staying:
                process.waiting[table] = staying
            for _seen, _until, leaves in waiting:
                if leaves not in {held[2] for held in staying}:
                    leaves.succeed()
        process.changed.clear()

    def look_on(self, process: Process) -> Steps:
        yield self.clock.timeout(self.chance.uniform(0, self.crowd.spectator_every))
        while True:
            yield from self.serve(process, self.costs.spectator)
            yield self.clock.timeout(self.crowd.spectator_every)

    def count(self, times: list[float], begun: float) -> None:
        if begun > self.start:
            times.append(self.clock.now - begun)

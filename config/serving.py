"""The desk's server: waitress, with capacity kept apart for whoever works, however many spectators came.

Forms, which may wait for a lock, pages of people with a session and logins, and spectators are answered by threads of their own
(`config.pools`). Phones that wait for news take no thread at all (`config.waiting_room`). Connections that nobody uses are closed soon,
and sooner the more there are, so that no crowd and no silent client takes the last one. See
docs/decisions/spectators-never-stop-the-desk.md.
"""

import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from waitress.adjustments import Adjustments
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from config.pools import Pool, choose_pool
from config.waiting_room import VersionReader, WaitingRoom, read_question, read_versions

THREADS = {Pool.SAVES: 8, Pool.WORK: 4, Pool.SPECTATORS: 3}
"""Few, because all threads share one processor: each further one would slow down those who save."""
CONNECTION_LIMIT = 4000
SELECT_LIMIT = 480
"""Without poll() (Windows) Python cannot watch more than 512 sockets."""
IDLE_SECONDS = 10
"""After so long a connection without a request is closed; browsers open another when they need one."""
CROWDED_IDLE_SECONDS = 1
MOVING_SECONDS = 5
WORKING_IDLE_SECONDS = 120
"""For connections of people who work: they are few."""
HAS_POLL = sys.platform != "win32"


class TaskPools:
    """The task dispatcher: a channel waits for the threads of the pool that its next request belongs to."""

    def __init__(self, room: WaitingRoom) -> None:
        self._room = room
        self._pools = {pool: ThreadedTaskDispatcher() for pool in Pool}
        for pool, dispatcher in self._pools.items():
            dispatcher.queue_logger.disabled = True  # queues are what the pools are for
            dispatcher.set_thread_count(THREADS[pool])

    def add_task(self, channel: Any) -> None:
        request = channel.requests[0]
        question = read_question(request.command, request.path, request.query)
        if question is None or not self._room.hold(question, partial(self._give_thread, channel)):
            self._give_thread(channel)

    def _give_thread(self, channel: Any) -> None:
        request = channel.requests[0]
        pool = choose_pool(request.command, request.path, request.headers.get("COOKIE", ""))
        channel.works = pool != Pool.SPECTATORS
        self._pools[pool].add_task(channel)

    def set_thread_count(self, count: int) -> None:
        self._pools[Pool.SAVES].set_thread_count(count)

    def shutdown(self) -> None:
        """Let all pools finish what they are doing; each waits for five seconds at most."""
        self._room.closing = True
        stopping = [threading.Thread(target=dispatcher.shutdown) for dispatcher in self._pools.values()]
        for thread in stopping:
            thread.start()
        for thread in stopping:
            thread.join()


class HallServer(TcpWSGIServer):
    """A listening socket that gives up idle connections the sooner, the more are open, and can move to another address while it serves."""

    def move_to(self, host: str) -> None:
        """Listen at `host` instead, at the same port; connections stay. Call from another thread than that of `run`.

        Raises: OSError where that fails; it then listens where it did.
        """
        moved, failures = threading.Event(), list[OSError]()

        def move() -> None:
            try:
                self._listen_at(host)
            except OSError as error:
                failures.append(error)
                self._listen_at(self.sockinfo[3][0])
            moved.set()

        self.trigger.pull_trigger(move)
        if not moved.wait(MOVING_SECONDS):
            raise TimeoutError
        if failures:
            raise failures[0]

    def _listen_at(self, host: str) -> None:
        """Only in the thread of `run`: two sockets cannot listen at one port, so the old one goes first."""
        self.del_channel()
        self.socket.close()
        self.create_socket(self.family, self.socktype)
        self.set_reuse_addr()
        self.bind((host, int(self.effective_port)))
        self.accept_connections()

    def maintenance(self, now: float) -> None:
        """Close the connections that have been idle for too long; called every second."""
        crowded = len(self.active_channels) > self.adj.connection_limit // 2
        spectating = CROWDED_IDLE_SECONDS if crowded else IDLE_SECONDS
        for channel in self.active_channels.values():
            patience = WORKING_IDLE_SECONDS if getattr(channel, "works", False) else spectating
            if not channel.requests and channel.last_activity < now - patience:
                channel.will_close = True


def create_hall_server(application: Callable[..., Any], *, host: str, port: int, read: VersionReader = read_versions) -> Any:
    """A server that listens at every address of `host`; `run()` serves until SystemExit, `close()` ends it. Raises: ValueError, OSError."""
    settings = Adjustments(
        host=host,
        port=port,
        ident="La Bella",
        connection_limit=_raise_connection_limit(),
        cleanup_interval=1,
        backlog=2048,
        asyncore_use_poll=HAS_POLL,
    )
    sockets: dict[int, Any] = {}
    pools = TaskPools(WaitingRoom(settings.connection_limit // 2, read))
    servers = [HallServer(application, sockets, dispatcher=pools, adj=settings, sockinfo=address) for address in _list_addresses(settings)]
    listening = [(server.effective_host, server.effective_port) for server in servers]
    return servers[0] if len(servers) == 1 else MultiSocketServer(sockets, settings, listening, pools, servers[0].log_info)


def _list_addresses(settings: Adjustments) -> list[Any]:
    return [address for address in settings.listen if address[0] in {socket.AF_INET, socket.AF_INET6}]


def _raise_connection_limit() -> int:
    """How many connections this process may hold."""
    return min(CONNECTION_LIMIT, raise_file_limit(CONNECTION_LIMIT + 200) - 200) if HAS_POLL else SELECT_LIMIT


def raise_file_limit(number: int) -> int:
    """Let this process open so many files, as far as the system allows: a Mac begins with 256. How many it may open now; not on Windows."""
    resource = import_module("resource")  # Windows has none
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < number:
        soft = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return number if soft == resource.RLIM_INFINITY else int(soft)

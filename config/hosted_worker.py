"""gunicorn's threaded worker with the pools of `config.pools`: what a request is, is read before a thread is given to it.

    gunicorn config.wsgi --config deploy/gunicorn.conf.py

The first bytes of a request are looked at without taking them from the socket. A connection that has not sent any yet waits with those
that are kept alive, not in a thread; nor does one whose phone waits for news (`config.waiting_room`).
"""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from socket import MSG_DONTWAIT, MSG_PEEK
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from config.pools import Pool, choose_pool
from config.serving import raise_file_limit
from config.waiting_room import WaitingRoom, read_question

HEAD_SIZE = 16_384
"""Bytes of a request that are looked at; proxies send a head in one piece."""
WORK_THREADS, SPECTATOR_THREADS = 6, 4
"""Beside `threads` for those who save."""
SPARE_FILES = 200
"""Files of a worker that are no phones' connections."""


class PooledWorker(ThreadWorker):
    """A worker whose `threads` are for those who save; whoever works and looks, and spectators, have threads of their own."""

    def init_process(self) -> None:
        self.pools = {
            Pool.SAVES: ThreadPoolExecutor(self.cfg.threads),
            Pool.WORK: ThreadPoolExecutor(WORK_THREADS),
            Pool.SPECTATORS: ThreadPoolExecutor(SPECTATOR_THREADS),
        }
        sockets = min(self.cfg.worker_connections, raise_file_limit(self.cfg.worker_connections + SPARE_FILES) - SPARE_FILES)
        self.room = WaitingRoom(sockets * 3 // 4)
        super().init_process()

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """The pool that the worker itself shuts down at its end."""
        return self.pools[Pool.SAVES]

    def enqueue_req(self, conn: TConn) -> None:
        """Give the connection to the threads of its next request, or wait until it sends one."""
        head = _peek(conn)
        if head is None:
            self._wait_for_request(conn)
            return
        method, path, query, cookies = read_head(head)
        go_on = partial(self._give_thread, conn, choose_pool(method, path, cookies))
        question = read_question(method, path, query)
        if question is None or not self.room.hold(question, go_on):
            go_on()

    def _give_thread(self, conn: TConn, pool: Pool) -> None:
        future = self.pools[pool].submit(self.handle, conn)
        future.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.room.closing = True
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        for executor in self.pools.values():
            executor.shutdown(wait=False)
        super().handle_quit(sig, frame)

    def _wait_for_request(self, conn: TConn) -> None:
        conn.sock.settimeout(0.0)
        conn.timeout = time.monotonic() + self.cfg.keepalive
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))


def _peek(conn: TConn) -> bytes | None:
    """What the client has sent, still unread; None while it has sent nothing. Bytes that the parser holds already come first."""
    buffered: bytes = conn.parser.unreader.buf.getvalue() if conn.parser is not None else b""
    try:
        return buffered + bytes(conn.sock.recv(HEAD_SIZE, MSG_PEEK | MSG_DONTWAIT))
    except BlockingIOError:
        return buffered or None
    except OSError:
        return b""  # the thread that reads it finds out, and closes it


def read_head(head: bytes) -> tuple[str, str, str, str]:
    """Method, path, query and cookies of a request by its first bytes; empty where they are not there."""
    lines = head.split(b"\r\n\r\n", 1)[0].decode("latin-1").split("\r\n")
    method, _space, target = lines[0].partition(" ")
    cookies = next((line[7:] for line in lines[1:] if line[:7].lower() == "cookie:"), "")
    path, _mark, query = target.partition(" ")[0].partition("?")
    return method, path, query, cookies

"""The desk's server keeps room for whoever works, however many spectators and silent clients there are."""

import http.client
import socket
import threading
from contextlib import closing, contextmanager

import pytest
from waitress import create_server, wasyncore

from config import serving
from config.pools import Pool, choose_pool
from config.serving import THREADS, create_hall_server

PATIENCE = 600.0
ALL_THREADS = sum(THREADS.values())
STAFF = {"Cookie": "sessionid=abc"}


class Application:
    """Spectators of /slow wait until `end` is set."""

    def __init__(self):
        self.end = threading.Event()
        self.waiting = threading.Semaphore(0)

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            self.waiting.release()
            self.end.wait(PATIENCE)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]


@contextmanager
def run(server):
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.effective_port
    finally:
        left = {}
        server.trigger.pull_trigger(lambda: move(server._map, left))
        thread.join(PATIENCE)
        server.task_dispatcher.shutdown()
        wasyncore.close_all(left)


def move(watched, left):
    """The server's loop ends when nothing is left to watch."""
    left.update(watched)
    watched.clear()


def ask(port, path, headers=None, timeout=PATIENCE, host="127.0.0.1"):
    with closing(http.client.HTTPConnection(host, port, timeout=timeout)) as connection:
        connection.request("GET", path, headers=headers or {})
        return connection.getresponse().status


def ask_slowly(port, application, busy):
    """More spectators than threads, whose pages take for ever; returns once every one of the `busy` threads that may serve them does."""
    threads = [threading.Thread(target=ask, args=(port, "/slow")) for _ in range(ALL_THREADS + 5)]
    for thread in threads:
        thread.start()
    for _ in range(busy):
        assert application.waiting.acquire(timeout=PATIENCE)
    return threads


def test_staff_are_answered_while_every_thread_of_the_spectators_is_busy():
    application = Application()
    with run(create_hall_server(application, host="127.0.0.1", port=0)) as port:
        threads = ask_slowly(port, application, busy=THREADS[Pool.SPECTATORS])
        assert (ask(port, "/desk/x/", STAFF), ask(port, "/login/")) == (200, 200)
        with pytest.raises(TimeoutError):
            ask(port, "/", timeout=0.2)
        application.end.set()
        for thread in threads:
            thread.join(PATIENCE)


def test_control_with_one_pool_the_spectators_keep_the_staff_out():
    application = Application()
    with run(create_server(application, host="127.0.0.1", port=0, threads=ALL_THREADS)) as port:
        threads = ask_slowly(port, application, busy=ALL_THREADS)
        with pytest.raises(TimeoutError):
            ask(port, "/desk/x/", STAFF, timeout=0.5)
        application.end.set()
        for thread in threads:
            thread.join(PATIENCE)


@contextmanager
def silent_connections(port, count):
    lines = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(count)]
    try:
        yield lines
    finally:
        for line in lines:
            line.close()


def test_silent_connections_beyond_the_limit_make_room(monkeypatch):
    monkeypatch.setattr(serving, "CONNECTION_LIMIT", 40)
    application = Application()
    with run(create_hall_server(application, host="127.0.0.1", port=0)) as port, silent_connections(port, 60):
        assert ask(port, "/") == 200


def test_control_a_server_that_waits_for_them_answers_nobody():
    application = Application()
    with run(create_server(application, host="127.0.0.1", port=0, connection_limit=40)) as port, silent_connections(port, 60):
        with pytest.raises(TimeoutError):
            ask(port, "/", timeout=1.0)
        application.end.set()


@pytest.mark.parametrize(
    ("method", "path", "cookies", "pool"),
    [
        ("GET", "/", "", Pool.SPECTATORS),
        ("GET", "/tournaments/sera/results/", "", Pool.SPECTATORS),
        ("GET", "/static/labella.css", "", Pool.SPECTATORS),
        ("HEAD", "/", "", Pool.SPECTATORS),
        ("GET", "/", "django_language=it; sessionid=abc", Pool.WORK),
        ("GET", "/t", "", Pool.WORK),
        ("GET", "/t/match/", "", Pool.WORK),
        ("GET", "/login/?next=/", "", Pool.WORK),
        ("POST", "/login/", "sessionid=abc", Pool.WORK),
        ("GET", "/healthz", "", Pool.WORK),
        ("POST", "/language/", "", Pool.SAVES),
        ("POST", "/desk/sera/matches/SV5G8AYR/hands/", "sessionid=abc", Pool.SAVES),
    ],
)
def test_the_pool_of_a_request(method, path, cookies, pool):
    assert choose_pool(method, path, cookies) == pool


def test_a_desk_moves_to_another_address_while_it_serves():
    server = create_hall_server(Application(), host="127.0.0.1", port=0)
    with run(server) as port, closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as before:
        before.request("GET", "/", headers=STAFF)
        assert before.getresponse().read() == b"ok"
        server.move_to("127.0.0.2")
        assert ask(port, "/", host="127.0.0.2") == 200
        with pytest.raises(ConnectionRefusedError):
            ask(port, "/")
        before.request("GET", "/", headers=STAFF)
        assert before.getresponse().read() == b"ok"


def test_a_desk_that_cannot_move_stays():
    server = create_hall_server(Application(), host="127.0.0.1", port=0)
    with run(server) as port:
        with pytest.raises(OSError, match="address"):
            server.move_to("203.0.113.9")
        assert ask(port, "/") == 200

"""A desk that was installed as a club installs it, and whoever visits it without a browser."""

import http.cookiejar
import json
import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, contextmanager

from tests.desks import PATIENCE
from tests.services import free_port

LAST_TABLE = """SELECT match.code FROM tournaments_match AS match JOIN tournaments_round AS round ON round.id = match.round_id
    WHERE round.state = 'published' AND match.kind = 'played' ORDER BY match."table" DESC LIMIT 1"""
HIDDEN = re.compile(r'name="([^"]+)"[^>]*value="([^"]*)"')


def environment(home):
    """That of a person: Italian, and no settings; on Linux the data lie where the platform says, elsewhere it asks no variable of ours."""
    person = {"HOME": str(home), "LANG": "it_IT.UTF-8", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    place = {} if sys.platform == "linux" else {"DATA": str(find_data(home))}
    return {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ} | person | place


def find_data(home):
    return home / ".local" / "share" / "labella"


def run(command, home, *words):
    return subprocess.run([str(command), *words], cwd=home, env=environment(home), capture_output=True, encoding="utf-8", check=False)


@contextmanager
def open_desk(command, home, *words):
    port = free_port()
    log = home / "desk.log"
    with log.open("wb") as file:
        words = [str(command), "--no-browser", "--port", str(port), *words]
        process = subprocess.Popen(words, cwd=home, env=environment(home), stdout=file, stderr=file)
    try:
        yield Visitor(f"http://127.0.0.1:{port}", process, log)
    finally:
        process.terminate()
        process.wait(PATIENCE)


class Visitor:
    """A browser without a screen."""

    def __init__(self, url, process, log):
        self.url, self.process, self.log = url, process, log
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.opener.addheaders = [("Accept-Language", "it"), ("Referer", url)]

    def wait(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            try:
                return self.get("/healthz")
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.2)
        raise TimeoutError(self.log.read_text(encoding="utf-8"))

    def get(self, path):
        with self.opener.open(self.url + path, timeout=PATIENCE) as answer:
            return answer.read()

    def send(self, path, page, **fields):
        """Send a form with the token of its page."""
        token = dict(HIDDEN.findall(page))["csrfmiddlewaretoken"]
        content = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        with self.opener.open(self.url + path, content, timeout=PATIENCE) as answer:
            return answer.read()


def enter_hand(visitor, data, desk):
    """Enter the first hand of the last table; return the page of its match."""
    with closing(sqlite3.connect(data / "labella.sqlite3")) as database:
        code = database.execute(LAST_TABLE).fetchone()[0]
    match = f"{desk}matches/{code}/"
    page = visitor.get(match).decode()
    visitor.send(f"{match}hands/", page, turned="2", total_0="45", sure="1", version="0", key="wheel")
    return visitor.get(match).decode()


def play_evening(command, home):
    """Start, demonstration, login, a paper, a hand, a second start, the end, verification, restore: all in Italian."""
    with open_desk(command, home) as visitor:
        visitor.wait()
        data = find_data(home)
        name, password = (data / "login.txt").read_text(encoding="utf-8").split()
        login = visitor.get("/login/").decode()
        assert "Entra" in login
        visitor.send("/login/", login, username=name, password=password)
        computer = visitor.get("/computer/").decode()
        assert str(data) in computer
        desk = re.search(r'href="(/desk/(?!new)[^"/]+/)"', visitor.get("/").decode()).group(1)
        assert visitor.get(f"{desk}print/standings.pdf?round=1-1").startswith(b"%PDF-")
        assert "45" in enter_hand(visitor, data, desk)
        assert run(command, home, "--no-browser").stdout == f"La Bella è già aperta all’indirizzo  {visitor.url}\n"
        assert "La serata è chiusa" in visitor.send("/computer/close/", computer).decode()
        assert visitor.process.wait(PATIENCE) == 0
    assert "La Bella è ferma" in visitor.log.read_text(encoding="utf-8")
    report = json.loads(run(command, home, "verify", "--json").stdout)
    assert [found["findings"] for found in report.values()] == [[]]
    backup = max((data / "backups").glob("labella-*.sqlite3"))
    restored = run(command, home, "restore", str(backup))
    assert (restored.returncode, restored.stderr) == (0, "")

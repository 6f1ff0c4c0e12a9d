"""The wheel in an environment of its own, far from the checkout: the command, the demonstration, a hand, a paper, Italian, the end."""

import http.cookiejar
import json
import os
import re
import sqlite3
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.parse
import urllib.request
import venv
import zipfile
from contextlib import closing, contextmanager

import pytest

from tests.desks import PATIENCE, ROOT
from tests.services import free_port

LAST_TABLE = """SELECT match.code FROM tournaments_match AS match JOIN tournaments_round AS round ON round.id = match.round_id
    WHERE round.state = 'published' AND match.kind = 'played' ORDER BY match."table" DESC LIMIT 1"""
PRIVATE = {"labella_desk"}
HIDDEN = re.compile(r'name="([^"]+)"[^>]*value="([^"]*)"')


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    place = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(place), str(ROOT)]
    built = subprocess.run(words, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return next(place.glob("*.whl"))


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    """`labella`, installed in a fresh environment that has the dependencies by a path file and nothing of the checkout."""
    place = tmp_path_factory.mktemp("club") / "env"
    venv.create(place, with_pip=False, symlinks=True)
    packages = next(place.glob("lib/python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = str(place / "bin" / "python")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True
    )
    return place / "bin" / "labella"


def environment(home):
    """That of a person: no DATA, no settings, Italian."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "it_IT.UTF-8", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}


def run(command, home, *words):
    return subprocess.run([str(command), *words], cwd=home, env=environment(home), capture_output=True, text=True, check=False)


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
            assert self.process.poll() is None, self.log.read_text()
            try:
                return self.get("/healthz")
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.2)
        raise TimeoutError(self.log.read_text())

    def get(self, path):
        with self.opener.open(self.url + path, timeout=60) as answer:
            return answer.read()

    def send(self, path, page, **fields):
        """Send a form with the token of its page."""
        token = dict(HIDDEN.findall(page))["csrfmiddlewaretoken"]
        content = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        with self.opener.open(self.url + path, content, timeout=60) as answer:
            return answer.read()


def enter_hand(visitor, data, desk):
    """Enter the first hand of the last table; return the page of its match."""
    with closing(sqlite3.connect(data / "labella.sqlite3")) as database:
        code = database.execute(LAST_TABLE).fetchone()[0]
    match = f"{desk}matches/{code}/"
    page = visitor.get(match).decode()
    visitor.send(f"{match}hands/", page, turned="2", total_0="45", sure="1", version="0", key="wheel")
    return visitor.get(match).decode()


def test_it_puts_one_directory_of_its_own_into_an_environment(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == PRIVATE
    needed = ["site/locale/scoring/it/LC_MESSAGES/django.mo", "site/staticfiles/staticfiles.json", "site/templates/base.html"]
    assert [name for name in needed if f"labella_desk/{name}" not in names] == []
    assert [name for name in names if name.endswith((".pyc", ".sqlite3", "secret.key"))] == []
    for line in ("License-Expression: MIT", "Provides-Extra: hosted", "Requires-Dist: waitress", "Author: La Bella contributors"):
        assert line in metadata


def test_an_evening_from_the_wheel(command, tmp_path):
    with open_desk(command, tmp_path) as visitor:
        visitor.wait()
        data = tmp_path / ".local" / "share" / "labella"
        name, password = (data / "login.txt").read_text().split()
        login = visitor.get("/login/").decode()
        assert "Entra" in login
        visitor.send("/login/", login, username=name, password=password)
        computer = visitor.get("/computer/").decode()
        assert str(data) in computer
        desk = re.search(r'href="(/desk/(?!new)[^"/]+/)"', visitor.get("/").decode()).group(1)
        assert visitor.get(f"{desk}print/standings.pdf?round=1-1").startswith(b"%PDF-")
        assert "45" in enter_hand(visitor, data, desk)
        assert run(command, tmp_path, "--no-browser").stdout == f"La Bella è già aperta all’indirizzo  {visitor.url}\n"
        assert "La serata è chiusa" in visitor.send("/computer/close/", computer).decode()
        assert visitor.process.wait(PATIENCE) == 0
    assert "La Bella è ferma" in visitor.log.read_text()
    report = json.loads(run(command, tmp_path, "verify", "--json").stdout)
    assert [found["findings"] for found in report.values()] == [[]]
    backup = max((data / "backups").glob("labella-*.sqlite3"))
    restored = run(command, tmp_path, "restore", str(backup))
    assert (restored.returncode, restored.stderr) == (0, "")

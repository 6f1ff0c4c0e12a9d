"""If these fail, somebody who copies an example from docs/api.md gets an error, or the demonstration site does not play."""

import csv
import datetime as dt
import http.server
import io
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings

from config.management.commands.demo_site import MARK, find_reset
from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(sh|python|js)\n(.*?)```", PAGE, re.DOTALL)
WRITTEN = "http://127.0.0.1:8000"
MOST_SECONDS = 240


@contextmanager
def serve(data, *more):
    """The demonstration site as `make demo` serves it, with an evening that plays quickly; its address."""
    port = free_port()
    alone = {name: value for name, value in os.environ.items() if name not in {"DJANGO_SETTINGS_MODULE", "DATA"}}
    command = [sys.executable, "manage.py", "demo_site", "--pause", "0.2", *more]
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env={**alone, "DATA": str(data), "PORT": str(port)}, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: read(f"{address}/api/v1/tournaments/stasera/now")["playing"], process, data / "log")
        yield address
    finally:
        process.terminate()
        process.wait(60)
    assert (data / "demo-site" / MARK).is_file()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serve(tmp_path_factory.mktemp("demo")) as address:
        yield address


def read(address):
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def wait_for(condition, process, log):
    deadline = time.monotonic() + MOST_SECONDS
    while time.monotonic() < deadline:
        assert process is None or process.poll() is None, log.read_text()
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.3)
    raise AssertionError(log.read_text())


def run(kind, code, address, folder, **more):
    code = code.replace(WRITTEN, address)
    if kind == "sh":
        command = ["bash", "-euo", "pipefail", "-c", code]
    elif kind == "python":
        command = [sys.executable, "-I", "-c", code]
    else:
        (folder / "example.js").write_text(code)
        command = [str(ROOT / ".venv" / "bin" / "deno"), "run", "--quiet", "--allow-net", str(folder / "example.js")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more}, timeout=MOST_SECONDS)
    assert ran.returncode == 0, (code, ran.stdout, ran.stderr)
    return ran.stdout


@pytest.mark.slow
@pytest.mark.turns(4)
def test_every_example_of_the_page_runs(site, tmp_path):
    assert [kind for kind, _code in EXAMPLES] == ["sh", "sh", "sh", "python", "js", "python"]
    first, unchanged, door, hand, page, bot = EXAMPLES
    assert '"stasera"' in run(*first, site, tmp_path)
    answers = [run(*unchanged, site, tmp_path).strip() for _time in range(3)]
    assert set(answers) <= {"200", "304"}
    assert "304" in answers
    assert "Anna Rossi" in run(*door, site, tmp_path)
    assert run(*hand, site, tmp_path).strip()
    assert len(run(*page, site, tmp_path).splitlines()) == 10
    assert len(bot[1].rstrip().splitlines()) <= 40
    with Chat() as chat:
        run(*bot, site, tmp_path, CHAT=chat.address, ASK="15")
    assert chat.told
    assert all(text.startswith("Tavolo ") for text in chat.told)
    assert len(set(chat.told)) == len(chat.told)


@pytest.mark.slow
@pytest.mark.turns(4)
def test_a_spreadsheet_gets_the_final_list(site):
    [address] = set(re.findall(r"http://127.0.0.1:8000\S+?\.csv", PAGE))
    with urllib.request.urlopen(address.replace(WRITTEN, site)) as answer:
        rows = list(csv.reader(io.TextIOWrapper(answer, "utf-8-sig"), delimiter=";"))
    listed = read(f"{site}/api/v1/tournaments/stasera/standings")["items"]
    assert len(rows) == 1 + len(listed)
    assert {row[2] for row in rows[1:]} == {line["name"] for line in listed}


def test_the_site_begins_anew_at_the_next_four_in_the_morning():
    night = dt.time(4)
    late, early = dt.datetime(2026, 11, 28, 23, 0, tzinfo=dt.UTC), dt.datetime(2026, 11, 29, 3, 59, tzinfo=dt.UTC)
    assert find_reset(late, night) == find_reset(early, night) == dt.datetime(2026, 11, 29, 4, 0, tzinfo=dt.UTC)
    assert find_reset(dt.datetime(2026, 11, 29, 4, 0, tzinfo=dt.UTC), night) == dt.datetime(2026, 11, 30, 4, 0, tzinfo=dt.UTC)


def list_names(address):
    return {one["name"] for one in read(f"{address}/api/v1/tournaments/stasera/entries?limit=200")["items"]}


@pytest.mark.proof
def test_at_its_hour_everything_begins_anew_and_the_tokens_stay(tmp_path):
    """Minutes: the site is built twice."""
    hour = dt.datetime.now(ZoneInfo(settings.TIME_ZONE)) + dt.timedelta(minutes=3)
    with serve(tmp_path, "--reset-at", f"{hour:%H:%M}") as address:
        door = next(code for kind, code in EXAMPLES if kind == "sh" and "lb_demo-door" in code)
        run("sh", door, address, tmp_path)
        assert "Anna Rossi – Berto Neri" in list_names(address)
        wait_for(lambda: "Anna Rossi – Berto Neri" not in list_names(address), None, tmp_path / "log")
        wait_for(lambda: read(f"{address}/api/v1/tournaments/stasera/now")["playing"], None, tmp_path / "log")
        run("sh", door, address, tmp_path)
        assert "Anna Rossi – Berto Neri" in list_names(address)


class Chat:
    """A chat service on loopback that remembers what it was told."""

    def __enter__(self):
        told = self.told = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"])
                self.send_response(204)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *failure):
        self._server.shutdown()
        self._server.server_close()

"""A new release rolls over two hosts while 300 phones read and people enter: its migration first, then one host after the other.

The new release is this tree with a migration of its own that expands; the old one is the newest release in the repository's history where
there is one, else this tree as it is.
"""

import multiprocessing
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

import psycopg
import pytest

from benchmarks.audience import Crowd, Door, fill_hall
from deploy import hosted, roll
from tests.desks import ROOT
from tests.faults.hall import make_hall, verify
from tests.faults.hosting import Unit, open_site
from tests.faults.proxy import Proxy, SecureWriter, run_proxy
from tests.faults.test_hosted_storm import at_work, keys_of
from tests.services import MissingProgramError, free_port, program

pytestmark = [pytest.mark.slow, pytest.mark.proof]
EXPAND = """
from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [("tournaments", "{latest}")]
    operations = [
        migrations.AddField("entry", "rolled", models.CharField(max_length=9, db_default="")),
        migrations.AddField("historicalentry", "rolled", models.CharField(max_length=9, db_default="")),
        migrations.CreateModel("Rolled", [("id", models.BigAutoField(primary_key=True))]),
    ]
"""
CONTRACT = """
from django.db import migrations
class Migration(migrations.Migration):
    dependencies = [("tournaments", "9998_expand")]
    operations = [migrations.RemoveField("tournament", "shown_as_of")]
"""

BEGUN = time.monotonic()
MARKS = []


@dataclass
class Tapper(SecureWriter):
    """Somebody at the desk who counts every request that was not answered, and how long each took."""

    unanswered: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def post(self, *arguments, **named):
        try:
            status, body = super().post(*arguments, **named)
            if status == 503:
                title = body.partition("<title>")[2][:40]
                self.refused.append(f"{time.monotonic() - BEGUN:.1f} {title}")
            return status, body
        except OSError as error:
            self.unanswered.append(f"{time.monotonic() - BEGUN:.1f} {error!r}")
            raise


def build_release(place, *migrations):
    """A copy of this tree with more migrations."""
    ignored = shutil.ignore_patterns(".git", ".venv", "build", "data", "__pycache__", "tests")
    tree = shutil.copytree(ROOT, place, ignore=ignored, symlinks=True)
    folder = tree / "tournaments" / "migrations"
    latest = max(path.stem for path in folder.glob("0*.py"))
    for name, text in migrations:
        (folder / f"{name}.py").write_text(text.replace("{latest}", latest))
    return tree


def find_old_tree(place):
    """The newest release of the repository's history, or this tree."""
    told = subprocess.run(
        ["git", "describe", "--tags", "--match", "v*", "--abbrev=0"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if told.returncode:
        return ROOT
    place.mkdir()
    archive = subprocess.run(["git", "archive", told.stdout.strip()], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(place)], input=archive.stdout, check=True)
    return place


def manage(tree, site, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=tree, env=site.variables, capture_output=True, text=True, check=False)


def give_release(unit, tree):
    """What an update does on a host: stop, another tree, start."""

    def update():
        unit.tree = tree
        unit.process.terminate()
        unit.process.wait(60)

    return update


def reload_nginx(proxy):
    MARKS.append(f"reload {time.monotonic() - BEGUN:.1f}")
    subprocess.run([program("nginx"), "-c", str(proxy.directory / "nginx.conf"), "-s", "reload"], check=True, capture_output=True)


def test_a_release_rolls_over_two_hosts_and_nobody_is_refused(place, figures):
    try:
        program("nginx"), program("openssl")
    except MissingProgramError as error:
        pytest.skip(str(error))
    proxy = Proxy(place / "nginx", free_port(), free_port())
    old = find_old_tree(place / "old")
    new = build_release(place / "new", ("9998_expand", EXPAND))
    later = build_release(place / "later", ("9998_expand", EXPAND), ("9999_contract", CONTRACT))
    settings = proxy.list_settings() | {"SECOND_FACTOR_REQUIRED": "0", "WEB_WORKERS": "2"}
    with open_site(place, lambda site: make_hall(site.data, 12, 8, **site.urls), **settings) as site:
        second = Unit("web2", hosted.build_web_command(free_port()), place, site.variables | {"DATA": str(place / "data2")})
        (place / "data2").mkdir()
        shutil.copy(site.data / "secret.key", place / "data2")
        second.tree = site.web.tree = old
        second.open()
        site.stack.callback(second.close)
        ports = [site.port, int(second.command[-1].rpartition(":")[2])]
        assert all(roll.wait_until_ready(f"127.0.0.1:{port}") for port in ports)
        with run_proxy(proxy, *(f"127.0.0.1:{port}" for port in ports)):
            seen, people = play_and_roll(site, proxy, new, [site.web, second], ports)
        stored = keys_of(site)
        findings = verify(site.data, **site.urls)
        refuse_a_contract_that_comes_too_early(site, later)
        unanswered = [error for one in people for error in one.unanswered]
        strange = [when for one in people for when in one.refused]
        acknowledged = {key for one in people for key in one.saved}
        counts = {"lost": len(acknowledged - set(stored)), "twice": len(stored) - len(set(stored))}
        figures(
            phones=len(seen.first_pages), phones_refused=seen.refused, polls=seen.polls, saves=len(acknowledged), saves_refused=strange,
            unanswered=unanswered, marks=MARKS, slowest_save=round(max(max(one.latency) for one in people), 2), **counts,
        )  # fmt: skip
        assert (seen.refused, unanswered, len(seen.first_pages)) == ([], [], 300)
        assert len(strange) <= len(acknowledged) / 100, "told to send again, and saved then"
        assert counts == {"lost": 0, "twice": 0}
        assert findings == []


def play_and_roll(site, proxy, new, units, ports):
    """Phones and people at work; the migration, then each host in turn."""
    context = proxy.trust()
    people = [
        Tapper(proxy.secure, site.hall.sessions[place % len(site.hall.sessions)], code, f"w{place}", proxy=proxy, context=context)
        for place, code in enumerate(site.hall.codes)
    ]
    file = proxy.directory / "labella.conf"
    crowd = Crowd(300, 2, seconds=130.0, arrival=20.0)
    MARKS.append(f"work {time.monotonic() - BEGUN:.1f}")
    with at_work(people), ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        phones = process.submit(fill_hall, Door(proxy.secure, proxy), crowd)
        assert manage(new, site, "migrate", "--check").returncode == 1, "new code does not start on an old database"
        told = manage(new, site, "check_migrations")
        assert told.returncode == 0, told.stdout + told.stderr
        MARKS.append(f"migrating {time.monotonic() - BEGUN:.1f}")
        with reading_for_long(site):
            made = manage(new, site, "desk", "--prepare", "--no-demonstration")
        MARKS.append(f"migrated {time.monotonic() - BEGUN:.1f}")
        assert made.returncode == 0, made.stderr
        for unit, port in zip(units, ports, strict=True):
            roll.roll(file, f"127.0.0.1:{port}", give_release(unit, new), lambda: reload_nginx(proxy))
        seen = phones.result()
        MARKS.append(f"end {time.monotonic() - BEGUN:.1f}")
    return seen, people


@contextmanager
def reading_for_long(site):
    """Somebody's report reads for eight seconds; a migration that waited for it would make every save wait behind."""
    holder = psycopg.connect(site.urls["DATABASE_URL"])
    holder.execute("SELECT count(*) FROM tournaments_entry")
    release = threading.Timer(8, holder.close)
    release.start()
    yield
    release.join()


def refuse_a_contract_that_comes_too_early(site, later):
    """The control: what the running release still asks for is not taken away; where it is, that release fails."""
    told = manage(later, site, "check_migrations")
    assert told.returncode == 3, told.stdout
    assert manage(later, site, "desk", "--prepare", "--no-demonstration").returncode == 0
    assert site.web.tree != later
    assert manage(site.web.tree, site, "verify").returncode != 0

"""Make a release: `make release VERSION=1.0.0rc1`, `make release VERSION=1.0.0`.

1. Refuses where the tree has changes, the version is no later one, or *Unreleased* is empty. 2. Gives the section of the changelog its
version and date and begins a new one; sets the version in `jobs/program.py`, in the installer and in the README. 3. Puts a desk with the
demonstration into `tests/fixtures/`: every later release must go on with it (`tests/config/test_old_desks.py`). 4. Commits and tags, and
pushes nothing. 5. Builds what is published, twice with the same bytes (`deploy/artifacts.py`).
"""

import datetime as dt
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from packaging.version import Version

from deploy.artifacts import main as build_artifacts
from deploy.artifacts import run_git

ROOT = Path(__file__).resolve().parent.parent
CHANGELOG, PROGRAM, INSTALLER, README = (ROOT / name for name in ("CHANGELOG.md", "jobs/program.py", "deploy/app/windows.iss", "README.md"))
FIXTURES = ROOT / "tests" / "fixtures"
KEPT = ("labella.sqlite3", "ephemeral.sqlite3")
"""The files of a desk that are kept of a release, beside the file of its tournament."""
DESCRIBE = """
import io, json
from django.conf import settings
from django.core.management import call_command
from scoring.ledger.queries import read_current_head
from desk.verification.queries import compute_standings_digest
from tournaments.models import Tournament
tournament = Tournament.objects.get()
call_command("export_tournament", tournament.slug, str(settings.DATA / f"{tournament.slug}.json"), stdout=io.StringIO())
values = {"slug": tournament.slug, "head": str(read_current_head(tournament)), "digest": compute_standings_digest(tournament)}
print(json.dumps(values, indent=1))
"""
VERSION_LINE = re.compile(r'^VERSION = "([\d.rc]+)"$', re.MULTILINE)
WHEEL_NAME = re.compile(r"labella_desk-[\d.rc]+-py3-none-any\.whl")
INSTALLER_LINE = re.compile(r'^#define Version "[\d.rc]+"$', re.MULTILINE)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        return refuse("Say which version: make release VERSION=0.2.0")
    (version,) = arguments
    program = PROGRAM.read_text(encoding="utf-8")
    changelog = CHANGELOG.read_text(encoding="utf-8")
    present = VERSION_LINE.findall(program)[0]
    if problem := find_problem(version, present, changelog, changed=bool(run_git("status", "--porcelain"))):
        return refuse(problem)
    CHANGELOG.write_text(date_changelog(changelog, version, dt.datetime.now(tz=dt.UTC).date()), encoding="utf-8", newline="\n")
    PROGRAM.write_text(VERSION_LINE.sub(f'VERSION = "{version}"', program), encoding="utf-8", newline="\n")
    installer = INSTALLER.read_text(encoding="utf-8")
    INSTALLER.write_text(INSTALLER_LINE.sub(f'#define Version "{version}"', installer), encoding="utf-8", newline="\n")
    readme = README.read_text(encoding="utf-8")
    README.write_text(WHEEL_NAME.sub(f"labella_desk-{version}-py3-none-any.whl", readme), encoding="utf-8", newline="\n")
    with tempfile.TemporaryDirectory(prefix="labella-release-") as directory:
        run_desk(Path(directory), "desk", "--prepare")
        run_git("add", *map(str, pack_desk(Path(directory), version, FIXTURES)))
    run_git("commit", "--all", "--quiet", "--message", f"Release {version}")
    run_git("tag", "--annotate", f"v{version}", "--message", f"La Bella {version}")
    sys.stdout.write(f"v{version} is committed and tagged. Look at it, then: git push --follow-tags\n")
    return build_artifacts()


def pack_desk(data: Path, version: str, place: Path) -> tuple[Path, Path]:
    """Keep a desk with one tournament as what a release left behind: an archive, and beside it the ledger's fingerprint and the digest of
    the standings. Raises: CalledProcessError.
    """
    archive, description = place / f"desk-{version}.tar.xz", place / f"desk-{version}.json"
    described = run_desk(data, "shell", "--no-imports", "--command", DESCRIBE)
    with tarfile.open(archive, "w:xz") as packed:
        for name in (*KEPT, f"{json.loads(described)['slug']}.json"):
            packed.add(data / name, name)
    description.write_text(described, encoding="utf-8", newline="\n")
    return archive, description


def run_desk(data: Path, *words: str) -> str:
    """Run a management command on a data directory; return what it printed. Raises: CalledProcessError."""
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    variables = {**os.environ, "DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONUTF8": "1"}
    return subprocess.run(command, cwd=ROOT, env=variables, check=True, capture_output=True, text=True).stdout


def find_problem(version: str, present: str, changelog: str, *, changed: bool) -> str:
    """Why this cannot be released, or an empty text. `present`: the version of the tree."""
    if not re.fullmatch(r"\d+\.\d+\.\d+(rc\d+)?", version):
        return f"{version} is no version: three numbers with points between them, such as 0.2.0, before a release also 0.2.0rc1"
    if f"\n## {version} " in changelog or Version(version) < Version(present):
        return f"The tree is at {present} already: choose a later version than that"
    if changed:
        return "The tree has changes that are not committed: commit or stash them first"
    if not get_unreleased(changelog):
        return "CHANGELOG.md says nothing under Unreleased: write down what changed for people"
    return ""


def get_unreleased(changelog: str) -> str:
    """The text of the section Unreleased."""
    return re.split(r"^## ", changelog.partition("## Unreleased\n")[2], maxsplit=1, flags=re.MULTILINE)[0].strip()


def date_changelog(changelog: str, version: str, day: dt.date) -> str:
    """The changelog with its section Unreleased as this version, and a new empty one above."""
    return changelog.replace("## Unreleased\n", f"## Unreleased\n\n## {version} · {day.isoformat()}\n", 1)


def refuse(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Bring the database's backup back beside the running site, compute everything in it again, take single tournaments or a club out of it.

    sudo -u postgres .venv/bin/python deploy/rehearse_restore.py
    sudo -u postgres .venv/bin/python deploy/rehearse_restore.py --target "2026-11-28 21:40:00+01" --tournament summer-cup --into /tmp/back

The site is neither stopped nor touched: pgBackRest restores into a directory of its own, a PostgreSQL that only this script reaches opens
it, and both are gone at the end. Run by root, these two run as PostgreSQL's account. What is taken out are files of tournaments, for
`manage.py import_tournament` on the site.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from deploy.hosted import ROOT, HostingError, account_arguments, find_program, find_unprivileged_account

STANZA = "labella"
RECOVERY_SECONDS = 4 * 3600.0
PORT = 5433
"""Of a socket in a directory that nobody else enters; no network sees it."""
CONF = """
hba_file = '{place}/hba.conf'
ident_file = '{place}/ident.conf'
unix_socket_directories = '{place}'
listen_addresses = ''
port = {port}
archive_mode = off
hot_standby = off
fsync = off
"""
"""A copy that is thrown away: without `hot_standby` its limits need not be those of the site's server."""
CLUB_OF = """
from django.db.models import Q
from tournaments.models import Tournament
print(*Tournament.objects.filter(Q(organizer__name={name!r}) | Q(organizer__slug={name!r})).values_list("slug", flat=True))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--target", default="", help='a moment: "2026-11-28 21:40:00+01"; without it the last there is')
    parser.add_argument("--tournament", action="append", default=[], help="the address of a tournament that is taken out; may be repeated")
    parser.add_argument("--club", default="", help="a club whose tournaments are taken out")
    parser.add_argument("--into", type=Path, default=Path("restored"), help="the directory for what is taken out")
    parser.add_argument("--database", default="labella", help="the site's database")
    parser.add_argument("--place", type=Path, help="where there is room for a second database; the system's directory for temporary files")
    options = parser.parse_args()
    begun = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="labella-restored-", dir=options.place) as place:
            restore(Path(place), options.target)
            with run_copy(Path(place), options.database) as variables:
                checked = check(variables)
                files = take_out(variables, options.tournament, options.club, options.into)
    except (HostingError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    wrong = {slug: report["findings"] for slug, report in checked.items() if report["findings"]}
    report = {"seconds": round(time.monotonic() - begun), "tournaments": len(checked), "wrong": wrong, "taken_out": files}
    sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
    return 1 if wrong else 0


def restore(place: Path, target: str) -> None:
    """The backup as it was at `target`, in `place`/data. Raises: HostingError."""
    (place / "data").mkdir(mode=0o700)
    if account := find_unprivileged_account():
        for path in (place, place / "data"):
            os.chown(path, account.pw_uid, account.pw_gid)
    command = ["pgbackrest", f"--stanza={STANZA}", f"--pg1-path={place}/data", "--log-level-console=warn"]
    until = ["--type=time", f"--target={target}", "--target-action=promote"] if target else ["--type=default"]
    run_or_say([*command, *until, "restore"], "The backup cannot be brought back")


@contextmanager
def run_copy(place: Path, database: str) -> Iterator[dict[str, str]]:
    """A PostgreSQL on the restored files; yields the settings with which our commands use it. Raises: HostingError."""
    (place / "hba.conf").write_text("local all all trust\n")
    (place / "ident.conf").touch()
    (place / "copy.conf").write_text(CONF.format(place=place, port=PORT))
    with (place / "log").open("wb") as log:
        command = [find_program("postgres"), "-D", str(place / "data"), "-c", f"config_file={place}/copy.conf"]
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=place, **account_arguments(find_unprivileged_account()))
    try:
        wait_until_recovered(server, place)
        own = {"DATABASE_URL": f"postgres:///{place}/{database}", "PGPORT": str(PORT), "PGUSER": "labella"}
        own |= {"DATA": str(place / "desk"), "DJANGO_SETTINGS_MODULE": "config.settings"}
        yield {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | own
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)


def wait_until_recovered(server: subprocess.Popen[bytes], place: Path) -> None:
    """Raises: HostingError when the copy cannot be opened, as for a target that lies after the last archived moment."""
    ask = [find_program("pg_isready"), "-q", "-h", str(place), "-p", str(PORT)]
    deadline = time.monotonic() + RECOVERY_SECONDS
    while subprocess.run(ask, check=False).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            said = "\n".join((place / "log").read_text(errors="replace").splitlines()[-8:])
            raise HostingError(f"The restored database does not open. Is the target a moment of which something is archived?\n{said}")
        time.sleep(0.2)


def check(variables: dict[str, str]) -> dict[str, dict[str, list[str]]]:
    """What `manage.py verify` finds in every tournament. Raises: HostingError."""
    process = manage(variables, "verify", "--json")
    try:
        found: dict[str, dict[str, list[str]]] = json.loads(process.stdout)
    except ValueError:
        raise HostingError(f"The restored database cannot be checked by this release:\n{process.stderr}") from None
    return found


def take_out(variables: dict[str, str], slugs: Sequence[str], club: str, into: Path) -> list[str]:
    """The files of these tournaments and of all of the club. Raises: HostingError, OSError."""
    of_club = manage(variables, "shell", "--no-imports", "-c", CLUB_OF.format(name=club)).stdout.split() if club else []
    if club and not of_club:
        raise HostingError(f"There was no club “{club}” with tournaments then. Write its name as its page does.")
    wanted = list(dict.fromkeys([*slugs, *of_club]))
    if wanted:
        into.mkdir(parents=True, exist_ok=True)
    files = []
    for slug in wanted:
        process = manage(variables, "export_tournament", slug, str(into / f"{slug}.json"))
        if process.returncode:
            raise HostingError(process.stderr.strip())
        files.append(str(into / f"{slug}.json"))
    return files


def manage(variables: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=variables, capture_output=True, text=True, check=False)


def run_or_say(command: Sequence[str], what: str) -> None:
    if shutil.which(command[0]) is None:
        raise HostingError(f"{command[0]} is missing: apt-get install {command[0]}")
    account = account_arguments(find_unprivileged_account())
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **account)
    if process.returncode:
        raise HostingError(f"{what}:\n{process.stdout}{process.stderr}")


if __name__ == "__main__":
    sys.exit(main())

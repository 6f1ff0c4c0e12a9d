"""Give one host of a site a new release while people play: nginx sends nobody there until it answers again.

    sudo python3 deploy/roll.py 10.0.0.11:8000 -- ssh root@10.0.0.11 /opt/labella/deploy/update.sh

Runs where nginx runs, without the project's environment. What stands behind `--` ends with the site started anew on that host. Where the
host does not become ready it is left out, nothing else is touched, and the others go on (docs/hosting.md).
"""

import argparse
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

SITE_FILE = Path("/etc/nginx/sites-available/labella.conf")
DRAIN_SECONDS = 3.0
"""So long a request that is on its way to the host may still take; who waits for news there is answered when it stops."""
READY_SECONDS = 180.0
_SERVER = re.compile(r"^(\s*server\s+)([\w.:\[\]-]+:\d+)((?:\s+[\w=]+)*?)(\s+down)?;", re.MULTILINE)


class RollError(RuntimeError):
    """Why a host was not taken out or not taken back; the message says what to do."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("host", help="as the file of nginx names it: 10.0.0.11:8000")
    parser.add_argument("--file", type=Path, default=SITE_FILE, help=f"nginx' file of the site ({SITE_FILE})")
    parser.add_argument("command", nargs="+", help="what gives that host the new release and starts it")
    options = parser.parse_args()
    try:
        roll(options.file, options.host, lambda: run(options.command), reload_nginx)
    except (RollError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{options.host} answers with the new release.\n")
    return 0


def roll(file: Path, host: str, update: Callable[[], None], reload: Callable[[], None]) -> None:
    """Take `host` out of nginx' `file`, `update` it, and take it back once it is ready. Raises: RollError, OSError."""
    before = file.read_text()
    without = mark_host(before, host, down=True)
    file.write_text(without)
    try:
        reload()
    except RollError:
        file.write_text(before)
        raise
    time.sleep(DRAIN_SECONDS)
    update()
    if not wait_until_ready(host):
        raise RollError(
            f"{host} does not become ready; it is left out of {file}, and the others go on. Look at its logs: journalctl -u labella-web"
        )
    file.write_text(mark_host(file.read_text(), host, down=False))
    reload()


def mark_host(text: str, host: str, *, down: bool) -> str:
    """The file with this one host marked as `down` or not. Raises: RollError for a host that is not there, or is the last one."""
    hosts = {server[2]: bool(server[4]) for server in _SERVER.finditer(text)}
    if host not in hosts:
        raise RollError(f"{host} is no server in the file; it names {', '.join(hosts) or 'none'}.")
    if down and all(is_down for name, is_down in hosts.items() if name != host):
        raise RollError(f"{host} is the only host that answers: nobody would. Add a second one, or stop the site for the update.")

    def change(server: re.Match[str]) -> str:
        if server[2] != host:
            return server[0]
        return f"{server[1]}{server[2]}{server[3]}{' down' if down else ''};"

    return _SERVER.sub(change, text)


def wait_until_ready(host: str) -> bool:
    """Whether the host says within three minutes that results can be saved there."""
    request = urllib.request.Request(f"http://{host}/ready", headers={"Host": "localhost"})
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(request, timeout=5):
                return True
        except OSError:
            time.sleep(0.5)
    return False


def run(command: Sequence[str]) -> None:
    """Raises: RollError when it fails."""
    done = subprocess.run(command, check=False)
    if done.returncode:
        raise RollError(f"“{' '.join(command)}” ended with {done.returncode}. Nothing is sent to that host until you have looked.")


def reload_nginx() -> None:
    """Raises: RollError when nginx does not take the file."""
    run(["nginx", "-t", "-q"])
    run(["systemctl", "reload", "nginx"])


if __name__ == "__main__":
    sys.exit(main())

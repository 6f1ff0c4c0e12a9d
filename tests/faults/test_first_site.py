"""docs/hosting.md, “A site in ten minutes”: every command of the page, in a bare Debian, with the substitutions that stand here."""

import os
import re
import shutil
import subprocess
import time

import pytest

from deploy.hosted import is_port_taken
from tests.desks import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.proof]
PAGE = (ROOT / "docs" / "hosting.md").read_text()
BLOCK = re.compile(r"^( *)```sh\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
SUBSTITUTED = {
    "certbot certonly --non-interactive --agree-tos --email": (
        'mkdir -p "/etc/letsencrypt/live/$NAME" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
        ' -subj "/CN=$NAME" -addext "subjectAltName=DNS:$NAME" -keyout "/etc/letsencrypt/live/$NAME/privkey.pem"'
        ' -out "/etc/letsencrypt/live/$NAME/fullchain.pem" 2>/dev/null && certbot --version'
    ),
    'curl --fail --silent --show-error "https://$NAME/healthz"': (
        'for second in $(seq 90); do curl --silent --output /dev/null --fail --insecure --resolve "$NAME:443:127.0.0.1"'
        ' "https://$NAME/healthz" && break; sleep 1; done;'
        ' curl --fail --silent --show-error --cacert "/etc/letsencrypt/live/$NAME/fullchain.pem" --resolve "$NAME:443:127.0.0.1"'
        ' "https://$NAME/healthz"'
    ),
}
"""What needs a real name in the world: its certificate is our own, and its address this machine's. The worker is waited for."""
SYSTEMCTL = r"""#!/bin/bash
# systemd's part, without systemd: starts what a unit says, as whom it says, with its environment.
verb=$1; shift; [ "$1" = --now ] && shift
unit() { sed -n "s/^$2=//p" "/etc/systemd/system/$1.service" | sed 's/%%/%/g'; }
launch() {
  set -a; [ -z "$(unit "$1" EnvironmentFile)" ] || . "$(unit "$1" EnvironmentFile)"; set +a
  cd "$(unit "$1" WorkingDirectory)/" || exit 1
  as="runuser -u $(unit "$1" User) --"
  if [ -n "$(unit "$1" ExecStartPre)" ]; then $as bash -c "$(unit "$1" ExecStartPre)" || exit 1; fi
  if [ "$(unit "$1" Type)" = oneshot ]; then $as bash -c "$(unit "$1" ExecStart)" || exit 1
  else setsid $as bash -c "exec $(unit "$1" ExecStart)" >>"/var/log/$1.log" 2>&1 & fi
}
case $verb in
  daemon-reload) ;;
  *) for name in "$@"; do case $name in
       postgresql*) pg_ctlcluster 15 main "$verb" ;;
       nginx) nginx -s reload ;;
       *.timer) test -f "/etc/systemd/system/$name" || exit 1 ;;
       *) (launch "${name%.service}") || exit 1 ;;
     esac; done ;;
esac
"""
SERVICES = "pg_ctlcluster 15 main start; redis-server --daemonize yes --save '' >/dev/null; nginx"
"""What Debian's packages start on a machine that has an init."""
ENTER = """
mount --make-rprivate / && mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" && mount -t tmpfs shm "$1/dev/shm" || exit 1
chroot "$1" bash -e /root/page.sh
"""
SETTINGS_OF_TESTS = ("DJANGO_SETTINGS_MODULE", "DATA")
"""They would name a directory of this machine to whoever makes the bare one a site."""
PORTS = (80, 443, 5432, 6379, 8000)


def list_commands():
    section = PAGE[PAGE.index("## A site in ten minutes") : PAGE.index("**For many clubs.**")]
    lines = [line.strip() for _indent, block in BLOCK.findall(section) for line in block.splitlines()]
    return [next((ours for theirs, ours in SUBSTITUTED.items() if line.startswith(theirs)), line) for line in lines]


def test_every_substitution_replaces_a_command_of_the_page():
    assert [theirs for theirs in SUBSTITUTED if theirs not in PAGE] == []


def test_a_fresh_debian_becomes_a_site_by_the_commands_of_the_page(tmp_path, figures):
    if shutil.which("debootstrap") is None:
        pytest.skip("debootstrap is missing; apt-get install debootstrap")
    if taken := [port for port in PORTS if is_port_taken(port)]:
        pytest.skip(f"a site of its own needs the ports {taken}")
    tree, begun = tmp_path / "debian", time.monotonic()
    make_debian(tree)
    made = time.monotonic()
    (tree / "root" / "page.sh").write_text("\n".join(interleave_services(list_commands())))
    # In namespaces of their own: its mounts and its programs are gone with it.
    namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter", tree]
    alone = {name: value for name, value in os.environ.items() if name not in SETTINGS_OF_TESTS}
    done = subprocess.run(namespaces, env=alone, capture_output=True, text=True, check=False)
    figures(commands=len(list_commands()), seconds=round(time.monotonic() - made), bare_tree=round(made - begun))
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert '"worker": "ok"' in done.stdout
    assert '"wrong": {}' in done.stdout
    shutil.rmtree(tree, ignore_errors=True)


def make_debian(tree):
    """Debian 12 and nothing else, with the way of this machine to packages, and the release's archive in root's directory."""
    subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=ca-certificates,curl", "bookworm", tree, "http://deb.debian.org/debian"],
        check=True,
        capture_output=True,
    )
    for kept in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
        shutil.copy(f"/{kept}", tree / kept)
    (tree / "usr" / "sbin" / "policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (tree / "usr" / "sbin" / "policy-rc.d").chmod(0o755)
    (tree / "usr" / "local" / "bin" / "systemctl").write_text(SYSTEMCTL)
    (tree / "usr" / "local" / "bin" / "systemctl").chmod(0o755)
    with (tree / "root" / "labella.tar.gz").open("wb") as archive:
        subprocess.run(["git", "archive", "--format=tar.gz", "--prefix=labella/", "HEAD"], cwd=ROOT, check=True, stdout=archive)


def interleave_services(commands):
    """The page's commands in root's directory; after the packages are there, what an init would have started."""
    lines = ["cd /root", "export DEBIAN_FRONTEND=noninteractive", "apt-get update --quiet=2"]
    for command in commands:
        lines.append(command)
        if command.startswith("apt-get install"):
            lines.append(SERVICES)
    return lines

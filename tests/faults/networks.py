"""Hosts of a site on one machine: network namespaces on a bridge, each with its own share of the processor. For root, on Linux.

What a host's programs have used of the processor is read from its control group, so what others do on the machine is not counted. Hosts
with a share are served twenty times as often as others who want the processor too.
"""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jobs.machine import hold_lock_file

BRIDGE = "labella0"
NETWORK = "10.77.0"
FRONT = f"{NETWORK}.1"
"""The machine itself, as its hosts see it: database, broker and clients are there."""
PERIOD_SECONDS = 0.01
"""A share of the processor is counted anew so often: much shorter than a request, so that a small share is a slow processor."""
CONTROL = Path("/sys/fs/cgroup")
NAMES = "labella-*"
"""Of namespaces and groups."""
LOCK = Path("/run/labella-network.lock")


@dataclass(frozen=True, slots=True)
class Group:
    """A control group: its processes have at most `share` processors, or as much as there is with None."""

    name: str
    share: float | None

    @property
    def directories(self) -> list[Path]:
        kinds = [CONTROL / "cpu", CONTROL / "cpuacct"] if is_divided() else [CONTROL]
        return [kind / self.name for kind in kinds]

    def open(self) -> None:
        for directory in self.directories:
            directory.mkdir(exist_ok=True)
        period = round(PERIOD_SECONDS * 1e6)
        quota = round((self.share or 0) * period)
        settings = {"cpu.shares": "20000", "cpu.cfs_period_us": f"{period}", "cpu.cfs_quota_us": f"{quota}"}
        if not is_divided():
            settings = {"cpu.weight": "2000", "cpu.max": f"{quota} {period}"}
        for setting in settings if self.share else ():
            (self.directories[0] / setting).write_text(settings[setting])

    def close(self) -> None:
        """Called when all its processes have ended; the kernel needs a moment to see that."""
        for directory in self.directories:
            remove_group(directory)

    def read_processor(self) -> float:
        """Seconds of the processor that its processes have used."""
        if is_divided():
            return int((self.directories[1] / "cpuacct.usage").read_text()) / 1e9
        words = (self.directories[0] / "cpu.stat").read_text().split()
        return int(words[words.index("usage_usec") + 1]) / 1e6

    def wrap(self, command: Sequence[str]) -> list[str]:
        """The command that runs `command` in this group."""
        enter = "; ".join(f"echo $$ > {directory}/cgroup.procs" for directory in self.directories)
        return ["sh", "-c", f'{enter}; exec "$@"', "sh", *command]


def remove_group(directory: Path) -> None:
    for _attempt in range(100):
        with contextlib.suppress(OSError):
            directory.rmdir()
            return
        time.sleep(0.05)


def is_divided() -> bool:
    """Whether the kernel has a tree of groups for each kind of resource (cgroup v1)."""
    return (CONTROL / "cpuacct").is_dir()


@contextlib.contextmanager
def open_group(name: str, share: float | None = None) -> Iterator[Group]:
    group = Group(name, share)
    group.open()
    try:
        yield group
    finally:
        group.close()


@dataclass(frozen=True, slots=True)
class Host:
    """A namespace with an address, the group of its programs, and the plug of its network."""

    name: str
    address: str
    group: Group
    plug: str

    def set_plug(self, *, connected: bool) -> None:
        """Put the plug in, or pull it: who is connected hears nothing of it."""
        run_ip("link", "set", self.plug, "up" if connected else "down")

    def wrap(self, command: Sequence[str]) -> list[str]:
        """The command that runs `command` on this host."""
        return self.group.wrap(["ip", "netns", "exec", self.name, *command])


@contextlib.contextmanager
def open_hosts(count: int, share: float | None = None) -> Iterator[list[Host]]:
    """A network of `count` hosts, with `share` of a processor each or no limit. Raises CalledProcessError where one may not."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(hold_lock_file(LOCK, timeout=-1))  # one on a machine at a time
        clear_leftovers()
        run_ip("link", "add", BRIDGE, "type", "bridge")
        stack.callback(run_ip, "link", "delete", BRIDGE)
        run_ip("address", "add", f"{FRONT}/24", "dev", BRIDGE)
        run_ip("link", "set", BRIDGE, "up")
        yield [stack.enter_context(open_host(number, share)) for number in range(count)]


@contextlib.contextmanager
def open_host(number: int, share: float | None) -> Iterator[Host]:
    name, address, outside = f"labella-{number}", f"{NETWORK}.{number + 11}", f"labella0-{number}"
    with open_group(name, share) as group:
        run_ip("netns", "add", name)
        try:
            run_ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", name)
            run_ip("link", "set", outside, "master", BRIDGE, "up")
            for words in (
                ("address", "add", f"{address}/24", "dev", "eth0"),
                *itertools.product(("link",), ("set",), ("eth0", "lo"), ("up",)),
            ):
                run_ip("-n", name, *words)
            yield Host(name, address, group, outside)
        finally:
            delete_links(outside)  # the kernel would do so some time after its namespace
            run_ip("netns", "delete", name)


def find_obstacle() -> str:
    """Why no hosts can be made here; empty where they can. A container may forbid it, whoever one is there."""
    if os.geteuid():
        return "only root makes hosts"
    if not shutil.which("ip") or subprocess.run(["unshare", "--net", "true"], check=False, capture_output=True).returncode:
        return "no network namespaces here"
    controlled = CONTROL / "cpu" if is_divided() else CONTROL
    return "" if os.access(controlled, os.W_OK) else "no control groups here"


def clear_leftovers() -> None:
    """What a run that was killed has left: with the lock held nobody else uses it."""
    for directory in CONTROL.glob(f"*/{NAMES}" if is_divided() else NAMES):
        for pid in map(int, (directory / "cgroup.procs").read_text().split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        remove_group(directory)
    for namespace in Path("/run/netns").glob(NAMES):
        run_ip("netns", "delete", namespace.name)
    delete_links(f"{BRIDGE}*")


def delete_links(pattern: str) -> None:
    for link in Path("/sys/class/net").glob(pattern):
        subprocess.run(["ip", "link", "delete", link.name], check=False, capture_output=True)  # gone meanwhile


def run_ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)

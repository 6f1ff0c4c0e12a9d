"""The sending process beside the desk: begun when there is something to send to, begun again when it dies, ended with the desk."""

import subprocess
import threading
import time

from django.db import DatabaseError, connections

from jobs.program import build_command
from publishing.models import Target

LOOK_SECONDS = 2.0
LONGEST_PAUSE = 60.0
LONG_RUN = 30.0
"""Seconds after which the end of a process counts as its first."""
PATIENCE = 5.0
"""Seconds that the process has to end by itself."""


class Publisher(threading.Thread):
    """Watches over the process from the desk's own. `wake()` after a target is made, so that it begins at once."""

    current: "Publisher | None" = None

    def __init__(self) -> None:
        super().__init__(name="publisher", daemon=True)
        self._stopping, self._wake = threading.Event(), threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self._deaths, self._begun_at = 0, 0.0

    def run(self) -> None:
        Publisher.current = self
        while not self._stopping.is_set():
            self._wake.wait(self._look_after())
            self._wake.clear()
        connections.close_all()

    def wake(self) -> None:
        self._wake.set()

    def stop(self) -> None:
        """End the process; what it was sending goes on at the next start."""
        self._stopping.set()
        self._wake.set()
        self.join(PATIENCE)
        Publisher.current = None
        if self.process is not None:
            _end_process(self.process)

    def _look_after(self) -> float:
        """Begin the process where it is needed and not there; the seconds until the next look."""
        if self.process is not None and self.process.poll() is None:
            return LOOK_SECONDS
        if self.process is not None and self.process.returncode:
            self._deaths = 1 if time.monotonic() - self._begun_at > LONG_RUN else self._deaths + 1
            pause, self.process = min(LOOK_SECONDS * 2.0**self._deaths, LONGEST_PAUSE), None
            return pause
        if not _has_target():
            self._deaths = 0
            return LONGEST_PAUSE
        self.process, self._begun_at = _begin_process(), time.monotonic()
        return LOOK_SECONDS


def wake_publisher() -> None:
    """Let the desk of this process begin to send; nothing in a process that serves no desk of its own."""
    if Publisher.current is not None:
        Publisher.current.wake()


def _has_target() -> bool:
    try:
        return Target.objects.exists()
    except DatabaseError:
        return False
    finally:
        connections.close_all()


def _begin_process() -> subprocess.Popen[bytes]:
    """The process, whose input is held open by this one: it ends when this one does, also when that is killed."""
    low = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # of Windows; elsewhere the process lowers itself
    return subprocess.Popen(build_command("publish", "--with-desk"), stdin=subprocess.PIPE, creationflags=low)  # noqa: S603 - our own program


def _end_process(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(PATIENCE)

"""The time since this process began, by a counter that nobody sets; and how far the computer's clock has been set meanwhile."""

import datetime as dt
import time

from django.utils import timezone

NOTICEABLE_STEP = dt.timedelta(minutes=1)


def _read_counter() -> float:
    """Seconds of a counter that goes on while the computer sleeps, where the system has one."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


_begun_at, _begun_counter = timezone.now(), _read_counter()


def read_steady_time() -> dt.datetime:
    """The clock as it was when this process began plus the time since then: for whatever must not end because a clock was set."""
    return _begun_at + dt.timedelta(seconds=_read_counter() - _begun_counter)


def read_clock_step() -> dt.timedelta:
    """By how much the clock has been set since this process began: positive forward; zero for less than a minute."""
    step = timezone.now() - read_steady_time()
    return step if abs(step) >= NOTICEABLE_STEP else dt.timedelta()

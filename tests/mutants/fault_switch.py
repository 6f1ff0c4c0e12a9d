"""Which fault is on in this process (FAULT), or, where none is, who reaches the places of all of them. Copied beside the packages.

A value that a cache keeps is reached by every test that reads it, not only by the one for which it was computed.
"""

import atexit
import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

PICKED = int(os.environ.get("FAULT", "-1"))
REACHED = [set[int]()]
"""Numbers of the faults that were reached; the last of the sets is that of the innermost cached function."""


def fault_is_on(number: int) -> bool:
    if PICKED < 0:
        REACHED[-1].add(number)
    return number == PICKED


def watch(function: Callable[..., Any], keep: Callable[..., Any]) -> Callable[..., Any]:
    """A cached function that reaches again, on every call, what it reached when it computed."""
    own: set[int] = set()

    @functools.wraps(function)
    def compute(*args: Any, **named: Any) -> Any:
        REACHED.append(set())
        try:
            return function(*args, **named)
        finally:
            own.update(REACHED.pop())

    kept = keep(compute)

    @functools.wraps(function)
    def read(*args: Any, **named: Any) -> Any:
        value = kept(*args, **named)
        REACHED[-1].update(own)
        return value

    for name in ("cache_info", "cache_clear", "cache_parameters"):
        setattr(read, name, getattr(kept, name))
    return read


def watch_caches() -> None:
    plain = functools.lru_cache

    def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
        if callable(maxsize):
            return watch(maxsize, plain(typed=typed))
        return lambda function: watch(function, plain(maxsize=maxsize, typed=typed))

    functools.lru_cache = lru_cache
    functools.cache = lambda function: watch(function, plain(maxsize=None))


def tell_test() -> None:
    """A program that a test has started says at its end, for that test, what it has reached."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if test and REACHED[0]:
        with Path(os.environ["FAULTS_REACHED"]).open("a", encoding="utf-8") as file:
            file.write("".join(f"{number} {test}\n" for number in REACHED[0]))


if PICKED < 0 and "FAULTS_REACHED" in os.environ:
    watch_caches()
    atexit.register(tell_test)

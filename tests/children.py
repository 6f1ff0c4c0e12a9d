"""Processes forked from a test, which do a piece of work on the test's files and die where they are told to."""

import os
import signal
import traceback
import warnings

import pytest
from django.db import connections

needs_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork; the same work is tested there without deaths")


def fork(work, *arguments, **named):
    """The process id of a child that does this, and nothing of what a test does at its end."""
    connections.close_all()  # nobody shares a connection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the threads of receivers and servers stay with the parent
        child = os.fork()
    if child:
        return child
    connections.close_all()  # once more: of a worker with a browser, whose loop runs, these are others, and may be open
    try:
        work(*arguments, **named)
    except BaseException:  # noqa: BLE001 - whatever it is, the child ends here
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def wait(child):
    """How it ended: 0, or minus the signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die_before(place, name, count):
    """Kill this process, as `kill -9` does, before the function `name` of `place` is called for the `count`-th time."""
    original, calls = getattr(place, name), iter(range(1, 10**6))

    def call(*arguments, **named):
        if next(calls) == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*arguments, **named)

    setattr(place, name, call)

"""Memory of large pages and jobs: rows that know each other are given back by Python's search for garbage only, which is made seldom."""

import gc

SEARCH_AFTER = (50_000, 20, 100)
"""Python looks for cycles of objects that nobody needs after every 700 new objects; a page of a large hall makes a hundred thousand, and
spent half of its time with that (docs/performance.md). What is no cycle goes at once either way."""
LARGE_WORK = 4
"""Searches among the youngest objects after which a whole one is due: 200,000 objects more than before."""


def search_seldom() -> None:
    """Let Python search for garbage less often, and never among what was there when the program began."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCH_AFTER)


def free_after_large_work(**_of_signal: object) -> None:
    """Give back the memory of a large page, or of the last bundle of many rows, now that it is over; after small ones this does nothing."""
    _youngest, middle, oldest = gc.get_count()
    if middle >= LARGE_WORK or oldest:
        gc.collect()

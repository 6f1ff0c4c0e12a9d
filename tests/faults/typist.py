"""Somebody who enters results while the disk is watched: `python -m tests.faults.typist ENTRIES SYNCHRONOUS`, under LD_PRELOAD.

After each answer the trace gets the number of entries that were acknowledged by then. Ends without closing anything, as a power cut does.
"""

import ctypes
import os
import sys

import django


def main():
    entries, synchronous = int(sys.argv[1]), sys.argv[2]
    django.setup()
    from django.db import connection

    from scoring.entry.outcomes import Created
    from tests.scoring.builders import build_actor
    from tests.scoring.hands import enter, typed
    from tournaments.models import Match

    acknowledge = ctypes.CDLL(None).acknowledge
    acknowledge.argtypes = [ctypes.c_int64]
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.execute("PRAGMA wal_autocheckpoint=60")
    matches = list(Match.objects.select_related("round__stage__tournament"))
    actor = build_actor("writer0")
    for number in range(1, entries + 1):
        match = matches[number % len(matches)]
        outcome = enter(match, typed(45 if number % 2 else 50), actor)
        if not isinstance(outcome, Created):
            raise SystemExit(f"entry {number} was answered with {outcome}")
        acknowledge(number)
    os._exit(0)


if __name__ == "__main__":
    main()

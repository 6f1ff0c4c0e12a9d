#!/usr/bin/env python3
"""Check a published ledger of La Bella without La Bella: Python's standard library is all that is needed.

    python3 verifier.py ledger.jsonl [--head "ABCDE-FGHIJ-KLMNO-PQRST 123"] …

`ledger.jsonl` is what a tournament's public page offers for download: one entry a line, in order. The heads are those printed on score
sheets and standings. The exit status is 0 when everything holds and 1 when something does not. The format is in docs/ledger.md.
"""

import argparse
import base64
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

TAG = "la-bella-ledger-1"
COVERED = (
    "actor",
    "body_digest",
    "engine_version",
    "idempotency_key",
    "kind",
    "match",
    "match_version",
    "payload",
    "reason",
    "recorded_at",
    "seq",
    "supersedes",
    "text_hash",
    "via",
)


def compute_digest(prev: str, entry: dict[str, Any]) -> str:
    body = json.dumps({name: entry[name] for name in COVERED}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(b"\n".join(part.encode("ascii") for part in (TAG, prev, body))).hexdigest()


def printed(digest: str) -> str:
    return base64.b32encode(bytes.fromhex(digest))[:20].decode("ascii")


def faults_of(entries: Sequence[dict[str, Any]], heads: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Sentences about everything that does not hold."""
    prev = "0" * 64
    for place, entry in enumerate(entries, start=1):
        if entry.get("seq") != place:
            yield f"line {place}: the entry calls itself number {entry.get('seq')}"
        if entry.get("prev") != prev:
            yield f"line {place}: the entry does not follow the one before it"
        if set(entry) != {*COVERED, "prev", "digest"} or entry["digest"] != compute_digest(entry["prev"], entry):
            yield f"line {place}: the entry was changed after it was written"
        prev = str(entry.get("digest"))
    for letters, seq in heads:
        if not 1 <= seq <= len(entries) or printed(entries[seq - 1]["digest"]) != letters:
            yield f"the printed head {letters} {seq} is not that of this ledger"


def typed_head(text: str) -> tuple[str, int]:
    *groups, seq = text.upper().replace("-", "").split()
    return "".join(groups), int(seq)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ledger", help="the downloaded file")
    parser.add_argument("--head", action="append", default=[], type=typed_head, help="a head as it is printed")
    chosen = parser.parse_args(arguments)
    entries = [json.loads(line) for line in Path(chosen.ledger).read_text("ascii").splitlines()]
    faults = list(faults_of(entries, chosen.head))
    last = printed(entries[-1]["digest"] if entries and not faults else "00")
    sound = f"{len(entries)} entries hold together; head {last} {len(entries)}"
    sys.stdout.writelines(f"{sentence}\n" for sentence in faults or [sound])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

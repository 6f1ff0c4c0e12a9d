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
    """The letters of a head; none for what is no digest."""
    try:
        return base64.b32encode(bytes.fromhex(digest))[:20].decode("ascii")
    except ValueError:
        return ""


def in_groups(letters: str) -> str:
    return "-".join(letters[start : start + 5] for start in range(0, len(letters), 5))


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
        if not 1 <= seq <= len(entries) or printed(str(entries[seq - 1].get("digest"))) != letters:
            yield f"the printed head {in_groups(letters)} {seq} is not that of this ledger"


def typed_head(text: str) -> tuple[str, int]:
    """As somebody types it from paper: groups, spaces and small letters do not matter."""
    *groups, seq = text.upper().replace("-", "").replace("·", " ").split()
    letters = "".join(groups)
    if len(letters) != 20:
        raise ValueError
    return letters, int(seq)


def read_ledger(path: Path) -> list[dict[str, Any]]:
    """Raises SystemExit with a sentence: what cannot be read was not published like this."""
    try:
        lines = path.read_bytes().decode("ascii").splitlines()
    except OSError as error:
        raise SystemExit(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SystemExit(f"{path} is no ledger: it holds other signs than ASCII") from None
    return [read_line(place, line) for place, line in enumerate(lines, start=1)]


def read_line(place: int, line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        raise SystemExit(f"line {place}: this is no entry of a ledger")
    return entry


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ledger", help="the downloaded file")
    parser.add_argument("--head", action="append", default=[], type=typed_head, help="a head as it is printed")
    chosen = parser.parse_args(arguments)
    entries = read_ledger(Path(chosen.ledger))
    faults = list(faults_of(entries, chosen.head))
    last = printed(str(entries[-1].get("digest")) if entries else "0" * 64)
    sound = f"{len(entries)} entries hold together; head {in_groups(last)} {len(entries)}"
    sys.stdout.writelines(f"{sentence}\n" for sentence in faults or [sound])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

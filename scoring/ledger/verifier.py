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


def format_head_letters(digest: str) -> str:
    """The letters of a head; empty for a text that is no digest."""
    try:
        return base64.b32encode(bytes.fromhex(digest))[:20].decode("ascii")
    except ValueError:
        return ""


def group_letters(letters: str) -> str:
    return "-".join(letters[start : start + 5] for start in range(0, len(letters), 5))


def find_faults(entries: Sequence[dict[str, Any]], heads: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Sentences about everything that is wrong, in order."""
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
        if not 1 <= seq <= len(entries) or format_head_letters(str(entries[seq - 1].get("digest"))) != letters:
            yield f"the printed head {group_letters(letters)} {seq} is not that of this ledger"


def parse_head(text: str) -> tuple[str, int]:
    """Parse a head typed from paper: groups, spaces and case do not matter. Raises: ValueError."""
    *groups, seq = text.upper().replace("-", "").replace("·", " ").split()
    letters = "".join(groups)
    if len(letters) != 20:
        raise ValueError
    return letters, int(seq)


def read_ledger(path: Path) -> list[dict[str, Any]]:
    """Read the entries of a file. Raises: SystemExit with a sentence when the file is not a published ledger."""
    try:
        lines = path.read_bytes().decode("ascii").splitlines()
    except OSError as error:
        raise SystemExit(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SystemExit(f"{path} is no ledger: it holds other signs than ASCII") from None
    return [parse_line(place, line) for place, line in enumerate(lines, start=1)]


def parse_line(place: int, line: str) -> dict[str, Any]:
    """Parse one entry. Raises: SystemExit with a sentence."""
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
    parser.add_argument("--head", action="append", default=[], type=parse_head, help="a head as it is printed")
    chosen = parser.parse_args(arguments)
    entries = read_ledger(Path(chosen.ledger))
    faults = list(find_faults(entries, chosen.head))
    last = format_head_letters(str(entries[-1].get("digest")) if entries else "0" * 64)
    sound = f"{len(entries)} entries hold together; head {group_letters(last)} {len(entries)}"
    sys.stdout.writelines(f"{sentence}\n" for sentence in faults or [sound])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

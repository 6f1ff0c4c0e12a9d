"""Digest, head and verification of a chain of records."""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import chain as joined

from scoring.ledger.canonical import NotCanonical, parse_canonical

TAG = "la-bella-ledger-1"
GENESIS = "0" * 64
HEAD_LENGTH = 20
_HEX = re.compile(r"([0-9a-f]{2})+")


@dataclass(frozen=True, slots=True)
class Record:
    """What a digest covers, apart from the digest before it. Rows are named by what they are called on paper, never by a key
    of the database: `match` is the match's code (empty for the tournament itself), `supersedes` a seq (0 for none)."""

    seq: int
    match: str
    match_version: int
    kind: str
    supersedes: int
    payload: str
    engine_version: str
    actor: str
    via: str
    idempotency_key: str
    body_digest: str
    reason: str
    text_hash: str
    recorded_at: str


@dataclass(frozen=True, slots=True)
class Link:
    """A record with the two digests that were stored beside it."""

    record: Record
    prev: str
    digest: str


@dataclass(frozen=True, slots=True)
class Head:
    """What is printed: the number of the last entry and 100 bits of its digest as 20 letters and digits."""

    seq: int
    letters: str

    def __str__(self) -> str:
        groups = (self.letters[start : start + 5] for start in range(0, HEAD_LENGTH, 5))
        return f"{'-'.join(groups)} {self.seq}"

    @classmethod
    def parse(cls, text: str) -> "Head":
        """The head as somebody typed it from paper: groups, spaces and small letters do not matter. Raises ValueError."""
        words = text.upper().replace("-", "").replace("·", " ").split()
        letters = "".join(words[:-1])
        if not words or not words[-1].isdigit() or len(letters) != HEAD_LENGTH:
            raise ValueError(f"a head is {HEAD_LENGTH} letters and digits and then a number, not {text!r}")
        return cls(int(words[-1]), letters)


class FaultKind(StrEnum):
    SEQ = "seq"
    PREV = "prev"
    DIGEST = "digest"
    PAYLOAD = "payload"
    SUPERSEDES = "supersedes"
    HEAD = "head"


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a chain does not hold. `seq` is the one that was expected at that place."""

    seq: int
    kind: FaultKind


def digest_of(prev: str, record: Record) -> str:
    """SHA-256 over tag, previous digest and the record, one a line."""
    body = json.dumps(asdict(record), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{TAG}\n{prev}\n{body}".encode("ascii")).hexdigest()


def head_of(seq: int, digest: str) -> Head:
    return Head(seq, base64.b32encode(bytes.fromhex(digest)).decode("ascii")[:HEAD_LENGTH])


def salted_hash(salt: str, text: str) -> str:
    """What the ledger keeps of free text. Without the salt, which is erased with the text, nobody can guess the words."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def check_chain(links: Iterable[Link], heads: Iterable[Head] = ()) -> tuple[Fault, ...]:
    """Every fault of a whole chain in order, and every printed head that it does not contain."""
    seen = {0: GENESIS}
    faults = list(_check_links(links, seen))
    return tuple(joined(faults, _check_heads(heads, seen)))


def _check_links(links: Iterable[Link], seen: dict[int, str]) -> Iterator[Fault]:
    prev = GENESIS
    for seq, link in enumerate(links, start=1):
        yield from _check_link(seq, prev, link)
        prev = seen[seq] = link.digest


def _check_link(seq: int, prev: str, link: Link) -> Iterator[Fault]:
    if link.record.seq != seq:
        yield Fault(seq, FaultKind.SEQ)
    if link.prev != prev:
        yield Fault(seq, FaultKind.PREV)
    if link.digest != digest_of(link.prev, link.record):
        yield Fault(seq, FaultKind.DIGEST)
    if not 0 <= link.record.supersedes < seq:
        yield Fault(seq, FaultKind.SUPERSEDES)
    try:
        parse_canonical(link.record.payload)
    except NotCanonical:
        yield Fault(seq, FaultKind.PAYLOAD)


def _check_heads(heads: Iterable[Head], digests: dict[int, str]) -> Iterator[Fault]:
    for head in heads:
        digest = digests.get(head.seq)
        if digest is None or not _HEX.fullmatch(digest) or head_of(head.seq, digest) != head:
            yield Fault(head.seq, FaultKind.HEAD)

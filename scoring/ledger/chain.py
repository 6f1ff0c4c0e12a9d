"""The hash chain of a tournament's ledger: canonical JSON, so that equal facts have equal digests; digest, head and verification.

`docs/ledger.md` describes the format for outsiders; `verifier.py` checks a published ledger with Python alone.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain as joined
from typing import Any, TypeAlias

TAG = "la-bella-ledger-1"
GENESIS = "0" * 64
HEAD_LENGTH = 20
MAX_INTEGER = 1_000_000
MAX_DEPTH = 12
_HEX = re.compile(r"([0-9a-f]{2})+")
_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
_WORD = re.compile(r"[A-Za-z0-9_.:/+-]{0,64}")

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | bool | None


class NotCanonical(ValueError):
    """The value cannot stand in a ledger: it has a float, a large integer, free text, a strange key or too deep a nesting."""


def dump_canonical_json(value: Json) -> str:
    """Return `value` as ASCII JSON with sorted keys and no spaces.

    Texts hold no spaces and are at most 64 characters long, which excludes names and free text. Raises: NotCanonical.
    """
    _check_value(value, 0)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def parse_canonical(text: str) -> Any:
    """Parse a canonical text. Raises: NotCanonical when `text` is not JSON or not in canonical form."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise NotCanonical(str(error)) from error
    if dump_canonical_json(value) != text:
        raise NotCanonical("another spelling of the same value")
    return value


def _check_value(value: Json, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise NotCanonical("nested too deeply")
    match value:
        case None | bool():
            return
        case int():
            _require(abs(value) <= MAX_INTEGER, "an integer is too large")
        case str():
            _require(_WORD.fullmatch(value), "a text is not a plain word")
        case list():
            for item in value:
                _check_value(item, depth + 1)
        case dict():
            for key, item in value.items():
                _require(isinstance(key, str) and _KEY.fullmatch(key) is not None, "a key is not a plain word")
                _check_value(item, depth + 1)
        case _:
            raise NotCanonical(f"{type(value).__name__} has no place in a ledger")


def _require(condition: object, message: str) -> None:
    if not condition:
        raise NotCanonical(message)


@dataclass(frozen=True, slots=True)
class LedgerRecord:
    """The data that a digest covers, apart from the previous digest. It names rows by their printed codes, never by database keys:
    `match` is the match's code (empty for the tournament itself), `supersedes` a seq (0 for none).
    """

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

    def read_fields(self) -> dict[str, Any]:
        """The values by name: what `dataclasses.asdict` gives, which takes ten times as long."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A record with the two digests stored beside it."""

    record: LedgerRecord
    prev: str
    digest: str


@dataclass(frozen=True, slots=True)
class Head:
    """The printed head: the number of the last entry and 100 bits of its digest as 20 base-32 characters."""

    seq: int
    letters: str

    def __str__(self) -> str:
        groups = (self.letters[start : start + 5] for start in range(0, HEAD_LENGTH, 5))
        return f"{'-'.join(groups)} {self.seq}"

    @classmethod
    def parse(cls, text: str) -> "Head":
        """Parse a head typed from paper: groups, spaces and case do not matter. Raises: ValueError."""
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
class ChainFault:
    """A place where a chain is wrong. `seq` is the number expected at that place."""

    seq: int
    kind: FaultKind


def compute_digest(prev: str, record: LedgerRecord) -> str:
    """Compute the SHA-256 over tag, previous digest and the record as JSON, one per line."""
    body = json.dumps(record.read_fields(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{TAG}\n{prev}\n{body}".encode("ascii")).hexdigest()


def build_head(seq: int, digest: str) -> Head:
    return Head(seq, base64.b32encode(bytes.fromhex(digest)).decode("ascii")[:HEAD_LENGTH])


def compute_salted_hash(salt: str, text: str) -> str:
    """Compute the hash that the ledger keeps of free text. Without the salt, which is erased with the text, nobody can guess the text."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def check_chain(links: Iterable[ChainLink], heads: Iterable[Head] = ()) -> tuple[ChainFault, ...]:
    """List every fault of a whole chain in order, then every printed head that the chain does not contain."""
    digests = {0: GENESIS}
    faults = list(_find_link_faults(links, digests))
    return tuple(joined(faults, _find_head_faults(heads, digests)))


def _find_link_faults(links: Iterable[ChainLink], digests: dict[int, str]) -> Iterator[ChainFault]:
    prev = GENESIS
    for seq, link in enumerate(links, start=1):
        yield from _find_faults_of_link(seq, prev, link)
        prev = digests[seq] = link.digest


def _find_faults_of_link(seq: int, prev: str, link: ChainLink) -> Iterator[ChainFault]:
    if link.record.seq != seq:
        yield ChainFault(seq, FaultKind.SEQ)
    if link.prev != prev:
        yield ChainFault(seq, FaultKind.PREV)
    if link.digest != compute_digest(link.prev, link.record):
        yield ChainFault(seq, FaultKind.DIGEST)
    if not 0 <= link.record.supersedes < seq:
        yield ChainFault(seq, FaultKind.SUPERSEDES)
    try:
        parse_canonical(link.record.payload)
    except NotCanonical:
        yield ChainFault(seq, FaultKind.PAYLOAD)


def _find_head_faults(heads: Iterable[Head], digests: dict[int, str]) -> Iterator[ChainFault]:
    for head in heads:
        digest = digests.get(head.seq)
        if digest is None or not _HEX.fullmatch(digest) or build_head(head.seq, digest) != head:
            yield ChainFault(head.seq, FaultKind.HEAD)

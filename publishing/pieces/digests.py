"""One spelling of a document, and the digest of it."""

import hashlib
import json
from typing import Any

Json = Any


def dump_document(document: Json) -> bytes:
    """The document as ASCII JSON with sorted names and no spaces: equal documents have equal bytes."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def compute_digest(document: Json) -> str:
    """The SHA-256 of `dump_document`, 64 hexadecimal digits."""
    return hashlib.sha256(dump_document(document)).hexdigest()

"""The document of a result as plain JSON values: what is signed of it, and how it is written as JSON."""

import json
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

from exchange.conformance import inline_definitions
from publishing.pieces.digests import compute_digest, dump_document
from publishing.pieces.signatures import KeyRefused, derive_public_key, is_signed, sign_bytes

Json = Any
FORMAT, VERSION = "card-result", 1
SCHEMA = Path(__file__).with_name("result-file.schema.json")
FINAL, PROVISIONAL, PRACTICE = "final", "provisional", "practice"
NOT_SIGNED_OVER = ("matches", "signature")
"""Left out of what is signed. The digest of the matches is in it, so that the table, which has none, bears the same signature."""

NOT_COMPARED = (*NOT_SIGNED_OVER, "made_at", "program")
"""Left out where two files of an event are compared."""


@cache
def load_schema() -> dict[str, Json]:
    """The JSON Schema of the format."""
    schema: dict[str, Json] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return schema


@cache
def load_checks() -> dict[str, Json]:
    """The schema as it is checked."""
    return inline_definitions(load_schema())


def format_json_file(document: Json) -> str:
    """The file: one value a line, so that a fault has a line."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def sign_document(document: Json, private_key: str) -> Json:
    """The document with the digest of its matches and the signature of the key over everything but them."""
    unsigned = document | {"matches_sha256": compute_matches_digest(document["matches"]), "signature": None}
    value = sign_bytes(dump_signed_part(unsigned), private_key)
    return unsigned | {"signature": {"algorithm": "ed25519", "key": derive_public_key(private_key), "value": value}}


def dump_signed_part(document: Json) -> bytes:
    """What a signature is over: ASCII JSON, names sorted, no spaces; persons by id, entries by number."""
    return dump_document(_sort_lists({name: value for name, value in document.items() if name not in NOT_SIGNED_OVER}))


def _sort_lists(part: Json) -> Json:
    persons, entries = sorted(part["persons"], key=itemgetter("id")), sorted(part["entries"], key=itemgetter("number"))
    return part | {"persons": persons, "entries": entries}


def compute_matches_digest(matches: Json) -> str:
    """The SHA-256 of the matches in the same spelling; empty where the file has none."""
    return "" if matches is None else compute_digest(matches)


def compute_content_digest(document: Json) -> str:
    """The SHA-256 of what a result says, whoever wrote it and whenever: equal where two files say the same."""
    return compute_digest(_sort_lists({name: value for name, value in document.items() if name not in NOT_COMPARED}))


def is_signature_right(document: Json) -> bool:
    """Whether the key that the document names signed exactly this. The document conforms to the schema and has a signature."""
    signature = document["signature"]
    try:
        return is_signed(dump_signed_part(document), signature["value"], signature["key"])
    except (KeyRefused, ValueError):
        return False


def read_key(document: Json) -> str:
    """The key that signed; empty without a signature."""
    key: str = document["signature"]["key"] if document["signature"] else ""
    return key


def format_key(public_key: str) -> str:
    """The first letters of a key, by which people compare it."""
    letters = "".join(sign for sign in public_key if sign.isalnum())[:16]
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))

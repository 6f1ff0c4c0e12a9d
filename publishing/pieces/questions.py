"""A desk's question for the enrolments of a tournament, as signed bytes: beside the pieces, because it carries names and telephones."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from publishing.pieces.signatures import KeyRefused, is_signed, sign_bytes

Json = Any
FORMAT = "labella-enrolments-1"
MOST_BYTES = 400_000
MOST_CHARACTERS = 8_000_000
"""Of a question when it is unpacked: beyond is a bomb."""
KINDS = {"tournament": str, "counter": int, "inbox": str, "heeded": int, "stands": list}


def encode_question(values: Mapping[str, Json], private_key: str) -> tuple[bytes, str]:
    """The bytes and their signature."""
    body = zlib.compress(json.dumps({"format": FORMAT, **values}).encode(), 6)
    return body, sign_bytes(body, private_key)


def decode_question(body: bytes, signature: str, public_key: str) -> dict[str, Json]:
    """Raises: ValueError for what this desk did not sign, or is no question."""
    try:
        if not is_signed(body, signature, public_key):
            raise ValueError("signature")
    except KeyRefused as error:
        raise ValueError("signature") from error
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(body, MOST_CHARACTERS)
        values = json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        raise ValueError("damaged") from error
    if (
        not isinstance(values, dict)
        or values.get("format") != FORMAT
        or any(type(values.get(name)) is not kind for name, kind in KINDS.items())
    ):
        raise ValueError("damaged")
    return values

"""The questions of a desk as signed bytes: for the enrolments of a tournament, which carry names and telephones and so are no pieces, and
for the evenings that the site holds.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from publishing.pieces.signatures import KeyRefused, is_signed, sign_bytes

Json = Any
FORMAT = "labella-enrolments-1"
EVENINGS_FORMAT = "labella-evenings-1"
MOST_BYTES = 400_000
MOST_CHARACTERS = 8_000_000
"""Of a question when it is unpacked: beyond is a bomb."""
KINDS: Mapping[str, Mapping[str, type]] = {
    FORMAT: {"tournament": str, "counter": int, "inbox": str, "heeded": int, "stands": list},
    EVENINGS_FORMAT: {"counter": int, "game": str, "singly": bool, "wanted": str},
}
"""What a question of each format holds."""


def encode_question(values: Mapping[str, Json], private_key: str, *, form: str = FORMAT) -> tuple[bytes, str]:
    """The bytes and their signature."""
    body = zlib.compress(json.dumps({"format": form, **values}).encode(), 6)
    return body, sign_bytes(body, private_key)


def decode_question(body: bytes, signature: str, public_key: str, *, form: str = FORMAT) -> dict[str, Json]:
    """Raises: ValueError for what this desk did not sign, or is no question of this format."""
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
        or values.get("format") != form
        or any(type(values.get(name)) is not kind for name, kind in KINDS[form].items())
    ):
        raise ValueError("damaged")
    return values

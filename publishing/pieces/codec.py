"""Pieces as bytes: JSON, compressed, at most 48 kB each, with a signature over exactly these bytes.

A change that is larger is cut: each part carries a slice of its JSON as text, and the parts are joined again in their order.
"""

import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from exchange.encoding import parse_json
from publishing.pieces.digests import dump_document
from publishing.pieces.signatures import KeyRefused, is_signed, sign_bytes

Json = Any
MOST_BYTES = 48_000
"""Of a piece as it travels."""
MOST_CHARACTERS = 1_500_000
"""Of a piece when it is unpacked: beyond is a bomb."""
SLICE = 200_000
"""Characters of the JSON of a change that are tried as one part; fewer where they do not compress."""
MOST_PARTS = 600
FORMAT = "labella-piece-1"


class PieceRefused(ValueError):
    """`problem` is a key: signature, too_large, damaged."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Piece:
    """A change of a tournament's public document, or one part of it.

    `tournament`: when the tournament was created, as its file writes it; `number` counts the changes of a desk and never goes back;
    `base`: digest of the document that it changes, empty when it brings the whole; `after`: digest of the document after it, empty when it
    is `withdrawn`; `changes`: a patch, the whole document, or with several `parts` a slice of the JSON of these as text.
    """

    tournament: str
    number: int
    base: str
    after: str
    part: int
    parts: int
    made_at: str
    withdrawn: bool
    changes: Json


KINDS: dict[str, type] = {
    field.name: {"number": int, "part": int, "parts": int, "withdrawn": bool}.get(field.name, str) for field in fields(Piece)
}
del KINDS["changes"]
LONGEST_TEXT = 64


def encode_piece(piece: Piece, private_key: str) -> tuple[bytes, str]:
    """The bytes of a piece and their signature. Raises: PieceRefused when it has to be cut first (`cut_piece`); KeyRefused."""
    body = _pack(piece)
    if len(body) > MOST_BYTES:
        raise PieceRefused("too_large")
    return body, sign_bytes(body, private_key)


def cut_piece(piece: Piece) -> tuple[Piece, ...]:
    """The piece, or the parts of it, each small enough to travel. Part numbers begin with 1."""
    if len(_pack(piece)) <= MOST_BYTES:
        return (piece,)
    text, slices, start = dump_document(piece.changes).decode("ascii"), list[str](), 0
    while start < len(text):
        length = SLICE
        while len(_pack(replace(piece, part=MOST_PARTS, parts=MOST_PARTS, changes=text[start : start + length]))) > MOST_BYTES:
            length = length * 3 // 4
        slices.append(text[start : start + length])
        start += length
    if len(slices) > MOST_PARTS:
        raise PieceRefused("too_large")
    return tuple(replace(piece, part=place, parts=len(slices), changes=part) for place, part in enumerate(slices, start=1))


def join_parts(parts: Sequence[Piece]) -> Piece:
    """The whole change of its parts, which stand in order and belong together. Raises: PieceRefused."""
    first = parts[0]
    if len(parts) == first.parts == 1:
        return first
    alike = all(replace(piece, part=1, changes="") == replace(first, part=1, changes="") for piece in parts)
    if not alike or [piece.part for piece in parts] != list(range(1, first.parts + 1)):
        raise PieceRefused("damaged")
    return replace(first, part=1, parts=1, changes=_parse("".join(piece.changes for piece in parts)))


def decode_piece(body: bytes, signature: str, public_key: str) -> Piece:
    """The piece that the holder of the key signed. Raises: PieceRefused."""
    if len(body) > MOST_BYTES:
        raise PieceRefused("too_large")
    try:
        signed = is_signed(body, signature, public_key)
    except KeyRefused:
        signed = False
    if not signed:
        raise PieceRefused("signature")
    return parse_piece(unpack(body))


def unpack(body: bytes, most: int = MOST_CHARACTERS) -> bytes:
    """What was compressed, at most so many bytes. Raises: PieceRefused."""
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(body, most)
    except zlib.error as error:
        raise PieceRefused("damaged") from error
    if stream.unconsumed_tail:
        raise PieceRefused("too_large")
    if not stream.eof or stream.unused_data:
        raise PieceRefused("damaged")
    return content


def parse_piece(content: bytes) -> Piece:
    """Raises: PieceRefused."""
    values = _parse(content)
    if not isinstance(values, dict) or values.pop("format", None) != FORMAT or values.keys() != {*KINDS, "changes"}:
        raise PieceRefused("damaged")
    if any(type(values[name]) is not kind for name, kind in KINDS.items()):
        raise PieceRefused("damaged")
    piece = Piece(**values)
    texts = (piece.tournament, piece.base, piece.after, piece.made_at)
    counts_hold = 0 < piece.number < 2**53 and 1 <= piece.part <= piece.parts <= MOST_PARTS
    if not counts_hold or any(len(text) > LONGEST_TEXT for text in texts) or (piece.parts > 1 and not isinstance(piece.changes, str)):
        raise PieceRefused("damaged")
    return piece


def _pack(piece: Piece) -> bytes:
    return zlib.compress(dump_document({"format": FORMAT, **asdict(piece)}), 9)


def _parse(content: bytes | str) -> Json:
    try:
        return parse_json(content)
    except (ValueError, RecursionError) as error:
        raise PieceRefused("damaged") from error

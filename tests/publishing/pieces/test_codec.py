"""If these failed, somebody without the desk's key could change what a site shows, or a small body could fill its memory."""

import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publishing.pieces.codec import (
    MOST_BYTES,
    MOST_CHARACTERS,
    Piece,
    PieceRefused,
    cut_piece,
    decode_piece,
    encode_piece,
    join_parts,
    unpack,
)
from publishing.pieces.digests import dump_document
from publishing.pieces.signatures import KeyRefused, derive_public_key, is_signed, make_private_key, sign_bytes

KEY = make_private_key()
PUBLIC = derive_public_key(KEY)
PIECE = Piece("2026-11-27T20:00:00.000000+00:00", 1, "", "ab", 1, 1, "2026-11-27T21:00:00+00:00", False, {"name": "Coppa"})


def decode_with(content: bytes) -> Piece:
    body = zlib.compress(content)
    return decode_piece(body, sign_bytes(body, KEY), PUBLIC)


def test_a_piece_comes_back_as_it_was_sent():
    assert decode_piece(*encode_piece(PIECE, KEY), PUBLIC) == PIECE


def test_a_key_that_another_program_made_signs_as_the_standard_says():
    """Test 2 of RFC 8032, section 7.1."""
    secret = "TM0Imyj/ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U+4pvs="
    assert derive_public_key(secret) == "PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="
    expected = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    import base64

    assert base64.b64decode(sign_bytes(bytes.fromhex("72"), secret)).hex() == expected


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_byte_is_noticed(place, difference):
    body, signature = encode_piece(PIECE, KEY)
    changed = bytearray(body)
    changed[place % len(body)] ^= difference
    with pytest.raises(PieceRefused) as refused:
        decode_piece(bytes(changed), signature, PUBLIC)
    assert refused.value.problem == "signature"


@pytest.mark.parametrize("signature", ["", "x", "è", "A" * 88, "A" * 86 + "=="])
def test_a_signature_that_is_none_is_refused(signature):
    with pytest.raises(PieceRefused) as refused:
        decode_piece(encode_piece(PIECE, KEY)[0], signature, PUBLIC)
    assert refused.value.problem == "signature"


def test_another_key_is_refused():
    body, signature = encode_piece(PIECE, make_private_key())
    with pytest.raises(PieceRefused):
        decode_piece(body, signature, PUBLIC)
    with pytest.raises(KeyRefused):
        is_signed(body, signature, "short")


@given(st.binary(max_size=300))
def test_bytes_that_are_signed_but_no_piece_are_refused(content):
    with pytest.raises(PieceRefused):
        decode_with(content)
    with pytest.raises(PieceRefused):
        unpack(content)


@pytest.mark.parametrize("size", [MOST_CHARACTERS + 1, 40_000_000])
def test_a_bomb_is_not_unpacked(size):
    with pytest.raises(PieceRefused) as refused:
        decode_with(b"0" * size)
    assert refused.value.problem == "too_large"


@pytest.mark.parametrize(
    "changes",
    [
        {"number": True},
        {"number": 0},
        {"number": 2**60},
        {"number": "1"},
        {"part": 2},
        {"part": 0},
        {"parts": 601},
        {"parts": 2, "changes": {}},
        {"tournament": None},
        {"base": "a" * 65},
        {"withdrawn": 0},
        {"made_at": 5},
    ],
)
def test_a_piece_with_a_strange_value_is_refused(changes):
    with pytest.raises(PieceRefused) as refused:
        decode_piece(*encode_piece(replace(PIECE, **changes), KEY), PUBLIC)
    assert refused.value.problem == "damaged"


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"1.5",
        b"NaN",
        b'{"a": 1, "a": 2}',
        b"{}",
        b"null",
        b'"\xff"',
        dump_document({"format": "labella-piece-1"}),
        b"9" * 5000,
    ],
)
def test_json_that_is_no_piece_is_refused(content):
    with pytest.raises(PieceRefused):
        decode_with(content)


def build_large_piece(count: int = 9_000) -> Piece:
    import hashlib

    lines = [{"seq": seq, "digest": hashlib.sha256(str(seq).encode()).hexdigest()} for seq in range(count)]
    return replace(PIECE, changes={"ledger": lines, "name": '“Coppa” \\ "del bar" 🂡' * 50})


def test_a_large_change_is_cut_and_joined_again():
    piece = build_large_piece()
    with pytest.raises(PieceRefused):
        encode_piece(piece, KEY)
    parts = cut_piece(piece)
    bodies = [encode_piece(part, KEY) for part in parts]
    assert len(parts) > 5
    assert max(len(body) for body, _signature in bodies) <= MOST_BYTES
    assert join_parts([decode_piece(*body, PUBLIC) for body in bodies]) == piece
    assert cut_piece(PIECE) == (PIECE,)
    assert join_parts([PIECE]) == PIECE


def test_parts_in_another_order_or_of_another_change_are_refused():
    first, second, *rest = cut_piece(build_large_piece())
    for parts in ([second, first, *rest], [first, *rest], [first, replace(second, after="x"), *rest], [first, first, *rest], [second]):
        with pytest.raises(PieceRefused):
            join_parts(parts)

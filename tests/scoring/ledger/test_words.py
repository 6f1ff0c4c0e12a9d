"""Words for a head are its first forty bits, and lead back to them."""

import base64
import hashlib
import random

import pytest

from scoring.ledger.queries import parse_typed_head
from scoring.ledger.words import WORDS, decode_words, encode_words

DIGESTS = [hashlib.sha256(str(number).encode()).digest() for number in range(300)]


def test_every_word_is_known_by_its_first_four_letters():
    assert len({word[:4] for word in WORDS}) == len(WORDS) == 256
    assert [word for word in WORDS if not (word.isascii() and word.isalpha() and word.islower())] == []


def test_words_are_the_first_bytes_of_the_digest_and_lead_back_to_the_letters():
    for digest in DIGESTS:
        letters = base64.b32encode(digest)[:20].decode()
        words = encode_words(letters)
        assert [WORDS.index(word) for word in words] == list(digest[:5])
        assert decode_words(f"{' '.join(words)} 17") == (letters[:8], 17)


def test_ends_of_words_capitals_and_signs_between_them_do_not_matter():
    words = encode_words(base64.b32encode(DIGESTS[0])[:20].decode())
    sloppy = " · ".join(word[:4].upper() + "x" * (len(word) > 4) for word in words)
    assert decode_words(f"{' '.join(words)} 12345678")[1] == 12_345_678
    assert decode_words(f"{sloppy}, 9") == decode_words(f"{' '.join(words)} 9")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "17",
        "acqua mare sole luna 3",
        "acqua mare sole luna pane",
        "acqua mare sole luna xyz 3",
        "a b c d e ²",
        "acqua mare sole luna pane ٣",
        "acqua mare sole luna pane 123456789",
    ],
)
def test_what_is_no_code_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the text itself is all that it says
        decode_words(text)


def test_five_words_are_words_although_they_have_as_many_letters_as_a_head():
    chance = random.Random(20261123)
    codes = [chance.choices(WORDS, k=5) for _code in range(100_000)]
    ambiguous = [words for words in codes if sum(map(len, words)) == 20]
    assert len(ambiguous) > 50
    for words in ambiguous:
        letters, number = parse_typed_head(f"{' '.join(words)} 57")
        assert (list(encode_words(letters + "A" * 12)), number) == (words, 57)

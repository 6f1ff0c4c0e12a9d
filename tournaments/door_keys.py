"""The key in the address of the QR code at the entrance."""

import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

_WORD_LENGTH = 8


def build_door_key(tournament_id: int) -> str:
    """Sixteen figures, the second half derived from the first, so that a key is known again after a new one was made."""
    word = secrets.token_hex(_WORD_LENGTH // 2)
    return word + _sign(tournament_id, word)


def is_door_key(tournament_id: int, key: str) -> bool:
    """Whether this installation made the key for this tournament, now or before. Keys of before November 2026 are not known again."""
    word, signed = key[:_WORD_LENGTH], key[_WORD_LENGTH:]
    return bool(signed) and constant_time_compare(signed, _sign(tournament_id, word))


def _sign(tournament_id: int, word: str) -> str:
    return salted_hmac("tournaments.door", f"{tournament_id}:{word}", algorithm="sha256").hexdigest()[:_WORD_LENGTH]

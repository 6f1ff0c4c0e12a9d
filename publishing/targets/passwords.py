"""Passwords of web spaces, unreadable in the database and in its copies: encrypted with a key that comes from the desk's SECRET_KEY."""

import base64

from django.utils.crypto import salted_hmac

SALT = "publishing.targets.passwords"


class PasswordLost(Exception):
    """The database came from a desk with another SECRET_KEY: the password has to be typed again."""


def hide_password(password: str) -> str:
    """The password as it is kept; empty for none."""
    from cryptography.fernet import Fernet  # noqa: PLC0415 - a desk that publishes nothing never loads it

    return Fernet(_derive_key()).encrypt(password.encode()).decode("ascii") if password else ""


def reveal_password(hidden: str) -> str:
    """The password of `hide_password`. Raises: PasswordLost."""
    from cryptography.fernet import Fernet, InvalidToken  # noqa: PLC0415 - a desk that publishes nothing never loads it

    if not hidden:
        return ""
    try:
        return Fernet(_derive_key()).decrypt(hidden.encode("ascii")).decode()
    except (InvalidToken, ValueError) as error:
        raise PasswordLost from error


def _derive_key() -> bytes:
    return base64.urlsafe_b64encode(salted_hmac(SALT, "fernet", algorithm="sha256").digest())

"""Keys of desks and their signatures: Ed25519, keys and signatures as base64 text. The library is loaded when it is used."""

import base64
import binascii
from types import ModuleType

KEY_BYTES, SIGNATURE_BYTES = 32, 64


class KeyRefused(ValueError):
    """The text is no key."""


def make_private_key() -> str:
    """A new private key: keep it at the desk, it never travels."""
    return _format(_load_library().Ed25519PrivateKey.generate().private_bytes_raw())


def derive_public_key(private_key: str) -> str:
    """The public key of a private one. Raises: KeyRefused."""
    return _format(_load_library().Ed25519PrivateKey.from_private_bytes(_parse_key(private_key)).public_key().public_bytes_raw())


def sign_bytes(content: bytes, private_key: str) -> str:
    """The signature of the content, 88 characters. Raises: KeyRefused."""
    return _format(_load_library().Ed25519PrivateKey.from_private_bytes(_parse_key(private_key)).sign(content))


def is_signed(content: bytes, signature: str, public_key: str) -> bool:
    """Whether the holder of the key signed exactly these bytes. Raises: KeyRefused where the public key is none."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - the same reason as below

    key = _load_library().Ed25519PublicKey.from_public_bytes(_parse_key(public_key))
    try:
        key.verify(_parse(signature, SIGNATURE_BYTES), content)
    except (InvalidSignature, ValueError):
        return False
    return True


def check_public_key(text: str) -> None:
    """Raises: KeyRefused."""
    _parse_key(text)


def _parse_key(text: str) -> bytes:
    try:
        return _parse(text, KEY_BYTES)
    except ValueError as error:
        raise KeyRefused(str(error)) from error


def _parse(text: str, length: int) -> bytes:
    """Raises: ValueError unless the text is base64 of so many bytes."""
    try:
        content = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("is no base64") from error
    if len(content) != length:
        raise ValueError("has another length")
    return content


def _format(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _load_library() -> ModuleType:
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - most desks never publish, and it takes its time

    return ed25519

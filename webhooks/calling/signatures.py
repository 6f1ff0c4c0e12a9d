"""Signatures of Standard Webhooks 1.0 (standardwebhooks.com): HMAC-SHA256 over id, time and body."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

PREFIX = "whsec_"


def make_secret() -> str:
    """A new secret, as other programs take it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def sign_message(secret: str, message: str, timestamp: int, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, f"{message}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def build_headers(secret_keys: Iterable[str], message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers; with several secrets a signature of each, so that a receiver may change to the new one when it likes."""
    signatures = " ".join(sign_message(secret, message, timestamp, body) for secret in secret_keys)
    return {"webhook-id": message, "webhook-timestamp": str(timestamp), "webhook-signature": signatures}

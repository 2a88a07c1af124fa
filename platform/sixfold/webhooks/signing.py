"""Signatures by which a receiver knows a message of ours, as Standard Webhooks 1.0 has them."""

import base64
import hmac
import secrets
from collections.abc import Iterable
from hashlib import sha256

PREFIX = "whsec_"
SECRET_BYTES = 32
"""The specification wants 24 to 64."""


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers(message: str, timestamp: int, body: str, keys: Iterable[str]) -> dict[str, str]:
    """What goes with a message: its id, the time in seconds, and a signature by each secret."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(_sign(message, timestamp, body, key) for key in keys),
    }


def _sign(message: str, timestamp: int, body: str, secret: str) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{message}.{timestamp}.{body}".encode(), sha256)
    return f"v1,{base64.b64encode(digest).decode()}"

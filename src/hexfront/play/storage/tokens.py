"""Tokens of seats and invites, which nobody can guess; stored as SHA-256."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

TOKEN_BYTES = 32


def hash_token(token: str) -> bytes:
    """What is stored of a seat token or an invite."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_key() -> bytes:
    """A secret from which tokens are made."""
    return secrets.token_bytes(TOKEN_BYTES)


def derived(key: bytes, purpose: str) -> str:
    """A token that only who holds the key can tell."""
    made = hmac.digest(key, f"hexfront:{purpose}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")


def spectator_token(secret: bytes, match_id: str) -> str:
    """The spectator's token of a match. It tells nothing of the secret."""
    return derived(secret, f"spectator:{match_id}")


def token_again(token: str, match_id: str) -> str:
    """The token, in a rematch, of who holds a seat's token: the same at every asking."""
    return derived(token.encode(), f"again:{match_id}")

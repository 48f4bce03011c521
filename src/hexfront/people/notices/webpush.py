"""Web push: a message for one browser (RFC 8291), and who sends it (VAPID, RFC 8292)."""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urlsplit

from hexfront.core.errors import InputError

VAPID_KEY: Final = "vapid"
"""The name of the key in the store."""
VAPID_SECONDS: Final = 12 * 3600
RECORD_SIZE: Final = 4096
MAX_MESSAGE: Final = 2000
"""Bytes before encryption; services take 4,096 with what is added."""
SALT_BYTES: Final = 16
AUTH_BYTES: Final = 16
POINT_BYTES: Final = 65


def possible() -> bool:
    """Whether the library for it is installed."""
    return find_spec("cryptography") is not None


def encoded(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Base64url without padding. Errors: `ValueError`."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_vapid_key() -> bytes:
    """A private key of a server: a number of 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    made: Any = ec.generate_private_key(ec.SECP256R1())
    return int(made.private_numbers().private_value).to_bytes(32, "big")


def _private(number: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())


def public_point(number: bytes) -> bytes:
    """The public key of a private one, as browsers take it: an uncompressed point."""
    return _point(_private(number).public_key())


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return made


def check_keys(p256dh: str, auth: str) -> dict[str, str]:
    """The keys of a browser, as they are stored. Errors: `InputError`."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, secret = decoded(p256dh), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point, secret = b"", b""
    if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
        expected = "the keys that the browser gives with its subscription"
        raise InputError.at("body: /browser", "<other keys>", expected)
    return {"p256dh": p256dh, "auth": auth}


def encrypted(
    text: bytes, keys: dict[str, str], salt: bytes | None = None, own: bytes | None = None
) -> bytes:
    """A message that only the browser with these keys can read, in one record (`aes128gcm`).

    `salt` and `own`, the private key for this message, are random but in tests.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derive(secret: bytes, salted: bytes, info: bytes, length: int) -> bytes:
        made: bytes = HKDF(SHA256(), length, salted, info).derive(secret)
        return made

    salt = salt or os.urandom(SALT_BYTES)
    private = _private(own or new_vapid_key())
    theirs, ours = decoded(keys["p256dh"]), _point(private.public_key())
    there = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = private.exchange(ec.ECDH(), there)
    info = b"WebPush: info\0" + theirs + ours
    secret = derive(shared, decoded(keys["auth"]), info, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + bytes(AESGCM(key).encrypt(nonce, text + b"\x02", None))


def authorization(endpoint: str, contact: str, number: bytes, now: float | None = None) -> str:
    """The header that says who sends: a signed token for the service of an endpoint."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    expires = int((time.time() if now is None else now) + VAPID_SECONDS)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": contact}
    head = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
    private = _private(number)
    r, s = decode_dss_signature(private.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={encoded(public_point(number))}"

"""The signature of a turn file: Ed25519 by a key of the server, over the file without it."""

from __future__ import annotations

from typing import Any, Final

from hexfront.core.documents.strictjson import Json, write_json
from hexfront.core.errors import InputError
from hexfront.core.extras import need

KEY: Final = "turn-files"
"""The name of the key in the store."""


def new_key() -> bytes:
    """A private key, 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    made: bytes = Ed25519PrivateKey.generate().private_bytes_raw()
    return made


def _private(key: bytes) -> Any:
    need("cryptography", "people")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(key)


def public_key(key: bytes) -> str:
    """The public key of a private one, as 64 hex digits."""
    made: bytes = _private(key).public_key().public_bytes_raw()
    return made.hex()


def signed(document: dict[str, Json], key: bytes) -> str:
    """A document as a file that is signed, with members `key` and `signature` at its end."""
    whole = document | {"key": public_key(key)}
    signature: bytes = _private(key).sign(write_json(whole).encode())
    return write_json(whole | {"signature": signature.hex()})


def check_signed(document: Any, place: str) -> str:
    """The public key that a file is signed with. Errors: `InputError` for a false signature."""
    need("cryptography", "people")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    expected = "that of this file: it was changed after it was signed"
    if not isinstance(document, dict) or not isinstance(document.get("signature"), str):
        raise InputError.at(f"{place}: /signature", "<none>", expected)
    whole = {name: value for name, value in document.items() if name != "signature"}
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(whole.get("key"))))
        key.verify(bytes.fromhex(document["signature"]), write_json(whole).encode())
    except (InvalidSignature, ValueError):
        found = document["signature"][:20]
        raise InputError.at(f"{place}: /signature", found, expected) from None
    return str(whole["key"])

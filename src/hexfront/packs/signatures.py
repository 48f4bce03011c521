"""Signatures of packs: Ed25519 over the manifest, which holds the digests of all files."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field

from hexfront.core.documents.strictjson import parse_json, read_bytes, write_json
from hexfront.core.errors import InputError
from hexfront.core.extras import need
from hexfront.core.scenario import check_model
from hexfront.mechanics.file_model import Model

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MAX_KEY: Final = 64 * 1024


class Signature(Model):
    """Who vouches for a pack, in `signature.json`."""

    format: Literal["hexfront-signature/1"] = "hexfront-signature/1"
    key: str = Field(pattern="^[0-9a-f]{64}$")
    """The public key."""
    signature: str = Field(pattern="^[0-9a-f]{128}$")
    """Of the bytes of `manifest.json`."""


def new_key() -> bytes:
    """A new private key, as PEM without a password. Errors: `InputError`."""
    need("cryptography", "formats")
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    pem: bytes = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return pem


def sign(manifest: bytes, key_file: Path) -> bytes:
    """The signature file of a manifest. Errors: `InputError` for what is no key."""
    key = _read_key(key_file)
    made = Signature(key=_public(key), signature=key.sign(manifest).hex())
    return write_json(made.model_dump()).encode()


def public_key(key_file: Path) -> str:
    """The public key that belongs to a private one, as 64 hex digits. Errors: `InputError`."""
    return _public(_read_key(key_file))


def signer(manifest: bytes, signature: bytes, place: str) -> str:
    """The public key that a manifest is signed with. Errors: `InputError` for a false one."""
    need("cryptography", "formats")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    said = check_model(Signature, parse_json(signature, place), place)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(said.key))
        key.verify(bytes.fromhex(said.signature), manifest)
    except (InvalidSignature, ValueError):
        expected = "a signature of this manifest: the pack was changed after it was signed"
        raise InputError.at(f"{place}: /signature", said.signature, expected) from None
    return said.key


def _read_key(path: Path) -> Ed25519PrivateKey:
    need("cryptography", "formats")
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key: Any = None
    with contextlib.suppress(ValueError, TypeError, UnsupportedAlgorithm):
        key = serialization.load_pem_private_key(read_bytes(path, MAX_KEY), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        expected = "an Ed25519 key without a password, as PEM, such as `hexfront pack key` makes"
        raise InputError.at(str(path), "<something else>", expected)
    return key


def _public(key: Ed25519PrivateKey) -> str:
    return str(key.public_key().public_bytes_raw().hex())

"""Passkeys by WebAuthn: the browser proves who one is by a key that never leaves its keeper.

They need the package webauthn, and a host with a name: browsers take no address in digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.people.passwords import INSTALL

REFUSED: Final = InputError.at(
    "body: /credential", "<a passkey that proves nothing>", "one of this account and this page"
)


class NewPasskey(NamedTuple):
    """A passkey that a browser has made."""

    credential: str
    public_key: bytes
    uses: int


@dataclass(frozen=True)
class Site:
    """Where the page stands that asks: passkeys work at this place alone."""

    host: str
    """A name, without the port."""
    origin: str
    """As the browser calls it, such as `https://games.example`."""

    @property
    def takes_passkeys(self) -> bool:
        """Whether browsers keep passkeys for it: it has a name, and is secure or this machine."""
        try:
            ip_address(self.host.strip("[]"))
        except ValueError:
            local = self.host == "localhost" or self.host.endswith(".localhost")
            return bool(self.host) and (local or self.origin.startswith("https://"))
        return False


def possible() -> bool:
    """Whether the package for passkeys is installed."""
    return find_spec("webauthn") is not None


def _check_possible(site: Site) -> None:
    if not possible():
        raise InputError.at("passkeys", "<webauthn is not installed>", INSTALL)
    if not site.takes_passkeys:
        expected = "an address with a name, such as http://localhost, or one with https"
        raise InputError.at("passkeys: address", site.origin or site.host, expected)


def creation_options(
    site: Site, account: str, name: str, challenge: bytes, known: Iterable[str] = ()
) -> Json:
    """What a browser needs to make a passkey; `known`: those that it shall not make again.

    Errors: `InputError` where passkeys are not possible here.
    """
    _check_possible(site)
    import webauthn
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    return options_to_json_dict(
        webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Hexfront",
            user_id=account.encode(),
            user_name=name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in known
            ],
        )
    )


def request_options(site: Site, challenge: bytes) -> Json:
    """What a browser needs to sign in by any passkey that it has for this place.

    Errors: `InputError` where passkeys are not possible here.
    """
    _check_possible(site)
    import webauthn
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import UserVerificationRequirement

    return options_to_json_dict(
        webauthn.generate_authentication_options(
            rp_id=site.host,
            challenge=challenge,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
    )


def check_new(site: Site, challenge: bytes, credential: dict[str, Any]) -> NewPasskey:
    """The passkey that a browser has made for a challenge. Errors: `InputError`."""
    _check_possible(site)
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception:  # of the package, and of its parsers for whatever somebody sends
        raise REFUSED from None
    return NewPasskey(
        bytes_to_base64url(made.credential_id), made.credential_public_key, made.sign_count
    )


def check_use(
    site: Site, challenge: bytes, credential: dict[str, Any], public_key: bytes, uses: int
) -> int:
    """How often a passkey has been used, now that it answers a challenge. Errors: `InputError`."""
    _check_possible(site)
    import webauthn

    try:
        used = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=uses,
            require_user_verification=True,
        )
    except Exception:  # as above
        raise REFUSED from None
    return used.new_sign_count

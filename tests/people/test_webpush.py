"""Web push: the numbers of the standard, and a service of our own that decrypts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hexfront.core.errors import InputError
from hexfront.people import passwords
from hexfront.people.accounts import Accounts
from hexfront.people.notices import Notices, Outside
from hexfront.people.notices.webpush import check_keys, decoded, encoded, encrypted, public_point
from hexfront.play.storage.store import Store
from tests.people.outside import HOME, Call, Clock, web_server

AUTH = bytes(range(16))


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    keys = {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkN"
        "toIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }
    made = encrypted(
        b"When I grow up, I want to be a watermelon",
        keys,
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        own=decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert encoded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


class Browser:
    """A browser that subscribes, and reads what its service is given."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        number = self.key.private_numbers().private_value.to_bytes(32, "big")
        self.point = public_point(number)
        self.keys = {"p256dh": encoded(self.point), "auth": encoded(AUTH)}

    def read(self, call: Call) -> Any:
        body = call.body
        salt, length, ours = body[:16], body[20], body[21 : 21 + body[20]]
        assert int.from_bytes(body[16:20], "big") >= len(body) - 21 - length
        there = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), ours)
        secret = HKDF(SHA256(), 32, AUTH, b"WebPush: info\0" + self.point + ours).derive(
            self.key.exchange(ec.ECDH(), there)
        )
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        assert text[-1:] == b"\x02"
        return json.loads(text[:-1])


def check_sender(call: Call, point: str, origin: str) -> None:
    """That the header is signed with the server's key, for this service, and not for ever."""
    assert call.headers["authorization"].startswith("vapid t=")
    token, _, key = call.headers["authorization"].removeprefix("vapid t=").partition(", k=")
    assert key == point
    head, claims, signature = token.split(".")
    said = json.loads(decoded(claims))
    assert (said["aud"], said["sub"]) == (origin, "mailto:us@games.example")
    raw = decoded(signature)
    given = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(given, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_a_browser_is_told_and_its_service_reads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "hash_password", lambda password: "none that fits")
    store, browser = Store(tmp_path / "data"), Browser()
    anna = Accounts(store).sign_up("Anna", "five quiet hexes", "Firefox").account
    clock = Clock()
    with web_server(201) as (got, origin):
        outside = Outside(push=(origin,), contact="mailto:us@games.example")
        told = Notices(store, outside, HOME, clock=clock)
        endpoint = f"{origin}/send/abc"
        told.channels.add_browser(anna, endpoint, browser.keys, "Firefox on Linux")
        told.channels.add_browser(anna, endpoint, browser.keys, "Firefox on Linux")
        (channel,) = told.channels.of(anna.id)  # the same browser again
        told.channels.test(anna, channel.id)
        told.send_all()
        (call,) = got
        assert call.path == "/send/abc"
        assert (call.headers["content-encoding"], call.headers["ttl"]) == ("aes128gcm", "86400")
        check_sender(call, told.push_key, origin)
        said = browser.read(call)
        assert (said["title"], said["address"]) == ("A test of your notices", HOME)
        assert b"test" not in call.body
        assert Notices(store, outside, HOME).push_key == told.push_key  # kept in the store
    with web_server(410) as (got, origin):
        outside = Outside(push=(origin,), contact="mailto:us@games.example")
        told = Notices(store, outside, HOME, clock=clock)
        told.channels.add_browser(anna, f"{origin}/gone", browser.keys, "Opera")
        for channel in told.channels.of(anna.id):
            told.channels.test(anna, channel.id)
        told.send_all()
        assert [call.path for call in got] == ["/gone"]
        # One that has gone ends; to one that the operator allows no more nothing is sent.
        (channel,) = told.channels.of(anna.id)
        assert (channel.label, "sends nothing there" in channel.note) == ("Firefox on Linux", True)
    store.close()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://169.254.169.254/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "http://fcm.googleapis.com/x",
        "https://push.apple.com.evil.example/x",
        "https://xpush.apple.com/x",
        "https://fcm.googleapis.com/\r\nHost: x",
        "https://[::1",
        "file:///etc/passwd",
        "",
    ],
)
def test_only_services_that_the_operator_allows_are_called(endpoint: str) -> None:
    allowed = Outside(push=("https://fcm.googleapis.com", "https://*.push.apple.com")).allowed
    with pytest.raises(InputError, match="endpoint"):
        allowed.check_push(endpoint)
    for good in ("https://fcm.googleapis.com/fcm/send/a:b", "https://web.push.apple.com/Q"):
        allowed.check_push(good)


def test_keys_that_are_none_are_refused() -> None:
    good = Browser().keys
    assert check_keys(**good) == good
    outside_the_curve = encoded(b"\x04" + bytes(64))
    for bad in ({"p256dh": outside_the_curve}, {"p256dh": "A" * 87}, {"auth": "AAAA"}):
        with pytest.raises(InputError, match="subscription"):
            check_keys(**good | bad)

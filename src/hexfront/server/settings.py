"""What an operator of a server can set, in a TOML file and in the environment."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, model_validator

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model
from hexfront.play.retention import Limit, Limits
from hexfront.server.wire.frames import Strict

ENVIRONMENT = "HEXFRONT_EMAIL_"
"""What names the environment's settings of e-mail, such as HEXFRONT_EMAIL_PASSWORD."""


def _origin(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("an address such as https://example.org")
    if parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError("scheme, host and port alone, such as https://example.org")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _webhook(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc:
        raise ValueError("an address such as https://ntfy.example/hexfront-")
    if not parts.path or parts.query or parts.fragment:
        raise ValueError(
            "an address with the beginning of a path, such as https://ntfy.example/hexfront-; "
            "with / alone notices may be posted to any path there"
        )
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path}"


def _network(address: str) -> str:
    try:
        return str(ip_network(address))
    except ValueError:
        raise ValueError("an address such as 127.0.0.1, or a network such as 10.0.0.0/8") from None


Origin = Annotated[str, AfterValidator(_origin)]
Webhook = Annotated[str, AfterValidator(_webhook)]
Network = Annotated[str, AfterValidator(_network)]


class EmailSettings(Strict):
    """The mail server that takes turn notices."""

    host: Annotated[str, Field(min_length=1)]
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    """Empty for a server that asks for none."""
    password: str = ""
    sender: Annotated[str, Field(pattern=r"^[^@\s<>,;]+@[^@\s<>,;]+$")]


class LimitSettings(Strict):
    """How many matches of a sort are kept, and for how long; all by default."""

    days: Annotated[int, Field(ge=1)] | None = None
    """Since anybody last opened it."""
    matches: Annotated[int, Field(ge=0)] | None = None


class KeepSettings(Strict):
    """What is kept of each sort of matches."""

    unfinished: LimitSettings = LimitSettings()
    finished: LimitSettings = LimitSettings()
    uploaded: LimitSettings = LimitSettings()

    @property
    def limits(self) -> Limits:
        """As the store takes them."""
        sorts = (self.unfinished, self.finished, self.uploaded)
        return Limits(*(Limit(sort.days, sort.matches) for sort in sorts))


class ServerSettings(Strict):
    """All settings; a server needs none of them."""

    address: Origin | None = None
    """Where players find the server, for the link in a notice. Default: where it listens."""
    hosts: list[str] = Field(default_factory=list)
    """Names to answer to beside the server's own; `*.example.org` is all below it."""
    proxies: list[Network] | None = None
    """The proxies before the server, whose X-Forwarded-For says whose a request is."""
    connections: Annotated[int, Field(ge=1)] = 2000
    """At once, of everybody together."""
    connections_per_address: Annotated[int, Field(ge=1)] = 100
    """At once, of one foreign address (IPv6: /64); this machine and proxies are not counted."""
    email: EmailSettings | None = None
    webhooks: list[Webhook] = Field(default_factory=list)
    """What the addresses that notices may be posted to begin with."""
    keep: KeepSettings = KeepSettings()
    """When matches are deleted."""
    drafts: bool = False
    """Whether whoever reaches this server may make scenarios on it, each opened by its token.

    On a server that this machine alone reaches its owner always may.
    """

    @model_validator(mode="after")
    def _whole(self) -> ServerSettings:
        if self.proxies and self.address is None:
            raise ValueError("`proxies` needs `address`, where players find the server behind them")
        return self


def load_settings(
    path: Path | None, environment: Mapping[str, str] | None = None
) -> ServerSettings:
    """The settings of a file and the environment. Errors: `InputError` with every problem."""
    document = _read(path) if path is not None else {}
    set_here = _from_environment(os.environ if environment is None else environment)
    if set_here:
        email = document.get("email", {})
        document["email"] = {**email, **set_here} if isinstance(email, dict) else email
    place = str(path) if path is not None else f"environment {ENVIRONMENT}…"
    return check_model(ServerSettings, document, place)


def _read(path: Path) -> dict[str, Json]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(str(path), f"<{reason}>", "a TOML file") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name in EmailSettings.model_fields:
        value = environment.get(ENVIRONMENT + name.upper())
        if value is not None:
            found[name] = int(value) if name == "port" and value.isdecimal() else value
    return found

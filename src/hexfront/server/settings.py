"""What an operator of a server can set, in a TOML file and in the environment."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model
from hexfront.core.strictjson import Json

ENVIRONMENT = "HEXFRONT_EMAIL_"
"""What names the environment's settings of e-mail, such as HEXFRONT_EMAIL_PASSWORD."""


def _origin(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("an address such as https://example.org")
    if parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError("scheme, host and port alone, such as https://example.org")
    return f"{parts.scheme}://{parts.netloc.lower()}"


Origin = Annotated[str, AfterValidator(_origin)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class EmailSettings(_Strict):
    """The mail server that takes turn notices."""

    host: Annotated[str, Field(min_length=1)]
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    """Empty for a server that asks for none."""
    password: str = ""
    sender: Annotated[str, Field(pattern=r"^[^@\s<>,;]+@[^@\s<>,;]+$")]


class ServerSettings(_Strict):
    """All settings; a server needs none of them."""

    address: Origin | None = None
    """Where players find the server, for the link in a notice. Default: where it listens."""
    hosts: list[str] = []
    """The host names to answer to. Default: all, on a loopback address only its own."""
    connections: Annotated[int, Field(ge=1)] = 2000
    """At once, of everybody together."""
    connections_per_address: Annotated[int, Field(ge=1)] = 100
    """At once, of one foreign address; this machine's own are not counted."""
    email: EmailSettings | None = None
    webhooks: list[Origin] = []
    """Where notices may be posted to: scheme, host and port."""


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

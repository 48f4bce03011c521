"""What an operator of a server can set, in a TOML file and in the environment."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, model_validator

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError, Problem
from hexfront.core.scenario import check_model
from hexfront.people.notices.service import Outside
from hexfront.people.notices.transports import Relay
from hexfront.play.storage.retention import Limit, Limits
from hexfront.server.access.addresses import is_loopback
from hexfront.server.wire.frames import Strict
from hexfront.server.wire.networks import Network

ENVIRONMENT = "HEXFRONT_EMAIL_"
"""What names the environment's settings of e-mail, such as HEXFRONT_EMAIL_PASSWORD."""
FROM_ENVIRONMENT = {
    "HEXFRONT_DATABASE": ("database",),
    "HEXFRONT_INSIDE": ("inside",),
    "HEXFRONT_OPERATOR_HASH": ("operator", "token_hash"),
    "HEXFRONT_METRICS_TOKEN": ("metrics", "token"),
}
"""Other settings that the environment may hold, such as secrets, by where they belong."""

PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
)
"""Those of the browsers that most people use."""
LOCAL: Final = "local"
"""Opponents think in processes of this machine."""
SECRETS = ("/database", "/password", "/token", "/token_hash", "/endpoint")
"""Settings that no message repeats."""


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


def _service(address: str) -> str:
    origin = _origin(address)
    if origin.count("*") != origin.count("//*."):
        raise ValueError("a host, which may begin with *., such as https://*.push.apple.com")
    return origin


def _collector(address: str) -> str:
    parts = urlsplit(address)
    good = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    if not good or parts.path in {"", "/"} or parts.query or parts.fragment:
        raise ValueError("an address such as http://127.0.0.1:4318/v1/traces, without a password")
    return address


def _opponents(where: str) -> str:
    if where == LOCAL:
        return where
    try:
        parts = urlsplit(where)
        good = parts.scheme in {"tcp", "tls"} and parts.hostname and parts.port
    except ValueError:
        good = None
    if not good or parts.path or "@" in where:
        raise ValueError('"local", or a Dask scheduler such as tcp://scheduler:8786')
    return where


def _database(address: str) -> str:
    if not address.startswith(("postgresql://", "postgres://")):
        raise ValueError("an address such as postgresql://USER:PASSWORD@HOST/NAME")
    return address


Origin = Annotated[str, AfterValidator(_origin)]
Webhook = Annotated[str, AfterValidator(_webhook)]
Service = Annotated[str, AfterValidator(_service)]
Opponents = Annotated[str, AfterValidator(_opponents)]
Collector = Annotated[str, AfterValidator(_collector)]
Database = Annotated[str, AfterValidator(_database)]


class EmailSettings(Strict):
    """The mail server that takes turn notices."""

    host: Annotated[str, Field(min_length=1)]
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    """Empty for a server that asks for none."""
    password: str = ""
    password_file: str = ""
    """A file that holds the password alone."""
    sender: Annotated[str, Field(pattern=r"^[^@\s<>,;]+@[^@\s<>,;]+$")]

    @property
    def relay(self) -> Relay:
        """As notices take it."""
        return Relay(self.host, self.port, self.security, self.user, self.password, self.sender)


class PushSettings(Strict):
    """Messages of browsers (web push)."""

    contact: Annotated[str, Field(pattern=r"^(mailto:[^@\s]+@[^@\s]+|https://\S+)$")]
    """Whom the services of browsers may write to about this server."""
    services: list[Service] = Field(default_factory=lambda: [*PUSH_SERVICES])
    """The services that messages are given to."""


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


class OperatorSettings(Strict):
    """Who may use the operator's page."""

    token_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """SHA-256 of the operator's token, as `hexfront operator-token` prints it."""


class MetricsSettings(Strict):
    """Where figures for Prometheus are found."""

    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """A port of its own; without it they are at /metrics of the server, for who has the token."""
    token: Annotated[str, Field(min_length=16)] | None = None
    """What asks for them must send it: `Authorization: Bearer TOKEN`."""

    @model_validator(mode="after")
    def _guarded(self) -> MetricsSettings:
        if self.port is None and self.token is None:
            raise ValueError("a `port` of its own, or a `token`: figures are not for everybody")
        return self


class LogSettings(Strict):
    """What is written to the error output."""

    format: Literal["text", "json"] = "text"
    level: Literal["debug", "info", "warning", "error"] = "warning"
    requests: bool = False
    """Whether each request is logged, at the level `info`: path without query, status, seconds."""


class TraceSettings(Strict):
    """Where traces go, by OpenTelemetry's protocol over HTTP."""

    endpoint: Collector
    """The collector's address, such as http://127.0.0.1:4318/v1/traces."""
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """How many of the requests and orders are traced, chosen at random."""


class PeopleSettings(Strict):
    """Accounts and the lobby."""

    sign_up: bool = True
    """Whether anybody may make an account."""
    new_accounts: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """How many one address may make at once, before it waits for each. Default: 10."""
    chat: bool = True
    """Whether players and watchers may talk in matches."""


class ServerSettings(Strict):
    """All settings; a server needs none of them."""

    address: Origin | None = None
    """Where players find the server, for the link in a notice. Default: where it listens."""
    hosts: list[str] = Field(default_factory=list)
    """Names to answer to beside the server's own; `*.example.org` is all below it."""
    proxies: list[Network] | None = None
    """The proxies before the server, whose X-Forwarded-For says whose a request is."""
    database: Database | None = None
    """PostgreSQL, which several processes may share; without it a file in the data folder."""
    inside: Origin | None = None
    """Where other server processes reach this one. Default: where it listens."""
    opponents: Opponents = LOCAL
    """Where machine opponents think: in processes here, or on a Dask cluster."""
    operator: OperatorSettings | None = None
    """Without it there is no operator's page."""
    metrics: MetricsSettings | None = None
    """Without it there are no figures for Prometheus."""
    traces: TraceSettings | None = None
    """Without it nothing is traced."""
    log: LogSettings = LogSettings()
    connections: Annotated[int, Field(ge=1)] = 2000
    """At once, of everybody together."""
    connections_per_address: Annotated[int, Field(ge=1)] = 100
    """At once, of one foreign address (IPv6: /64), also sockets that a proxy passes on, and four
    times as many requests; this machine and proxies are not counted."""
    email: EmailSettings | None = None
    webhooks: list[Webhook] = Field(default_factory=list)
    """What the addresses that notices may be posted to begin with."""
    push: PushSettings | None = None
    """Without it nothing is sent to browsers that are closed."""
    keep: KeepSettings = KeepSettings()
    """When matches are deleted."""
    people: PeopleSettings = PeopleSettings()
    """Accounts and the lobby."""
    drafts: bool = False
    """Whether whoever reaches this server may make scenarios on it, each opened by its token.

    On a server that this machine alone reaches its owner always may.
    """

    @property
    def outside(self) -> Outside:
        """What notices may be sent by."""
        push = self.push
        return Outside(
            self.email.relay if self.email else None,
            tuple(self.webhooks),
            tuple(push.services) if push else (),
            push.contact if push else "",
        )

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
    environment = os.environ if environment is None else environment
    for name, (*outer, key) in FROM_ENVIRONMENT.items():
        part = document
        for each in outer if name in environment else ():
            part = part.setdefault(each, {})
        if name in environment and isinstance(part, dict):
            part[key] = environment[name]
    set_here = _from_environment(environment)
    if set_here:
        email = document.get("email", {})
        document["email"] = {**email, **set_here} if isinstance(email, dict) else email
    place = str(path) if path is not None else f"environment {ENVIRONMENT}…"
    problems = _read_password(document, path, place)
    try:
        settings = check_model(ServerSettings, document, place)
    except InputError as error:
        # What was found there may be a secret.
        problems += [
            replace(p, found="<not shown>") if p.place.endswith(SECRETS) else p
            for p in error.problems
        ]
    if problems:
        raise InputError(problems)
    return settings


def check_together(settings: ServerSettings, host: str) -> list[Problem]:
    """What is wrong with settings for a server that listens on an address."""
    found = []
    if settings.address and settings.proxies is None and is_loopback(host):
        # All players would seem to be this machine, and share its limits.
        found.append(
            Problem(
                "settings: /proxies",
                "<none, though `address` stands for a server that listens on this machine alone>",
                'the addresses of the proxies before it, such as ["127.0.0.1"], or [] where none'
                " is",
            )
        )
    if settings.database and not settings.inside and host in {"0.0.0.0", "::"}:  # noqa: S104
        found.append(
            Problem(
                "settings: /inside",
                "<none, though the database can be shared>",
                "where other server processes reach this one, such as http://10.0.0.2:8000",
            )
        )
    packages = {
        "database": ("psycopg_pool", "postgres"),
        "metrics": ("prometheus_client", "metrics"),
        "push": ("cryptography", "people"),
        "traces": ("opentelemetry.exporter.otlp.proto.http", "telemetry"),
    }
    if settings.opponents != LOCAL:
        packages["opponents"] = ("distributed", "cluster")
    for setting, (package, extra) in packages.items():
        if getattr(settings, setting) and not _installed(package):
            found.append(
                Problem(
                    f"settings: /{setting}",
                    f"<{package} is not installed>",
                    f"it installed: pip install 'hexfront[{extra}]'",
                )
            )
    return found


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # of what it stands in
        return False


def _read(path: Path) -> dict[str, Json]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(str(path), f"<{reason}>", "a TOML file") from None


def _read_password(document: dict[str, Json], path: Path | None, place: str) -> list[Problem]:
    """Put the password of a file in its place; what is wrong with that."""
    email = document.get("email")
    if not isinstance(email, dict) or not isinstance(email.get("password_file"), str):
        return []
    at = f"{place}: /email/password_file"
    if "password" in email:
        return [Problem(at, "<both>", "either this or /email/password")]
    file = (path.parent if path is not None else Path()) / email["password_file"]
    try:
        email["password"] = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no text"
        return [Problem(at, f"<{reason}>", "a file that holds the password")]
    return []


def _from_environment(environment: Mapping[str, str]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name in EmailSettings.model_fields:
        value = environment.get(ENVIRONMENT + name.upper())
        if value is not None:
            found[name] = int(value) if name == "port" and value.isdecimal() else value
    return found

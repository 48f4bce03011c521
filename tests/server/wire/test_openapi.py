"""The published description of the HTTP requests: true, and no request makes the server fail."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from hexfront.editor.drafts import DraftStore
from hexfront.play.storage.store import Store
from hexfront.server import api
from hexfront.server.app import create_app
from hexfront.server.drafts.editing import Editing
from hexfront.server.matches import described
from hexfront.server.operating import operator
from hexfront.server.people.sessions import LIMITS
from hexfront.server.settings import OperatorSettings, ServerSettings
from tests.amounts import amount

CASES = {"sqlite": amount(20, 120), "postgresql": amount(5, 60)}
"""For each request, by database."""
FUZZ = {"name": "Fuzz", "password": "five quiet hexes"}
"""Who is signed in."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@schemathesis.serializer("application/x-ndjson", "application/zip")
def lines(_context: schemathesis.SerializationContext, value: object) -> bytes:
    """A match file as it goes over the wire."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


@pytest.fixture(scope="module", params=list(CASES))
def database(request: pytest.FixtureRequest) -> str:
    """The sort of database over which the server stands."""
    return str(request.param)


@pytest.fixture(scope="module")
def client(
    database: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    described.cache_clear()
    rates = (api.NEW_MATCHES_AT_ONCE, api.CLAIMS_AT_ONCE)
    api.NEW_MATCHES_AT_ONCE = api.CLAIMS_AT_ONCE = 10**9
    limits = dict(LIMITS)
    LIMITS.update(dict.fromkeys(LIMITS, (1e9, 1e9)))
    folder = tmp_path_factory.mktemp("openapi") / "data"
    shared = database == "postgresql"
    store = Store(request.getfixturevalue("postgres").database() if shared else folder)
    drafts = Editing(DraftStore(folder), owner=True)
    operators = ServerSettings(operator=OperatorSettings(token_hash="0" * 64))
    app = create_app(store, settings=operators, inside="http://testserver", drafts=drafts)
    with pytest.MonkeyPatch.context() as patch:
        # Every token opens the operator's page here, so that what is behind it is tried too.
        patch.setattr(operator, "_opens", lambda *_: True)
        patch.setattr(operator, "TRIES_AT_ONCE", 10**9)
        with TestClient(app, headers={"Origin": "http://testserver"}) as client:
            client.post("/api/people/sign-up", json=FUZZ)
            yield client
    drafts.close()
    store.close()
    LIMITS.update(limits)
    api.NEW_MATCHES_AT_ONCE, api.CLAIMS_AT_ONCE = rates
    described.cache_clear()


@pytest.fixture(scope="module")
def description(client: TestClient) -> schemathesis.BaseSchema:
    """What the server publishes, read once."""
    return schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())


OPERATIONS = [
    "GET /api/systems",
    "POST /api/matches",
    "POST /api/seats/claim",
    "POST /api/matches/mine",
    "POST /api/matches/delete",
    "GET /api/keeping",
    "POST /api/matches/again",
    "POST /api/matches/restored",
    "POST /api/journal",
    "POST /api/printed",
    "POST /api/replays",
    "GET /api/notices",
    "POST /api/notices",
    "POST /api/mail",
    "POST /api/mail/end",
    "GET /api/people/notices",
    "POST /api/people/notices",
    "POST /api/people/notices/change",
    "GET /api/turn-files",
    "POST /api/turn-files",
    "GET /api/people/me",
    "POST /api/people/sign-up",
    "POST /api/people/sign-in",
    "POST /api/people/recover",
    "POST /api/people/passkeys/begin",
    "POST /api/people/passkeys/finish",
    "POST /api/people/passkeys/remove",
    "POST /api/people/sign-out",
    "GET /api/people/account",
    "POST /api/people/password",
    "POST /api/people/codes",
    "POST /api/people/sessions/end",
    "POST /api/people/block",
    "POST /api/people/report",
    "POST /api/people/mute",
    "POST /api/chat/report",
    "POST /api/chat/turn",
    "GET /api/people/export",
    "POST /api/people/claim",
    "POST /api/people/games",
    "GET /api/people/holidays",
    "POST /api/people/holidays",
    "POST /api/people/holidays/end",
    "POST /api/people/delete",
    "GET /api/people/ratings",
    "GET /api/people/player",
    "GET /api/lobby",
    "POST /api/lobby/open",
    "POST /api/lobby/join",
    "POST /api/lobby/leave",
    "POST /api/lobby/decline",
    "GET /api/tournaments",
    "POST /api/tournaments",
    "GET /api/tournaments/page",
    "POST /api/tournaments/enter",
    "POST /api/tournaments/leave",
    "POST /api/tournaments/start",
    "POST /api/tournaments/pair",
    "POST /api/tournaments/cancel",
    "POST /api/tournaments/remove",
    "POST /api/tournaments/result",
    "GET /api/campaigns",
    "POST /api/campaigns",
    "POST /api/campaigns/state",
    "POST /api/campaigns/battle",
    "POST /api/drafts/mine",
    "POST /api/drafts",
    "GET /api/drafts/{draft}",
    "POST /api/drafts/{draft}/copy",
    "POST /api/drafts/{draft}/changes",
    "POST /api/drafts/{draft}/moves",
    "GET /api/drafts/{draft}/history",
    "POST /api/drafts/{draft}/versions",
    "POST /api/drafts/{draft}/name",
    "POST /api/drafts/{draft}/delete",
    "GET /api/drafts/{draft}/board",
    "GET /api/drafts/{draft}/map",
    "GET /api/drafts/{draft}/forms",
    "GET /api/drafts/{draft}/sides",
    "POST /api/drafts/{draft}/play",
    "POST /api/drafts/{draft}/games",
    "POST /api/drafts/{draft}/fair",
    "GET /api/drafts/{draft}/odds",
    "GET /api/drafts/{draft}/previews",
    "GET /api/drafts/{draft}/reading",
    "GET /api/drafts/{draft}/run",
    "POST /api/drafts/{draft}/run/stop",
    "GET /api/drafts/{draft}/text",
    "POST /api/drafts/{draft}/text",
    "GET /api/drafts/{draft}/differences",
    "POST /api/drafts/{draft}/save",
    "POST /api/drafts/{draft}/pack",
    "GET /api/packs",
    "POST /api/packs",
    "POST /api/packs/remove",
    "GET /api/pictures/symbols",
    "GET /api/pictures/{system}.svg",
    "GET /api/pictures/{system}/{scenario}.svg",
    "GET /api/pictures/{system}/diagrams/{number}.svg",
    "POST /api/operator/state",
    "POST /api/operator/announce",
    "POST /api/operator/ban",
    "POST /api/operator/drain",
    "POST /api/operator/report",
    "POST /api/operator/mute",
    "POST /api/operator/chat",
    "POST /api/operator/ban-account",
    "POST /api/operator/signals",
    "POST /api/operator/accounts",
]


def test_every_request_is_described(client: TestClient) -> None:
    description = client.get("/api/openapi.json").json()
    found = [
        f"{method.upper()} {path}"
        for path, methods in description["paths"].items()
        for method in methods
    ]
    assert sorted(found) == sorted(OPERATIONS)
    text = json.dumps(description)
    assert "HTTPValidationError" not in text


def test_members_are_described_as_in_the_source(client: TestClient) -> None:
    models = client.get("/api/openapi.json").json()["components"]["schemas"]
    umpire = models["MatchMade"]["properties"]["umpire"]
    assert umpire["description"] == "Empty where there is none."
    seats = models["NewMatch"]["properties"]["seats"]
    assert seats["description"] == "One a side."


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_request_makes_the_server_fail_or_answer_as_it_does_not_say(
    client: TestClient, description: schemathesis.BaseSchema, operation: str, database: str
) -> None:
    method, path = operation.split()
    # Whoever ended the session before, somebody is signed in.
    client.post("/api/people/sign-in", json=FUZZ)
    found = description[path][method]

    @given(case=found.as_strategy())
    @settings(
        max_examples=CASES[database],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def fuzz(case: schemathesis.Case) -> None:
        # Given an application, schemathesis would begin a second server, and never end it.
        given = case.as_transport_kwargs(base_url="http://testserver")
        given.pop("cookies")  # those of the client stand: no request has any of its own
        answer = client.request(**given)
        case.validate_response(answer, checks=CHECKS)

    fuzz()

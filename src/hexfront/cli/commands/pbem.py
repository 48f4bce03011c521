"""`hexfront pbem`: what the operator's mail server calls, and signatures of turn files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexfront.cli.console import say, say_json
from hexfront.cli.settings import AsJson

TRY_LATER = 75
"""What mail servers take for: keep it and try again (EX_TEMPFAIL)."""
SECONDS = 60.0


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    mail = typer.Typer(help="Play by e-mail.", no_args_is_help=True)
    mail.command("receive")(receive)
    mail.command("check")(check)
    app.add_typer(mail, name="pbem")


def receive(
    server: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where the server is reached.")
    ] = "http://127.0.0.1:8000",
    json: AsJson = False,
) -> None:
    """Take an e-mail with orders from standard input and hand its orders to a server.

    For a pipe of a mail server. Who has sent it does not matter: the turn's token in it does. The
    account of the seat is answered by e-mail. Refused orders are answered and dealt with too (exit
    code 0), so that no mail server sends the e-mail back to whoever it says it is from. Exit code
    75 where the server does not answer: then mail servers keep the e-mail and try again.
    """
    import sys

    from hexfront.core.errors import InputError
    from hexfront.people.by_mail.message import MAX_MESSAGE, orders_in

    try:
        text = orders_in(sys.stdin.buffer.read(MAX_MESSAGE + 1))
    except InputError as error:
        _answer({"done": [], "refused": str(error)}, json)
        return
    answer = _post(server, text)
    if answer is None:
        raise typer.Exit(TRY_LATER)
    _answer(answer, json)


def _post(server: str, text: str) -> dict[str, object] | None:
    """What the server answers; None where it does not, or cannot now."""
    import json
    from urllib.error import HTTPError
    from urllib.parse import urlsplit
    from urllib.request import Request, urlopen

    from hexfront.cli.console import print_error
    from hexfront.core.errors import HexfrontError, InputError

    if urlsplit(server).scheme not in {"http", "https"}:
        raise InputError.at("--server", server, "an address such as https://games.example")
    request = Request(
        f"{server.rstrip('/')}/api/turn-files",
        json.dumps({"text": text, "by_mail": True}).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urlopen(request, timeout=SECONDS) as answer:
            found: dict[str, object] = json.load(answer)
            return found
    except HTTPError as error:
        with error:
            said = error.read(100_000).decode("utf-8", "replace")
        if error.code in {429, 503}:
            return None
        try:
            refused = str(json.loads(said)["text"])
        except (ValueError, KeyError, TypeError):
            refused = f"the server answered {error.code}"
        return {"done": [], "refused": refused}
    except (OSError, ValueError) as error:
        print_error(HexfrontError(f"{server} does not answer: {error}"))
        return None


def _answer(answer: dict[str, object], json: bool) -> None:
    if json:
        say_json(answer)
        return
    done, problem = answer.get("done"), answer.get("problem")
    for line in done if isinstance(done, list) else []:
        say(f"Carried out: {line}")
    if isinstance(problem, dict):
        found, expected = problem.get("found"), problem.get("expected")
        say(f"Stopped at {problem.get('place')}: found {found}, expected {expected}")
    if "refused" in answer:
        say(f"Refused: {answer['refused']}")


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A turn.json.")],
    key: Annotated[
        str,
        typer.Option(metavar="HEX", help="The public key of the server, from /api/turn-files."),
    ] = "",
    json: AsJson = False,
) -> None:
    """Check the signature of a turn file, and whose it is."""
    from hexfront.core.documents.strictjson import parse_json, read_bytes
    from hexfront.core.errors import InputError
    from hexfront.people.by_mail.signature import check_signed

    document = parse_json(read_bytes(file), str(file))
    signer = check_signed(document, str(file))
    if key and signer != key.lower():
        raise InputError.at(f"{file}: /key", signer, key)
    if json:
        say_json({"key": signer, "title": document.get("title"), "side": document.get("side")})
    else:
        say(f"{document.get('title')}: signed with {signer}")

"""How a message leaves: by the operator's mail server, to a webhook, to a browser's service."""

from __future__ import annotations

import http.client
import json
import smtplib
import ssl
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from typing import Final, Literal
from urllib.parse import urlsplit

from hexfront.people.notices import webpush
from hexfront.people.notices.words import Message

SECONDS: Final = 15.0
PUSH_SECONDS: Final = 24 * 3600
"""How long the service of a browser keeps a message for it."""


class GivenUp(Exception):
    """It cannot be sent, and another try would not help; its text says why, without addresses."""


class Gone(GivenUp):
    """Nobody is at the address any more."""


class NoRelay(Exception):
    """The mail server does not answer: other e-mails need not be tried now either."""


@dataclass(frozen=True)
class Relay:
    """The mail server that takes our e-mails."""

    host: str
    port: int
    security: Literal["starttls", "tls", "none"]
    user: str
    """Empty for a server that asks for none."""
    password: str
    sender: str


def email_of(relay: Relay, address: str, message: Message) -> EmailMessage:
    """A message as an e-mail: plain text, simple HTML, files. No header takes a line break."""
    made = EmailMessage()
    made["From"] = relay.sender
    made["To"] = Address(addr_spec=address)
    made["Subject"] = " ".join(message.title.split())
    made["Date"] = formatdate()
    made["Message-ID"] = f"<{message.id}@{relay.sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    made["List-Unsubscribe"] = f"<{message.end}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(message.text)
    made.add_alternative(message.html, subtype="html")
    for file in message.files:
        main, _, sub = file.kind.partition("/")
        if main == "text":
            made.add_attachment(file.text, subtype=sub, filename=file.name)
        else:
            made.add_attachment(file.text.encode(), maintype=main, subtype=sub, filename=file.name)
    return made


def send_email(relay: Relay, address: str, message: Message) -> None:
    """Hand an e-mail to the mail server.

    Errors: `NoRelay`, `GivenUp` where it refuses the address for good, `SMTPException`.
    """
    made = email_of(relay, address, message)
    context = ssl.create_default_context()
    try:
        if relay.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                relay.host, relay.port, timeout=SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(relay.host, relay.port, timeout=SECONDS)
        with server:
            if relay.security == "starttls":
                server.starttls(context=context)
            if relay.user:
                server.login(relay.user, relay.password)
            server.send_message(made)
    except smtplib.SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()))[0]
        if code >= 500:
            raise GivenUp(f"the mail server refuses the address ({code})") from None
        raise
    except smtplib.SMTPSenderRefused:
        raise
    except smtplib.SMTPDataError as error:
        if error.smtp_code >= 500:
            raise GivenUp(f"the mail server refuses the e-mail ({error.smtp_code})") from None
        raise
    except (OSError, smtplib.SMTPException) as error:
        raise NoRelay(type(error).__name__) from error


def post_webhook(address: str, message: Message) -> None:
    """Post a message to a webhook; a redirect is an error. Errors: `OSError`, `HTTPException`."""
    body = {
        "title": message.title,
        "text": message.text,
        "address": message.home,
        "end": message.end,
    }
    status = _post(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    if status == http.client.GONE:
        raise Gone("the webhook is gone (410)")
    _check(status)


def post_push(
    address: str, keys: dict[str, str], message: Message, contact: str, key: bytes
) -> None:
    """Give a message to the service of a browser. Errors: `Gone`, `OSError`, `HTTPException`."""
    text = message.text[:500]
    body = {"title": message.title, "text": text, "address": message.home, "end": message.end}
    data = json.dumps(body, ensure_ascii=False).encode()
    headers = {
        "Authorization": webpush.authorization(address, contact, key),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(PUSH_SECONDS),
    }
    status = _post(address, webpush.encrypted(data, keys), headers)
    if status in {http.client.NOT_FOUND, http.client.GONE}:
        raise Gone("the browser does not take notices any more")
    _check(status)


def _post(address: str, body: bytes, headers: dict[str, str]) -> int:
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", target, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def _check(status: int) -> None:
    if not 200 <= status < 300:
        raise http.client.HTTPException(f"status {status}")

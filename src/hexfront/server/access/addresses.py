"""Whose a request is: the address that limits count, and the names this server answers to."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

from starlette.requests import HTTPConnection

WHOLE_IPV6 = 64
"""Bits of an IPv6 address that name a household: who has one has all of these 2^64 addresses."""


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


_MAPPED: Final = IPv6Network("::ffff:0:0/96")
"""Addresses of IPv4, as a socket for both writes them."""


@lru_cache(maxsize=4096)
def _network(text: str) -> IPv4Network | IPv6Network:
    """A network, as addresses are compared with it."""
    found = ip_network(text)
    if isinstance(found, IPv6Network) and found.subnet_of(_MAPPED):
        low = int(found.network_address) & 0xFFFFFFFF
        return IPv4Network((low, found.prefixlen - _MAPPED.prefixlen))
    return found


def is_loopback(address: str) -> bool:
    """Whether an address, or a name to listen on, is this machine's own alone."""
    found = _parsed(address)
    return address == "localhost" if found is None else found.is_loopback


def is_within(address: str, networks: Iterable[str]) -> bool:
    """Whether an address lies in one of some networks, such as those of the proxies.

    It is the address itself, of `address_of`: what `client_of` says may be a whole network.

    >>> is_within("2001:db8::7", ["2001:db8::/64"]), is_within("203.0.113.9", ["2001:db8::/64"])
    (True, False)
    """
    found = _parsed(address)
    return found is not None and any(found in _network(one) for one in networks)


def limited(address: str) -> str:
    """What limits count an address as: itself, or of IPv6 its /64.

    >>> limited("203.0.113.9"), limited("::ffff:203.0.113.9")
    ('203.0.113.9', '203.0.113.9')
    >>> limited("2001:db8:1:2:aaaa::1") == limited("2001:db8:1:2::7")
    True
    """
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, WHOLE_IPV6), strict=False))
    return address if found is None else str(found)


def address_of(connection: HTTPConnection) -> str:
    """The address of the client of a request or a socket; empty for none."""
    return connection.client.host if connection.client else ""


def client_of(connection: HTTPConnection) -> str:
    """What limits count the client of a request or a socket as: of IPv6 a network."""
    return limited(address_of(connection))


@dataclass(frozen=True)
class KnownNames:
    """The names that a server answers to.

    A foreign page can reach a server by a name of its own that points here, and
    would read what it answers; so unknown names are refused. It cannot do so by
    an address in digits, which is its own server's or ours.

    >>> KnownNames(("localhost", "*.club.example")).holds("games.club.example:8000")
    True
    >>> KnownNames(("localhost",)).holds("evil.example")
    False
    >>> [KnownNames((), digits=known).holds("192.0.2.7:8000") for known in (True, False)]
    [True, False]
    """

    names: tuple[str, ...]
    """In lower case; `*.example.org` is all below it."""
    digits: bool = True
    """Whether all addresses in digits are known, or only those of this machine itself."""

    def holds(self, header: str) -> bool:
        """Whether a Host header, with or without a port, is known."""
        bracketed = header.startswith("[")
        name = header[1:].partition("]")[0] if bracketed else header.partition(":")[0]
        name = name.lower().rstrip(".")
        found = _parsed(name)
        if found is not None:
            return self.digits or found.is_loopback
        return any(
            name == known or (known.startswith("*.") and name.endswith(known[1:]))
            for known in self.names
        )


def known_names(host: str, others: Iterable[str] = ()) -> KnownNames:
    """The names of a server that listens on an address, with others that its operator gives.

    On a loopback address only its own, otherwise also what this machine is called.
    """
    names = {"localhost", *(other.lower() for other in others)}
    local = is_loopback(host)
    if not local:
        name = socket.gethostname().lower()
        names |= {name, f"{name}.local", socket.getfqdn().lower(), host.lower()}
    return KnownNames(tuple(sorted(names)), digits=not local)

"""Addresses and networks, as settings and requests name them."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Annotated

from pydantic import AfterValidator


def _network(address: str) -> str:
    try:
        return str(ip_network(address))
    except ValueError:
        raise ValueError("an address such as 127.0.0.1, or a network such as 10.0.0.0/8") from None


Network = Annotated[str, AfterValidator(_network)]

"""Which addresses the site may be made to call: on a public site none inside its own network."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from sixfold.webhooks.models import ADDRESS_LENGTH

Address = IPv4Address | IPv6Address


class AddressRefused(ValueError):  # noqa: N818 - a request is refused, nothing went wrong
    """Nothing is sent there; the text says why and what to do."""


def checked(url: str) -> str:
    """The address where it can be one of a webhook; raises AddressRefused. Looks nothing up."""
    if len(url) > ADDRESS_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        raise AddressRefused(_("Give an address of at most 500 plain characters."))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefused(_("This is not an address. Write it as https://host/path.")) from None
    if not parts.hostname or port == 0 or parts.scheme not in ("http", "https"):
        raise AddressRefused(_("This is not an address. Write it as https://host/path."))
    if parts.username is not None or parts.fragment:
        raise AddressRefused(_("Leave user names, passwords and # out of the address."))
    if parts.scheme == "http" and (settings.PUBLIC or not _is_loopback(parts)):
        raise AddressRefused(_("Use https, so that nobody on the way can read what is sent."))
    try:
        literal = ip_address(parts.hostname)
    except ValueError:
        return url
    refuse_inside(literal)
    return url


def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a host; raises AddressRefused, or OSError where it has none.

    Whoever calls it connects to one of the very addresses that it answers: asked again, a name
    server could say another one.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(sockaddr[0]) for *_rest, sockaddr in found]
    for address in addresses:
        refuse_inside(ip_address(address.partition("%")[0]))
    return addresses


def refuse_inside(address: Address) -> None:
    """Raise AddressRefused on a public site for what is not on the public internet."""
    if settings.PUBLIC and not all(map(_is_public, (address, *_embedded(address)))):
        raise AddressRefused(_("This address is not on the public internet."))


def _is_public(address: Address) -> bool:
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _embedded(address: Address) -> list[Address]:
    """The IPv4 addresses that an IPv6 address leads to."""
    if isinstance(address, IPv4Address):
        return []
    inside = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    return [one for one in inside if one is not None]


def _is_loopback(parts: SplitResult) -> bool:
    if parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False

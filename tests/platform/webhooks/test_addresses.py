"""The site is not made to call what is inside its own network."""

import socket
from typing import Any

import pytest
from pytest_django import Settings

from sixfold.webhooks.addresses import AddressRefused, checked, resolve

INSIDE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1",
    "::ffff:10.0.0.1", "::ffff:127.0.0.1", "2002:0a00:0001::1", "64:ff9b::a00:1",
]  # fmt: skip
OUTSIDE = ["93.184.216.34", "2606:4700:4700::1111"]


@pytest.fixture
def public(settings: Settings) -> None:
    settings.PUBLIC = True


def answering(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Have a name lead to these addresses."""

    def look_up(_host: str, port: int, **_options: Any) -> list[Any]:
        return [(None, None, None, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


@pytest.mark.parametrize("address", INSIDE)
def test_a_public_site_calls_nothing_inside(
    public: None, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    answering(monkeypatch, address)
    with pytest.raises(AddressRefused, match="public internet"):
        resolve("innocent.example.org", 443)
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(AddressRefused, match="public internet"):
        checked(f"https://{host}/")


@pytest.mark.parametrize("address", OUTSIDE)
def test_a_public_site_calls_what_is_outside(
    public: None, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    answering(monkeypatch, address)
    assert resolve("innocent.example.org", 443) == [address]


def test_one_address_inside_among_others_is_enough(
    public: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, OUTSIDE[0], INSIDE[0])
    with pytest.raises(AddressRefused):
        resolve("innocent.example.org", 443)


@pytest.mark.parametrize(
    "url",
    [
        "", "example.org", "ftp://example.org/", "https://", "https:///path", "https://[::1",
        "https://example.org:port/", "https://example.org:0/", "https://example.org:99999/",
        "https://ada:secret@example.org/", "https://example.org/#part", "https://exa mple.org/",
        "https://exämple.org/", "https://example.org/\r\nHost: x", "javascript:alert(1)",
        "http://example.org/", "http://192.168.1.1/", "https://example.org/" + "x" * 500,
    ],
)  # fmt: skip
def test_what_cannot_be_an_address_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(AddressRefused, match=r"\.$"):
        checked(url)


@pytest.mark.parametrize("host", ["localhost:8100", "127.0.0.1", "[::1]:8100"])
def test_plain_http_goes_to_this_machine_on_a_private_site_only(
    host: str, settings: Settings
) -> None:
    assert checked(f"http://{host}/")
    settings.PUBLIC = True
    with pytest.raises(AddressRefused):
        checked(f"http://{host}/")

"""One request to an address that a user has chosen: bounded in time and size, and never inwards."""

import ssl
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpcore
import httpx
from django.utils.translation import gettext as _

from sixfold.webhooks.addresses import AddressRefused, checked, resolve
from sixfold.webhooks.models import EXCERPT_LENGTH

LONGEST_S = 15.0
"""Of the whole request, however slowly an answer drips in."""
READ_BYTES = 4 * EXCERPT_LENGTH
"""Of an answer; the rest is not waited for."""

SocketOptions = Iterable[Any] | None


class Undelivered(Exception):  # noqa: N818 - nothing of ours went wrong
    """There was no answer; the text says why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    text: str
    """How it begins."""


def post(url: str, body: str, headers: dict[str, str]) -> Answer:
    """Send a body and answer what came back, of whatever status; redirects are not followed.

    Raises Undelivered where there was no answer in time, or the address is refused.
    """
    deadline = time.monotonic() + LONGEST_S
    sent = {"content-type": "application/json", "user-agent": "Sixfold"}
    try:
        with (
            httpcore.ConnectionPool(ssl_context=_TLS, network_backend=_Outwards(deadline)) as pool,
            pool.stream(
                "POST",
                checked(url),
                headers=[*sent.items(), *headers.items()],
                content=body.encode(),
            ) as response,
        ):
            return Answer(response.status, _begin(response))
    except AddressRefused as refusal:
        raise Undelivered(str(refusal)) from None
    except httpcore.TimeoutException:
        raise Undelivered(
            _("No answer within %(seconds)d seconds.") % {"seconds": LONGEST_S}
        ) from None
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise Undelivered(str(error) or type(error).__name__) from None


def _begin(response: httpcore.Response) -> str:
    read = b""
    for chunk in response.iter_stream():
        read += chunk
        if len(read) >= READ_BYTES:
            break
    return read.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")


_TLS: ssl.SSLContext = httpx.create_ssl_context(trust_env=False)


class _Outwards(httpcore.NetworkBackend):
    """Connects to the address that was checked, and lets nothing take longer than the deadline."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: SocketOptions = None,
    ) -> httpcore.NetworkStream:
        addresses = resolve(host, port)
        for address in addresses:
            with suppress(httpcore.ConnectError):
                stream = self.sockets.connect_tcp(
                    address, port, _left(self.deadline), local_address, socket_options
                )
                return _Timed(stream, self.deadline)
        raise httpcore.ConnectError(
            _("Nothing answers at %(host)s, port %(port)d.") % {"host": host, "port": port}
        )


class _Timed(httpcore.NetworkStream):
    """A connection whose every step has only the time that is left of the whole."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self.stream = stream
        self.deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, _left(self.deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, _left(self.deadline))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self.stream.start_tls(ssl_context, server_hostname, _left(self.deadline))
        return _Timed(stream, self.deadline)

    def get_extra_info(self, info: str) -> Any:
        return self.stream.get_extra_info(info)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left

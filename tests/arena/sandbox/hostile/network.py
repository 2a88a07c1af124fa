"""Opens sockets of every family, and reaches for the listeners."""

import asyncio
import socket

from tests.arena.sandbox.attempts import answer, attempted, told

baits = told()


def unix() -> None:
    """The listener in the abstract namespace."""
    socket.socket(socket.AF_UNIX).connect("\0" + baits["abstract"])


def listen() -> None:
    """A port of its own."""
    socket.create_server(("127.0.0.1", 0))


families = ["PACKET", "NETLINK", "VSOCK", "ALG", "CAN", "UNIX", "INET", "INET6"]
answer(
    attempted(
        **{
            family: lambda family=family: socket.socket(
                getattr(socket, f"AF_{family}"), socket.SOCK_RAW if family == "CAN" else 1
            )
            for family in families
        }
    )
    | attempted(
        tcp=lambda: socket.create_connection(("127.0.0.1", baits["port"]), timeout=1),
        udp=lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 53)),
        name=lambda: socket.getaddrinfo("example.org", 80),
        raw=lambda: socket.socket(type=socket.SOCK_RAW, proto=socket.IPPROTO_ICMP),
        pair=socket.socketpair,
        unix=unix,
        listen=listen,
        loop=lambda: asyncio.new_event_loop().close(),
    )
)

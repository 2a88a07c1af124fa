"""A receiver on this machine, Ada's webhook that goes there, and bots to which things happen."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from sixfold.accounts.models import User
from sixfold.bots.models import Submission, Verdict
from sixfold.webhooks import services
from sixfold.webhooks.models import TOLD, Webhook
from tests.platform.entrants import passed

Enter = Callable[..., Submission]


@dataclass(frozen=True, slots=True)
class Came:
    """A request as the receiver got it."""

    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A program of Ada's that takes messages, or answers as a test wants it to."""

    url: str = ""
    status: int = 204
    answer: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    came: list[Came] = field(default_factory=list)


@pytest.fixture(scope="session")
def listening() -> Iterator[Receiver]:
    receiver = Receiver()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            receiver.came.append(Came({k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(receiver.answer)))
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, *_args: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    receiver.url = f"http://localhost:{server.server_port}/sixfold"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield receiver
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def receiver(listening: Receiver) -> Receiver:
    """The same, as if it had just begun."""
    listening.status, listening.answer = 204, b""
    listening.headers.clear()
    listening.came.clear()
    return listening


@pytest.fixture
def webhook(user: User, receiver: Receiver) -> Webhook:
    """Ada's, which is told of everything."""
    told = [one.value for one in TOLD]
    made, _secret = services.register(
        owner=user, url=receiver.url, told=told, site="https://sixfold.example.org/"
    )
    return Webhook.objects.select_related("owner").get(pk=made.pk)


@pytest.fixture
def enter(user: User) -> Enter:
    """A version of a bot whose check has just ended."""

    def enter(name: str, owner: str = "ada", verdict: Verdict = Verdict.PASSED) -> Submission:
        return passed(name, owner, plays=False, verdict=verdict)

    return enter

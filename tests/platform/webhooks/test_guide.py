"""The guide to webhooks is true: its programs verify what is sent, its example looks like it."""

import builtins
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from markdown_it import MarkdownIt

from bots_sdk import docs
from sixfold.webhooks import happenings, services
from sixfold.webhooks.models import Delivery, Webhook

from .conftest import Came, Enter, Receiver
from .test_happenings import finished

Verify = Callable[[Mapping[str, str], bytes, str], bool]


def block(info: str) -> str:
    tokens = MarkdownIt().parse(docs.text("webhooks"))
    (found,) = [one.content for one in tokens if one.type == "fence" and one.info == info]
    return found


@pytest.fixture
def verify() -> Verify:
    names: dict[str, Any] = {}
    exec(block("python verify"), names)
    found: Verify = names["is_genuine"]
    return found


@pytest.fixture
def came(webhook: Webhook, receiver: Receiver) -> Came:
    services.test(webhook)
    services.deliver_next()
    return receiver.came[0]


def test_the_guide_verifies_what_is_sent(verify: Verify, came: Came, webhook: Webhook) -> None:
    assert verify(came.headers, came.body, webhook.secret)
    assert not verify(came.headers, came.body + b" ", webhook.secret)
    assert not verify(came.headers, came.body, "whsec_" + "A" * 44)
    old = came.headers | {"webhook-timestamp": "1700000000"}
    assert not verify(old, came.body, webhook.secret)


def test_the_guide_verifies_by_either_secret(
    verify: Verify, webhook: Webhook, receiver: Receiver
) -> None:
    new = services.rotate(webhook)
    services.test(webhook)
    services.deliver_next()
    (came,) = receiver.came
    for secret in (webhook.secret, new):
        assert verify(came.headers, came.body, secret)


def test_the_guides_receiver_takes_what_is_genuine_only(
    came: Came, webhook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[int] = []

    class Served:
        """Stands for the server: hands two requests to the receiver, one of them forged."""

        def __init__(self, _address: object, receiver: Any) -> None:
            self.receiver = receiver

        def serve_forever(self) -> None:
            for body in (came.body, came.body.replace(b"test", b"fake")):
                one = object.__new__(self.receiver)
                one.headers = {**came.headers, "content-length": str(len(body))}
                one.rfile = type("File", (), {"read": lambda _self, _n, body=body: body})()
                one.send_response, one.end_headers = answers.append, lambda: None
                one.do_POST()

    monkeypatch.setenv("WEBHOOK_SECRET", webhook.secret)
    monkeypatch.setattr("http.server.HTTPServer", Served)
    printed: list[Any] = []
    names = {"print": lambda *words: printed.append(words), "__builtins__": builtins}
    exec(block("python verify") + block("python receiver"), names)
    assert answers == [204, 400]
    assert printed == [("test", {"webhook": webhook.pk})]


def test_the_guides_message_looks_like_one(webhook: Webhook, enter: Enter) -> None:
    finished(enter("swift"), enter("slow", "bob"))
    happenings.note()
    real = json.loads(Delivery.objects.get(happening="match.finished").body)
    shown = json.loads(block("json message"))
    assert real.keys() == shown.keys()
    assert real["data"].keys() == shown["data"].keys()
    assert real["data"]["seats"][0].keys() == shown["data"]["seats"][0].keys()

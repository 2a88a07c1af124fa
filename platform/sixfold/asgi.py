"""The web application as an ASGI server sees it: Django behind a limit on what is sent to it."""

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")

# As the ASGI specification has them.
Scope = dict[str, Any]
Event = Mapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def limited(app: Application, most: int) -> Application:
    """Answer 413 to a request whose body is longer than `most` bytes.

    Django would write the whole of it to disk before any view or upload handler sees it.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return

        received = 0

        async def receive_some() -> Event:
            nonlocal received
            event = await receive()
            if event["type"] == "http.request":
                received += len(event.get("body", b""))
                if received > most:
                    await refuse(scope, send, most)
                    # To Django the visitor is gone: it drops what it has and does nothing.
                    return {"type": "http.disconnect"}
            return event

        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and int(declared) > most:
            await refuse(scope, send, most)
        else:
            await app(scope, receive_some, send)

    return application


async def refuse(scope: Scope, send: Send, most: int) -> None:
    """Answer that the request is too large, by nothing of Django: a page, or to programs JSON."""
    limit = f"A request has at most {most / 1e6:g} MB, and a bot at most 1 MB."
    if scope["path"].startswith("/api/"):
        problem: dict[str, Any] = {"code": "too-large", "detail": limit, "line": None, "errors": []}
        kind, text = b"application/json", json.dumps(problem)
    else:
        kind = b"text/html; charset=utf-8"
        text = (
            "<!doctype html><title>Too large · Sixfold</title><h1>This is too large</h1>"
            f"<p>{limit} Go back and choose a smaller file: nothing was submitted.</p>"
        )
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send(
        {
            "type": "http.response.start",
            "status": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "headers": headers,
        }
    )
    await send({"type": "http.response.body", "body": text.encode()})


application = limited(get_asgi_application(), settings.MAX_REQUEST_BYTES)

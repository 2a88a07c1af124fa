"""The web application as an ASGI server sees it: Django behind limits on what is sent to it."""

import gc
import json
import os
from asyncio import Semaphore
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, gettext, override

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixfold.settings")

# As the ASGI specification has them.
Scope = dict[str, Any]
Event = Mapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

AT_ONCE = 16
"""Requests that one process works on: some wait for the database or the store of records."""


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


def in_turn(app: Application, at_once: int) -> Application:
    """Work on so many requests at once; the others wait, without a thread, for their turn.

    Two hundred threads hinder each other: the page of a match took 90 ms of CPU time instead of 35.
    A request comes in once its whole body is here, however slowly that was sent, and leaves when
    its answer begins, however long a stream that becomes.
    """
    gate = Semaphore(at_once)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        inside = False

        async def receive_on() -> Event:
            nonlocal inside
            event = await receive()
            if event["type"] == "http.request" and not event.get("more_body") and not inside:
                await gate.acquire()
                inside = True
            return event

        def leave() -> None:
            nonlocal inside
            if inside:
                inside = False
                gate.release()

        async def send_on(event: Event) -> None:
            leave()
            await send(event)

        try:
            await app(scope, receive_on, send_on)
        finally:
            leave()

    return application


async def refuse(scope: Scope, send: Send, most: int) -> None:
    """Answer that the request is too large, by no view of Django's: a page, or to programs JSON."""
    with override(get_language_from_request(ASGIRequest(scope, BytesIO()))):
        limit = gettext("A request has at most %(most)g MB, and a bot at most 1 MB.") % {
            "most": most / 1e6
        }
        page = render_to_string("413.html", {"limit": limit})
    if scope["path"].startswith("/api/"):
        problem: dict[str, Any] = {"code": "too-large", "detail": limit, "line": None, "errors": []}
        kind, text = b"application/json", json.dumps(problem)
    else:
        kind, text = b"text/html; charset=utf-8", page
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send(
        {
            "type": "http.response.start",
            "status": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "headers": headers,
        }
    )
    await send({"type": "http.response.body", "body": text.encode()})


def load() -> Application:
    """Django with all its pages, ready for the first visitor."""
    django: Application = get_asgi_application()
    # Only now that the apps are loaded.
    from sixfold.warming import warm

    warm()
    # All of it stays: to look at it again took a tenth of a second at every sixtieth page.
    gc.freeze()
    # Each page leaves thousands of objects in circles. To clear them away at every sixth page, not
    # at every thirteenth, costs the same and halves how long it holds one up: 35 ms, not 70.
    gc.set_threshold(*gc.get_threshold()[:2], 4)
    return django


application = limited(in_turn(load(), AT_ONCE), settings.MAX_REQUEST_BYTES)

"""Requests that are too large are refused before Django stores them, and many take turns."""

import json
from asyncio import Event, TaskGroup, sleep
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.template import engines

from sixfold.api.docs import described
from sixfold.asgi import in_turn, limited
from sixfold.bots.kit import wheel
from sixfold.warming import warm


def test_the_first_visitor_waits_for_nothing_that_stays_the_same() -> None:
    warm()
    loader, *_rest = engines["django"].engine.template_loaders  # type: ignore[attr-defined]
    assert {
        "413.html",
        "ladder/home.html",
        "matches/match.html",
    } <= loader.get_template_cache.keys()
    assert wheel.cache_info().currsize == described.cache_info().currsize == 1


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers with the size of what it was sent."""
    size, more = 0, True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            return
        size += len(event["body"])
        more = event["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


def status(
    chunks: Iterable[bytes], *headers: tuple[bytes, bytes], path: str = "/submit/"
) -> tuple[int, bytes]:
    """What the application answers to a body in these chunks, with at most ten bytes allowed."""
    parts = list(chunks)
    events = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)}
        for number, part in enumerate(parts, 1)
    ]
    sent: list[Any] = []

    async def receive() -> Any:
        return events.pop(0)

    async def send(event: Any) -> None:
        sent.append(event)

    scope: Any = {"type": "http", "method": "POST", "path": path, "headers": headers}
    async_to_sync(limited(echo, 10))(scope, receive, send)
    start, body = sent
    return start["status"], body["body"]


def test_a_request_within_the_limit_passes() -> None:
    assert status([b"12345", b"67890"], (b"content-length", b"10")) == (200, b"10")


def test_a_length_that_is_declared_too_large_is_refused_unread() -> None:
    code, body = status([], (b"content-length", b"11"))
    assert code == 413
    assert b"too large" in body


@pytest.mark.parametrize("headers", [(), ((b"content-length", b"5"),)])
def test_a_body_is_counted_whatever_its_header_says(headers: tuple[Any, ...]) -> None:
    assert status([b"12345", b"67890", b"1", b"2"], *headers)[0] == 413


def test_a_program_is_told_of_the_limit_in_the_shape_of_every_problem() -> None:
    code, body = status([], (b"content-length", b"11"), path="/api/v1/bots")
    assert code == 413
    assert json.loads(body)["code"] == "too-large"
    assert set(json.loads(body)) == {"code", "detail", "line", "errors"}


Send = Callable[[Any], Awaitable[None]]


class Visitor:
    """Sends a request when told to, and notes what came of it."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.sends, self.inside, self.finishes = Event(), Event(), Event()

    async def visit(self) -> None:
        async def receive() -> Any:
            await self.sends.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(event: Any) -> None:
            pass

        await self.app({"type": "http", "visitor": self}, receive, send)


async def page(scope: Any, receive: Any, send: Send) -> None:
    """Reads the request, begins to answer, and goes on until its visitor has enough."""
    visitor = scope["visitor"]
    await receive()
    visitor.inside.set()
    await visitor.finishes.wait()
    await send({"type": "http.response.start"})
    await Event().wait()


async def entered(*visitors: Visitor) -> list[bool]:
    """Who is inside once nobody can go on."""
    for _ in range(20):
        await sleep(0)
    return [visitor.inside.is_set() for visitor in visitors]


def test_a_place_is_taken_by_whole_requests_until_their_answer_begins() -> None:
    async_to_sync(_places)()


async def _places() -> None:
    app = in_turn(page, 1)
    slow, first, second = (Visitor(app) for _ in range(3))
    async with TaskGroup() as visits:
        tasks = [visits.create_task(one.visit()) for one in (slow, first, second)]
        first.sends.set()
        assert await entered(slow, first, second) == [False, True, False]
        second.sends.set()
        assert await entered(slow, first, second) == [False, True, False]
        first.finishes.set()
        assert await entered(slow, first, second) == [False, True, True], "its stream goes on"
        slow.sends.set()
        assert await entered(slow) == [False]
        tasks[2].cancel()
        assert await entered(slow) == [True], "who breaks off leaves the place"
        for task in tasks:
            task.cancel()

"""Calls of a server's API, and what went wrong with them in sentences."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from importlib.metadata import version
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpx

PATIENCE_S = 30
"""For one answer."""
API = "/api/v1"


class ServerError(Exception):
    """A call that came to nothing; the text says why and what to do."""


class Unreachable(ServerError):  # noqa: N818 - it is, and that is all there is to it
    """The server, or the way to it, failed."""


class Refused(ServerError):  # noqa: N818 - nothing went wrong
    """The server did not do what it was asked; `code` is its word for the reason."""

    def __init__(self, sentence: str, status: int, code: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code


class Server:
    """One server, with the token of one user or without; to be used in a `with`."""

    def __init__(self, address: str, token: str = "") -> None:
        # Here: most commands have no use for it, and a bot in its sandbox has not got it.
        import httpx

        self.address = address
        headers = {"User-Agent": f"sixfold/{version('sixfold')}"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._http = httpx.Client(base_url=address + API, headers=headers, timeout=PATIENCE_S)
        self._failed = (httpx.TransportError, httpx.InvalidURL)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._http.close()

    def get(self, path: str, **asked: object) -> Any:
        """What a path of the API answers; raises ServerError."""
        params = {name: value for name, value in asked.items() if value is not None}
        return self._json(self._send("GET", path, params=params))

    def download(self, path: str) -> bytes:
        """The bytes that a path of the API answers; raises ServerError."""
        return self._send("GET", path).content

    def upload(self, path: str, filename: str, data: bytes, **fields: str) -> Any:
        """What the API answers to a file in a form; raises ServerError."""
        return self._json(self._send("POST", path, files={"file": (filename, data)}, data=fields))

    def _send(self, method: str, path: str, **options: Any) -> "httpx.Response":
        with self._told():
            response = self._http.request(method, path, **options)
        if response.is_redirect:
            elsewhere = address_of(response.headers["Location"])
            raise Unreachable(f"{self.address} sends to {elsewhere}: name that as the server.")
        if response.is_error:
            raise self._refusal(response)
        return response

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except self._failed as error:
            reason = str(error).rstrip(".") or type(error).__name__
            raise Unreachable(
                f"{self.address} cannot be reached: {reason}. Is the address right, the server"
                " running, and this machine connected?"
            ) from error

    def _json(self, response: "httpx.Response") -> Any:
        try:
            return response.json()
        except ValueError as error:
            raise Unreachable(
                f"{self.address} does not answer as a Sixfold server does. Is the address right?"
            ) from error

    def _refusal(self, response: "httpx.Response") -> ServerError:
        """What an answer says that is no success."""
        problem = self._json(response)
        if not isinstance(problem, dict) or not {"code", "detail"} <= problem.keys():
            return Unreachable(f"{self.address} answers with {response.status_code} only.")
        sentence = str(problem["detail"])
        if response.status_code == HTTPStatus.UNAUTHORIZED:
            sentence += f" It is at {self.address}/account/tokens/; then log in with it."
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return Unreachable(f"{self.address} cannot answer now: {sentence}")
        return Refused(sentence, response.status_code, str(problem["code"]))


def address_of(text: str) -> str:
    """A server's address, as short as it may be typed or as long as it is pasted.

    ``bots.example.org``, ``localhost:8000`` and ``https://bots.example.org/ladder/`` will do.
    Raises ValueError for what names no server.
    """
    named = "://" in text
    parts = urlsplit(text if named else f"//{text}")
    host = parts.hostname
    if not host or len(text.split()) > 1 or (named and parts.scheme not in ("http", "https")):
        raise ValueError(f"{text!r} is not the address of a server, such as https://example.org.")
    here = host in ("localhost", "::1") or host.startswith("127.")
    scheme = parts.scheme if named else "http" if here else "https"
    return f"{scheme}://{parts.netloc.rpartition('@')[2]}"

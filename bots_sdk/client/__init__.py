"""A Sixfold server as a program sees it: its API, and the tokens that open it."""

from bots_sdk.client.server import Refused, Server, ServerError, Unreachable, address_of

__all__ = ["Refused", "Server", "ServerError", "Unreachable", "address_of"]

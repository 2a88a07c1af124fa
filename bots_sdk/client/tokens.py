"""The tokens of this user, a line for each server, in a file that nobody else can read."""

import os
from pathlib import Path


def file() -> Path:
    """Where tokens are kept."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home, "sixfold", "token")


def saved() -> dict[str, str]:
    """Tokens by the address of their server; who was logged in to last comes first."""
    try:
        lines = file().read_text("utf-8").splitlines()
    except FileNotFoundError:
        return {}
    return {pair[0]: pair[1] for line in lines if len(pair := line.split()) == 2}


def keep(address: str, token: str) -> None:
    """Keep the token of a server, in place of the one before; raises OSError."""
    _write({address: token} | {server: old for server, old in saved().items() if server != address})


def forget(address: str) -> bool:
    """Throw the token of a server away; whether there was one. Raises OSError."""
    tokens = saved()
    known = tokens.pop(address, None) is not None
    if known:
        _write(tokens)
    return known


def _write(tokens: dict[str, str]) -> None:
    path = file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    # Nobody else's from the start, and whole or not there at all.
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as writer:
        writer.writelines(f"{server} {token}\n" for server, token in tokens.items())
    new.replace(path)

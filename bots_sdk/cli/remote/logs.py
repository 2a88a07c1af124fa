"""``sixfold logs``: what one's bots printed at a match, or all their errors since the upload."""

from typing import Annotated, Any

import typer
from rich.markup import escape

from bots_sdk.cli.remote.connection import (
    JsonOption,
    ServerOption,
    address,
    connected,
    token,
)
from bots_sdk.cli.remote.place import MatchArgument, Place, place
from bots_sdk.cli.remote.status import own_bots
from bots_sdk.cli.terminal import err, out
from bots_sdk.client import Server

LAST_LINES = 15
"""Of the log of a match that was lost by an error: where the traceback lies."""
ERRORS = 20


def logs(
    match: MatchArgument = None,
    bot: Annotated[str | None, typer.Option(help="One of your bots; else all of them.")] = None,
    server: ServerOption = None,
    json: JsonOption = False,
) -> None:
    """Show what your bots printed at a match; without one, their errors since their last upload."""
    at = place(match) if match else None
    with connected((at and at.server) or server, member=True) as site:
        if at:
            found = site.get(f"/matches/{at.match}/logs")
        else:
            found = [error for one in own_bots(site, bot) for error in _errors(site, one)]
    if json:
        out.print_json(data=found)
    elif at:
        _show_log(found)
    else:
        _show_errors(found)


def printed(at: Place, seat: int, turn: int) -> str:
    """What a seat printed on one turn, for its owner; empty for others, or where nothing was."""
    if not token(address(at.server)):
        return ""
    with connected(at.server) as site:
        logs = site.get(f"/matches/{at.match}/logs")
    mine = [line for log in logs if log["seat"] == seat for line in log["lines"]]
    return "".join(line["text"] for line in mine if line["turn"] == turn)


def _errors(site: Server, bot: dict[str, Any]) -> list[dict[str, Any]]:
    """How the newest version of a bot has failed: in its check, then in matches."""
    (newest,) = site.get(f"/bots/{bot['id']}/versions", limit=1)["items"]
    version = site.get(f"/bots/{bot['id']}/versions/{newest['number']}")
    found = [
        {"bot": bot["id"], "match": None, "url": version["url"], **step}
        for step in version["steps"]
        if step["state"] == "failed"
    ]
    asked = {"bot": bot["id"], "result": "error", "since": "upload", "limit": ERRORS}
    for match in site.get("/matches", **asked)["items"]:
        seat = next(seat for seat in match["seats"] if seat["bot"] == bot["id"])
        printed = site.get(f"/matches/{match['id']}/logs")
        lines = [line for log in printed if log["seat"] == seat["number"] for line in log["lines"]]
        found.append(
            {
                "bot": bot["id"],
                "match": match["id"],
                "url": match["url"],
                "message": f"{seat['ending']}: {seat['detail']}",
                "log": lines[-LAST_LINES:],
            }
        )
    return found


def _show_log(logs: list[dict[str, Any]]) -> None:
    if not logs:
        err.print("None of your bots played there.")
    for log in logs:
        out.print(f"[bold]{escape(log['bot'])}[/], seat {log['seat']}")
        if not log["lines"]:
            out.print("  [dim]It printed nothing.[/]")
        _show_lines(log["lines"])


def _show_lines(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        turn = f"turn {line['turn']}" if line["turn"] >= 0 else "start"
        for text in line["text"].splitlines():
            out.print(f"  [dim]{turn:>8}[/]  {escape(text)}")


def _show_errors(errors: list[dict[str, Any]]) -> None:
    if not errors:
        out.print("[green]✔[/] No errors since the last upload.")
    for error in errors:
        where = f"match {error['match']}" if error["match"] else "its check"
        out.print(f"[bold red]✖[/] [bold]{escape(error['bot'])}[/] in {where}: {error['url']}")
        out.print(f"  {escape(error['message'] or '')}")
        for text in (error.get("traceback"), error.get("position")):
            out.print("\n".join(f"    {escape(line)}" for line in (text or "").splitlines()))
        _show_lines(error.get("log", []))

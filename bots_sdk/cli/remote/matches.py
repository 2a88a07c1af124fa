"""``sixfold matches``: the list of matches, with the filters of the site."""

from typing import Annotated, Any

import typer

from bots_sdk.cli.remote.connection import JsonOption, ServerOption, connected, token
from bots_sdk.cli.remote.tables import show
from bots_sdk.cli.terminal import out


def matches(
    bot: Annotated[str | None, typer.Option(help="As owner/name; by default all of yours.")] = None,
    opponent: Annotated[str | None, typer.Option(help="As owner/name.")] = None,
    result: Annotated[str | None, typer.Option(help="won, tied, lost or error.")] = None,
    cause: Annotated[str | None, typer.Option(help='Why it was out, such as "cpu time".')] = None,
    version: Annotated[int | None, typer.Option(min=1, help="Of the bot.")] = None,
    since_upload: Annotated[bool, typer.Option(help="Since the bot's last upload.")] = False,
    kind: Annotated[str | None, typer.Option(help="ladder, trial, challenge, tournament.")] = None,
    status: Annotated[str | None, typer.Option(help="queued, running, finished, void.")] = None,
    tag: Annotated[str | None, typer.Option(help="One of your own, from the site.")] = None,
    everybody: Annotated[bool, typer.Option("--all", help="Everybody's, not only yours.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many.")] = 25,
    server: ServerOption = None,
    json: JsonOption = False,
) -> None:
    """List matches, the newest first: yours, one bot's, or everybody's."""
    with connected(server) as site:
        mine = not (bot or tag or everybody) and token(site.address)
        page = site.get(
            "/matches",
            bot=bot,
            owner=site.get("/me")["username"] if mine else None,
            opponent=opponent,
            result=result,
            cause=cause,
            version=version,
            since="upload" if since_upload else None,
            kind=kind,
            status=status,
            tag=tag,
            limit=limit,
        )
    if json:
        out.print_json(data=page)
        return
    if not page["items"]:
        out.print("There are no such matches.")
        return
    show(
        ("match", "status", "result", "turns", "played"),
        [_row(match) for match in page["items"]],
        right="match turns",
    )
    if page["older"]:
        out.print(f"  There are older ones: --limit shows more than {limit}.")


def _row(match: dict[str, Any]) -> list[object]:
    by_place = sorted(match["seats"], key=lambda seat: (seat["place"] or 0, seat["number"]))
    played = (match["finished_at"] or match["created_at"])[:16].replace("T", " ")
    return [
        match["id"],
        match["status"],
        ", ".join(map(_seat, by_place)),
        match["turns"],
        played,
    ]


def _seat(seat: dict[str, Any]) -> str:
    score = "" if seat["score"] is None else f" {seat['score']}"
    out_because = f" ({seat['ending']})" if seat["ending"] not in (None, "finished") else ""
    return f"{seat['bot']} v{seat['version']}{score}{out_because}"

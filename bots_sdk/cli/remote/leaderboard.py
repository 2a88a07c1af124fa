"""``sixfold leaderboard``: who is how strong."""

from typing import Annotated, Any

import typer

from bots_sdk.cli.remote.connection import JsonOption, ServerOption, connected
from bots_sdk.cli.remote.tables import rating, show
from bots_sdk.cli.terminal import fail, out


def leaderboard(
    ladder: Annotated[
        str | None, typer.Option(help="Its name in addresses; by default the main one.")
    ] = None,
    q: Annotated[
        str | None, typer.Option("--find", help="Part of a bot's or owner's name.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many.")] = 25,
    server: ServerOption = None,
    json: JsonOption = False,
) -> None:
    """Show the leaderboard; the rating of a bot without a rank is provisional."""
    with connected(server) as site:
        if ladder is None:
            ladders = site.get("/ladders")
            if not ladders:
                fail(f"{site.address} has no leaderboard yet.")
            ladder = str(ladders[0]["slug"])
        page = site.get(f"/ladders/{ladder}/standings", q=q, limit=limit)
    if json:
        out.print_json(data=page)
        return
    show(
        ("rank", "bot", "rating", "games", "won", "drawn", "lost", "win %", "points", "errors"),
        [_row(one) for one in page["items"]],
        right="rank games won drawn lost win % points errors",
    )


def _row(one: dict[str, Any]) -> list[object]:
    return [
        one["rank"],
        f"{one['bot']} v{one['version']}",
        rating(one),
        one["games"],
        one["wins"],
        one["draws"],
        one["losses"],
        f"{one['win_percent']:.1f}",
        f"{one['points_per_game']:.1f}",
        one["errors"],
    ]

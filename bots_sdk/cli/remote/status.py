"""``sixfold status``: one's bots, what became of their newest versions, and the queue."""

from typing import Annotated, Any

import typer

from bots_sdk.cli.remote.connection import JsonOption, ServerOption, connected
from bots_sdk.cli.remote.tables import rating, show
from bots_sdk.cli.terminal import out
from bots_sdk.client import Server


def status(
    bot: Annotated[str | None, typer.Argument(help="One of your bots; else all of them.")] = None,
    server: ServerOption = None,
    json: JsonOption = False,
) -> None:
    """Show your bots: which version plays and how strong it is, and what waits for its check."""
    with connected(server, member=True) as site:
        bots = [_look_at(site, one) for one in own_bots(site, bot)]
        queue = site.get("/server")["queue"]
    if json:
        out.print_json(data={"bots": bots, "queue": queue})
        return
    if bots:
        show(
            ("bot", "plays", "rank", "rating", "games", "newest", "state"),
            [_row(one) for one in bots],
            right="rank games",
        )
    else:
        out.print("You have no bots yet: sixfold submit BOT enters one.")
    out.print(f"  {_queue(queue)}")


def own_bots(site: Server, name: str | None = None) -> list[dict[str, Any]]:
    """The bots that the user manages, or the one of this name; ServerError where there is none."""
    if name:
        owner, slash, slug = name.lower().rpartition("/")
        return [site.get(f"/bots/{owner if slash else site.get('/me')['username']}/{slug}")]
    found: list[dict[str, Any]] = site.get("/bots", managed=True, limit=100)["items"]
    return found


def _look_at(site: Server, bot: dict[str, Any]) -> dict[str, Any]:
    (newest,) = site.get(f"/bots/{bot['id']}/versions", limit=1)["items"]
    standings = site.get(f"/bots/{bot['id']}/standings")
    playing = [one for one in standings if one["version"] == bot["playing"]]
    if newest["progress"] in ("queued", "running"):
        newest = site.get(f"/bots/{bot['id']}/versions/{newest['number']}")
    return {**bot, "newest": newest, "standings": playing}


def _row(bot: dict[str, Any]) -> list[object]:
    standing = next(iter(bot["standings"]), None)
    newest = bot["newest"]
    return [
        bot["id"],
        f"v{bot['playing']}" if bot["playing"] else None,
        standing and standing["rank"],
        rating(standing),
        standing and standing["games"],
        f"v{newest['number']}",
        state(newest),
    ]


def state(version: dict[str, Any]) -> str:
    """How far a version has come; one that waits is never called failed."""
    match version["progress"]:
        case "queued":
            queue = version["queue"]
            return f"waits for its check, place {queue['place']}, about {queue['wait_s']:.0f} s"
        case "running":
            return "is being checked"
        case "finished":
            return str(version["verdict"])
        case _:
            return "could not be checked: the site's staff has to look"


def _queue(queue: dict[str, Any]) -> str:
    wait = queue["wait_s"]
    about = f", about {wait:.0f} s" if wait else ""
    return f"{queue['running']} matches are being played, {queue['queued']} wait{about}."

"""A game as one web page that needs no network: the site's viewer with everything in it.

Modules, styles, pictures, camera buttons and the help are the site's own files; what depends on the
game is written here, in the form that ``matches/viewer.js`` expects.
"""

import base64
import json
import re
from html import escape
from itertools import starmap
from pathlib import Path
from string import Template
from typing import Any

from arena.record import Record
from arena.replay import replay
from arena.tiles import TILES
from bots_sdk.ending import result
from bots_sdk.viewer.parts import (
    events,
    eyes,
    graph,
    knowing_eyes,
    left,
    mark,
    move_row,
    seat_card,
    totals,
    unseen,
)

FOLDER = Path(__file__).parent
PACKED = FOLDER / "site"
# In the wheel these files lie beside this one (pyproject.toml), in a checkout where the site is.
SITE = PACKED if PACKED.exists() else FOLDER.parents[1] / "platform" / "sixfold"

STYLES = ("static/css/site.css", "matches/static/matches/viewer.css")
MODULES = {
    "js/site": "static/js/site.js",
    **{
        f"matches/{name}": f"matches/static/matches/{name}.js"
        for name in ("position", "geometry", "board", "panels", "actions", "textboard", "viewer")
    },
}
SPRITES = ("templates/includes/_sprite.html", "matches/templates/matches/_icons.html")


def page(record: Record) -> str:
    """The page as HTML; raises RecordError where the game does not keep to the rules."""
    shown = replay(record)
    names = [seat.name for seat in record.seats]
    moves = shown["moves"]
    scores = totals(moves, len(names))
    missed = left(moves, len(names))
    return Template((FOLDER / "page.html").read_text("utf-8")).substitute(
        title=escape(" \N{EN DASH} ".join(names)),
        styles="\n".join(map(_site, STYLES)),
        modules=_script({"imports": {name: _module(path) for name, path in MODULES.items()}}),
        sprites="".join(map(_english, SPRITES)),
        camera=_english("matches/templates/matches/_camera.html"),
        keys=_english("matches/templates/matches/_keys.html"),
        marks="".join(starmap(mark, events(moves, scores).items())),
        turns=len(moves),
        hands="".join(starmap(eyes, enumerate(names)))
        + "".join(starmap(knowing_eyes, enumerate(names))),
        many="many" if len(names) > 2 else "",
        seats="".join(
            seat_card(seat, player, shown) for seat, player in enumerate(shown["players"])
        ),
        tiles=record.ruleset.copies * len(TILES),
        most=max(1, *scores[-1]),
        graph=graph(scores),
        most_left=max(1, *missed[-1]),
        left=graph(missed),
        unseen=unseen(moves, record.ruleset.copies),
        moves="".join(
            move_row(number, move, names[move["p"]], total)
            for number, (move, total) in enumerate(zip(moves, scores[1:], strict=True), 1)
        ),
        result=escape(result(record)),
        replay=_script(shown),
    )


def _site(path: str) -> str:
    return (SITE / path).read_text("utf-8")


def _module(path: str) -> str:
    """A module as an address, as the page must not load a second file."""
    return f"data:text/javascript;base64,{base64.b64encode(_site(path).encode()).decode()}"


def _script(data: Any) -> str:
    """JSON that cannot end the element that it stands in."""
    return json.dumps(data).replace("<", "\\u003c")


def _english(path: str) -> str:
    """One of the site's templates that hold nothing but texts to translate."""
    text = re.sub(r"""\{% translate (["'])(.*?)\1 %\}""", r"\2", _site(path))
    return re.sub(r"\{% load .*? %\}\n?", "", text)

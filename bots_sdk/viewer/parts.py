"""The parts of the viewer's page that depend on the game, in the form that its modules expect."""

from collections import Counter
from html import escape
from typing import Any

from arena.tiles import TILES, Color, Shape, Tile

SHAPES = {
    Shape.CIRCLE: "circle",
    Shape.SQUARE: "square",
    Shape.DIAMOND: "diamond",
    Shape.CLOVER: "clover",
    Shape.CROSS: "cross-star",
    Shape.STAR: "starburst",
}

EVENTS = {
    "forfeit": "forfeit",
    "qwirkle": "Qwirkle",
    "trade": "trade",
    "lead": "new leader",
}


def _tile(notation: str, *, named: bool = True) -> str:
    tile = Tile.parse(notation)
    told = f"<title>{_name(tile)}</title>" if named else ""
    role = 'role="img"' if named else 'aria-hidden="true"'
    return (
        f'<svg class="tile ink-{tile.color}" viewBox="0 0 100 100" {role}>{told}'
        f'<use href="#q-{tile.shape}"/><text class="letter" x="50" y="60">{tile.color}</text></svg>'
    )


def _name(tile: Tile) -> str:
    return f"{Color(tile.color).name.lower()} {SHAPES[tile.shape]}"


def totals(moves: list[dict[str, Any]], seats: int) -> list[tuple[int, ...]]:
    """The scores after each number of moves."""
    scores = [0] * seats
    after = [tuple(scores)]
    for move in moves:
        scores[move["p"]] += move["pts"]
        after.append(tuple(scores))
    return after


def left(moves: list[dict[str, Any]], seats: int) -> list[tuple[int, ...]]:
    """What each seat has left on the table after each number of moves."""
    return totals([{"p": move["p"], "pts": _missed(move)} for move in moves], seats)


def _missed(move: dict[str, Any]) -> int:
    best, bonus = move.get("best", 0), move.get("bonus", 0)
    return max(0, int(best - (move["pts"] - bonus)))


def _qwirkles(move: dict[str, Any]) -> int:
    return sum(len(line["cells"]) == 6 for line in move.get("lines", ()))


def mark(number: int, event: str) -> str:
    """A mark on the scrubber."""
    return (
        f'<a class="mark {event}" href="#t{number}" data-turn="{number}" tabindex="-1"'
        f' title="Turn {number}: {EVENTS[event]}">'
        f'<svg class="icon"><use href="#e-{event}"/></svg></a>'
    )


def events(moves: list[dict[str, Any]], scores: list[tuple[int, ...]]) -> dict[int, str]:
    """The turns that deserve a mark with the weightiest reason; ``scores`` as of ``totals``."""
    found: dict[int, str] = {}
    leader: int | None = None
    for number, (move, total) in enumerate(zip(moves, scores[1:], strict=True), 1):
        before = leader
        # Between two rounds only: within one, whoever has just moved is one turn ahead.
        if number % len(total) == 0 and total.count(max(total)) == 1:
            leader = total.index(max(total))
        if move["type"] in ("forfeit", "trade"):
            found[number] = move["type"]
        elif _qwirkles(move):
            found[number] = "qwirkle"
        elif before is not None and leader != before:
            found[number] = "lead"
    return found


def eyes(seat: int, name: str) -> str:
    """The choice to see this seat's hand alone."""
    return f'<option value="{seat}">{escape(name)}</option>'


def knowing_eyes(seat: int, name: str) -> str:
    """The choice to see what this seat could know."""
    return f'<option value="knows-{seat}">what {escape(name)} could know</option>'


def _marker(seat: int) -> str:
    return f'<svg class="marker seat-{seat}" aria-hidden="true"><use href="#seat-{seat}"/></svg>'


def seat_card(seat: int, player: dict[str, Any], shown: dict[str, Any]) -> str:
    """A player with name, score and hand; ``shown`` is the replay."""
    out = player["ending"] != "finished"
    place, score = shown["places"][seat], shown["scores"][seat]
    return (
        f'<li class="seat seat-{seat}{" is-out" * out}" data-seat="{seat}" data-over>'
        f'<div class="seat-head">{_marker(seat)}'
        f'<span class="seat-name">{escape(player["name"])}</span>'
        '<span class="seat-gain" data-gain></span>'
        f'<span class="badge seat-place{" gold" * (place == 1)}" data-place>#{place}</span>'
        f'<strong class="seat-score" data-score>{score}</strong></div>'
        '<div class="tiles hand" data-hand></div>'
        + (
            f'<p class="seat-out" data-out>Out: {escape(player["ending"])}.'
            f" {escape(player['detail'])}</p>"
            if out
            else ""
        )
        + "</li>"
    )


def graph(values: list[tuple[int, ...]]) -> str:
    """A value of each seat over the turns, as the inside of a graph."""
    most, last = max(1, *values[-1]), len(values) - 1
    lines = (
        " ".join(f"{turn},{most - value}" for turn, value in enumerate(of_seat))
        for of_seat in zip(*values, strict=True)
    )
    return (
        "".join(
            f'<polyline class="seat-{seat}" points="{corners}"/>'
            for seat, corners in enumerate(lines)
        )
        + f'<line class="cursor" y2="{most}" x1="{last}" x2="{last}" data-cursor/>'
    )


def unseen(moves: list[dict[str, Any]], copies: int) -> str:
    """The 36 kinds with how many of each never came onto the board."""
    placed = Counter(tile for move in moves for *_, tile in move.get("tiles", ()))
    return "".join(
        f'<li data-tile="{tile}" data-count="{copies - placed[str(tile)]}">{_tile(str(tile))}'
        f"<b>{copies - placed[str(tile)]}</b></li>"
        for tile in TILES
    )


def move_row(number: int, move: dict[str, Any], name: str, total: tuple[int, ...]) -> str:
    """A turn in the list of moves; ``total`` are the scores after it."""
    tiles = [tile for *_, tile in move.get("tiles", ())] or move.get("give", [])
    pictures = "".join(_tile(tile, named=False) for tile in tiles)
    what = {
        "pass": "pass",
        "forfeit": "out",
        "trade": f'<svg class="icon"><use href="#e-trade"/></svg>{pictures}',
    }.get(move["type"], pictures)
    qwirkles = _qwirkles(move)
    times = f"{qwirkles}\N{MULTIPLICATION SIGN} " if qwirkles > 1 else ""
    badge = f'<span class="badge gold">{times}Qwirkle</span>' if qwirkles else ""
    missed = _missed(move)
    less = f'<span class="missed">\N{MINUS SIGN}{missed}</span>' if missed else ""
    points = f"+{move['pts']}" if move["type"] == "place" else ""
    return (
        f'<li><a class="move" href="#t{number}" data-turn="{number}" data-by="{move["p"]}">'
        f'<span class="move-number" aria-hidden="true">{number}</span>{_marker(move["p"])}'
        f'<span class="tiles {move["type"]}" aria-hidden="true">{what}</span>'
        f'<span class="move-points" aria-hidden="true">{points}</span>'
        f'<span class="move-note" aria-hidden="true">{badge}{less}</span>'
        f'<span class="move-ms" aria-hidden="true">{move["ms"]:.0f}<small> ms</small></span>'
        '<span class="visually-hidden" data-sentence>'
        f"{escape(_sentence(number, move, name, total))}</span></a></li>"
    )


def _sentence(number: int, move: dict[str, Any], name: str, total: tuple[int, ...]) -> str:
    match move["type"]:
        case "place":
            tiles = ", ".join(_name(Tile.parse(tile)) for *_, tile in move["tiles"])
            did = f"places {tiles} for {move['pts']} points"
        case "trade":
            did = f"trades {len(move['give'])} tiles"
        case "pass":
            did = "has no move and passes"
        case _:
            did = f"is out: {move['cause']}"
    return f"Turn {number}: {name} {did}. Score {' to '.join(map(str, total))}."

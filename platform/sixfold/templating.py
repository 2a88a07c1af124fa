"""Template tags and filters that every page knows without loading them."""

import json
from collections.abc import Iterable
from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext_lazy

from arena.player import Ending
from arena.ruleset import CLASSIC, EXTENDED, SCHMIDT
from arena.tiles import Color, Shape, Tile

register = template.Library()

COLORS = {
    Color.RED: pgettext_lazy("tile", "red"),
    Color.ORANGE: pgettext_lazy("tile", "orange"),
    Color.YELLOW: pgettext_lazy("tile", "yellow"),
    Color.GREEN: pgettext_lazy("tile", "green"),
    Color.BLUE: pgettext_lazy("tile", "blue"),
    Color.PURPLE: pgettext_lazy("tile", "purple"),
}
SHAPES = {
    Shape.CIRCLE: pgettext_lazy("tile", "circle"),
    Shape.SQUARE: pgettext_lazy("tile", "square"),
    Shape.DIAMOND: pgettext_lazy("tile", "diamond"),
    Shape.CLOVER: pgettext_lazy("tile", "clover"),
    Shape.CROSS: pgettext_lazy("tile", "cross-star"),
    Shape.STAR: pgettext_lazy("tile", "starburst"),
}

ENDINGS = {
    Ending.FINISHED: pgettext_lazy("ending", "finished"),
    Ending.ILLEGAL: pgettext_lazy("ending", "illegal move"),
    Ending.MALFORMED: pgettext_lazy("ending", "malformed answer"),
    Ending.EXITED: pgettext_lazy("ending", "exited"),
    Ending.CPU_TIME: pgettext_lazy("ending", "cpu time"),
    Ending.WALL_TIME: pgettext_lazy("ending", "wall time"),
    Ending.LINE_TOO_LONG: pgettext_lazy("ending", "line too long"),
    Ending.UNSOLICITED: pgettext_lazy("ending", "unsolicited output"),
    Ending.STDERR_LIMIT: pgettext_lazy("ending", "stderr limit"),
    Ending.RESIGNED: pgettext_lazy("ending", "resigned"),
}
"""In two or three words, for a badge."""
EDITIONS = {
    CLASSIC.name: pgettext_lazy("edition of the rules", "classic"),
    SCHMIDT.name: pgettext_lazy("edition of the rules", "schmidt"),
    EXTENDED.name: pgettext_lazy("edition of the rules", "extended"),
}

# What a visitor may have chosen, and so what a cookie may say. The first is the default.
APPEARANCE = {
    "theme": ("system", "light", "dark"),
    "palette": ("safe", "classic"),
    "letters": ("off", "on"),
}


def tile_name(tile: Tile) -> str:
    """The tile in words, such as "red circle"."""
    return gettext("%(color)s %(shape)s") % {
        "color": COLORS[tile.color],
        "shape": SHAPES[tile.shape],
    }


@register.simple_tag
def tile(notation: str | Tile) -> SafeString:
    """One tile as an inline picture: {% tile "Rc" %}."""
    this = notation if isinstance(notation, Tile) else Tile.parse(notation)
    return format_html(
        '<svg class="tile ink-{color}" viewBox="0 0 100 100" role="img"><title>{name}</title>'
        '<use href="#q-{shape}"/><text class="letter" x="50" y="60">{color}</text></svg>',
        color=this.color.value,
        shape=this.shape.value,
        name=tile_name(this),
    )


@register.simple_tag
def plain_tile(notation: str) -> SafeString:
    """The same without its name, where a sentence beside it tells what it is."""
    return format_html(
        '<svg class="tile ink-{color}" viewBox="0 0 100 100" aria-hidden="true">'
        '<use href="#q-{shape}"/><text class="letter" x="50" y="60">{color}</text></svg>',
        color=notation[0],
        shape=notation[1],
    )


@register.simple_tag
def board(tiles: Iterable[tuple[int, int, str]], fresh: int = 0, close: bool = False) -> SafeString:
    """A whole board as one picture: {% board tiles %} with an (x, y, "Rc") for each tile.

    The last `fresh` tiles have rings; `close` shows no more of the table than there are tiles. One
    cell is 100 units wide; y grows upwards in the rules and downwards on a screen.
    """
    placed = list(tiles)
    return format_html(
        '<svg class="board" viewBox="{}" role="img" aria-label="{}">'
        '{}<g class="pieces">{}</g>{}</svg>',
        _view_box([(x, y) for x, y, _tile in placed], *((1, 1) if close else (12, 8))),
        ngettext("Board with %d tile", "Board with %d tiles", len(placed)) % len(placed),
        mark_safe(
            '<rect class="dots" x="-9999" y="-9999" width="19998" height="19998"'
            ' fill="url(#q-dots)"/>'
        ),
        format_html_join(
            "",
            '<g class="ink-{}" transform="translate({} {})"><title>{}</title>'
            '<use href="#q-{}"/><text class="letter" x="50" y="60">{}</text></g>',
            (
                (name[0], 100 * x, -100 * y, tile_name(Tile.parse(name)), name[1], name[0])
                for x, y, name in placed
            ),
        ),
        format_html_join(
            "",
            '<rect class="ring" x="{}" y="{}" width="100" height="100" rx="19"/>',
            ((100 * x, -100 * y) for x, y, _name in placed[len(placed) - fresh :]),
        ),
    )


def _view_box(cells: list[tuple[int, int]], columns_at_least: int, rows_at_least: int) -> str:
    """All cells and a margin, or at least so many cells; matches/geometry.js frames it alike."""
    columns = [x for x, _y in cells] or [0]
    rows = [-y for _x, y in cells] or [0]
    left, width = _span(columns, columns_at_least)
    top, height = _span(rows, rows_at_least)
    return f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}"


def _span(positions: list[int], least: int) -> tuple[float, float]:
    low, high = 100 * min(positions) - 120, 100 * max(positions) + 220
    length = max(high - low, 100 * least)
    return (low + high - length) / 2, length


@register.simple_tag
def contact() -> str:
    """Where a link to whoever runs the site leads; empty where they have not said."""
    return str(settings.CONTACT)


@register.simple_tag(takes_context=True)
def appearance(context: Context) -> SafeString:
    """The visitor's choices as attributes of <html>, so that no page flashes another theme.

    A page for other sites has them from its address instead, as `dressed`.
    """
    request = context.get("request")
    said = context.get("dressed") or (request.COOKIES if request is not None else {})
    chosen = ((name, said.get(name, "")) for name in APPEARANCE)
    return format_html_join(
        " ", 'data-{}="{}"', [(n, v) for n, v in chosen if v in APPEARANCE[n][1:]]
    )


@register.simple_tag(takes_context=True)
def navlink(context: Context, name: str, text: str, under: str = "") -> SafeString:
    """A link that knows when it leads to the page it stands on, or to another one `under` it."""
    url = reverse(name)
    request = context.get("request")
    current = request is not None and request.path.startswith(under or url)
    return format_html(
        '<a href="{}"{}>{}</a>', url, mark_safe(' aria-current="page"') if current else "", text
    )


@register.simple_tag(takes_context=True)
def modules(context: Context, *names: str, lazy: str = "") -> SafeString:
    """The page's ES modules, by their static path without ".js".

    Those in `lazy`, with spaces between, are fetched by the others once they are needed.

    Manifest storage renames files but leaves `import` statements alone, so modules import each
    other by these bare names and an import map, which has to precede them, says where they are.
    """
    urls = {name: static(f"{name}.js") for name in (*names, *lazy.split())}
    nonce = getattr(context.get("request"), "csp_nonce", "")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>{}',
        nonce,
        mark_safe(json.dumps({"imports": urls}).replace("<", "\\u003c")),
        format_html_join(
            "", '<script type="module" src="{}"></script>', ([urls[name]] for name in names)
        ),
    )


@register.filter
def ended(ending: str) -> str:
    """How a seat's game ended, in the visitor's language and short enough for a badge."""
    return str(ENDINGS[Ending(ending)])


@register.filter
def edition(ruleset: str) -> str:
    """The name of an edition of the rules, in the visitor's language."""
    return str(EDITIONS[ruleset])


@register.filter
def belongs_to(bot: Any, user: Any) -> bool:
    """Whether a visitor owns a bot, or is in its team."""
    return bool(bot.is_of(user))


@register.filter
def rating(elo: float | None) -> str:
    """A rating in whole Elo points, and a dash for none."""
    return "\N{EN DASH}" if elo is None else f"{elo:.0f}"


@register.filter
def change(elo: float | None, digits: int = 0) -> str:
    """A change of a rating in Elo points with its sign, and a dash for none."""
    if elo is None:
        return "\N{EN DASH}"
    text = number_format(f"{elo:+.{digits}f}").replace("-", "\N{MINUS SIGN}")
    return text if any(digit in "123456789" for digit in text) else text[1:]


@register.filter
def duration(ms: float) -> str:
    """Milliseconds as people read them: "0.3 ms", "35 ms", "1.2 s"."""
    if ms < 0.1:
        return f"< {number_format('0.1')} ms"
    if ms >= 1000:
        return f"{number_format(f'{ms / 1000:.1f}')} s"
    return f"{number_format(f'{ms:.0f}' if ms >= 10 else f'{ms:.1f}')} ms"


@register.filter
def wait(seconds: float | None) -> str:
    """A time to wait, roughly as people say it: "3 s", "5 min", "2 h"; a dash where unknown."""
    if seconds is None:
        return "\N{EN DASH}"
    if seconds < 60:
        return gettext("%(seconds)d s") % {"seconds": max(1, round(seconds))}
    if seconds < 5400:
        return gettext("%(minutes)d min") % {"minutes": round(seconds / 60)}
    return gettext("%(hours)d h") % {"hours": round(seconds / 3600)}

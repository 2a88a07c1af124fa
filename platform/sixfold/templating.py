"""Template tags and filters that every page knows without loading them."""

import json
from typing import Any

from django import template
from django.template.context import Context
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy

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
        '<use href="#q-tile"/><use href="#q-{shape}"/>'
        '<text class="letter" x="50" y="60">{color}</text></svg>',
        color=this.color.value,
        shape=this.shape.value,
        name=tile_name(this),
    )


@register.simple_tag(takes_context=True)
def appearance(context: Context) -> SafeString:
    """The visitor's choices as attributes of <html>, so that no page flashes another theme."""
    request = context.get("request")
    cookies = request.COOKIES if request is not None else {}
    chosen = ((name, cookies.get(name, "")) for name in APPEARANCE)
    return format_html_join(
        " ", 'data-{}="{}"', [(n, v) for n, v in chosen if v in APPEARANCE[n][1:]]
    )


@register.simple_tag(takes_context=True)
def navlink(context: Context, name: str, text: str) -> SafeString:
    """A link that knows when it leads to the page it stands on."""
    try:
        url = reverse(name)
    except NoReverseMatch:
        return SafeString("")
    request = context.get("request")
    current = request is not None and request.path.startswith(url)
    return format_html(
        '<a href="{}"{}>{}</a>', url, mark_safe(' aria-current="page"') if current else "", text
    )


@register.simple_tag(takes_context=True)
def modules(context: Context, *names: str) -> SafeString:
    """The page's ES modules, by their static path without ".js".

    Manifest storage renames files but leaves `import` statements alone, so modules import each
    other by these bare names and an import map, which has to precede them, says where they are.
    """
    urls = {name: static(f"{name}.js") for name in names}
    nonce = getattr(context.get("request"), "csp_nonce", "")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>{}',
        nonce,
        mark_safe(json.dumps({"imports": urls}).replace("<", "\\u003c")),
        format_html_join(
            "", '<script type="module" src="{}"></script>', ([url] for url in urls.values())
        ),
    )


@register.filter
def rating(value: Any) -> str:
    """A rating in whole Elo points."""
    return "–" if value is None else f"{value:.0f}"

"""The documentation that an author needs to enter a bot; its figures are the code's own."""

from importlib.metadata import version

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from arena.limits import Limits
from arena.ruleset import CLASSIC, RULESETS
from arena.sandbox.limiting import PROCESSES
from arena.tiles import TILES, Color, Shape
from bots_sdk import archives, scan
from bots_sdk import docs as pages
from sixfold.bots import example
from sixfold.bots.figures import FIGURES
from sixfold.bots.kit import wheel
from sixfold.templating import COLORS, SHAPES
from sixfold.workers.models import packages

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
# A table that is wider than a telephone scrolls by itself.
_TABLE = '<div class="table-scroll"><table class="table">'
_MARKDOWN.add_render_rule("table_open", lambda *_: _TABLE)
_MARKDOWN.add_render_rule("table_close", lambda *_: "</table></div>")
# Code that is wider than the page scrolls too, so keys must reach it. A corner is no head.
_CODE, _CORNER = ("<pre>", '<pre tabindex="0">'), ("<th></th>", "<td></td>")


@login_not_required
@require_safe
def quickstart(request: HttpRequest) -> HttpResponse:
    """Five steps from nothing to a rated bot."""
    address = request.build_absolute_uri(reverse("kit"))
    context = {"example": example.SOURCE, "kit": address, "public": settings.PUBLIC}
    return render(request, "bots/docs/quickstart.html", context)


@login_not_required
@require_safe
def kit(request: HttpRequest) -> HttpResponse:
    """The kit, for ``pip install`` with this very address."""
    return HttpResponse(wheel(), content_type="application/zip")


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The game, with pictures of tiles."""
    colors = [
        {
            "name": COLORS[color],
            "letter": color.value,
            "tiles": [tile for tile in TILES if tile.color is color],
        }
        for color in Color
    ]
    shapes = [{"name": SHAPES[shape], "letter": shape.value} for shape in Shape]
    context = {
        "ruleset": CLASSIC,
        "editions": RULESETS.values(),
        "colors": colors,
        "shapes": shapes,
        "figures": FIGURES,
    }
    return render(request, "bots/docs/rules.html", context)


@login_not_required
@require_safe
def limits(request: HttpRequest) -> HttpResponse:
    """What a bot may spend and do, and what happens otherwise."""
    given = Limits()
    context = {
        "start": _time(given.start_cpu_ms),
        "bank": _time(given.bank_ms),
        "increment": _time(given.increment_ms),
        "wall_factor": number_format(f"{given.wall_factor:g}"),
        "wall_floor": _time(given.wall_floor_ms),
        "waiting": _time(given.waiting_ms),
        "threads": PROCESSES,
        "memory": _size(given.memory_bytes),
        "log": _size(given.log_bytes),
        "flood": _size(given.log_flood_bytes),
        "upload": _size(archives.UPLOAD_BYTES),
        "files": archives.ENTRIES,
        "source": _size(scan.SOURCE_BYTES),
        "packages": packages(),
        "bots_per_owner": settings.BOTS_PER_OWNER,
        "uploads_per_hour": settings.UPLOADS_PER_HOUR,
        "challenges_open": settings.CHALLENGES_OPEN,
        "challenge_matches": settings.CHALLENGE_MATCHES_PER_DAY,
        "play_open": settings.PLAY_OPEN,
        "play_turns": settings.PLAY_TURNS_PER_HOUR,
        "play_days": settings.PLAY_IDLE_DAYS,
    }
    return render(request, "bots/docs/limits.html", context)


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this site is, how it keeps games fair, and what it keeps of its visitors."""
    given = Limits()
    context = {
        "version": version("sixfold"),
        "start": _time(given.start_cpu_ms),
        "bank": _time(given.bank_ms),
        "increment": _time(given.increment_ms),
        "memory": _size(given.memory_bytes),
    }
    return render(request, "bots/docs/about.html", context)


@login_not_required
@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """A page of the kit's own documentation, which authors also have on their machine."""
    text = _MARKDOWN.render(pages.text(name)).replace(*_CODE).replace(*_CORNER)
    context = {"title": pages.TITLES[name], "text": mark_safe(text)}
    return render(request, "bots/docs/page.html", context)


def _time(ms: float) -> str:
    number, unit = (ms / 1000, "s") if ms >= 1000 else (ms, "ms")
    return f"{number_format(f'{number:g}')} {unit}"


def _size(count: int) -> str:
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} kB"

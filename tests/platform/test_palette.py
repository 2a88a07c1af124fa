"""The colours of the style sheets, measured: tiles apart for every eye, texts and marks legible."""

import itertools
import math
import re
from pathlib import Path

import pytest

import sixfold

CSS = (Path(sixfold.__file__).parent / "static/css/site.css").read_text()
FACE = "#2a2e35"
"""The lighter end of a tile's face."""

Rgb = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
OKLAB_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def linear(color: str) -> Rgb:
    digits = color.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    channels = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return red, green, blue


def times(matrix: tuple[tuple[float, ...], ...], color: Rgb) -> Rgb:
    first, second, third = (
        sum(factor * channel for factor, channel in zip(row, color, strict=True)) for row in matrix
    )
    return first, second, third


def oklab(color: Rgb) -> Rgb:
    long, medium, short = (max(0.0, cone) ** (1 / 3) for cone in times(OKLAB_LMS, color))
    return times(OKLAB, (long, medium, short))


def distance(one: str, other: str, vision: str) -> float:
    """OKLab distance times 100, as someone with this vision sees the two colours."""
    seen = (
        oklab(tuple(min(1.0, max(0.0, c)) for c in times(VISIONS[vision], linear(color))))  # type: ignore[arg-type]
        for color in (one, other)
    )
    return 100 * math.dist(*seen)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    lights = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in map(linear, (one, other))
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def declared(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", block))


def palette(selector: str) -> list[str]:
    block = CSS[CSS.index(selector) :].partition("}")[0]
    return [value for name, value in declared(block).items() if name.startswith("tile-")]


def themed(theme: str) -> dict[str, str]:
    """Every custom property of :root as one theme has it."""
    found = {}
    for name, value in declared(CSS[CSS.index(":root {") :].partition("\n}")[0]).items():
        pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
        found[name] = pair[1 if theme == "light" else 2] if pair else value
    return found


@pytest.mark.parametrize("vision", VISIONS)
def test_the_safe_palette_is_told_apart_with_every_vision(vision: str) -> None:
    colors = palette(":root {")

    assert len(colors) == 6
    assert min(distance(*pair, vision) for pair in itertools.combinations(colors, 2)) >= 12


def test_the_classic_palette_is_not_safe_which_is_why_it_is_no_default() -> None:
    colors = palette('[data-palette="classic"] {')

    assert min(distance(*pair, "deuteranopia") for pair in itertools.combinations(colors, 2)) < 12


@pytest.mark.parametrize("selector", [":root {", '[data-palette="classic"] {'])
def test_every_shape_stands_out_from_its_tile(selector: str) -> None:
    assert min(contrast(color, FACE) for color in palette(selector)) >= 3


TEXTS = [
    *itertools.product(("text", "muted", "accent", "bad"), ("surface", "bg", "sunken", "raised")),
    ("text", "accent-soft"),
    *itertools.product(
        ("accent", "muted"), ("accent-soft", "gold-soft", "ok-soft", "warn-soft", "bad-soft")
    ),
    ("bad", "accent-soft"),
    ("accent-ink", "accent"),
    ("gold-ink", "gold"),
    ("gold-text", "gold-soft"),
    ("gold-text", "surface"),
    ("ok", "ok-soft"),
    ("warn", "warn-soft"),
    ("bad", "bad-soft"),
    ("text", "ok-soft"),
    ("text", "bad-soft"),
    ("text", "gold-soft"),
    ("text", "warn-soft"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "paper"), TEXTS)
def test_texts_badges_and_pills_are_legible(theme: str, ink: str, paper: str) -> None:
    colors = themed(theme)

    assert contrast(colors[ink], colors[paper]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("seat", range(6))
def test_the_colours_of_seats_stand_out_wherever_they_are_used(theme: str, seat: int) -> None:
    colors = themed(theme)
    color = colors[f"seat-{seat}"]

    assert contrast(color, colors["surface"]) >= 4.5, "points in a pill"
    assert contrast(color, colors["table-inner"]) >= 3, "ring on the table"
    assert contrast(color, colors["table-outer"]) >= 3, "ring on the table"
    assert contrast(color, colors["ring-inner"]) >= 3, "the two tones of a ring"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_borders_of_fields_and_graph_lines_are_visible(theme: str) -> None:
    colors = themed(theme)

    assert contrast(colors["line-strong"], colors["surface"]) >= 3
    assert contrast(colors["line-strong"], colors["raised"]) >= 3

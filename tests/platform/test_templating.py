"""The template tags and filters that every page knows."""

import json
import re
from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.template.loader import get_template
from django.test import Client, RequestFactory

from arena.tiles import TILES


def rendered(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_a_tile_is_a_picture_with_a_name() -> None:
    picture = rendered('{% tile "Gx" %}')

    assert "<title>green cross-star</title>" in picture
    assert 'href="#q-x"' in picture
    assert 'class="tile ink-G"' in picture


def test_every_kind_of_tile_has_a_name_of_its_own() -> None:
    names = {re.search("<title>(.*)</title>", rendered("{% tile t %}", t=t))[1] for t in TILES}  # type: ignore[index]

    assert len(names) == 36


def test_text_that_is_no_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="not a tile"):
        rendered('{% tile "Qq" %}')


def test_a_board_shows_every_tile_with_y_upwards() -> None:
    picture = rendered("{% board tiles %}", tiles=[(0, 0, "Rc"), (0, 1, "Rq"), (-1, 0, "Bc")])

    assert 'aria-label="Board with 3 tiles"' in picture
    assert re.findall(r'transform="translate\((.*?)\)"><title>(.*?)<', picture) == [
        ("0 0", "red circle"),
        ("0 -100", "red square"),
        ("-100 0", "blue circle"),
    ]


@pytest.mark.parametrize("tiles", [[], [(0, 0, "Rc")], [(-9, 4, "Rc"), (8, -7, "Rq")]])
def test_the_frame_of_a_board_has_at_least_12_by_8_cells_and_holds_every_tile(
    tiles: list[tuple[int, int, str]],
) -> None:
    picture = rendered("{% board tiles %}", tiles=tiles)
    left, top, width, height = map(int, re.search(r'viewBox="(.*?)"', picture)[1].split())  # type: ignore[index]

    assert width >= 1200
    assert height >= 800
    for x, y, _tile in tiles:
        assert left + 100 <= 100 * x <= left + width - 200
        assert top + 100 <= -100 * y <= top + height - 200


def test_the_page_wears_what_its_visitor_chose() -> None:
    request = RequestFactory().get("/")
    request.COOKIES = {"theme": "dark", "palette": "classic"}

    assert (
        rendered("{% appearance %}", request=request) == 'data-theme="dark" data-palette="classic"'
    )


def test_a_choice_that_there_is_not_is_ignored() -> None:
    request = RequestFactory().get("/")
    request.COOKIES = {"theme": '"><script>', "palette": "safe"}

    assert rendered("{% appearance %}", request=request) == ""
    assert rendered("{% appearance %}") == ""


def test_modules_are_named_in_an_import_map_before_the_first_of_them() -> None:
    html = rendered(
        '{% modules "js/site" "matches/board" %}', request=SimpleNamespace(csp_nonce="n0")
    )
    head, _, rest = html.partition("</script>")

    assert head.startswith('<script type="importmap" nonce="n0">')
    assert json.loads(head.partition(">")[2])["imports"] == {
        "js/site": "/static/js/site.js",
        "matches/board": "/static/matches/board.js",
    }
    assert rest.count('<script type="module"') == 2


def test_a_link_knows_the_page_it_stands_on() -> None:
    here = RequestFactory().get("/matches/7/")
    elsewhere = RequestFactory().get("/submit/")
    link = '{% navlink "matches" "Matches" %}'

    assert rendered(link, request=here) == '<a href="/matches/" aria-current="page">Matches</a>'
    assert rendered(link, request=elsewhere) == '<a href="/matches/">Matches</a>'


@pytest.mark.parametrize(("elo", "text"), [(1684.4, "1684"), (None, "–"), (-3.6, "-4")])  # noqa: RUF001
def test_a_rating_is_told_in_whole_points(elo: float | None, text: str) -> None:
    assert rendered("{{ elo|rating }}", elo=elo) == text


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0.02, "&lt; 0.1 ms"),
        (0.31, "0.3 ms"),
        (9.94, "9.9 ms"),
        (35.4, "35 ms"),
        (1234.0, "1.2 s"),
    ],
)
def test_a_duration_is_told_as_exactly_as_matters(ms: float, text: str) -> None:
    assert rendered("{{ ms|duration }}", ms=ms) == text


@pytest.mark.django_db
def test_an_unknown_address_gets_a_page_of_ours(client: Client) -> None:
    response = client.get("/nowhere/")

    assert response.status_code == 404
    assert "There is nothing at this address" in response.text


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_a_page_for_what_went_wrong_needs_no_request(name: str) -> None:
    page = get_template(f"{name}.html").render()

    assert page.count("<h1>") == 1
    assert 'href="/"' in page

"""A game against a bot, on a desk and on a phone: a tile is tapped, then a cell."""

from collections.abc import Iterator

import pytest
import pytest_django
from django.core.cache import caches
from django.test import Client
from playwright.sync_api import Locator, Page, ViewportSize, expect

from arena.moves import Move, Placement
from arena.player import InProcess
from arena.tiles import Tile
from sixfold.accounts.models import User
from sixfold.bots.models import Bot
from sixfold.play import services
from sixfold.play.asking import ask
from sixfold.play.models import Sitting
from sixfold.play.table import Act
from tests.browser.conftest import Gallery, greedy

DESK = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=360, height=740)
FINGER = 44


def answer() -> None:
    """Have the bots answer until the person is on move."""
    while turn := services.claim():
        sitting = Sitting.objects.with_chairs().get(pk=turn.sitting_id)
        seat = sitting.table.game.to_move
        assert seat is not None
        said = ask(InProcess(greedy), sitting.table, free=0, stop=bool)
        services.keep(turn, Act(seat, said.move, said.cpu_ms, said.wall_ms))


@pytest.fixture
def game(
    gallery: Gallery,
    page: Page,
    monkeypatch: pytest.MonkeyPatch,
    django_db_blocker: pytest_django.DjangoDbBlocker,
) -> Iterator[Sitting]:
    """Pia's game against the wanderer, always the same; she is on move, in her own browser."""
    monkeypatch.setattr("secrets.token_bytes", lambda size: bytes([2]) * size)
    monkeypatch.setattr("secrets.randbelow", lambda _below: 0)
    # Of a game with this number in the world of another test.
    caches["local"].clear()
    with django_db_blocker.unblock():
        pia, _made = User.objects.get_or_create(username="pia")
        bot = Bot.objects.select_related("active__bot").get(slug="wanderer")
        assert bot.active is not None
        begun = services.begin(by=pia, opponent=bot.active)
        answer()
        client = Client()
        client.force_login(pia)
        page.context.add_cookies(
            [
                {
                    "name": "sessionid",
                    "value": client.cookies["sessionid"].value,
                    "url": gallery.address,
                }
            ]
        )
        yield Sitting.objects.with_chairs().get(pk=begun.pk)
        begun.delete()


def longest(game: Sitting) -> Placement:
    """The placement of the most tiles."""
    moves: list[Move] = list(game.table.game.legal_moves())
    return max((m for m in moves if isinstance(m, Placement)), key=lambda move: len(move.tiles))


def held(page: Page, tile: Tile) -> Locator:
    """A tile of the hand that is not laid out."""
    shape = f".ink-{tile.color} use[href='#q-{tile.shape}']"
    return page.locator(f".held button:enabled:has({shape})").first


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_move_is_made_by_tapping_and_the_game_becomes_a_replay(
    game: Sitting, gallery: Gallery, page: Page, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    # The camera is where it goes to at once.
    page.emulate_media(reduced_motion="reduce")
    page.goto(gallery.address + game.get_absolute_url())
    confirm = page.locator(".acts [type=submit]")
    move = longest(game)
    before = len(game.turns)
    for tile, (x, y) in zip(move.tiles, move.cells, strict=True):
        held(page, tile).click()
        cell = page.locator(f"[data-cell='{x},{y}']")
        expect(cell).to_be_visible()
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER
        cell.click()
    expect(confirm).to_have_text(f"Confirm +{game.table.game.judge(move)}")
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]

    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".laid")).to_have_count(len(move.tiles) - 1)
    held(page, move.tiles[-1]).focus()
    page.keyboard.press("Enter")
    page.locator(f"[data-cell='{x},{y}']").focus()
    page.keyboard.press("Enter")
    expect(confirm).to_be_enabled()
    confirm.click()

    rows = page.locator("[data-moves] [data-turn]")
    expect(rows).to_have_count(before + 1)
    expect(page.locator("[data-told]")).to_contain_text("waits for a worker")
    answer()
    expect(page.locator("[data-told]")).to_have_text("It is your turn: choose a tile.")
    expect(page.locator("[data-live]")).to_contain_text("wanderer places")

    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Resign for good").click()
    expect(page.locator("[data-result]")).to_contain_text("wanderer wins")
    expect(page.locator("replay-viewer")).to_be_visible()


@pytest.mark.django_db
def test_a_visitor_is_led_from_a_bot_over_the_login_to_a_game(gallery: Gallery, page: Page) -> None:
    page.goto(f"{gallery.address}/bots/ada/wanderer/")
    page.get_by_role("link", name="Play against it").click()
    page.wait_for_url("**/accounts/login/?next=/play/ada/wanderer/")

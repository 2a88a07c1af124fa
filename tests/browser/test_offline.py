"""The page that `sixfold replay --html` writes, opened from a file."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arena.record import frames
from bots_sdk.viewer import page as offline
from tests.browser.conftest import Gallery

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["record", "crowded_record"])
def test_a_game_is_watched_without_a_server(
    gallery: Gallery, page: Page, tmp_path: Path, game: str
) -> None:
    record = getattr(gallery, game)
    file = tmp_path / "game.html"
    file.write_text(offline(record), "utf-8")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(f"{file.as_uri()}#t7")
    page.wait_for_selector("html[data-ready]")

    after = list(frames(record))[6].after
    expect(page.locator("[data-turn-number]")).to_have_text("7")
    scores = page.locator("[data-score]").all_inner_texts()
    assert tuple(map(int, scores)) == after.scores
    assert int(page.locator("[data-bag]").inner_text()) == after.bag_count
    tiles = page.locator("qwirkle-board .pieces > g:not([hidden])")
    expect(tiles).to_have_count(len(after.board))
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/game.html#t8")
    page.keyboard.press("End")
    expect(page.locator("[data-result]")).to_contain_text(" : ")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Keys").click()
    expect(page.locator("#keys")).to_be_visible()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []

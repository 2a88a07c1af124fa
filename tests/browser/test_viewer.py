"""Watching a finished match."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.asgi import get_asgi_application
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Browser, Page, expect
from pytest_django import Settings

from arena.record import Record, dumps, frames
from arena.replay import replay
from sixfold.matches import replays
from sixfold.matches.models import Match
from sixfold.matches.story import Story, tell
from tests.browser.conftest import Gallery, serving

Watch = Callable[..., Page]

# Without a test that asks for one, pytest-django makes no test database: the gallery needs it.
pytestmark = pytest.mark.django_db


@pytest.fixture
def record(gallery: Gallery) -> Record:
    return gallery.record


@pytest.fixture
def watch(gallery: Gallery, page: Page) -> Watch:
    """Open a match, that of two unless said otherwise, at a turn if need be."""

    def watch(turn: str = "", match: Match = gallery.match) -> Page:
        page.goto(f"{gallery.address}{match.get_absolute_url()}{turn}")
        return ready(page)

    return watch


def ready(page: Page) -> Page:
    page.wait_for_selector("html[data-ready]")
    return page


def tiles_on(page: Page) -> int:
    return page.locator("qwirkle-board .pieces > g:not([hidden])").count()


def turn_of(page: Page) -> int:
    return int(page.locator("[data-turn-number]").inner_text())


def test_a_finished_match_opens_at_its_end(watch: Watch, record: Record) -> None:
    page = watch()

    assert turn_of(page) == len(record.turns)
    scores = page.locator("[data-score]").all_inner_texts()
    assert tuple(map(int, scores)) == record.outcome.scores
    expect(page.locator("[data-result]")).to_contain_text("wins")


def test_buttons_and_keys_step_through_the_turns(watch: Watch, record: Record) -> None:
    page = watch()
    last = len(record.turns)

    page.get_by_role("button", name="First turn").click()
    assert (turn_of(page), tiles_on(page)) == (0, 0)
    page.keyboard.press("ArrowRight")
    assert (turn_of(page), tiles_on(page)) == (1, len(record.turns[0].move.tiles))  # type: ignore[union-attr]
    page.keyboard.press("l")
    assert turn_of(page) == 2
    page.keyboard.press("j")
    assert turn_of(page) == 1
    page.get_by_role("button", name="Last turn").click()
    assert turn_of(page) == last
    page.get_by_role("button", name="Back one turn").click()
    assert turn_of(page) == last - 1
    page.keyboard.press("Home")
    assert turn_of(page) == 0


def told(page: Page) -> tuple[list[str], ...]:
    """What is said of the turns: rows, sentences, marks, and the lines of the score graph."""
    rows = page.locator("[data-moves] li").evaluate_all(
        "all => all.map(row => row.textContent.replace(/\\s/g, ''))"
    )
    marks = page.locator(".mark").evaluate_all(
        "all => all.map(m => m.className + m.hash + m.title)"
    )
    graph = page.locator("[data-graph] polyline").evaluate_all(
        "all => all.map(l => l.getAttribute('points'))"
    )
    return rows, marks, graph


@pytest.mark.parametrize("crowded", [False, True])
def test_a_match_grows_while_it_is_played_and_then_is_a_replay(
    watch: Watch, gallery: Gallery, page: Page, crowded: bool
) -> None:
    match = gallery.crowded_match if crowded else gallery.match
    watch("", match)
    over = told(page)
    so_far = replays.shown(match)
    moves = so_far["moves"]
    so_far["moves"] = moves[:9]
    for unknown in ("end", "places", "scores"):
        del so_far[unknown]
    for player in so_far["players"]:
        del player["ending"], player["detail"]
    request = RequestFactory().get(match.get_absolute_url())
    request.user = AnonymousUser()
    context = {"match": match, "replay": so_far, "story": tell(so_far)}
    text = render_to_string("matches/match.html", context, request)
    page.route("**/matches/*/", lambda route: route.fulfill(body=text, content_type="text/html"))
    watch("", match)
    viewer = page.locator("replay-viewer")

    assert turn_of(page) == 9
    viewer.evaluate("(viewer, move) => viewer.append(move)", moves[9])
    assert turn_of(page) == 10
    page.keyboard.press("ArrowLeft")
    viewer.evaluate("(viewer, moves) => Promise.all(moves.map(m => viewer.append(m)))", moves[10:])
    assert turn_of(page) == 9  # who looks back is left there
    assert told(page) == over

    expect(page.locator(".about")).not_to_contain_text(story_of(match).end)
    page.unroute("**/matches/*/")
    viewer.evaluate("(viewer) => viewer.load(location.pathname)")
    expect(page.locator(".about")).to_contain_text(story_of(match).end)
    assert turn_of(page) == 9
    assert told(page) == over


def story_of(match: Match) -> Story:
    return tell(replays.shown(match))


def test_every_position_is_the_one_that_the_rules_give(watch: Watch, record: Record) -> None:
    page = watch()

    shown: list[dict[str, Any]] = page.evaluate(
        """async () => {
            const { timeline } = await import("matches/position");
            const replay = JSON.parse(document.querySelector("#replay").textContent);
            const { tiles, positions } = timeline(replay, 108);
            return positions.map(({ placed, hands, scores, bag, toMove }) => ({
                board: tiles.slice(0, placed), hands, scores, bag, toMove,
            }));
        }"""
    )

    games = [frame.before for frame in frames(record)]
    games.append(list(frames(record))[-1].after)
    for position, game in zip(shown, games, strict=True):
        assert {(x, y): tile for x, y, tile in position["board"]} == {
            cell: str(tile) for cell, tile in game.board.items()
        }
        assert [sorted(hand) for hand in position["hands"]] == [
            sorted(map(str, hand)) for hand in game.hands
        ]
        assert tuple(position["scores"]) == game.scores
        assert position["bag"] == game.bag_count
        assert position["toMove"] == game.to_move


def test_the_panels_follow_the_turn(watch: Watch, record: Record) -> None:
    page = watch("#t7")
    after = list(frames(record))[6].after

    scores = page.locator("[data-score]").all_inner_texts()
    assert tuple(map(int, scores)) == after.scores
    assert int(page.locator("[data-bag]").inner_text()) == after.bag_count
    expect(page.locator(f"[data-seat='{after.to_move}']")).to_have_class(re.compile("to-move"))
    expect(page.locator("[data-moves] [aria-current]")).to_have_attribute("data-turn", "7")
    expect(page.locator("[data-live]")).to_contain_text("Turn 7:")
    unseen = sum(map(int, page.locator(".unseen b").all_inner_texts()))
    assert unseen == 108 - len(after.board)
    rings = page.locator("qwirkle-board .ring:not(.inner)")
    assert rings.count() == len(record.turns[6].move.tiles)  # type: ignore[union-attr]


def test_a_link_leads_to_its_turn_and_follows_it(watch: Watch) -> None:
    page = watch("#t12")
    assert turn_of(page) == 12

    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/#t13")
    page.evaluate("location.hash = '#t3'")
    expect(page.locator("[data-turn-number]")).to_have_text("3")


def test_a_turn_that_does_not_exist_shows_the_nearest(watch: Watch, record: Record) -> None:
    assert turn_of(watch("#t9999")) == len(record.turns)


def test_the_link_to_a_turn_is_copied(watch: Watch) -> None:
    page = watch("#t12")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    page.get_by_role("button", name="Copy the link to this turn").click()

    expect(page.locator("[data-toast]")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/#t12")


def test_on_a_phone_more_comes_into_sight_and_a_turn_is_shared_as_phones_do(watch: Watch) -> None:
    page = watch("#t12")
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate(
        """() => {
            navigator.share = (what) => Promise.resolve((document.body.dataset.shared = what.url));
            window.matchMedia = () => ({ matches: true });
        }"""
    )
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="Keys", exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="Copy the link to this turn").click()
    expect(page.locator("body")).to_have_attribute("data-shared", re.compile("/#t12$"))


def test_events_are_marked_and_jumped_between(watch: Watch, record: Record) -> None:
    page = watch("#t0")
    marked = page.locator(".mark").evaluate_all("all => all.map(m => Number(m.dataset.turn))")
    golden = page.locator(".mark.qwirkle").evaluate_all(
        "all => all.map(m => Number(m.dataset.turn))"
    )
    qwirkles = [
        number
        for number, move in enumerate(replay(record)["moves"], 1)
        if any(len(line["cells"]) == 6 for line in move.get("lines", ()))
    ]
    assert golden == qwirkles != []

    for turn in marked:
        page.keyboard.press("]")
        assert turn_of(page) == turn
    page.keyboard.press("[")
    assert turn_of(page) == marked[-2]
    page.locator(".mark").last.click()
    assert turn_of(page) == marked[-1]


def test_a_qwirkle_is_written_in_gold(watch: Watch) -> None:
    page = watch("#t0")
    qwirkle = page.locator(".mark.qwirkle").first
    turn = qwirkle.get_attribute("data-turn")
    qwirkle.click()

    expect(page.locator("qwirkle-board .pill.gold")).to_contain_text("QWIRKLE +12")
    expect(page.locator(f"[data-moves] [data-turn='{turn}'] .badge")).to_contain_text("Qwirkle")


def test_playing_stops_at_the_end_and_starts_again_from_the_first_turn(
    watch: Watch, record: Record
) -> None:
    page = watch(f"#t{len(record.turns) - 2}")
    page.locator("[data-speed]").select_option("8")

    page.keyboard.press("k")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert turn_of(page) == len(record.turns)

    page.locator("[data-speed]").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-turn-number]")).to_have_text("2")


def test_the_speed_is_remembered(watch: Watch) -> None:
    page = watch()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-speed]")).to_have_value("2")

    page.reload()
    ready(page)

    expect(page.locator("[data-speed]")).to_have_value("2")


def test_space_on_a_button_belongs_to_the_button(watch: Watch) -> None:
    page = watch("#t5")

    page.get_by_role("button", name="On one turn").focus()
    page.keyboard.press("Space")

    assert turn_of(page) == 6
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_keys_with_control_are_the_browsers(watch: Watch) -> None:
    page = watch("#t5")

    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("Alt+l")

    assert turn_of(page) == 5


def test_help_lists_the_keys_and_switches_single_letters_off(watch: Watch) -> None:
    page = watch("#t5")
    page.keyboard.press("?")
    page.get_by_label("Single letters are shortcuts").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()

    page.keyboard.press("l")
    assert turn_of(page) == 5
    page.keyboard.press("ArrowRight")
    assert turn_of(page) == 6


def test_hands_can_be_hidden_and_tiles_lettered(watch: Watch) -> None:
    page = watch("#t5")
    hands = page.locator(".hand .tile")
    faces = page.locator(".hand .tile:not(.back)")
    everyone = hands.count()

    for _seat in range(4):  # each alone, then what each could know
        page.keyboard.press("h")
        assert 0 < faces.count() < everyone
    page.keyboard.press("h")
    assert (faces.count(), hands.count()) == (0, everyone)

    letter = page.locator("qwirkle-board .letter").first
    expect(letter).to_be_hidden()
    page.keyboard.press("c")
    expect(letter).to_be_visible()
    page.reload()
    expect(letter).to_be_visible()


def test_what_a_seat_could_know_is_what_the_rules_let_it_see(watch: Watch, record: Record) -> None:
    turn = 12
    page = watch(f"#t{turn}")
    page.get_by_role("button", name="More").click()
    page.locator("[data-hands]").select_option("knows-1")
    view = list(frames(record))[turn - 1].after.view(1)

    unseen = page.locator(".unseen [data-tile]").evaluate_all(
        "all => Object.fromEntries(all.map(k => [k.dataset.tile, Number(k.dataset.count)]))"
    )
    assert unseen == {str(tile): count for tile, count in view.unseen().items()}
    hands = page.locator(".hand")
    assert hands.nth(0).locator(".tile:not(.back)").count() == 0
    own = hands.nth(1).locator(".tile:not(.back) use").count()
    assert (own, hands.nth(0).locator(".back").count()) == (len(view.hand), view.hand_counts[0])
    hidden = page.locator(".move.unknown").evaluate_all("all => all.map(m => m.dataset.by)")
    assert set(hidden) == {"0"}


def test_the_camera_lets_itself_be_led_and_comes_back(watch: Watch) -> None:
    page = watch("#t20")
    board = page.locator("qwirkle-board svg.board")
    fit = page.get_by_role("button", name="Fit")
    page.wait_for_timeout(300)
    followed = board.get_attribute("viewBox")
    expect(fit).to_be_hidden()

    page.locator("qwirkle-board").hover()
    page.mouse.wheel(0, -400)
    expect(fit).to_be_visible()
    closer = board.get_attribute("viewBox")
    assert closer is not None
    assert followed is not None
    assert float(closer.split()[2]) < float(followed.split()[2])

    page.mouse.down()
    page.mouse.move(200, 200, steps=3)
    page.mouse.up()
    assert board.get_attribute("viewBox") != closer

    page.keyboard.press("0")
    expect(board).to_have_attribute("viewBox", followed)
    expect(fit).to_be_hidden()


def test_the_camera_shows_every_tile_of_every_turn(watch: Watch) -> None:
    page = watch()

    cut_off = page.evaluate(
        """async () => {
            const { timeline } = await import("matches/position");
            const { framed } = await import("matches/geometry");
            const replay = JSON.parse(document.querySelector("#replay").textContent);
            const { tiles, positions } = timeline(replay, 108);
            const sizes = [{ w: 360, h: 520 }, { w: 920, h: 730 }, { w: 1600, h: 300 }];
            return positions.flatMap(({ turn, placed }) => sizes.filter((size) => {
                const box = framed(tiles.slice(0, placed), size);
                const inside = ([x, y]) =>
                    100 * x >= box.x && 100 * x + 100 <= box.x + box.w &&
                    -100 * y >= box.y && -100 * y + 100 <= box.y + box.h;
                const fits = Math.abs(box.w / box.h - size.w / size.h) < 1e-6;
                const small = size.w / box.w <= 0.64 + 1e-9;
                return !(tiles.slice(0, placed).every(inside) && fits && small);
            }).map((size) => [turn, size.w]));
        }"""
    )

    assert cut_off == []


def test_with_reduced_motion_the_camera_jumps(watch: Watch, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    watch("#t2")
    board = page.locator("qwirkle-board svg.board")

    page.keyboard.press("End")
    at_once = board.get_attribute("viewBox")
    page.wait_for_timeout(350)

    assert board.get_attribute("viewBox") == at_once


def test_the_board_can_be_read_as_text(watch: Watch, record: Record) -> None:
    page = watch()

    page.get_by_text("Text view").click()

    cells = page.locator("[data-rows] td[aria-label]")
    expect(cells.first).to_be_visible()
    board = list(frames(record))[-1].after.board
    assert sorted(cells.all_inner_texts()) == sorted(str(tile) for tile in board.values())


def test_a_click_on_the_score_graph_and_on_a_move_jumps_there(watch: Watch, record: Record) -> None:
    page = watch()
    graph = page.locator("[data-graph=scores]")
    frame = graph.bounding_box()
    assert frame is not None

    graph.click(position={"x": frame["width"] / 2, "y": 10})
    assert abs(turn_of(page) - len(record.turns) / 2) <= 1
    page.locator("[data-moves] [data-turn='4']").click()
    assert turn_of(page) == 4


def test_a_forfeit_is_told_in_words(watch: Watch, gallery: Gallery) -> None:
    page = watch("#t20", gallery.crowded_match)
    out = page.locator("[data-seat='4'] [data-out]")
    expect(out).to_be_hidden()

    page.keyboard.press("End")

    expect(out).to_have_text("Out: it ran out of its computing time.")
    expect(page.get_by_text("Turn 21 took 5,104 ms")).to_be_visible()
    assert page.locator(".mark.forfeit").count() == 1


@pytest.mark.parametrize("crowded", [False, True])
def test_a_phone_has_every_control_and_scrolls_only_downwards(
    watch: Watch, gallery: Gallery, page: Page, crowded: bool
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    watch("#t30", gallery.crowded_match if crowded else gallery.match)
    page.get_by_role("button", name="More").click()

    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == 360
    for control in ["first", "back", "toggle", "on", "last", "previous", "next", "letters", "link"]:
        box = page.locator(f"[data-do={control}]").bounding_box()
        assert box is not None, control
        assert box["height"] >= 44, control
        assert 0 <= box["x"] <= 360 - box["width"], control
    for control in ["[data-speed]", "[data-hands]", "a[download]"]:
        expect(page.locator(control).first).to_be_visible()


def test_without_scripts_the_page_tells_the_whole_game(
    gallery: Gallery, browser: Browser, record: Record
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{gallery.address}{gallery.match.get_absolute_url()}")

    board = list(frames(record))[-1].after.board
    assert page.locator("qwirkle-board .pieces > g").count() == len(board)
    assert page.locator("[data-sentence]").count() == len(record.turns)
    expect(page.locator(".about tbody tr")).to_have_count(2)
    expect(page.locator("[data-result]")).to_be_visible()
    expect(page.locator(".transport")).to_be_hidden()
    context.close()


def test_the_theme_is_there_before_the_first_paint(watch: Watch) -> None:
    page = watch()
    page.locator(".appearance").get_by_text("Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    response = page.reload()

    assert response is not None
    assert 'data-theme="dark"' in response.text()


def test_an_embedded_match_does_as_its_address_says_and_tells_what_goes_on(
    gallery: Gallery, page: Page
) -> None:
    whole = f"{gallery.address}{gallery.match.get_absolute_url()}"
    asked = "turn=12&theme=dark&hands=none&speed=8"
    elsewhere = f"""<script>told = []; onmessage = (event) => told.push(event.data)</script>
        <iframe src="{whole}embed/?{asked}" width="700" height="700"></iframe>"""
    with serving(a_page(elsewhere)) as address:
        page.goto(address)
        frame = page.frame_locator("iframe")

        expect(frame.locator("[data-turn-number]")).to_have_text("12")
        expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
        assert frame.locator(".hand .tile:not(.back)").count() == 0
        expect(frame.locator("[data-whole]")).to_have_attribute("href", re.compile("/#t12$"))
        frame.get_by_role("button", name="Last turn").click()
        last = len(gallery.record.turns)
        page.wait_for_function("told.some(({type}) => type === 'GAME_OVER')")
        told = page.evaluate("told")
        assert {"type": "TURN", "turn": last, "last": last} in told
        assert any(m["type"] == "RESIZE" and m["height"] > 300 for m in told)


def a_page(text: str) -> Any:
    """A site of one page, elsewhere."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"text/html"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text.encode()})

    return application


def test_only_the_embedded_page_may_be_framed(gallery: Gallery, page: Page) -> None:
    whole = f"{gallery.address}{gallery.match.get_absolute_url()}"
    frames = {address: page.request.get(address).headers for address in (whole, f"{whole}embed/")}
    assert "x-frame-options" in frames[whole]
    assert "frame-ancestors 'none'" in frames[whole]["content-security-policy"]
    assert "x-frame-options" not in frames[f"{whole}embed/"]
    assert "frame-ancestors *" in frames[f"{whole}embed/"]["content-security-policy"]


def test_a_record_is_dropped_onto_the_page_and_watched(
    gallery: Gallery, page: Page, record: Record
) -> None:
    page.goto(f"{gallery.address}/replay/")
    ready(page)
    drop = """(text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], "game.json"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    }"""
    with page.expect_navigation():
        page.evaluate(drop, dumps(record).decode())
    ready(page)
    assert turn_of(page) == len(record.turns)
    page.keyboard.press("Home")
    assert tiles_on(page) == 0
    page.get_by_text("Text view").click()


def test_a_file_that_is_no_record_leaves_the_viewer_as_it_is(
    gallery: Gallery, tab: Page, record: Record
) -> None:
    page = tab  # which may complain: a refusal is an error to a browser
    page.goto(f"{gallery.address}/replay/")
    file = page.locator("[data-drop] [type=file]")
    file.set_input_files({"name": "a.json", "mimeType": "text/plain", "buffer": dumps(record)})
    with page.expect_navigation():
        page.get_by_role("button", name="Open").click()
    ready(page)
    page.keyboard.press("Home")

    for harm in (b'{"__proto__": {"format": 1}}', b'{"a":' * 9_000, b'{"format":' + b"1" * 9_000):
        file.set_input_files({"name": "a.json", "mimeType": "text/plain", "buffer": harm})
        # The refusal of the file before may still stand there when the next one is answered.
        with page.expect_response("**/replay/") as answer:
            page.get_by_role("button", name="Open").click()
        assert answer.value.status == 422
        expect(page.locator("[data-drop] .errorlist")).to_contain_text("not a match record")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-turn-number]")).to_have_text("1")


def test_the_analysis_comes_into_a_tab_and_follows_the_turn(watch: Watch) -> None:
    page = watch("#t7")
    page.get_by_role("tab", name="Analysis").click()
    current = page.locator(".judged [aria-current]")
    expect(current).to_have_attribute("data-turn", "7")
    page.get_by_role("button", name="On one turn").click()
    expect(current).to_have_attribute("data-turn", "8")
    page.locator(".judged a[data-turn='3']").click()
    assert turn_of(page) == 3

    page.get_by_role("tab", name="Analysis").press("ArrowLeft")
    expect(page.locator("[data-moves]")).to_be_visible()
    expect(current).to_be_hidden()
    assert turn_of(page) == 3


def test_an_owner_reads_the_log_beside_the_board_with_its_errors_on_the_scrubber(
    watch: Watch, gallery: Gallery, page: Page, session: str
) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": gallery.address}])
    watch("#t2")
    marks = page.locator(".mark").count()
    page.get_by_role("tab", name="Log of wanderer").click()
    entries = page.locator(".log-entries > div")
    expect(entries).to_have_count(2)
    expect(page.locator(".log-entries [aria-current]")).to_have_attribute("data-turn", "2")
    error = page.locator(".mark[title=\"KeyError: 'Rc'\"]")
    assert (error.get_attribute("href"), page.locator(".mark").count()) == ("#t4", marks + 1)
    page.locator(".log-entries a[data-turn='4']").click()
    assert turn_of(page) == 4
    page.get_by_label("Find").fill("keyerror")
    expect(entries.first).to_be_hidden()
    expect(entries.last).to_be_visible()


@pytest.fixture
def production(settings: Settings, tmp_path: Path) -> Iterator[str]:
    """The site with its files as production serves them."""
    settings.STATIC_ROOT = tmp_path
    storage = {"BACKEND": "sixfold.shrinking.ShrinkingStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    call_command("collectstatic", interactive=False, verbosity=0)
    with serving(get_asgi_application()) as address:
        yield address


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous")
def test_the_page_keeps_within_its_budget(gallery: Gallery, page: Page, production: str) -> None:
    bodies: dict[str, bytes] = {}
    page.on("requestfinished", lambda request: bodies.update({request.url: body_of(request)}))

    page.goto(f"{production}{gallery.match.get_absolute_url()}#t3")
    ready(page)

    assert turn_of(page) == 3
    names = json.loads(page.locator("script[type=importmap]").inner_text())["imports"]
    assert re.fullmatch(r"/static/matches/viewer\.\w{12}\.js", names["matches/viewer"])
    document = page.url.partition("#")[0]
    embedded = re.search(rb'<script id="replay".*?</script>', bodies[document], re.DOTALL)
    assert embedded is not None
    bodies[document] = bodies[document].replace(embedded[0], b"")
    weights = {url: len(gzip.compress(body)) for url, body in bodies.items()}
    assert sum(weights.values()) <= 30_000, weights
    assert len(weights) <= 10, list(weights)
    assert len(gzip.compress(embedded[0])) <= 5_000


def body_of(request: Any) -> bytes:
    response = request.response()
    assert response is not None
    body: bytes = response.body()
    return body

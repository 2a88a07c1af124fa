"""Whether the viewer keeps up with the screen: python -m tests.benchmarks.viewer

Opens a game of six with at least 110 moves and steps through all of it, with the board still easing
from one position to the next, and says how long each step keeps the browser and how many frames
came late. The baseline is the same page at rest: a busy machine is late there too.
"""

import os
import random
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import CDPSession, Page, sync_playwright

from arena import referee
from arena.moves import Move, Placement
from arena.player import InProcess
from arena.record import Record
from arena.ruleset import RULESETS
from arena.view import View
from bots_sdk.viewer import page as viewers_page

FRAME_MS = 1000 / 60
LATE = 1.5
"""Frames: what takes longer than so many has dropped one."""
STEPS_MS = 1000 / 8 * 0.85
"""Between two steps: the highest speed of the viewer."""
PARTS = ("TaskDuration", "RecalcStyleDuration", "LayoutDuration")
"""As Chromium's own metrics call them: the whole, and what of it went where."""

# Notes when the frames were, until it is told to stop.
WATCH = """
() => {
    const frames = [];
    let watching = true;
    const watch = (now) => { frames.push(now); if (watching) requestAnimationFrame(watch); };
    requestAnimationFrame(watch);
    window.watched = () => {
        watching = false;
        return frames.slice(1).map((now, n) => now - frames[n]);
    };
}
"""
# Shows a turn, and says for how long that kept the browser, the layout of the page included.
STEP = """
(turn) => {
    const viewer = document.querySelector("replay-viewer"), before = performance.now();
    viewer.step(turn);
    viewer.offsetHeight;
    return performance.now() - before;
}
"""


def long_game() -> Record:
    """Six who place as little as they can, so that it takes long."""
    for seed in range(100):
        deal = referee.Deal(bytes([seed]) * 32, tuple("abcdef"), RULESETS["extended"])
        record = referee.play([InProcess(stingy) for _ in range(6)], deal)
        if len(record.turns) >= 110:
            return record
    raise RuntimeError("No seed gave a game of 110 moves.")


def stingy(view: View) -> Move:
    chance = random.Random(view.turn)
    if view.trades() and view.turn % 4 == 3:
        return view.trades()[-1]
    moves = list(view.legal_moves())
    chance.shuffle(moves)
    return min(moves, key=lambda move: len(move.tiles) if isinstance(move, Placement) else 9)


def costs(page: Page, turns: int) -> tuple[list[float], list[dict[str, float]]]:
    """By step, in ms: how long it kept the browser, and what it cost the page's own thread.

    The cost is CPU time, with all the frames that followed, and nothing else asks for frames.
    """
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    _begin(page)
    took, cost = [], []
    before = _metrics(client)
    for turn in range(1, turns + 1):
        took.append(page.evaluate(STEP, turn))
        page.wait_for_timeout(STEPS_MS)
        after = _metrics(client)
        cost.append({name: 1000 * (after[name] - before[name]) for name in PARTS})
        before = after
    return took, cost


def frames(page: Page, turns: int, *, steps: bool) -> list[float]:
    """The ms between frames while it is stepped through, or as long at rest."""
    _begin(page)
    page.evaluate(WATCH)
    for turn in range(1, turns + 1):
        if steps:
            page.evaluate(STEP, turn)
        page.wait_for_timeout(STEPS_MS)
    gaps: list[float] = page.evaluate("watched()")
    return gaps


def _begin(page: Page) -> None:
    page.evaluate(STEP, 0)
    page.wait_for_timeout(600)


def _metrics(client: CDPSession) -> dict[str, float]:
    answer = client.send("Performance.getMetrics")
    return {metric["name"]: metric["value"] for metric in answer["metrics"]}


def main() -> None:
    record = long_game()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "game.html"
        file.write_text(viewers_page(record), "utf-8")
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        page = browser.new_page(viewport={"width": 1365, "height": 870})
        page.goto(file.as_uri())
        page.wait_for_selector("html[data-ready]")
        opened = page.evaluate("performance.now()")
        turns = len(record.turns)
        took, cost = costs(page, turns)
        rest, busy = (frames(page, turns, steps=steps) for steps in (False, True))
        browser.close()
    print(f"{turns} moves; opened and ready {opened:.0f} ms after the page began")
    print(f"a step keeps the browser {median(took):.1f} ms, {max(took):.1f} at most")
    print("CPU time of a step, with all the frames of its movement:")
    for name in PARTS:
        values = [one[name] for one in cost]
        middle, p95 = median(values), quantiles(values, n=20)[18]
        print(f"{name:>20}: {middle:.1f} ms, p95 {p95:.1f}, {max(values):.1f} at most")
    for name, gaps in (("at rest", rest), ("stepping", busy)):
        late = sum(gap > LATE * FRAME_MS for gap in gaps)
        print(f"{name:>9}: {len(gaps)} frames, {late} late, {max(gaps):.0f} ms the longest")
    ratio = median(busy) / median(rest)
    print(f"a frame takes {ratio:.2f} times as long while stepping")


if __name__ == "__main__":
    main()

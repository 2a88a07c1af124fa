"""Whether the viewer keeps up with the screen: python -m tests.benchmarks.viewer

Opens a game of six with at least 110 moves and steps through all of it, with the board still easing
from one position to the next, and says how long each step keeps the browser and how many frames
came late. The baseline is the same page at rest: a busy machine is late there too.
"""

import os
import random
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

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
PARTS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
"""As Chromium's own metrics call them: the whole, and what of it went where."""

# Lets the page do something each time, and notes when the frames were and how long the step took.
WATCH = """
async ([steps, pause]) => {
    const viewer = document.querySelector("replay-viewer");
    viewer.step(0);
    await new Promise((done) => setTimeout(done, 600));
    const frames = [], took = [];
    let watching = true;
    const watch = (now) => { frames.push(now); if (watching) requestAnimationFrame(watch); };
    requestAnimationFrame(watch);
    for (let n = 1; n <= viewer.last; n++) {
        const before = performance.now();
        if (steps) { viewer.step(n); viewer.offsetHeight; took.push(performance.now() - before); }
        await new Promise((done) => setTimeout(done, pause));
    }
    watching = false;
    return { gaps: frames.slice(1).map((now, n) => now - frames[n]), took };
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


def watched(page: Page, *, steps: bool) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(WATCH, [steps, STEPS_MS])
    return found


def spent(page: Page, *, steps: bool) -> tuple[dict[str, Any], dict[str, float]]:
    """Frames and steps, and the CPU time in ms that the page's own thread took for them."""
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _metrics(client)
    found = watched(page, steps=steps)
    after = _metrics(client)
    return found, {name: 1000 * (after[name] - before[name]) for name in PARTS}


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
        (rest, idle), (busy, cost) = spent(page, steps=False), spent(page, steps=True)
        browser.close()
    print(f"{len(record.turns)} moves; opened and ready {opened:.0f} ms after the page began")
    took = busy["took"]
    print(f"a step keeps the browser {median(took):.1f} ms, {max(took):.1f} at most")
    print("CPU time of a step, with all the frames of its movement:")
    for name in PARTS:
        print(f"{name:>20}: {(cost[name] - idle[name]) / len(record.turns):.2f} ms")
    for name, found in (("at rest", rest), ("stepping", busy)):
        late = sum(gap > LATE * FRAME_MS for gap in found["gaps"])
        print(f"{name:>9}: {len(found['gaps'])} frames, {late} late", end="")
        print(f", {max(found['gaps']):.0f} ms the longest")
    ratio = median(busy["gaps"]) / median(rest["gaps"])
    print(f"a frame takes {ratio:.2f} times as long while stepping")


if __name__ == "__main__":
    main()

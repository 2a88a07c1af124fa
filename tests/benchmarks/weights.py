"""What the main pages of a running site cost a visitor: python -m tests.benchmarks.weights ADDRESS

By page, as Lighthouse has it for a phone on its first visit: requests, bytes, how much the layout
jumps, and when the largest thing is painted, over a connection of 1.6 Mbit/s with 150 ms to the
server, on a processor slowed down four times. The baseline is the page alone, without what it asks
for: its last byte over the same connection. `manage.py demo` gives a site to look at.
"""

import gzip
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, Response, ViewportSize, sync_playwright

PHONE = ViewportSize(width=360, height=740)
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""Bytes a second and milliseconds: what Lighthouse calls a slow 4G."""
SLOWER = 4
PAGES = (
    "/",
    "/ladder/",
    "/matches/",
    "/live/",
    "/tournaments/",
    "/docs/quick-start/",
    "/docs/rules/",
)
LINKED = {
    "a match": ("/matches/", ".table a[href^='/matches/']"),
    "a bot": ("/ladder/", ".table a[href^='/bots/']"),
}
"""Pages that are found on another one."""
WATCH = """
    window.seen = {jumps: 0, painted: 0};
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) seen.jumps += shift.value;
    }).observe({type: "layout-shift", buffered: true});
    new PerformanceObserver((list) => {
      seen.painted = list.getEntries().at(-1).startTime;
    }).observe({type: "largest-contentful-paint", buffered: true});
"""
QUIET_MS = 1_500
"""Nothing larger is painted so long after a page is ready."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What a page cost on a first visit."""

    requests: int
    bytes: int
    """Compressed, the page itself included, until it is ready."""
    own: int
    """Of these, our scripts and styles."""
    later: int
    """Bytes of what it can be read without, and asks for once it is ready."""
    jumps: float
    """Lighthouse's cumulative layout shift."""
    painted_ms: float
    """The largest contentful paint."""
    page_ms: float
    """The last byte of the page itself."""


def weigh(browser: Browser, address: str) -> Weight:
    with browser.new_context(viewport=PHONE, device_scale_factor=2) as visit:
        page = visit.new_page()
        client = visit.new_cdp_session(page)
        client.send("Network.enable")
        client.send("Network.emulateNetworkConditions", LINE)
        client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        answers: list[Response] = []
        page.on("response", lambda answer: answers.append(answer))
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_selector("html[data-ready]", state="attached")
        ready = len(answers)
        page.wait_for_timeout(QUIET_MS)
        sizes = [(answer.url, len(gzip.compress(answer.body()))) for answer in answers if answer.ok]
        seen = page.evaluate("seen")
        return Weight(
            requests=ready,
            bytes=sum(size for _url, size in sizes[:ready]),
            own=sum(size for url, size in sizes[:ready] if is_own(url)),
            later=sum(size for _url, size in sizes[ready:]),
            jumps=seen["jumps"],
            painted_ms=seen["painted"],
            page_ms=page.evaluate("performance.getEntriesByType('navigation')[0].responseEnd"),
        )


def is_own(url: str) -> bool:
    return url.partition("?")[0].endswith((".js", ".css")) and "htmx" not in url


def addresses(page: Page, site: str) -> Iterator[tuple[str, str]]:
    """Every page to be weighed, by the name that it is printed under."""
    for path in PAGES:
        yield path, f"{site}{path}"
    for name, (path, link) in LINKED.items():
        page.goto(f"{site}{path}")
        found = page.locator(link).first
        if found.count():
            yield name, f"{site}{(found.get_attribute('href') or '').partition('#')[0]}"


def main() -> None:
    site = (sys.argv[1:] or ["http://127.0.0.1:8000"])[0].rstrip("/")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        print(
            f"{'page':20} requests      kB  own kB  later    jumps  largest paint"
            "  times the page alone"
        )
        for name, address in list(addresses(browser.new_page(), site)):
            one = weigh(browser, address)
            print(
                f"{name:20}{one.requests:9}{one.bytes / 1000:8.1f}{one.own / 1000:8.1f}"
                f"{one.later / 1000:7.1f}{one.jumps:9.3f}{one.painted_ms:12.0f} ms"
                f"{one.painted_ms / one.page_ms:22.1f}"
            )
        browser.close()


if __name__ == "__main__":
    main()

// <match-showcase>: the board on the first page. A match under way is followed, one that is over is
// played; then comes the next one that the server chooses.

import { follow, timeline } from "matches/position";
import { paced, watch } from "matches/stream";
import "matches/board";

const REST_MS = 8_000;
const still = matchMedia("(prefers-reduced-motion: reduce)");

class MatchShowcase extends HTMLElement {
  #line;
  #label;

  connectedCallback() {
    this.#label = this.querySelector("svg.board").getAttribute("aria-label");
    if (this.dataset.events) this.#follow();
    else if (this.dataset.replay && !still.matches) this.#play();
  }

  #follow() {
    this.#line = timeline(JSON.parse(this.querySelector("script").textContent), 0);
    const shown = paced((move) => {
      if (!move) return this.#next();
      follow(this.#line, move);
      this.#show(this.#line.positions.length - 1);
    });
    watch(this.dataset, {
      move: shown.push,
      again: () => this.#next(),
      end: () => shown.push(null),
      silent: () => {},
    });
  }

  async #play() {
    const answer = await fetch(this.dataset.replay).catch(() => null);
    if (!answer?.ok) return;
    this.#line = timeline(await answer.json(), 0);
    const last = this.#line.positions.length - 1;
    const shown = paced((turn) => {
      this.#show(turn);
      if (turn === last) this.#next();
    });
    for (let turn = 0; turn <= last; turn++) shown.push(turn);
  }

  #show(turn) {
    const { tiles, positions } = this.#line;
    const { placed, fresh, move, scores } = positions[turn];
    const scene = { fresh, lines: [], seat: move?.p ?? 0 };
    this.querySelector("qwirkle-board").show(tiles, placed, scene, { names: {}, label: this.#label, lively: true });
    this.querySelectorAll("[data-score]").forEach((shown, seat) => (shown.textContent = scores[seat]));
  }

  /** Put what the server shows now in the place of this; later, while nobody looks. */
  async #next() {
    await new Promise((rested) => setTimeout(rested, REST_MS));
    if (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const other = page.querySelector("match-showcase");
    if (other) this.replaceWith(other);
  }
}

customElements.define("match-showcase", MatchShowcase);

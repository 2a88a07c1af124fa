// <replay-viewer>: a match, one turn at a time, on the board, in the panels, in the address and in
// words.
//
// In: append() with a further move of a match that is still played, and load() with the address of
// its page when more than that has changed. Out: the event "turn" with {turn, last}.
//
// The server has drawn everything for the last turn; this element only shows another one. Buttons say
// in data-do which of its actions they are, and keys name the same actions.

import { recall, remember } from "js/site";
import { actions, keyed } from "matches/actions";
import { panels } from "matches/panels";
import { follow, timeline } from "matches/position";
import "matches/board";

const MOVE_MS = 850;
const QWIRKLE_MS = 1500;
const QUIET_SPEED = 2; // above this speed a screen reader could not follow

class ReplayViewer extends HTMLElement {
  #board;
  #panels;
  #line;
  #turn = 0;
  #timer = 0;
  #addressing = 0;
  #speed = 1;
  #growing = Promise.resolve();

  connectedCallback() {
    this.#board = this.querySelector("qwirkle-board");
    this.#adopt();
    this.#turn = this.last;
    const speed = Number(recall("speed"));
    this.speed = this.speeds.includes(speed) ? speed : 1;
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("input", (event) => event.target.matches("[data-scrubber]") && this.step(Number(event.target.value)));
    this.addEventListener("change", (event) => {
      if (event.target.matches("[data-speed]")) this.speed = Number(event.target.value);
      if (event.target.matches("[data-hands]")) this.go(this.#turn);
    });
    // Toggling does not bubble.
    this.addEventListener("toggle", (event) => event.target.open && this.open(event.target), true);
    this.#board.addEventListener("camera", (event) => (this.querySelector("[data-fit]").hidden = event.detail.following));
    document.addEventListener("keydown", (event) => keyed(this, event));
    window.addEventListener("hashchange", () => this.step(this.#addressed()));
    this.go(this.#addressed());
    if (this.dataset.events) import("matches/live");
    document.documentElement.dataset.ready = "";
  }

  /** Add a further move, an entry of the replay's `moves`; who looks at the last turn sees it at once. */
  append(move) {
    // One after another: to draw a move takes a module that only live matches need.
    this.#growing = this.#growing.then(async () => {
      const { add } = await import("matches/telling");
      const following = this.following;
      follow(this.#line, move);
      add(this, this.#panels, this.#line.positions);
      this.#panels.place(this.last);
      this.go(following ? this.last : this.#turn);
    });
    return this.#growing;
  }

  /** Show what the page at this address shows, at the same turn, or its last for who was at the last. */
  load(address) {
    this.#growing = this.#growing.then(async () => {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const following = this.following;
      const focused = this.contains(document.activeElement) && document.activeElement.dataset.do;
      for (const part of this.querySelectorAll("[data-replaced]")) {
        part.replaceWith(page.querySelector(`[data-replaced="${part.dataset.replaced}"]`));
      }
      this.#adopt();
      this.speed = this.#speed;
      if (focused) this.querySelector(`[data-do="${focused}"]`)?.focus();
      this.go(following ? this.last : this.#turn);
    });
    return this.#growing;
  }

  /** The replay as far as it goes. */
  get replay() {
    return JSON.parse(this.querySelector("#replay").textContent);
  }

  get turn() {
    return this.#turn;
  }

  /** The number of turns so far. */
  get last() {
    return this.#line.positions.length - 1;
  }

  /** Whether the last turn is looked at, and so the next one will be. */
  get following() {
    return this.#turn === this.last;
  }

  get playing() {
    return this.#timer !== 0;
  }

  get board() {
    return this.#board;
  }

  /** The tiles of the shown position as [x, y, "Rc"]. */
  get tiles() {
    return this.#line.tiles.slice(0, this.#line.positions[this.#turn].placed);
  }

  get names() {
    return this.#panels.names;
  }

  get events() {
    return [...new Set(this.#panels.events())];
  }

  get speeds() {
    return [...this.querySelectorAll("[data-speed] option")].map((option) => Number(option.value));
  }

  get speed() {
    return this.#speed;
  }

  set speed(chosen) {
    this.#speed = chosen;
    this.querySelector("[data-speed]").value = String(chosen);
    remember("speed", chosen);
  }

  /** Show the position after `n` moves. */
  go(n) {
    const before = this.#turn;
    this.#turn = Math.max(0, Math.min(this.last, n));
    const position = this.#line.positions[this.#turn];
    const sentence = this.#panels.sentence(this.#turn);
    const scene = { fresh: position.fresh, lines: this.#lines(position), seat: position.move?.p ?? 0 };
    const lively = this.#turn === before + 1;
    this.#board.show(this.#line.tiles, position.placed, scene, { names: this.names, label: sentence, lively });
    if (!this.playing || this.speed <= QUIET_SPEED) this.querySelector("[data-live]").textContent = sentence;
    // At last, since it ends with a look at where things are: what is written after it is laid out anew.
    this.#panels.show(position, this.#line.tiles, this.last, this.#eyes());
    // Browsers refuse to write the address a hundred times in half a minute.
    clearTimeout(this.#addressing);
    this.#addressing = setTimeout(() => this.address(), 300);
    this.dispatchEvent(new CustomEvent("turn", { detail: { turn: this.#turn, last: this.last } }));
  }

  /** Stop playing and show a position. */
  step(n) {
    this.pause();
    this.go(n);
  }

  play() {
    if (this.following) this.go(0);
    const wait = () => {
      const gold = this.#line.positions[this.#turn].move?.lines?.some(({ cells }) => cells.length === 6);
      this.#timer = setTimeout(() => {
        this.go(this.#turn + 1);
        if (this.following) this.pause();
        else wait();
      }, (gold ? QWIRKLE_MS : MOVE_MS) / this.speed);
    };
    wait();
    this.#showPlaying();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#showPlaying();
  }

  /** Write the turn into the address. */
  address() {
    history.replaceState(null, "", `#t${this.#turn}`);
  }

  /** Fetch a part of the viewer that not everybody opens; `data-part` names its module. */
  async open(element) {
    const name = element.dataset.part;
    if (!name) return;
    delete element.dataset.part;
    (await import(name)).attach(this, element);
  }

  #adopt() {
    this.#panels = panels(this);
    this.#line = timeline(this.replay, this.#panels.total);
    this.#panels.place(this.last);
    this.querySelector("[data-single-keys]").checked = recall("keys") !== "off";
    this.querySelector("[data-do=letters]").setAttribute("aria-pressed", String(document.documentElement.dataset.letters === "on"));
  }

  /** The turn that the address names; the last one where it names none. */
  #addressed() {
    const found = /^#t(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : this.last;
  }

  /** Whose hands are seen, and who is to know nothing else: everybody, one seat, or "knows-" a seat. */
  #eyes() {
    const chosen = this.querySelector("[data-hands]").value;
    const knower = chosen.startsWith("knows-") ? Number(chosen.slice(6)) : null;
    return { knower, sees: (seat) => ["all", String(seat), `knows-${seat}`].includes(chosen) };
  }

  /** The scored lines of a move with what is written beside them. */
  #lines({ move, fresh }) {
    const lines = (move?.lines ?? []).map(({ cells, pts }) => ({
      cells,
      gold: cells.length === 6,
      text: cells.length === 6 ? `QWIRKLE +${pts}` : `+${pts}`,
    }));
    // A lone opening tile lies in no line, and the bonus for going out belongs to none.
    if (fresh.length && !lines.length) lines.push({ cells: fresh, text: `+${move.pts}` });
    if (move?.bonus) lines.push({ cells: fresh, gold: true, text: `${this.dataset.bonus} +${move.bonus}` });
    return lines;
  }

  #showPlaying() {
    this.toggleAttribute("data-playing", this.playing);
    const button = this.querySelector("[data-do=toggle]");
    button.setAttribute("aria-label", this.playing ? button.dataset.pause : button.dataset.play);
  }

  #click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const button = event.target.closest("[data-do]");
    if (button?.href) event.preventDefault();
    if (button) actions[button.dataset.do](this, button);
    const graph = event.target.closest("[data-graph]");
    if (graph) {
      const frame = graph.getBoundingClientRect();
      this.step(Math.round(((event.clientX - frame.left) / frame.width) * this.last));
    }
    const link = event.target.closest("a[data-turn]");
    if (link) {
      event.preventDefault();
      this.step(Number(link.dataset.turn));
    }
  }
}

customElements.define("replay-viewer", ReplayViewer);

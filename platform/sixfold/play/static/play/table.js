// <playing-table>: the own game against bots. A tile of the hand is tapped, then one of the cells that
// the server offers for it; Confirm sends the move. While others are on move, it asks how far they are.
//
// Whatever happens, the page at this address is asked for and its parts take the place of ours.

import "matches/board";
import { overlay } from "play/cells";
import { laying } from "play/laying";

const POLL_MS = 1_000;
const FINGER_PX = 46; // a cell, and so a bit less inside of it

class PlayingTable extends HTMLElement {
  #board;
  #cells;
  #table;
  #move;
  #slot = null; // the tile of the hand that was tapped
  #trading = false;
  #busy = false;

  connectedCallback() {
    this.#board = this.querySelector("qwirkle-board");
    this.#cells = overlay(this.#board, (cell) => this.#lay(cell));
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("submit", (event) => this.#submit(event));
    this.addEventListener("keydown", (event) => event.key === "Escape" && this.#choose(null));
    this.#board.addEventListener("camera", ({ detail }) => (this.querySelector("[data-fit]").hidden = detail.following));
    this.#adopt();
    setInterval(() => this.#look(), POLL_MS);
    document.documentElement.dataset.ready = "";
  }

  #one(selector) {
    return this.querySelector(selector);
  }

  get #names() {
    const kinds = [...this.querySelectorAll(".unseen [data-tile]")];
    return Object.fromEntries(kinds.map((kind) => [kind.dataset.tile, kind.querySelector("title").textContent]));
  }

  /** A text of the page with its {places} filled in. */
  #say(name, words = {}) {
    const text = this.#one(".playing").dataset[name];
    return text.replace(/\{(\w+)\}/g, (_place, word) => words[word]);
  }

  #tell(text) {
    this.#one("[data-live]").textContent = text;
  }

  /** Begin with what the page says. */
  #adopt() {
    const before = this.#table;
    this.#table = JSON.parse(this.#one("#table").textContent);
    const { tiles, fresh, points, by, turn, must, hand, choice } = this.#table;
    this.#move = laying(hand, choice);
    this.#slot = null;
    this.#trading = must === "trade";
    this.#one("[data-list]").open = false;
    const news = fresh ? tiles.slice(-fresh) : [];
    const scene = { fresh: news, seat: by, lines: news.length ? [{ cells: news, text: `+${points}` }] : [] };
    const moves = this.#one("[data-moves]");
    moves.scrollTop = moves.scrollHeight;
    const last = moves.querySelector(`[data-turn="${turn}"] [data-sentence]`)?.textContent ?? "";
    this.#board.show(tiles, tiles.length, scene, { names: this.#names, label: last, lively: before && before.turn < turn });
    this.#draw();
    this.#board.fit();
    if (before && before.turn < turn) {
      const told = [...moves.querySelectorAll("[data-turn]")].filter((move) => Number(move.dataset.turn) > before.turn);
      this.#tell(told.map((move) => move.querySelector("[data-sentence]").textContent).join(" "));
    }
  }

  /** Show the move as it is laid out, and what can be done next. */
  #draw() {
    const move = this.#move;
    const { mine, must } = this.#table;
    for (const button of this.querySelectorAll("[data-slot]")) {
      const slot = Number(button.dataset.slot);
      button.disabled = !mine || must === "pass" || move.isLaid(slot);
      button.setAttribute("aria-pressed", String(this.#trading ? move.isGiven(slot) : this.#slot === slot));
      const idle = mine && !this.#trading && !move.asking && !move.isLaid(slot) && !move.cells(slot).length;
      button.toggleAttribute("data-idle", idle);
    }
    this.#cells.lay(move.tiles, this.#names);
    this.#cells.offer(this.#slot === null ? [] : move.cells(this.#slot), (cell) => this.#onCell(this.#slot, cell));
    this.#one("[data-do=trade]").setAttribute("aria-pressed", String(this.#trading));
    this.#one("[data-do=trade]").disabled = move.tiles.length > 0;
    this.#one("[data-do=undo]").disabled = !move.tiles.length && !move.given;
    const confirm = this.#one(".acts [type=submit]");
    const { place, points, trade, pass } = confirm.dataset;
    const made = move.tiles.length && !move.asking ? move.choice.points : null;
    confirm.disabled = !mine || !(must === "pass" || move.given || made !== null);
    if (must === "pass") confirm.textContent = pass;
    else if (this.#trading) confirm.textContent = trade.replace("{count}", move.given);
    else confirm.textContent = made === null ? place : points.replace("{points}", made);
  }

  #onCell(slot, [x, y]) {
    return this.#say("onCell", { tile: this.#names[this.#table.hand[slot]], x, y });
  }

  /** Offer the cells of a tile of the hand; of none with null. */
  #choose(slot) {
    this.#slot = this.#slot === slot ? null : slot;
    this.#draw();
    this.#approach();
  }

  /** Bring the offered cells within reach of a finger, and say how many there are. */
  #approach() {
    // Who taps sooner than the server answers is shown the cells with its answer.
    if (this.#slot === null || this.#move.asking) return;
    const cells = this.#move.cells(this.#slot);
    if (cells.length) this.#board.near([...cells, ...this.#move.tiles], FINGER_PX);
    this.#tell(cells.length ? this.#say("fits", { count: cells.length }) : this.#say("none"));
  }

  async #lay(cell) {
    if (this.#busy || this.#slot === null) return;
    const said = this.#onCell(this.#slot, cell);
    this.#move.lay(this.#slot, cell);
    this.#slot = null;
    this.#draw();
    const answer = await this.#quietly(() => fetch(`${this.dataset.choice}?${new URLSearchParams({ laid: this.#move.text })}`));
    if (!answer?.ok) return this.#load();
    this.#move.answered(await answer.json());
    this.#draw();
    if (this.#slot !== null) return this.#approach();
    const { points } = this.#move.choice;
    this.#tell(points === null ? said : `${said}. ${this.#say("soFar", { points })}`);
    const confirm = this.#one(".acts [type=submit]");
    (confirm.disabled ? this.#one("[data-do=undo]") : confirm).focus();
  }

  #click({ target }) {
    const button = target.closest("[data-slot], [data-do]");
    if (!button) return;
    const slot = Number(button.dataset.slot);
    if (button.dataset.slot !== undefined && this.#trading) {
      this.#move.give(slot);
      this.#draw();
    } else if (button.dataset.slot !== undefined) this.#choose(slot);
    else if (!this.#busy) this.#actions[button.dataset.do]();
  }

  #actions = {
    fit: () => this.#board.fit(),
    closer: () => this.#board.zoom(1.3),
    further: () => this.#board.zoom(1 / 1.3),
    trade: () => {
      this.#trading = !this.#trading;
      this.#move.keepAll();
      this.#choose(null);
    },
    undo: () => {
      if (this.#move.asking) return;
      if (this.#trading) this.#move.keepAll();
      else this.#move.undo();
      this.#choose(null);
      this.#one("[data-slot]:enabled")?.focus();
    },
  };

  async #submit(event) {
    const form = event.target;
    if (!form.matches("[data-move]")) return;
    event.preventDefault();
    if (this.#busy) return;
    const body = new FormData(form, event.submitter);
    if (form.matches(".acts")) body.set("move", this.#table.must === "pass" ? "pass" : this.#move.text);
    const answer = await this.#quietly(() => fetch(form.action, { method: "POST", body }));
    await this.#take(answer);
  }

  async #look() {
    if (this.#busy || this.#table.mine || document.hidden) return;
    const answer = await this.#quietly(() => fetch(this.dataset.state));
    if (!answer) return;
    const state = answer.ok ? await answer.json().catch(() => null) : null;
    if (!state || state.over) return location.reload();
    if (state.turn !== this.#table.turn) return this.#load();
    const told = this.#one("[data-told]");
    if (told.textContent !== state.told) told.textContent = state.told;
  }

  async #load() {
    await this.#take(await this.#quietly(() => fetch(location.href)));
  }

  /** Let the parts of a page take the place of ours; what is no table is loaded as a page. */
  async #take(answer) {
    if (!answer) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("playing-table")) return location.reload();
    for (const part of this.querySelectorAll("[data-replaced]")) {
      part.replaceWith(page.querySelector(`[data-replaced="${part.dataset.replaced}"]`));
    }
    this.#adopt();
  }

  /** Ask the server while nothing else is done; null where it cannot be reached. */
  async #quietly(ask) {
    this.#busy = true;
    try {
      return await ask();
    } catch {
      return null;
    } finally {
      this.#busy = false;
    }
  }
}

customElements.define("playing-table", PlayingTable);

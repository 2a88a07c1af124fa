// The match page: one turn at a time, on the board, in the panels, in the address and in words.
//
// The server has drawn everything for the last turn; this module only shows another one. Buttons say
// in data-do which of the actions below they are; keys name the same actions.

import { dress, recall, remember } from "js/site";
import { census, rows, timeline } from "matches/position";
import "matches/board";

const MOVE_MS = 850;
const QWIRKLE_MS = 1500;
const QUIET_SPEED = 2; // above this speed a screen reader could not follow
const KEYS = {
  " ": "toggle", k: "toggle", ArrowLeft: "back", j: "back", ArrowRight: "on", l: "on",
  Home: "first", End: "last", "[": "previous", "]": "next", ArrowUp: "faster", ArrowDown: "slower",
  0: "fit", c: "letters", h: "hands", "?": "help",
};

const root = document.querySelector("[data-viewer]");
const one = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const replay = JSON.parse(one("#replay").textContent);
const { tiles, positions } = timeline(replay);
const final = positions.length - 1;

const board = one("qwirkle-board");
const seats = all(".seats [data-seat]");
const moves = new Map(all("[data-moves] [data-turn]").map((row) => [Number(row.dataset.turn), row]));
const kinds = new Map(all(".unseen [data-tile]").map((kind) => [kind.dataset.tile, kind]));
const names = Object.fromEntries([...kinds].map(([tile, kind]) => [tile, kind.querySelector("title").textContent]));
const marks = all(".mark");
const events = [...new Set(marks.map((mark) => Number(mark.dataset.turn)))];
const speeds = all("[data-speed] option").map((option) => Number(option.value));

let turn = final;
let timer = 0;
let addressing = 0;
let speed = speeds.includes(Number(recall("speed"))) ? Number(recall("speed")) : 1;

const playing = () => timer !== 0;

// --- One turn, everywhere --------------------------------------------------------------------------

/** Show the position after `n` moves. */
function go(n) {
  const before = turn;
  turn = Math.max(0, Math.min(final, n));
  const position = positions[turn];
  const sentence = moves.get(turn)?.querySelector("[data-sentence]").textContent ?? "";
  showBoard(position, sentence, turn === before + 1);
  position.hands.forEach((hand, seat) => showSeat(seats[seat], seat, hand, position));
  showFigures(position);
  showMove();
  if (!playing() || speed <= QUIET_SPEED) one("[data-live]").textContent = sentence;
  // Browsers refuse to write the address a hundred times in half a minute.
  clearTimeout(addressing);
  addressing = setTimeout(() => history.replaceState(null, "", `#t${turn}`), 300);
}

function showBoard(position, sentence, lively) {
  const { move, fresh } = position;
  const lines = (move?.lines ?? []).map(({ cells, pts }) => ({
    cells,
    gold: cells.length === 6,
    text: cells.length === 6 ? `QWIRKLE +${pts}` : `+${pts}`,
  }));
  // A lone opening tile lies in no line, and the bonus for going out belongs to none.
  if (fresh.length && !lines.length) lines.push({ cells: fresh, text: `+${move.pts}` });
  if (move?.bonus) lines.push({ cells: fresh, gold: true, text: `${root.dataset.bonus} +${move.bonus}` });
  board.show(tiles, position.placed, { fresh, lines, seat: move?.p ?? 0 }, { names, label: sentence, lively });
}

function showSeat(card, seat, hand, { scores, out, move, toMove }) {
  card.classList.toggle("to-move", toMove === seat);
  card.classList.toggle("is-out", out[seat]);
  card.toggleAttribute("data-over", turn === final);
  card.querySelector("[data-score]").textContent = scores[seat];
  card.querySelector("[data-gain]").textContent = move?.p === seat && move.pts ? `+${move.pts}` : "";
  const seen = ["all", String(seat)].includes(one("[data-hands]").value);
  card.querySelector("[data-hand]").replaceChildren(...hand.map((tile) => pictured(tile, seen)));
}

/** A tile, or the back of one, copied from the table of what is not on the board. */
function pictured(tile, seen) {
  const picture = kinds.get(tile).querySelector("svg").cloneNode(true);
  if (!seen) {
    picture.classList.add("back");
    picture.querySelector("use").setAttribute("href", "#q-tile");
    for (const told of all("title, text", picture)) told.remove();
  }
  return picture;
}

function showFigures({ placed, bag }) {
  one("[data-bag]").textContent = bag;
  one("[data-bag-bar]").value = bag;
  const later = census(tiles.slice(placed));
  for (const [tile, kind] of kinds) {
    const count = Number(kind.dataset.never) + (later[tile] ?? 0);
    kind.dataset.count = count;
    kind.querySelector("b").textContent = count;
  }
  for (const end of ["x1", "x2"]) one("[data-cursor]").setAttribute(end, turn);
  if (one("[data-text-board]").open) writeBoard(tiles.slice(0, placed));
}

function showMove() {
  const scrubber = one("[data-scrubber]");
  scrubber.value = turn;
  scrubber.style.setProperty("--done", final ? turn / final : 1);
  scrubber.setAttribute("aria-valuetext", `${turn} / ${final}`);
  one("[data-turn-number]").textContent = turn;
  one("[data-result]").hidden = turn !== final;
  one("[data-moves] [aria-current]")?.removeAttribute("aria-current");
  const list = one("[data-moves]");
  const row = moves.get(turn);
  row?.setAttribute("aria-current", "step");
  // Not scrollIntoView, which would scroll the page of a phone as well.
  if (row) list.scrollTop = row.offsetTop - (list.clientHeight - row.clientHeight) / 2;
  else list.scrollTop = 0;
}

function writeBoard(placed) {
  const columns = placed.map(([x]) => x);
  const [from, to] = [Math.min(...columns), Math.max(...columns)];
  const cells = (row) => Array.from({ length: to - from + 1 }, (_, n) => row.get(from + n));
  one("[data-rows]").replaceChildren(
    ...rows(placed).map(([y, row]) => {
      const line = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = y;
      line.append(head);
      for (const tile of cells(row)) {
        const cell = line.insertCell();
        cell.textContent = tile ?? "";
        if (tile) cell.setAttribute("aria-label", names[tile]);
      }
      return line;
    }),
  );
}

// --- Playing ---------------------------------------------------------------------------------------

function play() {
  if (turn === final) go(0);
  const wait = () => {
    const gold = positions[turn].move?.lines?.some(({ cells }) => cells.length === 6);
    timer = setTimeout(() => {
      go(turn + 1);
      if (turn === final) pause();
      else wait();
    }, (gold ? QWIRKLE_MS : MOVE_MS) / speed);
  };
  wait();
  showPlaying();
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  showPlaying();
}

function showPlaying() {
  root.toggleAttribute("data-playing", playing());
  const button = one("[data-do=toggle]");
  button.setAttribute("aria-label", playing() ? button.dataset.pause : button.dataset.play);
}

function setSpeed(chosen) {
  speed = chosen;
  one("[data-speed]").value = String(speed);
  remember("speed", speed);
}

function step(n) {
  pause();
  go(n);
}

// --- Actions ---------------------------------------------------------------------------------------

const actions = {
  first: () => step(0),
  back: () => step(turn - 1),
  toggle: () => (playing() ? pause() : play()),
  on: () => step(turn + 1),
  last: () => step(final),
  previous: () => step(events.findLast((n) => n < turn) ?? 0),
  next: () => step(events.find((n) => n > turn) ?? final),
  faster: () => setSpeed(speeds.find((other) => other > speed) ?? speed),
  slower: () => setSpeed(speeds.findLast((other) => other < speed) ?? speed),
  fit: () => board.fit(),
  closer: () => board.zoom(1.3),
  further: () => board.zoom(1 / 1.3),
  letters: () => setLetters(document.documentElement.dataset.letters === "on" ? "off" : "on"),
  hands: () => {
    const choice = one("[data-hands]");
    choice.selectedIndex = (choice.selectedIndex + 1) % choice.length;
    go(turn);
  },
  help: () => one("#keys").showModal(),
  more: () => {
    const more = one("#more");
    more.hidden = !more.hidden;
    root.toggleAttribute("data-more", !more.hidden);
    one("[data-do=more]").setAttribute("aria-expanded", String(!more.hidden));
  },
  link: async (button) => {
    history.replaceState(null, "", `#t${turn}`);
    await copy(location.href);
    say(button.dataset.done);
  },
};

function setLetters(value) {
  dress("letters", value);
  one("[data-do=letters]").setAttribute("aria-pressed", String(value === "on"));
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages without HTTPS have no clipboard but this.
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

function say(text) {
  const toast = one("[data-toast]");
  toast.textContent = text;
  toast.hidden = false;
  setTimeout(() => (toast.hidden = true), 2500);
}

// --- What a visitor does ---------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) actions[button.dataset.do](button);
  const link = event.target.closest("a[data-turn]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    step(Number(link.dataset.turn));
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]")) return;
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === " " && event.target.closest("button, summary, a")) return;
  if (event.key.length === 1 && event.key !== " " && !one("[data-single-keys]").checked) return;
  const action = actions[KEYS[event.key]];
  if (!action) return;
  event.preventDefault();
  action();
});

one("[data-scrubber]").addEventListener("input", (event) => step(Number(event.target.value)));
one("[data-speed]").addEventListener("change", (event) => setSpeed(Number(event.target.value)));
one("[data-hands]").addEventListener("change", () => go(turn));
one("[data-text-board]").addEventListener("toggle", () => go(turn));
one("[data-single-keys]").addEventListener("change", (event) => remember("keys", event.target.checked ? "on" : "off"));
one("[data-graph]").addEventListener("click", (event) => {
  const frame = event.currentTarget.getBoundingClientRect();
  step(Math.round(((event.clientX - frame.left) / frame.width) * final));
});
board.addEventListener("camera", (event) => (one("[data-fit]").hidden = event.detail.following));
window.addEventListener("hashchange", () => step(addressed()));

/** The turn that the address names; the last one where it names none. */
function addressed() {
  const found = /^#t(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : final;
}

for (const mark of marks) mark.style.left = `${(100 * Number(mark.dataset.turn)) / final}%`;
for (const kind of kinds.values()) kind.dataset.never = kind.dataset.count;
one("[data-single-keys]").checked = recall("keys") !== "off";
setSpeed(speed);
setLetters(document.documentElement.dataset.letters ?? "off");
go(addressed());
document.documentElement.dataset.ready = "";

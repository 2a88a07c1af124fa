// <qwirkle-board>: the moving board. It adopts the picture that the server drew of the final board.
//
// In: show(). Out: the event "camera" with {following}, when a hand on the board takes the camera or
// gives it back. The layers, from below: dots, bands under scored lines, tiles, rings, labels.

import { CELL, around, between, framed, placed, shaped, zoomed } from "matches/geometry";

const SVG = "http://www.w3.org/2000/svg";
const EASE_MS = 260;
const EASE = "cubic-bezier(.33, 1, .68, 1)"; // as geometry's between()
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** An element of a picture. */
export function draw(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

class QwirkleBoard extends HTMLElement {
  #svg;
  #layers = {};
  #pieces = [];
  #shown = 0;
  #shownAt = 0;
  #dropping = [];
  #names = {};
  #tiles = [];
  #scene = { fresh: [], lines: [], seat: 0 };
  #size = { w: 1, h: 1 };
  #box;
  #from; // where the camera is coming from, while #easing runs
  #easing = null;
  #following = true;
  #pointers = new Map();

  connectedCallback() {
    this.#svg = this.querySelector("svg.board");
    const tiles = this.#svg.querySelector(".pieces");
    this.#layers = { bands: draw("g", {}), tiles, rings: draw("g", {}), labels: draw("g", {}) };
    tiles.before(this.#layers.bands);
    tiles.after(this.#layers.rings, this.#layers.labels);
    this.#pieces = [...tiles.children];
    this.#shown = this.#pieces.length;
    this.#svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
    this.#measure();
    new ResizeObserver(() => this.#resized()).observe(this);
    this.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.addEventListener("dblclick", (event) => event.target.closest("button") || this.fit());
    this.addEventListener("pointerdown", (event) => this.#grab(event));
    this.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.addEventListener(end, (event) => this.#pointers.delete(event.pointerId));
    }
  }

  /**
   * Show the first `count` of `tiles`; `scene` is the last move: {fresh, lines, seat}, with the
   * {cells, text, gold} of each scored line. New tiles drop in when `lively`; `names` has each kind in
   * words, and `label` says what a screen reader calls the picture.
   */
  show(tiles, count, scene, { names, label, lively }) {
    const before = this.#shown;
    this.#shown = count;
    this.#names = names;
    this.#tiles = tiles.slice(0, count);
    this.#scene = scene;
    this.#svg.setAttribute("aria-label", label);
    for (const tile of tiles.slice(this.#pieces.length)) this.#pieces.push(this.#piece(tile));
    // Only what changes is touched: a step moves a few of more than a hundred.
    for (const piece of this.#pieces.slice(count, before)) piece.toggleAttribute("hidden", true);
    for (const piece of this.#pieces.slice(before, count)) piece.toggleAttribute("hidden", false);
    for (const piece of this.#dropping) piece.classList.remove("dropping");
    // Who steps faster than a tile drops would see none of them arrive.
    const hurried = performance.now() - this.#shownAt < EASE_MS;
    this.#shownAt = performance.now();
    this.#dropping = lively && !hurried ? this.#pieces.slice(count - scene.fresh.length, count) : [];
    for (const piece of this.#dropping) piece.classList.add("dropping");
    this.#decorate();
    if (this.#following) this.#look(this.#fitting());
  }

  /** Let the camera follow the game again. */
  fit() {
    this.#setFollowing(true);
    this.#look(this.#fitting());
  }

  /** Look closer (above 1) or from further away, around the middle. */
  zoom(factor) {
    this.#halt();
    const box = this.#box;
    this.#take(zoomed(box, factor, { x: box.x + box.w / 2, y: box.y + box.h / 2 }, this.#size));
  }

  /** Come so close that a finger can tell these cells apart: each is at least `px` wide. */
  near(cells, px) {
    const whole = framed([...this.#tiles, ...cells], this.#size);
    const { x, y, w, h } = around(cells, 0);
    const width = (CELL * this.#size.w) / px;
    const close = whole.w > width;
    this.#setFollowing(!close);
    const height = (width * this.#size.h) / this.#size.w;
    this.#look(close ? { x: x + (w - width) / 2, y: y + (h - height) / 2, w: width, h: height } : whole);
  }

  // Kept, since to ask for it in the middle of a step has the browser lay out the page twice.
  #measure() {
    this.#size = { w: this.clientWidth || 1, h: this.clientHeight || 1 };
  }

  #fitting() {
    return framed(this.#tiles, this.#size);
  }

  #piece([x, y, tile]) {
    const transform = `translate(${CELL * x} ${-CELL * y})`;
    // Until show() comes to it.
    const piece = draw("g", { class: `ink-${tile[0]}`, transform, hidden: "" });
    piece.append(
      draw("title", {}, this.#names[tile]),
      draw("use", { href: `#q-${tile[1]}` }),
      draw("text", { class: "letter", x: 50, y: 60 }, tile[0]),
    );
    this.#layers.tiles.append(piece);
    return piece;
  }

  #decorate() {
    const { fresh, lines, seat } = this.#scene;
    const { bands, rings, labels } = this.#layers;
    // On each of them, not on the board: all tiles would inherit the colour and be styled anew.
    for (const layer of [bands, rings, labels]) layer.setAttribute("class", `seat-${seat}`);
    bands.replaceChildren(
      ...lines.map(({ cells, gold }) =>
        draw("rect", { class: gold ? "band gold" : "band", rx: 22, ...edges(around(cells, 9)) }),
      ),
    );
    rings.replaceChildren(
      ...fresh.flatMap(([x, y]) => [
        draw("rect", { class: "ring", rx: 19, ...edges(around([[x, y]], 0.5)) }),
        draw("rect", { class: "ring inner", rx: 16, ...edges(around([[x, y]], -5)) }),
      ]),
    );
    this.#label(this.#following ? this.#fitting() : this.#box);
  }

  /** Write the points of each line, in letters of the same size at any distance. */
  #label(view) {
    const tile = (CELL * this.#size.w) / view.w;
    const height = (Math.min(34, Math.max(22, 0.58 * tile)) * CELL) / tile;
    const labels = this.#scene.lines.map((line) => ({
      ...line,
      h: height,
      w: height * (0.75 + 0.37 * line.text.length),
    }));
    const places = placed(labels, this.#tiles, view);
    this.#layers.labels.replaceChildren(
      ...labels.map(({ text, gold }, index) => {
        const { x, y, w, h } = places[index];
        const label = draw("g", { class: gold ? "pill gold" : "pill" });
        const room = 0.08 * h;
        label.append(
          draw("rect", { x: x + room, y: y + room, width: w - 2 * room, height: h - 2 * room, rx: h / 2 }),
          draw("text", { x: x + w / 2, y: y + 0.69 * h, "font-size": 0.54 * h }, text),
        );
        return label;
      }),
    );
  }

  #look(target) {
    const from = this.#seen;
    this.#arrive();
    this.#set(target);
    const moved = from && Object.keys(target).some((side) => Math.abs(target[side] - from[side]) > 0.05);
    if (!moved || still.matches || document.hidden) return;
    // The picture is drawn once, where it will be, and moves there as a whole: that costs no drawing.
    const unit = this.#size.w / from.w;
    const shift = `${unit * (target.x - from.x)}px, ${unit * (target.y - from.y)}px`;
    const before = `translate(${shift}) scale(${target.w / from.w})`;
    this.#from = from;
    this.#easing = this.#svg.animate({ transform: [before, "none"] }, { duration: EASE_MS, easing: EASE });
    this.#easing.onfinish = () => (this.#easing = null);
  }

  /** What the camera sees now, on its way as well. */
  get #seen() {
    return this.#easing ? between(this.#from, this.#box, this.#easing.currentTime / EASE_MS) : this.#box;
  }

  /** Stop the camera where it is. */
  #halt() {
    this.#set(this.#seen);
    this.#arrive();
  }

  /** Have it where it is going to. */
  #arrive() {
    this.#easing?.cancel();
    this.#easing = null;
  }

  #set(box) {
    this.#box = box;
    const view = [box.x, box.y, box.w, box.h].map((n) => n.toFixed(1)).join(" ");
    // The same once more would have every tile drawn anew.
    if (view !== this.#svg.getAttribute("viewBox")) this.#svg.setAttribute("viewBox", view);
  }

  #resized() {
    this.#measure();
    this.#arrive();
    if (this.#following) this.#box = null;
    this.#look(this.#following ? this.#fitting() : shaped(this.#box, this.#size));
    this.#decorate();
  }

  /** The visitor's own view: the camera stays there until fit(). */
  #take(box) {
    this.#setFollowing(false);
    this.#set(box);
    this.#label(box);
  }

  #setFollowing(following) {
    this.#following = following;
    this.toggleAttribute("data-free", !following);
    this.dispatchEvent(new CustomEvent("camera", { detail: { following } }));
  }

  #at(clientX, clientY) {
    const frame = this.getBoundingClientRect();
    return {
      x: this.#box.x + ((clientX - frame.left) / frame.width) * this.#box.w,
      y: this.#box.y + ((clientY - frame.top) / frame.height) * this.#box.h,
    };
  }

  #wheel(event) {
    event.preventDefault();
    this.#halt();
    const turns = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 30 : event.deltaY;
    const at = this.#at(event.clientX, event.clientY);
    this.#take(zoomed(this.#box, Math.exp(-turns / 500), at, this.#size));
  }

  #grab(event) {
    if (event.button !== 0 || event.target.closest("button, [role=button]")) return;
    this.#halt();
    this.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** One pointer pulls the board along, two stretch it. */
  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const after = { x: event.clientX, y: event.clientY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && Math.hypot(after.x - before.x, after.y - before.y) < (this.#following ? 4 : 1)) return;
    this.#pointers.set(event.pointerId, after);
    const unit = this.#box.w / this.clientWidth;
    if (other) {
      const factor = distance(after, other) / Math.max(1, distance(before, other));
      this.#take(zoomed(this.#box, factor, this.#at(other.x, other.y), this.#size));
    } else {
      const { x, y, w, h } = this.#box;
      this.#take({ x: x - (after.x - before.x) * unit, y: y - (after.y - before.y) * unit, w, h });
    }
  }
}

const edges = ({ x, y, w, h }) => ({ x, y, width: w, height: h });
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

customElements.define("qwirkle-board", QwirkleBoard);

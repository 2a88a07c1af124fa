// What stands beside the board and below it: players with their hands, bag, the tiles not seen yet,
// the moves and the scrubber. They were drawn by the server and only learn here of another turn.

import { census } from "matches/position";

const list = (nodes) => [...nodes];

/** The panels inside `root`, to be asked for anew when what is in there was replaced. */
export function panels(root) {
  const one = (selector) => root.querySelector(selector);
  const seats = list(root.querySelectorAll(".seats [data-seat]"));
  const kinds = new Map(list(root.querySelectorAll(".unseen [data-tile]")).map((kind) => [kind.dataset.tile, kind]));
  // Kept, as the counts on the page change with the turn.
  for (const kind of kinds.values()) kind.dataset.never ??= kind.dataset.count;
  const scrubber = one("[data-scrubber]");
  const moves = one("[data-moves]");
  const drawn = new WeakMap(); // by seat, what its hand shows
  let hidden = null; // from whom what others trade is hidden in the list of moves
  const row = (turn) => moves.querySelector(`[data-turn="${turn}"]`);

  /** A tile, or the back of one, copied from the table of what is not on the board. */
  function pictured(tile, seen = true) {
    const picture = kinds.get(tile).querySelector("svg").cloneNode(true);
    if (!seen) {
      picture.classList.add("back");
      picture.querySelector("use").setAttribute("href", "#q-tile");
      for (const told of picture.querySelectorAll("title, text")) told.remove();
    }
    return picture;
  }

  function showSeat(card, seat, { hands, scores, out, move, toMove }, { last, sees }) {
    card.classList.toggle("to-move", toMove === seat);
    card.classList.toggle("is-out", out[seat]);
    card.toggleAttribute("data-over", last);
    card.querySelector("[data-score]").textContent = scores[seat];
    card.querySelector("[data-gain]").textContent = move?.p === seat && move.pts ? `+${move.pts}` : "";
    // To draw tiles is the dearest part of a step, and but one hand changes in most.
    const held = `${hands[seat]} ${sees(seat)}`;
    if (held === drawn.get(card)) return;
    drawn.set(card, held);
    card.querySelector("[data-hand]").replaceChildren(...hands[seat].map((tile) => pictured(tile, sees(seat))));
  }

  function showUnseen({ placed, hands }, tiles, knower) {
    const later = census(tiles.slice(placed).map(([, , tile]) => tile));
    const own = knower === null ? {} : census(hands[knower]);
    for (const [tile, kind] of kinds) {
      const count = Number(kind.dataset.never) + (later[tile] ?? 0) - (own[tile] ?? 0);
      if (kind.dataset.count === String(count)) continue;
      kind.dataset.count = count;
      kind.querySelector("b").textContent = count;
    }
  }

  function hide(knower) {
    if (knower === hidden) return;
    hidden = knower;
    for (const move of moves.querySelectorAll("[data-by]")) {
      move.classList.toggle("unknown", knower !== null && move.dataset.by !== String(knower));
    }
  }

  function showTurn(turn, last) {
    scrubber.value = turn;
    scrubber.style.setProperty("--done", last ? turn / last : 1);
    scrubber.setAttribute("aria-valuetext", `${turn} / ${last}`);
    one("[data-turn-number]").textContent = turn;
    for (const cursor of root.querySelectorAll("[data-cursor]")) {
      for (const end of ["x1", "x2"]) cursor.setAttribute(end, turn);
    }
    one("[data-result]").hidden = turn !== last;
    for (const here of root.querySelectorAll("[data-here]")) here.hidden = turn === last;
    mark(moves, turn);
  }

  return {
    pictured,
    names: Object.fromEntries(list(kinds).map(([tile, kind]) => [tile, kind.querySelector("title").textContent])),
    total: Number(one("[data-bag-bar]").max),
    /** What is said of a turn. */
    sentence: (turn) => row(turn)?.querySelector("[data-sentence]").textContent ?? "",
    /** The turns that have a mark, in order. */
    events: () => list(root.querySelectorAll(".mark")).map((mark) => Number(mark.dataset.turn)),
    /** Put the marks where their turns are. */
    place(last) {
      hidden = undefined; // there may be further moves
      scrubber.max = last;
      one("[data-last]").textContent = last;
      for (const mark of root.querySelectorAll(".mark")) {
        mark.style.left = `${(100 * Number(mark.dataset.turn)) / last}%`;
      }
    },
    /** Show a position of `tiles`, as the eyes `view` see it: {sees(seat), knower}. */
    show(position, tiles, last, view) {
      seats.forEach((card, seat) => showSeat(card, seat, position, { last: position.turn === last, ...view }));
      one("[data-bag]").textContent = position.bag;
      one("[data-bag-bar]").value = position.bag;
      showUnseen(position, tiles, view.knower);
      hide(view.knower);
      showTurn(position.turn, last);
    },
  };
}

/** Mark the entry of a turn in a list that scrolls, and bring it into view. */
export function mark(entries, turn) {
  entries.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const entry = entries.querySelector(`[data-turn="${turn}"]`);
  entry?.setAttribute("aria-current", "step");
  // Not scrollIntoView, which would scroll the page of a phone as well.
  if (entry) {
    const [inner, outer] = [entry.getBoundingClientRect(), entries.getBoundingClientRect()];
    entries.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  } else if (!turn) {
    entries.scrollTop = 0;
  }
}

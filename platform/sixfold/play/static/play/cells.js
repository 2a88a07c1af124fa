// What lies over a <qwirkle-board> while a move is made: the cells where a tile may go, as buttons,
// and the tiles that are laid out but not yet confirmed.

import { draw } from "matches/board";
import { CELL } from "matches/geometry";

const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The layer over a board; `chosen(cell)` is told which cell was tapped, or entered by key. */
export function overlay(board, chosen) {
  const svg = board.querySelector("svg.board");
  // A picture has no buttons in it.
  svg.setAttribute("role", "group");
  // The server's, for who has no scripts.
  for (const ring of svg.querySelectorAll(":scope > .ring")) ring.remove();
  const tiles = draw("g", {});
  const cells = draw("g", {});
  svg.append(tiles, cells);

  cells.addEventListener("click", ({ target }) => choose(target.closest(".cell")));
  cells.addEventListener("keydown", (event) => {
    const cell = event.target.closest(".cell");
    if (["Enter", " "].includes(event.key)) choose(cell);
    else if (TOWARDS[event.key]) beside(cell, TOWARDS[event.key])?.focus();
    else return;
    event.preventDefault();
  });

  function choose(cell) {
    if (cell) chosen(at(cell));
  }

  /** The nearest cell in a direction. */
  function beside(cell, [dx, dy]) {
    const [x, y] = at(cell);
    const away = (other) => {
      const [ox, oy] = at(other);
      const [along, across] = [(ox - x) * dx + (oy - y) * dy, Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx)];
      return along > 0 ? along + 2 * across : Infinity;
    };
    const nearest = [...cells.children].reduce((a, b) => (away(b) < away(a) ? b : a));
    return away(nearest) < Infinity ? nearest : null;
  }

  return {
    /** Offer these cells; `named(cell)` says what choosing one does. */
    offer(offered, named) {
      cells.replaceChildren(
        ...offered.map(([x, y]) => {
          const cell = draw("g", {
            class: "cell", role: "button", tabindex: 0, "data-cell": `${x},${y}`, "aria-label": named([x, y]),
            transform: `translate(${CELL * x} ${-CELL * y})`,
          });
          cell.append(draw("rect", { x: 2, y: 2, width: CELL - 4, height: CELL - 4, rx: 17 }));
          return cell;
        }),
      );
    },
    /** Show these tiles [x, y, "Rc"] as laid out; `names` has each kind in words. */
    lay(laid, names) {
      tiles.replaceChildren(
        ...laid.map(([x, y, tile]) => {
          const piece = draw("g", { class: `laid ink-${tile[0]}`, transform: `translate(${CELL * x} ${-CELL * y})` });
          piece.append(
            draw("title", {}, names[tile]),
            draw("use", { href: `#q-${tile[1]}` }),
            draw("text", { class: "letter", x: 50, y: 60 }, tile[0]),
            draw("rect", { x: 0, y: 0, width: CELL, height: CELL, rx: 19 }),
          );
          return piece;
        }),
      );
    },
    /** Put the focus on the first cell. */
    enter: () => cells.firstElementChild?.focus(),
  };
}

const at = (cell) => cell.dataset.cell.split(",").map(Number);

// Where the camera looks and where points are written: pure functions of the turn and the size.
//
// A cell is 100 units wide; cell (x, y) has its upper left corner at (100 x, -100 y), because y grows
// upwards in the rules and downwards on a screen. A box is {x, y, w, h} in units.

export const CELL = 100;
const MARGIN = 120;
const LEAST = { w: 12 * CELL, h: 8 * CELL };
const LARGEST_TILE = 64; // px, or the first tiles of a game would fill the screen

/** The part of the plane to show for these tiles on an element of this size in px. */
export function framed(tiles, size) {
  const columns = tiles.length ? tiles.map(([x]) => CELL * x) : [0];
  const lines = tiles.length ? tiles.map(([, y]) => -CELL * y) : [0];
  const [left, right] = [Math.min(...columns), Math.max(...columns) + CELL];
  const [top, bottom] = [Math.min(...lines), Math.max(...lines) + CELL];
  const unit = CELL / LARGEST_TILE;
  const w = Math.max(right - left + 2 * MARGIN, LEAST.w, size.w * unit);
  const h = Math.max(bottom - top + 2 * MARGIN, LEAST.h, size.h * unit);
  return shaped({ x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h }, size);
}

/** The box grown around its middle to the proportions of an element. */
export function shaped(box, size) {
  const ratio = size.w / size.h;
  const w = Math.max(box.w, box.h * ratio);
  const h = w / ratio;
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
}

/** The box seen `factor` times larger around a point of the plane; a tile stays within 8 to 160 px. */
export function zoomed(box, factor, at, size) {
  const scale = size.w / box.w;
  const reach = Math.min(160 / CELL, Math.max(8 / CELL, scale * factor)) / scale;
  return {
    x: at.x - (at.x - box.x) / reach,
    y: at.y - (at.y - box.y) / reach,
    w: box.w / reach,
    h: box.h / reach,
  };
}

/** Between two boxes: the first at 0, the second at 1, and quick at first in between. */
export function between(from, to, time) {
  // A frame may carry a time from before the movement began.
  const done = 1 - (1 - Math.min(1, Math.max(0, time))) ** 3;
  const mix = (side) => from[side] + (to[side] - from[side]) * done;
  return { x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h") };
}

/** The box around some cells [x, y], `room` units wider on each side. */
export function around(cells, room) {
  const columns = cells.map(([x]) => CELL * x);
  const lines = cells.map(([, y]) => -CELL * y);
  const [x, y] = [Math.min(...columns) - room, Math.min(...lines) - room];
  return {
    x,
    y,
    w: Math.max(...columns) + CELL + room - x,
    h: Math.max(...lines) + CELL + room - y,
  };
}

/**
 * A place for the label of each line: at an end or a side of it, where it hides the fewest tiles,
 * covers no other label and stays in view. `labels` are {cells, w, h}, the widest placed first.
 */
export function placed(labels, tiles, view) {
  const taken = [];
  const places = new Map();
  for (const label of [...labels].sort((a, b) => b.w - a.w)) {
    const best = candidates(label)
      .map((box, order) => ({ box, cost: cost(box, tiles, taken, view) + order / 100 }))
      .reduce((a, b) => (b.cost < a.cost ? b : a));
    taken.push(best.box);
    places.set(label, best.box);
  }
  return labels.map((label) => places.get(label));
}

/** Boxes for a label around a line, the dearest last: its ends, then along its sides. */
function candidates({ cells, w, h }) {
  const { x, y, w: width, h: height } = around(cells, 14);
  const along = (from, length, size) => [
    from + (length - size) / 2,
    from,
    from + length - size,
    from + length - CELL / 2,
    from - size + CELL / 2,
  ];
  const ends = along(y, height, h).flatMap((top) => [
    { x: x - w, y: top, w, h },
    { x: x + width, y: top, w, h },
  ]);
  const sides = along(x, width, w).flatMap((left) => [
    { x: left, y: y - h, w, h },
    { x: left, y: y + height, w, h },
  ]);
  return width > height ? [...ends, ...sides] : [...sides, ...ends];
}

function cost(box, tiles, taken, view) {
  const hidden = tiles.filter(([x, y]) => overlap(box, { x: CELL * x, y: -CELL * y, w: CELL, h: CELL }));
  const outside =
    box.x < view.x || box.y < view.y || box.x + box.w > view.x + view.w || box.y + box.h > view.y + view.h;
  return hidden.length + 5 * taken.filter((other) => overlap(box, other)).length + (outside ? 20 : 0);
}

function overlap(a, b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

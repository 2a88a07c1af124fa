// A move while it is laid out: which tiles of the hand lie where, what the server says of it, and how
// it is written. No rule of the game is known here.

/** An empty move of a hand; `choice` is what the server says of it: {points, cells}. */
export function laying(hand, choice) {
  const laid = []; // {slot, x, y}
  const choices = [choice];
  const giving = new Set(); // slots to trade

  return {
    get choice() {
      return choices.at(-1);
    },
    /** The tiles that are laid out, as [x, y, "Rc"]. */
    get tiles() {
      return laid.map(({ slot, x, y }) => [x, y, hand[slot]]);
    },
    /** Whether this tile of the hand lies on the board already. */
    isLaid: (slot) => laid.some((one) => one.slot === slot),
    isGiven: (slot) => giving.has(slot),
    get given() {
      return giving.size;
    },
    /** Whether the server has not yet said what may follow. */
    get asking() {
      return choices.length <= laid.length;
    },
    /** Where this tile of the hand may go. */
    cells(slot) {
      return this.asking ? [] : (choices.at(-1)?.cells[hand[slot]] ?? []);
    },
    /** Lay a tile on a cell; what may follow is the server's to say: see `answered`. */
    lay: (slot, [x, y]) => laid.push({ slot, x, y }),
    answered: (choice) => choices.push(choice),
    undo() {
      laid.pop();
      if (choices.length > 1) choices.pop();
    },
    give(slot) {
      if (!giving.delete(slot)) giving.add(slot);
    },
    keepAll: () => giving.clear(),
    /** In the notation of moves. */
    get text() {
      return giving.size
        ? `trade ${[...giving].map((slot) => hand[slot]).join(" ")}`
        : laid.map(({ slot, x, y }) => `${hand[slot]}@${x},${y}`).join(" ");
    },
  };
}

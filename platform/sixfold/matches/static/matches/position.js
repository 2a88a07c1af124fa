// What stands where after each turn: the replay's moves added up. No rule of the game is known here.

/**
 * Every position of a replay. Position n is the one after n moves, and 0 the start.
 *
 * `tiles` lists the whole final board in order of placement; a position shows the first `placed`.
 */
export function timeline(replay) {
  const tiles = [];
  let position = {
    turn: 0,
    placed: 0,
    move: null,
    fresh: [],
    hands: replay.hands,
    scores: replay.players.map(() => 0),
    out: replay.players.map(() => false),
    bag: bagAtStart(replay.moves[0]),
    toMove: replay.moves[0]?.p ?? null,
  };
  const positions = [position];
  replay.moves.forEach((move, index) => {
    const placed = move.tiles ?? [];
    tiles.push(...placed);
    const gone = move.give ?? placed.map(([, , tile]) => tile);
    position = {
      turn: index + 1,
      placed: tiles.length,
      move,
      fresh: placed,
      hands: position.hands.with(move.p, exchange(position.hands[move.p], gone, move.drew)),
      scores: position.scores.with(move.p, position.scores[move.p] + move.pts),
      out: move.type === "forfeit" ? position.out.with(move.p, true) : position.out,
      bag: move.bag,
      toMove: replay.moves[index + 1]?.p ?? null,
    };
    positions.push(position);
  });
  return { tiles, positions };
}

/** The bag before the first move: what was drawn then is back in it, what was given is not. */
function bagAtStart(move) {
  return move ? move.bag + move.drew.length - (move.give?.length ?? 0) : 0;
}

/** A hand after some of its tiles went and others came: a new tile takes the place of an old one. */
export function exchange(hand, gone, drew) {
  const after = [...hand];
  const coming = [...drew];
  for (const tile of gone) after[after.indexOf(tile)] = coming.shift() ?? null;
  return after.filter((tile) => tile !== null);
}

/** How many of each kind are among these tiles, as {Rc: 2, …}. */
export function census(tiles) {
  const counts = {};
  for (const [, , tile] of tiles) counts[tile] = (counts[tile] ?? 0) + 1;
  return counts;
}

/** The occupied rows from top to bottom, each as a Map from column to tile. */
export function rows(tiles) {
  const found = new Map();
  for (const [x, y, tile] of tiles) {
    if (!found.has(y)) found.set(y, new Map());
    found.get(y).set(x, tile);
  }
  return [...found].sort(([a], [b]) => b - a);
}

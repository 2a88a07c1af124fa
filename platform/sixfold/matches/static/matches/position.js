// What stands where after each turn: the replay's moves added up. No rule of the game is known here.

/**
 * Every position of a replay. Position n is the one after n moves, and 0 the start; `total` is how
 * many tiles the game has. More moves may follow: see `follow`.
 *
 * `tiles` lists the whole last board in order of placement; a position shows the first `placed`.
 */
export function timeline(replay, total) {
  const start = {
    turn: 0,
    placed: 0,
    move: null,
    fresh: [],
    hands: replay.hands,
    scores: replay.players.map(() => 0),
    missed: replay.players.map(() => 0),
    out: replay.players.map(() => false),
    bag: total - replay.hands.flat().length,
    toMove: null,
  };
  const line = { tiles: [], positions: [start] };
  for (const move of replay.moves) follow(line, move);
  return line;
}

/** Add the position behind a further move. */
export function follow({ tiles, positions }, move) {
  const before = positions.at(-1);
  const fresh = move.tiles ?? [];
  tiles.push(...fresh);
  const gone = move.give ?? fresh.map(([, , tile]) => tile);
  before.toMove = move.p;
  positions.push({
    turn: positions.length,
    placed: tiles.length,
    move,
    fresh,
    hands: before.hands.with(move.p, exchange(before.hands[move.p], gone, move.drew)),
    scores: before.scores.with(move.p, before.scores[move.p] + move.pts),
    missed: before.missed.with(move.p, before.missed[move.p] + missed(move)),
    out: move.type === "forfeit" ? before.out.with(move.p, true) : before.out,
    bag: move.bag,
    toMove: null,
  });
}

/** The points that the best placement would have scored more. */
export function missed({ best = 0, pts, bonus = 0 }) {
  return Math.max(0, best - (pts - bonus));
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
  for (const tile of tiles) counts[tile] = (counts[tile] ?? 0) + 1;
  return counts;
}

// A move that has just been made, told as the server tells those that it has drawn (matches/story.py):
// its row in the list, its mark on the scrubber, its step in the graphs. The page of a running match
// brings the words along.

import { missed } from "matches/position";

const words = JSON.parse(document.querySelector("#words").textContent);
const filled = (text, values) => text.replace(/%\((\w+)\)[ds]/g, (_place, name) => values[name]);
const counted = ([one, many], count) =>
  new Intl.PluralRules(document.documentElement.lang).select(count) === "one" ? one : many;

/** Add the move behind the last of `positions` to the viewer's lists and graphs. */
export function add(viewer, panels, positions) {
  const after = positions.at(-1);
  const event = happened(positions);
  viewer.querySelector("[data-moves]").append(row(viewer, panels, after));
  if (event) viewer.querySelector(".marks").append(markOf(after, event));
  for (const graph of viewer.querySelectorAll("[data-graph]")) extend(graph, positions);
}

/** What deserves a mark, the weightiest first. */
function happened(positions) {
  const { move } = positions.at(-1);
  if (move.type === "forfeit") return "forfeit";
  if (qwirkles(move)) return "qwirkle";
  if (move.type === "trade") return "trade";
  const [before, after] = [leader(positions.slice(0, -1)), leader(positions)];
  return before !== null && before !== after ? "lead" : null;
}

const qwirkles = (move) => (move.lines ?? []).filter(({ cells }) => cells.length === 6).length;

/** Who led alone after the last whole round in which anybody did. */
function leader(positions) {
  const seats = positions[0].scores.length;
  const led = positions.findLast(({ turn, scores }) => {
    const best = Math.max(...scores);
    return turn && turn % seats === 0 && scores.filter((score) => score === best).length === 1;
  });
  return led ? led.scores.indexOf(Math.max(...led.scores)) : null;
}

function sentence(viewer, { turn, move, scores }) {
  const values = { number: turn, name: words.names[move.p], points: move.pts, scores: scores.join(words.to) };
  const told = {
    place: () => {
      values.tiles = move.tiles.map(([, , tile]) => viewer.names[tile]).join(", ");
      return counted(words.place, move.pts);
    },
    trade: () => {
      values.tiles = move.give.length;
      return counted(words.trade, move.give.length);
    },
    pass: () => words.pass,
    forfeit: () => {
      values.cause = words.causes[move.cause];
      return words.forfeit;
    },
  };
  return `${filled(told[move.type](), values)} ${filled(words.score, values)}`;
}

function markOf({ turn }, event) {
  const mark = element("a", { class: `mark ${event}`, href: `#t${turn}`, "data-turn": turn, tabindex: -1 });
  mark.title = `${filled(words.turn, { number: turn })}: ${words.events[event]}`;
  mark.append(picture(`e-${event}`, "icon"));
  return mark;
}

function row(viewer, panels, after) {
  const { turn, move } = after;
  const link = element("a", { class: "move", href: `#t${turn}`, "data-turn": turn, "data-by": move.p });
  const notes = [];
  const count = qwirkles(move);
  if (count) notes.push(element("span", { class: "badge gold" }, `${count > 1 ? `${count}× ` : ""}Qwirkle`));
  const left = missed(move);
  if (left) notes.push(element("span", { class: "missed" }, `−${left}`));
  link.append(
    quiet("move-number", turn),
    picture(`seat-${move.p}`, `marker seat-${move.p}`),
    quiet(`tiles ${move.type}`, ...what(panels, move)),
    quiet("move-points", move.type === "place" ? `+${move.pts}` : ""),
    quiet("move-note", ...notes),
    quiet("move-ms", duration(move.ms)),
    element("span", { class: "visually-hidden", "data-sentence": "" }, sentence(viewer, after)),
  );
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function what(panels, move) {
  if (move.type === "pass" || move.type === "forfeit") return [words[move.type === "pass" ? "passed" : "out"]];
  const tiles = (move.give ?? move.tiles.map(([, , tile]) => tile)).map((tile) => panels.pictured(tile));
  for (const tile of tiles) tile.querySelector("title").remove();
  return move.type === "trade" ? [picture("e-trade", "icon"), ...tiles] : tiles;
}

/** Milliseconds as people read them. */
function duration(ms) {
  if (ms < 0.1) return "< 0.1 ms";
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms.toFixed(ms >= 10 ? 0 : 1)} ms`;
}

/** Draw the lines of a graph anew, the highest value at its top. */
function extend(graph, positions) {
  const values = positions.map((position) => position[graph.dataset.graph]);
  const most = Math.max(1, ...values.at(-1));
  graph.setAttribute("viewBox", `0 0 ${positions.length - 1} ${most}`);
  graph.querySelectorAll("polyline").forEach((line, seat) => {
    line.setAttribute("points", values.map((value, turn) => `${turn},${most - value[seat]}`).join(" "));
  });
  graph.querySelector("[data-cursor]").setAttribute("y2", most);
}

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const quiet = (names, ...content) => element("span", { class: names, "aria-hidden": "true" }, ...content);

function picture(name, names) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("class", names);
  drawn.setAttribute("aria-hidden", "true");
  drawn.innerHTML = `<use href="#${name}"/>`;
  return drawn;
}

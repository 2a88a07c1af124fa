// The page of a match that is played just now: moves come into its viewer as they are made, and at the
// end the viewer becomes that of the replay.

import { paced, watch } from "matches/stream";

const viewer = document.querySelector("replay-viewer[data-events]");
const bar = viewer.querySelector("[data-watching]");
const skip = bar.querySelector("button");
const END = Symbol("end");

const shown = paced(
  (move) => (move === END ? finish() : viewer.append(move)),
  (waiting) => (skip.hidden = waiting < 2),
);

function finish() {
  viewer.load(location.pathname).then(() => say("over"), () => location.reload());
}

/** Show that sentence of the bar which tells how things are. */
function say(state) {
  bar.dataset.watching = state;
  for (const sentence of bar.querySelectorAll("[data-when]")) sentence.hidden = sentence.dataset.when !== state;
}

skip.addEventListener("click", () => shown.skip());
watch(viewer.dataset, {
  move: shown.push,
  again: () => location.reload(),
  end: () => shown.push(END),
  silent: (is) => say(is ? "silent" : "live"),
});

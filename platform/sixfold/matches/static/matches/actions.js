// What a visitor can do with a <replay-viewer>, by name: buttons say the name in data-do, and keys
// stand for the same ones.

import { dress, remember } from "js/site";

const KEYS = {
  " ": "toggle", k: "toggle", ArrowLeft: "back", j: "back", ArrowRight: "on", l: "on",
  Home: "first", End: "last", "[": "previous", "]": "next", ArrowUp: "faster", ArrowDown: "slower",
  0: "fit", c: "letters", h: "hands", "?": "help",
};

/** Each takes the viewer, and the button where one was pressed. */
export const actions = {
  first: (viewer) => viewer.step(0),
  back: (viewer) => viewer.step(viewer.turn - 1),
  toggle: (viewer) => (viewer.playing ? viewer.pause() : viewer.play()),
  on: (viewer) => viewer.step(viewer.turn + 1),
  last: (viewer) => viewer.step(viewer.last),
  previous: (viewer) => viewer.step(viewer.events.findLast((n) => n < viewer.turn) ?? 0),
  next: (viewer) => viewer.step(viewer.events.find((n) => n > viewer.turn) ?? viewer.last),
  faster: (viewer) => (viewer.speed = viewer.speeds.find((other) => other > viewer.speed) ?? viewer.speed),
  slower: (viewer) => (viewer.speed = viewer.speeds.findLast((other) => other < viewer.speed) ?? viewer.speed),
  fit: (viewer) => viewer.board.fit(),
  closer: (viewer) => viewer.board.zoom(1.3),
  further: (viewer) => viewer.board.zoom(1 / 1.3),
  letters: (viewer) => {
    const on = document.documentElement.dataset.letters !== "on";
    dress("letters", on ? "on" : "off");
    viewer.querySelector("[data-do=letters]").setAttribute("aria-pressed", String(on));
  },
  hands: (viewer) => {
    const choice = viewer.querySelector("[data-hands]");
    choice.selectedIndex = (choice.selectedIndex + 1) % choice.length;
    viewer.go(viewer.turn);
  },
  tab: async (viewer, tab) => (await import("matches/tabs")).show(viewer, tab),
  help: (viewer) => viewer.querySelector("#keys").showModal(),
  keys: (_viewer, box) => remember("keys", box.checked ? "on" : "off"),
  more: (viewer, button) => {
    const more = viewer.querySelector("#more");
    more.hidden = !more.hidden;
    viewer.toggleAttribute("data-more", !more.hidden);
    button.setAttribute("aria-expanded", String(!more.hidden));
    // On a telephone it opens below what is in sight.
    more.scrollIntoView({ block: "nearest" });
  },
  here: (viewer, link) => location.assign(`${link.href}&turn=${viewer.turn}`),
  link: async (viewer, button) => {
    viewer.address();
    const { share } = await import("matches/sharing");
    share(viewer, location.href, button.dataset.done);
  },
  embed: async (viewer, button) => {
    const { copy, frame } = await import("matches/sharing");
    copy(viewer, frame(viewer, button.dataset.address), button.dataset.done);
  },
};

/** Do what a key stands for, unless it belongs to the browser or to what has the focus. */
export function keyed(viewer, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === " " && event.target.closest("button, summary, a")) return;
  const tab = event.target.closest("[role=tab]");
  if (tab && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    event.preventDefault();
    import("matches/tabs").then(({ beside }) => beside(viewer, tab, event.key === "ArrowLeft" ? -1 : 1));
    return;
  }
  const single = event.key.length === 1 && event.key !== " ";
  if (single && !viewer.querySelector("[data-single-keys]").checked) return;
  const action = actions[KEYS[event.key]];
  if (!action) return;
  event.preventDefault();
  action(viewer);
}

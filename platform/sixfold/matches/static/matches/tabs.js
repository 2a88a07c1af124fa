// The tabs beside the moves. Each has a page of its own, where its link leads without scripts; here
// what is on that page comes into the viewer and follows its turn.

import { mark } from "matches/panels";

/** Show what this tab stands for, fetched when it is asked for first. */
export async function show(viewer, tab) {
  const tabs = [...tab.parentElement.children];
  for (const other of tabs) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
    viewer.querySelector(`#${other.getAttribute("aria-controls")}`).hidden = other !== tab;
  }
  const panel = viewer.querySelector(`#${tab.getAttribute("aria-controls")}`);
  if (panel.childElementCount || !tab.href) return;
  panel.setAttribute("aria-busy", "true");
  const found = await fetched(tab.href);
  panel.removeAttribute("aria-busy");
  panel.replaceChildren(found ?? failed(tab));
  if (found) follow(viewer, panel);
}

/** What a page has for a tab; nothing where it cannot be had. */
async function fetched(address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok ? page.querySelector("[data-panel]") : null;
  } catch {
    return null; // no network
  }
}

function failed(tab) {
  const link = document.createElement("a");
  link.href = tab.href;
  link.textContent = tab.textContent;
  return link;
}

/** Keep the entries of a panel in step with the turn, and show on the scrubber which are errors. */
function follow(viewer, panel) {
  const entries = panel.querySelector("[data-entries]");
  if (!entries) return;
  for (const { dataset } of entries.querySelectorAll("[data-error]")) markError(viewer, dataset);
  const find = panel.querySelector("[data-find]");
  find?.addEventListener("input", () => {
    const wanted = find.value.toLowerCase();
    for (const entry of entries.children) entry.hidden = !entry.textContent.toLowerCase().includes(wanted);
  });
  const keep = () => mark(panel, viewer.turn);
  viewer.addEventListener("turn", keep);
  keep();
}

/** An error that the bot printed and lived on; one that it died of is marked already. */
function markError(viewer, { turn, error }) {
  if (viewer.events.includes(Number(turn))) return;
  const mark = viewer.querySelector("#error-mark").content.firstElementChild.cloneNode(true);
  mark.href = `#t${turn}`;
  mark.dataset.turn = turn;
  mark.title = error;
  mark.style.left = `${(100 * Number(turn)) / viewer.last}%`;
  viewer.querySelector(".marks").append(mark);
}

/** Go to the tab beside this one, as the arrow keys do. */
export function beside(viewer, tab, step) {
  const tabs = [...tab.parentElement.children];
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  next.focus();
  return show(viewer, next);
}

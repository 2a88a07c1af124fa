// Every page: what a visitor chose once (theme, palette, letters) and menus that close.

const YEAR = 365 * 24 * 60 * 60;
const LATER_MS = 1_000;
const root = document.documentElement;

/** What was chosen before under this name. The server reads the same cookies (templating.py). */
export function recall(name, otherwise) {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : otherwise;
}

export function remember(name, value) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR}; samesite=lax`;
}

/** Choose how every page looks, now and later: theme, palette or letters. */
export function dress(name, value) {
  remember(name, value);
  root.dataset[name] = value;
}

for (const radio of document.querySelectorAll(".appearance input")) {
  radio.checked = radio.value === (root.dataset[radio.name] ?? (radio.name === "theme" ? "system" : "safe"));
  radio.addEventListener("change", () => dress(radio.name, radio.value));
}
for (const box of document.querySelectorAll(".appearance")) box.hidden = false;

// A menu closes with Escape and with a click elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// What a page can be read without comes once it has been loaded: `data-later` says which module.
addEventListener("load", () => {
  const later = document.querySelectorAll("[data-later]");
  const soon = document.referrer.includes("/accounts/login/");
  setTimeout(() => later.forEach((element) => import(element.dataset.later)), soon ? 0 : LATER_MS);
});

// The replay viewer says so itself, once its own modules have run.
if (!document.querySelector("[data-viewer]")) root.dataset.ready = "";

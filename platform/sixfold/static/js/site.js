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

// A form is sent once, whatever the finger does; and with the token of now, since who has logged in
// in another tab meanwhile has another one than the form.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if ("sent" in form.dataset) return event.preventDefault();
  form.dataset.sent = "";
  setTimeout(() => delete form.dataset.sent, LATER_MS);
  const token = form.elements.csrfmiddlewaretoken;
  if (token) token.value = recall("csrftoken", token.value);
});

// A session may end while a form is open: what was typed into it comes back after the log-in.
const TYPED = "sixfold-typed";
const fields = (form) =>
  [...form.elements].filter((field) => field.name && !["hidden", "password", "file", "submit"].includes(field.type));
const names = (form) => fields(form).map((field) => field.name).join();

function keep(form) {
  const typed = fields(form).map(({ value, checked }) => ({ value, checked }));
  sessionStorage.setItem(TYPED, JSON.stringify({ path: location.pathname, names: names(form), typed }));
}

function restore({ path, names: all, typed }) {
  if (path !== location.pathname || !document.referrer.includes("/accounts/login/")) return;
  const form = [...document.forms].find((form) => form.method === "post" && names(form) === all);
  if (form) fields(form).forEach((field, number) => Object.assign(field, typed[number]));
}

if (!location.pathname.startsWith("/accounts/")) {
  document.addEventListener("submit", ({ target: form }) => form.method === "post" && keep(form));
  restore(JSON.parse(sessionStorage.getItem(TYPED) ?? "{}"));
  sessionStorage.removeItem(TYPED);
}

// What keeps itself up to date says so when it cannot any more; one failure is none.
const stale = document.querySelector("[data-stale]");
let failures = 0;
function answered({ type, detail }) {
  failures = type === "htmx:error" || detail.ctx.response.status >= 400 ? failures + 1 : 0;
  stale.hidden = failures < 2;
}
for (const type of ["htmx:after:request", "htmx:error"]) document.addEventListener(type, answered);

// What a page can be read without comes once it has been loaded: `data-later` names the module.
addEventListener("load", () => {
  const later = document.querySelectorAll("[data-later]");
  setTimeout(() => later.forEach((element) => import(element.dataset.later)), LATER_MS);
});

// The replay viewer says so itself, once its own modules have run.
if (!document.querySelector("[data-viewer]")) root.dataset.ready = "";

// Every form: sent once, whatever the finger does, and with the token of now, since who has logged in
// in another tab meanwhile has another one than the form. What was typed comes back after a log-in.

import { recall } from "js/site";

const TYPED = "sixfold-typed";
const ONCE_MS = 1_000;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if ("sent" in form.dataset) return event.preventDefault();
  form.dataset.sent = "";
  setTimeout(() => delete form.dataset.sent, ONCE_MS);
  const token = form.elements.csrfmiddlewaretoken;
  if (token) token.value = recall("csrftoken", token.value);
});

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

// An embedded match has no form, and may have no storage.
if (document.forms.length && !location.pathname.startsWith("/accounts/")) {
  document.addEventListener("submit", ({ target: form }) => form.method === "post" && keep(form));
  restore(JSON.parse(sessionStorage.getItem(TYPED) ?? "{}"));
  sessionStorage.removeItem(TYPED);
}

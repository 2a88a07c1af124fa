// Links and code for other pages, copied with a word that it has been done.

/** Copy a text and say so in the viewer. */
export async function copy(viewer, text, done) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyWithoutHttps(text);
  say(viewer, done);
}

/** Hand a link on as telephones do it; elsewhere it is copied. */
export async function share(viewer, url, done) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copy(viewer, url, done);
  // It fails for whoever closes the sheet, and they know.
  await navigator.share({ title: document.title, url }).catch(() => {});
}

/** The code that puts what is shown now into another page. */
export function frame(viewer, address) {
  const url = new URL(address, location.href);
  url.searchParams.set("turn", viewer.turn);
  const hands = viewer.querySelector("[data-hands]").value;
  if (hands !== "all") url.searchParams.set("hands", hands);
  const code = document.createElement("iframe");
  for (const [name, value] of Object.entries({ src: url.href, width: 800, height: 640, title: document.title })) {
    code.setAttribute(name, value);
  }
  return code.outerHTML;
}

/** Pages without HTTPS have no clipboard but this. */
function copyWithoutHttps(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

function say(viewer, text) {
  const toast = viewer.querySelector("[data-toast]");
  toast.textContent = text;
  toast.hidden = false;
  setTimeout(() => (toast.hidden = true), 2500);
}

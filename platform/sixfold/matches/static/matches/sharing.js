// Copying, with a word that it has been done.

/** Copy a text and say so in the viewer. */
export async function copy(viewer, text, done) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyWithoutHttps(text);
  say(viewer, done);
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

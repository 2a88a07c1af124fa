// A file that is chosen, or dropped anywhere on the page, is tried before the page is left for it.

const form = document.querySelector("[data-drop]");
const carries = (event) => event.dataTransfer?.types.includes("Files");

document.addEventListener("dragover", (event) => {
  if (!carries(event)) return;
  event.preventDefault(); // or the browser would open the file itself
  form.toggleAttribute("data-over", true);
});
document.addEventListener("dragleave", () => form.removeAttribute("data-over"));
document.addEventListener("drop", (event) => {
  if (!carries(event)) return;
  event.preventDefault();
  form.removeAttribute("data-over");
  form.querySelector("[type=file]").files = event.dataTransfer.files;
  form.requestSubmit();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
  if (answer.ok) return form.submit();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const refused = page.querySelector("[data-drop] .field");
  // Larger than any request may be, and so refused without a page of ours.
  if (refused) form.querySelector(".field").replaceWith(refused);
  else form.submit();
});

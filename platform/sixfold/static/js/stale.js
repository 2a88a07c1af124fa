// What keeps itself up to date says so when it cannot any more; one failure is none.

const stale = document.querySelector(".stale");
let failures = 0;
function answered({ type, detail }) {
  failures = type === "htmx:error" || detail.ctx.response.status >= 400 ? failures + 1 : 0;
  stale.hidden = failures < 2;
}
for (const type of ["htmx:after:request", "htmx:error"]) document.addEventListener(type, answered);

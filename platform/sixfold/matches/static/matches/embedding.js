// An embedded match does as its address says, and tells the page around it what goes on:
// {type: "RESIZE", height}, {type: "TURN", turn, last} and {type: "GAME_OVER", turn}.

const viewer = document.querySelector("replay-viewer");
const asked = new URLSearchParams(location.search);
const tell = (message) => parent.postMessage(message, "*");

const hands = viewer.querySelector("[data-hands]");
if ([...hands.options].some(({ value }) => value === asked.get("hands"))) hands.value = asked.get("hands");
if (viewer.speeds.includes(Number(asked.get("speed")))) viewer.speed = Number(asked.get("speed"));

viewer.addEventListener("turn", ({ detail: { turn, last } }) => {
  tell({ type: "TURN", turn, last });
  if (turn === last) tell({ type: "GAME_OVER", turn });
  for (const link of document.querySelectorAll("[data-whole]")) link.hash = `t${turn}`;
});
const page = document.querySelector("main");
new ResizeObserver(() => tell({ type: "RESIZE", height: page.offsetHeight })).observe(page);

viewer.go(/^\d+$/.test(asked.get("turn")) ? Number(asked.get("turn")) : viewer.turn);
if (asked.has("play")) viewer.play();

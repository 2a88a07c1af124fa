// The board as a table of its occupied rows, for who reads it line by line or with the fingers.

/** Keep the table inside `element` in step with the viewer, while it is open. */
export function attach(viewer, element) {
  const write = () => element.open && element.querySelector("[data-rows]").replaceChildren(...lines(viewer));
  viewer.addEventListener("turn", write);
  element.addEventListener("toggle", write);
  write();
}

function lines({ tiles, names }) {
  const columns = tiles.map(([x]) => x);
  const [from, to] = [Math.min(...columns), Math.max(...columns)];
  return rows(tiles).map(([y, row]) => {
    const line = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = y;
    line.append(head);
    for (let x = from; x <= to; x++) {
      const cell = line.insertCell();
      const tile = row.get(x);
      cell.textContent = tile ?? "";
      if (tile) cell.setAttribute("aria-label", names[tile]);
    }
    return line;
  });
}

/** The occupied rows from top to bottom, each as a Map from column to tile. */
function rows(tiles) {
  const found = new Map();
  for (const [x, y, tile] of tiles) {
    if (!found.has(y)) found.set(y, new Map());
    found.get(y).set(x, tile);
  }
  return [...found].sort(([a], [b]) => b - a);
}

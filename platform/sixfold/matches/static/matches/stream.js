// The events of a match under way, one stream for a page, and the pace at which they are shown.

const HIDDEN_MS = 60_000;
const PACE_MS = 700;
const POLL_MS = 3_000;
const QUIET_MS = 20_000; // no move takes longer, so something may have been lost

/**
 * Follow a match from a mark ("attempt.n") on. `heard` has what is done at the events: move(move),
 * again() where an attempt begins that follows on a lost one, end() once there is a replay, and
 * silent(whether) where nothing can be heard, so that only the end is looked for.
 *
 * Browsers open six connections to a host, for all tabs together: a page that is left or hidden for
 * long gives its own back, and goes on from the same mark when it is seen again.
 */
export function watch({ events, replay, mark }, heard) {
  let source = null;
  let over = false;
  let hiding = 0;
  let lastHeard = Date.now();
  let quiet = false;

  function open() {
    if (source || over) return;
    source = new EventSource(`${events}?after=${mark}`);
    for (const kind of ["start", "move", "end"]) source.addEventListener(kind, take);
    source.addEventListener("silent", () => setQuiet(true));
    source.addEventListener("audible", () => setQuiet(false));
    // It tries again by itself, unless the server has refused.
    source.addEventListener("error", () => source?.readyState === EventSource.CLOSED && setQuiet(true));
  }

  function close() {
    source?.close();
    source = null;
  }

  function take({ type, data, lastEventId }) {
    if (over) return;
    lastHeard = Date.now();
    setQuiet(false);
    const [attempt, n] = mark.split(".").map(Number);
    const [itsAttempt, itsN] = lastEventId.split(".").map(Number);
    if (type === "end") return end();
    if (type === "move" && (itsAttempt !== attempt || itsN !== n + 1)) {
      // Something is lost for good: the rest could not be shown, the replay can.
      close();
      return setQuiet(true);
    }
    mark = lastEventId;
    if (type === "move") heard.move(JSON.parse(data));
    else if (n > 0) heard.again();
  }

  function end() {
    over = true;
    close();
    setQuiet(false);
    heard.end();
  }

  function setQuiet(is) {
    if (quiet !== is) heard.silent((quiet = is));
  }

  async function poll() {
    if (over || document.hidden || !(quiet || Date.now() - lastHeard > QUIET_MS)) return;
    const answer = await fetch(replay, { method: "HEAD" }).catch(() => null);
    if (answer?.ok && !over) end();
  }

  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, HIDDEN_MS);
    else open();
  });
  setInterval(poll, POLL_MS);
  open();
}

/**
 * Shows one thing after another, at a pace that can be followed. `changed(waiting)` is told how many
 * are still to be shown.
 */
export function paced(show, changed = () => {}) {
  const queue = [];
  let timer = 0;

  function next() {
    timer = 0;
    if (!queue.length) return;
    show(queue.shift());
    changed(queue.length);
    timer = setTimeout(next, PACE_MS);
  }

  return {
    push(thing) {
      queue.push(thing);
      changed(queue.length);
      if (!timer) next();
    },
    /** Show at once all that waits. */
    skip() {
      clearTimeout(timer);
      timer = 0;
      while (queue.length) show(queue.shift());
      changed(0);
    },
  };
}

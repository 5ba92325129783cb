/* The position in the address: `step=12`, absent at the start. All else in the address stays as it is. */

const ADDRESS_DELAYS = [250, 1200];

function addressWith(search, step) {
  const others = search.replace(/^\?/, "").split("&").filter((pair) => pair && !/^step(=|$)/.test(pair));
  const pairs = step > 0 ? [...others, `step=${step}`] : others;
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** A writer that waits until the reader rests: browsers limit how often an address may change.
    It looks once more later, since the page rewrites its address after a run and drops the step. */
function addressWriter() {
  let timers = [];
  const cancel = () => timers.forEach(clearTimeout);
  return {
    write(step) {
      cancel();
      timers = ADDRESS_DELAYS.map((delay) => setTimeout(() => writeAddress(step), delay));
    },
    cancel,
  };
}

function writeAddress(step) {
  const { pathname, search, hash } = location;
  const wanted = addressWith(search, step);
  if (wanted === search) return;
  try {
    history.replaceState(history.state, "", pathname + wanted + hash);
  } catch {
    // A sandboxed frame may have no address to write; the walk goes on without.
  }
}

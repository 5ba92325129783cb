/* The position in the address: `step=12`, absent at the start. All else in the address stays as it is. */

const ADDRESS_DELAY = 250;

function addressWith(search, step) {
  const others = search.replace(/^\?/, "").split("&").filter((pair) => pair && !/^step(=|$)/.test(pair));
  const pairs = step > 0 ? [...others, `step=${step}`] : others;
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** A writer that waits until the reader rests: browsers limit how often an address may change. */
function addressWriter() {
  let timer;
  return {
    write(step) {
      clearTimeout(timer);
      timer = setTimeout(() => writeAddress(step), ADDRESS_DELAY);
    },
    cancel: () => clearTimeout(timer),
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

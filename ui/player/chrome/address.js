/* The position in the address: `step=12`, absent where the walk starts. All else stays as it is. */

const ADDRESS_DELAYS = [250, 1200];

function addressWith(search, step, start) {
  const others = search.replace(/^\?/, "").split("&").filter((pair) => pair && !/^step(=|$)/.test(pair));
  const pairs = step === start ? others : [...others, `step=${step}`];
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** A writer that waits until the reader rests: browsers limit how often an address may change.
    It looks once more later, since the page rewrites its address after a run and drops the step. */
export function addressWriter() {
  let timers = [];
  const cancel = () => timers.forEach(clearTimeout);
  return {
    write(step, start) {
      cancel();
      timers = ADDRESS_DELAYS.map((delay) => setTimeout(() => writeAddress(step, start), delay));
    },
    /** What has just been drawn says at once where it stands: a writing of the walk before may be pending. */
    open(step, start) {
      writeAddress(step, start);
      this.write(step, start);
    },
    cancel,
  };
}

/** Write the step at once and return the whole address. */
export function writeAddress(step, start) {
  const { origin, protocol, pathname, search, hash } = location;
  const wanted = addressWith(search, step, start);
  try {
    if (wanted !== search) history.replaceState(history.state, "", pathname + wanted + hash);
  } catch {
    // A sandboxed frame may have no address to write; the walk goes on without.
  }
  return (origin === "null" ? `${protocol}//` : origin) + pathname + wanted + hash;
}

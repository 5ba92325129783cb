/* The position in the address, `step=12`, absent where the walk starts; all else stays as it is. And an address
   copied. */

const ADDRESS_DELAYS = [250, 1200];
const WRITTEN = "bpe-lab:address-written"; // by ui/serving/front_page.js
/** Somebody is about to read the address. */
export const WANTED = "bpe-lab:address-wanted";
const OCCASIONS = [WRITTEN, WANTED];

function addressWith(search, step, start) {
  const others = search.replace(/^\?/, "").split("&").filter((pair) => pair && !/^step(=|$)/.test(pair));
  const pairs = step === start ? others : [...others, `step=${step}`];
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** A writer that waits until the reader rests: browsers limit how often an address may change.
    The page rewrites its address after a run and drops the step. So it writes again when the page
    says that it has, and looks once more later in any case. Of another page's address it keeps off:
    that one comes before the walk here has gone. */
export function addressWriter() {
  let timers = [];
  let here = { step: 0, start: 0, path: "" };
  const again = () => location.pathname === here.path && writeAddress(here.step, here.start);
  const cancel = () => {
    timers.forEach(clearTimeout);
    for (const name of OCCASIONS) window.removeEventListener(name, again);
  };
  const write = (step, start) => {
    cancel();
    here = { ...here, step, start };
    for (const name of OCCASIONS) window.addEventListener(name, again);
    timers = ADDRESS_DELAYS.map((delay) => setTimeout(again, delay));
  };
  return {
    write,
    /** What has just been drawn says at once where it stands: a writing of the walk before may be pending. */
    open(step, start) {
      here.path = location.pathname;
      write(step, start);
      again();
    },
    cancel,
  };
}

/** The whole address of a step: on this page, or on another. */
export function addressOf(step, start, page = location.href) {
  const address = new URL(page);
  address.search = addressWith(address.search, step, start);
  return address.href;
}

/** Write the step at once and return the whole address. */
export function writeAddress(step, start) {
  const { pathname, search, hash } = location;
  const wanted = addressWith(search, step, start);
  try {
    if (wanted !== search) history.replaceState(history.state, "", pathname + wanted + hash);
  } catch {
    // A sandboxed frame may have no address to write; the walk goes on without.
  }
  return addressOf(step, start);
}

/* An address to the clipboard, or into a field to be copied by hand. */

/** To the clipboard where the browser lends it: it does not to a page over plain http.
    @param {string} address
    @param {HTMLInputElement} field
    @param {(key: string) => void} report */
export async function copyAddress(address, field, report) {
  field.hidden = true;
  try {
    await navigator.clipboard.writeText(address);
    report("player.copied");
  } catch {
    field.value = address;
    field.hidden = false;
    field.focus();
    field.select();
    report("player.copy_by_hand");
  }
}

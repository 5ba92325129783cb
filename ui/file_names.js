/* The names of a reader's files, in the tab's own storage: a reload forgets the tokenizers that the session held, and
   so that they are not missing in silence, its page asks for their names. */

const NAMES = "bpe-lab:files";
const MOST_LETTERS = 10_000;

/** @typedef {{session: string, names: string[]}} Held */

/** @returns {Held | undefined} */
function stored() {
  try {
    const text = sessionStorage.getItem(NAMES) ?? "";
    const value = text.length <= MOST_LETTERS ? JSON.parse(text) : undefined;
    return typeof value?.session === "string" && Array.isArray(value.names) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Held} held */
function store(held) {
  try {
    sessionStorage.setItem(NAMES, JSON.stringify(held));
  } catch {
    /* then a reload tells nothing */
  }
}

export class FileNames {
  /** @param {(names: string) => void} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** The session that has heard it.
      @type {string | undefined} */
  heard = undefined;

  /** @param {Held} held  by the session; no names of a session before: it has forgotten them */
  open(held) {
    const before = stored();
    const isForgotten = before && before.session !== held.session && before.names.length > 0;
    if (held.names.length || !isForgotten) store(held);
    else if (this.heard !== held.session) {
      this.heard = held.session;
      this.tell(JSON.stringify(before.names));
    }
  }

  close() {}
}

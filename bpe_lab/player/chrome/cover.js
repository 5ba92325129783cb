/* A dialog over the whole window. Beneath it nothing moves: no key gets through, and playing waits. */

/** Says on the window, by `detail`, whether something covers it. */
export const COVERED = "bpe-lab:covered";

/** Whether the window is covered now. */
let isCovered = false;

function tell(covered) {
  isCovered = covered;
  window.dispatchEvent(new CustomEvent(COVERED, { detail: covered }));
}

/** `closes` says of a key, in lower case, whether it takes the dialog away; Escape always does.
    @param {HTMLDialogElement} node
    @param {(key: string) => boolean} closes
    @param {() => void} [gone] */
export function makeCover(node, closes, gone) {
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopImmediatePropagation();
    if (event.key !== "Escape" && !closes(event.key.toLowerCase())) return;
    event.preventDefault();
    if (!event.repeat) close();
  }
  function close() {
    if (!node.isConnected) return;
    window.removeEventListener("keydown", onKey, true);
    node.close();
    node.remove();
    gone?.();
    tell(false);
  }
  // subtle: the event comes late; a second press may have opened it again by then.
  node.addEventListener("close", () => node.open || close());
  return {
    close,
    open() {
      if (isCovered) return;
      tell(true);
      document.body.append(node);
      node.showModal();
      window.addEventListener("keydown", onKey, true);
    },
  };
}

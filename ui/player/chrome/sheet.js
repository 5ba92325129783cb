/* The page's inputs, over the stage while presenting; ui/page/present.css lays them out. */

const INPUTS = '[class*="st-key-inputs"]';
const OPEN = "data-inputs";
const FIELDS = "input, textarea";

/** Whether the page has inputs that a sheet could show. */
export const hasInputs = () => document.querySelector(INPUTS) !== null;

/** Opens and closes it; the walk stays where it is, and closing gives it the focus back.
    @param {HTMLElement} root  the player's */
export function makeSheet(root) {
  const page = document.documentElement;
  const isOpen = () => page.hasAttribute(OPEN);
  const focus = () => /** @type {HTMLElement | null} */ (document.querySelector(`${INPUTS} :is(input, button)`))?.focus();

  /** What is unfolded in the sheet has Escape for itself, and a field has every letter. */
  function onKey(event) {
    const isTyped = event.composedPath()[0].matches?.(FIELDS);
    const closes = event.key === "Escape"
      ? !document.querySelector(`${INPUTS} [aria-expanded=true]`)
      : event.key.toLowerCase() === "i" && !isTyped && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!closes) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    root.focus({ preventScroll: true });
  }
  function open() {
    if (!hasInputs()) return;
    page.setAttribute(OPEN, "");
    document.addEventListener("keydown", onKey, true);
    focus();
  }
  function close() {
    document.removeEventListener("keydown", onKey, true);
    if (isOpen()) page.removeAttribute(OPEN);
  }
  return { open, close };
}

/* The page's inputs, over the stage while presenting; ui/page/present.css lays them out. */

const INPUTS = '[class*="st-key-inputs"]';
const OPEN = "data-inputs";
/** Where letters are written; a list that is not open has none of its own. */
const FIELDS = "input:not([type=number], [role=combobox][aria-expanded=false]), textarea";
const CLICKER = ["PageUp", "PageDown"];

/** Whether the page has inputs that a sheet could show. */
export const hasInputs = () => document.querySelector(INPUTS) !== null;

/** Opens and closes it; the walk stays where it is, and closing gives it the focus back.
    A clicker's key closes it too, and goes on: whoever stands before a hall has no other.
    @param {HTMLElement} root  the player's
    @param {(isBack: boolean) => void} goOn */
export function makeSheet(root, goOn) {
  const page = document.documentElement;
  const isOpen = () => page.hasAttribute(OPEN);
  const focus = () => /** @type {HTMLElement | null} */ (document.querySelector(`${INPUTS} :is(input, button)`))?.focus();

  /** What is unfolded in the sheet has these keys for itself, and a field has every letter. */
  function closes({ key, ctrlKey, metaKey, altKey }, field) {
    if (key === "Escape" || CLICKER.includes(key)) return !document.querySelector(`${INPUTS} [aria-expanded=true]`);
    return key.toLowerCase() === "i" && !field.matches?.(FIELDS) && !ctrlKey && !metaKey && !altKey;
  }
  function onKey(event) {
    if (!closes(event, event.composedPath()[0])) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    root.focus({ preventScroll: true });
    if (CLICKER.includes(event.key)) goOn(event.key === "PageUp");
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

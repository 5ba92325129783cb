/* A list keeps the keyboard once something is chosen from it with the pointer (seen with Streamlit 1.67): the next
   arrow is meant for the walk that the choice brought. Who chose by keys goes on by keys. */

const CHOICE = "[data-testid=stSelectboxVirtualDropdown] [role=option]";

export function letGoOfChosenLists() {
  document.addEventListener("click", ({ target, detail }) => {
    if (detail === 0 || !(/** @type {Element} */ (target).closest(CHOICE))) return;
    setTimeout(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  }, true);
}

/* A list keeps the keyboard once something is chosen from it with the pointer (seen with Streamlit 1.67): the next
   arrow is meant for the walk that the choice brought. Who chose by keys goes on by keys; and who has looked at a
   lesson's scenes and pressed Escape goes on with the lesson. */

const CHOICE = "[data-testid=stSelectboxVirtualDropdown] [role=option]";
const SCENES = ".st-key-lesson_scene";

export function letGoOfChosenLists() {
  document.addEventListener("click", ({ target, detail }) => {
    if (detail === 0 || !(/** @type {Element} */ (target).closest(CHOICE))) return;
    letGo();
  }, true);
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape" && /** @type {Element} */ (target).closest?.(SCENES)) letGo();
  }, true);
}

function letGo() {
  setTimeout(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
}

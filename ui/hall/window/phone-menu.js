/* A phone's menu lies over the page, and Streamlit leaves it open once it has led somewhere (seen with 1.67). */

const LINK = "[data-testid=stSidebarNavLink]";
const CLOSE = "[data-testid=stSidebarCollapseButton] button";
const PHONE = "(max-width: 700px)";

export function closeMenuBehind() {
  document.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest(LINK) && matchMedia(PHONE).matches)
      /** @type {HTMLElement | null} */ (document.querySelector(CLOSE))?.click();
  });
}

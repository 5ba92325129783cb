/* What the tools of a chart or table, the hints of a field, the menu and the dialog of a lost server say: Streamlit 1.67
   has it in English alone. The page has its language, and `window.toolWords` by that the words for those of every
   language. Without this script they go on saying it in English. */

const root = document.documentElement;
const NAMED = "[data-testid=stElementToolbar] button[aria-label], [data-testid=stMainMenuButton], [data-testid=stMainMenuList], [role=dialog] > button[aria-label]";
const WORDED =
  "[data-testid=stTooltipContent] p, [data-testid=InputInstructions] span, [data-testid=stMainMenuPopover] *, [data-testid=stStatusWidget] :is(label, button, button *), [role=dialog] > h2";
const LOST = "Connection error";

// Behind a colon stands which chart.
const inLanguage = (words, said) => {
  const [name] = said.split(":", 1);
  return Object.hasOwn(words, name) ? words[name] + said.slice(name.length) : undefined;
};

const say = () => {
  const { words: byTag, gone } = window.toolWords;
  const words = byTag[root.lang] ?? {};
  for (const tool of document.querySelectorAll(NAMED)) {
    const said = tool.getAttribute("aria-label") ?? "";
    const meant = inLanguage(words, said);
    if (meant && meant !== said) tool.setAttribute("aria-label", meant);
  }
  for (const { childNodes } of document.querySelectorAll(WORDED)) {
    for (const node of childNodes) {
      const meant = node.nodeType === Node.TEXT_NODE && inLanguage(words, node.nodeValue);
      if (meant && meant !== node.nodeValue) node.nodeValue = meant;
    }
  }
  // Whose server is gone is told so by `frame.css`, in place of how Streamlit starts.
  for (const { textContent, nextElementSibling: below } of document.querySelectorAll("[role=dialog] > h2")) {
    if (textContent === (words[LOST] ?? LOST)) below.dataset.gone = gone[root.lang] ?? gone.en;
  }
};

const observer = new MutationObserver(say);
observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label"] });
observer.observe(root, { attributeFilter: ["lang"] });
say();

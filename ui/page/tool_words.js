/* What the tools of a chart or table and the hints of a field say: Streamlit 1.67 has it in English alone. The page has
   its language, and `window.toolWords` by that the words for those of every language. Without this script they go on
   saying it in English. */

const root = document.documentElement;
const TOOLS = "[data-testid=stElementToolbar] button[aria-label]";
const TITLES = "[data-testid=stTooltipContent] p, [data-testid=InputInstructions] span";

// Behind a colon stands which chart.
const inLanguage = (words, said) => {
  const [name] = said.split(":", 1);
  return Object.hasOwn(words, name) ? words[name] + said.slice(name.length) : undefined;
};

const say = () => {
  const words = window.toolWords[root.lang] ?? {};
  for (const tool of document.querySelectorAll(TOOLS)) {
    const said = tool.getAttribute("aria-label") ?? "";
    const meant = inLanguage(words, said);
    if (meant && meant !== said) tool.setAttribute("aria-label", meant);
  }
  for (const { firstChild: title } of document.querySelectorAll(TITLES)) {
    const meant = inLanguage(words, title?.nodeValue ?? "");
    if (title && meant && meant !== title.nodeValue) title.nodeValue = meant;
  }
};

const observer = new MutationObserver(say);
observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label"] });
observer.observe(root, { attributeFilter: ["lang"] });
say();

/* What the tools of a chart or table, the hints of a field, a full field, the menu and the dialog of a lost server say: Streamlit 1.67
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

// What a field has no room for, Streamlit refuses whole and in silence. What fits is put in, and the rest is told of.
const most = (field) => Number(/\/(\d+)$/.exec(field?.querySelector("[data-testid=InputInstructions]")?.textContent ?? "")?.[1]);

const tell = (field, sentence) => {
  let note = field.querySelector(".overfull");
  if (!note && sentence) {
    note = document.createElement("p");
    note.className = "overfull";
    note.role = "status";
    field.append(note);
  }
  if (note) note.textContent = sentence;
};

const fill = (event) => {
  const { target, data, inputType, isComposing } = event;
  const field = target.closest("[data-testid=stTextArea], [data-testid=stTextInput]");
  const limit = most(field);
  if (!limit || isComposing) return;
  tell(field, "");
  const { value, selectionStart: start, selectionEnd: end } = target;
  const added = (data ?? "").replace(/\r\n?/g, "\n");
  const room = Math.max(0, limit - value.length + end - start);
  if (added.length <= room) return;
  event.preventDefault();
  target.setRangeText(added.slice(0, room).replace(/[\uD800-\uDBFF]$/, ""), start, end, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
  tell(field, (window.toolWords.overfull[root.lang] ?? window.toolWords.overfull.en).replace("{limit}", limit.toLocaleString(root.lang)));
};
document.addEventListener("beforeinput", fill, true);

const observer = new MutationObserver(say);
observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label"] });
observer.observe(root, { attributeFilter: ["lang"] });
say();

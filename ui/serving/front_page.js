/* Comes before Streamlit's own script in the page that it serves. Seen with Streamlit 1.67;
   without this script all goes on as Streamlit would have it. */

{
  // Streamlit looks for its server below the page's own address first: two requests that fail.
  // Every page lies beside the home page.
  const server = new URL(".", location.href);
  window.__streamlit = { BACKEND_BASE_URL: server.origin + server.pathname, ...window.__streamlit };

  // Each thing that a page writes into its address would be a press of the Back key of its own.
  // An entry of the browser's history is a page.
  const push = history.pushState;
  const TOGETHER = 250; // milliseconds between what one answer of the server writes
  let written = { before: location.href, at: -TOGETHER };

  const writeHere = (state, address) => {
    const at = performance.now();
    written = { before: at - written.at < TOGETHER ? written.before : location.href, at };
    const { hash } = location; // an anchor is no word of the page's, and stays
    history.replaceState(state, "", address?.includes("#") ? address : (address ?? "") + hash);
    window.dispatchEvent(new Event("bpe-lab:address-written"));
  };

  // subtle: what the next page writes comes first, and only then the way to it. The page that is
  // left has its own address back.
  const leaveFor = (state, address) => {
    if (performance.now() - written.at < TOGETHER) history.replaceState(history.state, "", written.before);
    push.call(history, state, "", address);
  };

  // Of two quick presses, the answer to the first comes after the second, and would lead back to
  // the page between. After a press only what the reader then does leads to a page.
  let goesBack = false;
  window.addEventListener("popstate", () => {
    goesBack = true;
    written.at = -TOGETHER;
  });
  for (const act of ["click", "keydown"]) window.addEventListener(act, () => (goesBack = false), true);

  history.pushState = (state, unused, address) => {
    const { pathname } = new URL(address ?? "", location.href);
    if (pathname === location.pathname) writeHere(state, address);
    else if (!goesBack) leaveFor(state, address);
  };

  // A link of ours to another page of the app goes there as the navigation does, in the same session and without a
  // reload: Streamlit reads the address again as it does after Back.
  window.addEventListener("click", (event) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    const link = event.composedPath().find((node) => node.matches?.("a[data-page]"));
    if (!link || button || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return;
    event.preventDefault();
    if (new URL(link.href).pathname === location.pathname) history.replaceState(null, "", link.href);
    else push.call(history, null, "", link.href);
    window.dispatchEvent(new PopStateEvent("popstate"));
    goesBack = false;
    window.scrollTo(0, 0);
  });

  // A text of the reader's is applied as it is typed, after a pause, by the keys that Streamlit has for it: its fields of
  // several lines (1.67) have no such option, as those of one line do. What takes a while to show has a longer one.
  const TYPED = '[class*="st-key-typed_"] textarea';
  const LIVE = '[class*="st-key-typed_live_"] textarea';
  const SHOWN_AT_ONCE = 2000; // characters
  const pauseOf = (text) => (text.length > SHOWN_AT_ONCE ? 1500 : 400); // milliseconds
  const RUNS = "[data-testid=stApp]:not([data-test-script-state=notRunning])";
  const ANSWERED = 20; // milliseconds from look to look whether it is
  let pause = 0;
  let unanswered = null; // the field whose text the page may not show yet
  let isSent = false; // that text
  let hasBegun = false; // the answer to it
  const apply = (field) => {
    clearTimeout(pause);
    isSent = true;
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
  };
  // As fast as the server answers and no faster, however many type at once.
  const applyLive = (field) => {
    if (document.querySelector(RUNS)) pause = setTimeout(applyLive, ANSWERED, field);
    else apply(field);
  };
  const applySoon = ({ target, isComposing }) => {
    if (!target.matches?.(TYPED)) return;
    clearTimeout(pause);
    if (isComposing) return;
    unanswered = target;
    isSent = hasBegun = false;
    if (target.matches(LIVE)) applyLive(target);
    else pause = setTimeout(apply, pauseOf(target.value), target);
  };
  // subtle: what an input method writes has no event of input after its composition.
  for (const act of ["input", "compositionend"]) window.addEventListener(act, applySoon);
  window.addEventListener("focusout", ({ target }) => (isSent ||= target === unanswered)); // Streamlit's fields send it
  new MutationObserver(() => {
    const runs = document.querySelector(RUNS) !== null;
    if (hasBegun && !runs) unanswered = null;
    hasBegun ||= isSent && runs;
  }).observe(document, { subtree: true, attributeFilter: ["data-test-script-state"] });

  // A change of page breaks off the answer to what was typed just before it, and Back would open the text of before: the
  // way is gone once the answer is there, or takes too long. A busy server begins it late.
  const LOOK = 50; // milliseconds
  const LATEST = 2000; // an answer that has not begun by then was given before
  const LONGEST = 10_000; // a second press goes at once
  let isLeaving = false;
  // What was typed may be in the way itself.
  const drawnAnew = (link) =>
    [...document.querySelectorAll("a[data-page]")].find(({ textContent }) => textContent === link.textContent) ?? link;
  window.addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node.matches?.("a[href]"));
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (isLeaving || !unanswered) return void ([isLeaving, unanswered] = [false, null]);
    event.preventDefault();
    event.stopImmediatePropagation();
    apply(unanswered);
    isLeaving = true;
    const start = performance.now();
    let ran = start;
    const goOn = () => {
      if (!isLeaving) return;
      const now = performance.now();
      if (document.querySelector(RUNS)) ran = now;
      if (now - ran < (hasBegun ? 2 * LOOK : LATEST) && now - start < LONGEST) return setTimeout(goOn, LOOK);
      unanswered = null;
      written.at = -TOGETHER; // all that was written is of the page that is left
      (link.isConnected ? link : drawnAnew(link)).click();
    };
    setTimeout(goOn, LOOK);
  }, true);

  // A server that was started anew knows nothing of the open page until something is pressed on it, and of that press
  // not what it means. So it is told of the page as soon as it is there again, by what Back would tell it.
  const CONNECTION = "data-test-connection-state";
  let wasConnected = false;
  let isLost = false;
  new MutationObserver((records) => {
    for (const { target } of records) {
      const isConnected = target.getAttribute(CONNECTION) === "CONNECTED";
      if (isConnected && isLost) window.dispatchEvent(new PopStateEvent("popstate"));
      isLost = wasConnected && !isConnected;
      wasConnected ||= isConnected;
    }
  }).observe(document, { subtree: true, attributeFilter: [CONNECTION] });

  // Whether the focus has come by Tab (`frame.css`).
  let isTab = false;
  for (const act of ["keydown", "pointerdown"]) window.addEventListener(act, ({ key }) => (isTab = key === "Tab"), true);
  window.addEventListener("focusin", () => document.documentElement.toggleAttribute("data-tabbed", isTab));

  // Light or dark by key D, without a reload: Streamlit asks for the system's scheme and hears when it changes, so it
  // is given one that a key can change. Whoever chose a theme in Streamlit's menu keeps it.
  const DARK = "(prefers-color-scheme: dark)";
  const STORED = "bpe-lab:scheme";
  const FIELDS = "input, textarea, select, [contenteditable]";
  // Where a browser keeps nothing, the scheme lasts as long as the page.
  function stored() {
    try {
      return sessionStorage.getItem(STORED);
    } catch {
      return null;
    }
  }
  function store(value) {
    try {
      sessionStorage.setItem(STORED, value);
    } catch { /* not kept */ }
  }
  const systemQuery = window.matchMedia.bind(window);
  const ofSystem = systemQuery(DARK);
  const scheme = new EventTarget();
  let chosen = stored();
  const isDark = () => (chosen === null ? ofSystem.matches : chosen === "dark");
  const { documentElement: root } = document;
  const announce = () => {
    root.dataset.scheme = isDark() ? "dark" : "light";
    scheme.dispatchEvent(new Event("change"));
  };

  Object.defineProperties(scheme, { matches: { get: isDark }, media: { value: DARK } });
  window.matchMedia = (query) => (query === DARK ? scheme : systemQuery(query));
  ofSystem.addEventListener("change", () => chosen === null && announce());
  root.dataset.schemeKey = "D";
  announce();

  // What is seen first goes once the first page is there and whole, and never comes back: its styles have come, and its
  // script has ended, since what comes last may stand in the middle. Some pages go on for long.
  // subtle: until there is a line of HTML or a component on it a page is but stripes, however long a slow line takes.
  const FIRST = ":has(> .st-key-corner) ~ * :is([data-testid=stHtml], [data-testid^=stBidiComponent]), [data-testid=stAlert], [data-testid=stException]"; // it may fail at once
  const WHOLE = 3000; // milliseconds that a page has for its script
  const STYLED = 15_000; // and for its styles, without which it would stand otherwise
  const uncover = () => {
    arrival.disconnect();
    document.removeEventListener("load", look, true);
    document.querySelector(".first-sight")?.remove();
  };
  // Rules that a style brings in from an address, as a page's own (`ui/page/look.py`), come later than the style.
  const isStyled = () => [...document.styleSheets].every(({ cssRules }) =>
    [...cssRules].every((rule) => !(rule instanceof CSSImportRule) || rule.styleSheet));
  let came = false;
  let isLate = false;
  const look = () => {
    if (!document.querySelector(FIRST)) return;
    if (!came) {
      setTimeout(() => { isLate = true; look(); }, WHOLE);
      setTimeout(uncover, STYLED);
    }
    came = true;
    const isWhole = !document.querySelector(`${RUNS}, [data-testid=stMain] [data-testid=stSkeleton]`);
    if ((isWhole || isLate) && isStyled()) uncover();
  };
  const arrival = new MutationObserver(look);
  document.addEventListener("load", look, true);
  arrival.observe(root, { childList: true, subtree: true, attributeFilter: ["data-test-script-state"] });
  window.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "d" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.composedPath()[0].matches?.(FIELDS)) return;
    chosen = isDark() ? "light" : "dark";
    store(chosen);
    announce();
  });
}

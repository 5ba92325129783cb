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
    history.replaceState(state, "", address);
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
}

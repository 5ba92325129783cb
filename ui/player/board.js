/* Where the widgets stand: the stage, the columns, and the columns as tabs where it is narrow. */

const WIDGETS = { ribbon, table, note, changes, shelf, lens };

/** `{node, draw(snapshot, still), layout()}` for all widgets of a recording. */
function makeBoard(recording, book, history, chosenTab) {
  const makeAll = (ids) => ids.map((id) => makePanel(recording, book, history, id));
  const staged = makeAll(recording.layout.stage ?? []);
  const columns = (recording.layout.columns ?? []).map(makeAll);
  const stage = el("div", { class: "stage" }, staged.map((panel) => panel.node));
  const nodes = columns.map((panels, place) =>
    el("div", { class: "column", id: `column-${place}` }, panels.map((panel) => panel.node)));
  const panels = [...staged, ...columns.flat()];
  let narrow = false;
  const layout = () => panels.forEach((panel) => panel.layout(narrow));
  const tabs = makeTabs(book, columns, nodes, chosenTab, layout);
  const grid = el("div", { class: "columns" }, nodes);
  grid.style.setProperty("--columns", Math.max(1, nodes.length));
  return {
    nodes: [staged.length ? stage : null, nodes.length > 1 ? tabs.node : null, nodes.length ? grid : null],
    draw: (snapshot, still) => panels.forEach((panel) => panel.draw(snapshot, still)),
    layout(isNarrow) {
      narrow = isNarrow;
      tabs.apply(narrow && nodes.length > 1);
      layout();
    },
    tab: () => tabs.chosen,
  };
}

/** A widget under its title. It draws only a state that it has not drawn. */
function makePanel(recording, book, history, id) {
  const widget = recording.widgets.find((each) => each.id === id) ?? { id, kind: id };
  const view = makeWidget(widget, book, history.map((snapshot) => snapshot[id]));
  const aside = el("span", { class: "aside" });
  const title = widget.title ? template(book, widget.title) : "";
  const hasHead = title || history.some((snapshot) => snapshot[id]?.aside);
  const icon = widget.goal ? goalIcon(widget.goal) : null;
  const head = hasHead ? el("header", {}, el("h2", {}, icon, title), aside) : null;
  let drawn;
  return {
    title,
    node: el("section", { class: "panel", "data-goal": widget.goal, "data-widget": widget.kind }, head, view.node),
    layout: (narrow) => view.layout?.(narrow),
    draw(snapshot, still) {
      const state = snapshot[id] ?? {};
      if (state === drawn) return;
      drawn = state;
      aside.replaceChildren(...(state.aside ? said(book, state.aside) : []));
      view.draw(state, still);
    },
  };
}

function makeWidget(widget, book, states) {
  const make = own(WIDGETS, widget.kind);
  return make ? make(widget, book, states) : { node: failure(book, String(widget.kind)), draw() {} };
}

const failure = (book, why) =>
  el("p", { class: "failed", role: "alert" }, said(book, ["player.failed", { why }]));

/** A tab a column. Only a narrow player has tabs; a wide one shows all columns. */
function makeTabs(book, columns, nodes, chosen, onChoose) {
  const labels = columns.map((panels, place) => panels.find((panel) => panel.title)?.title ?? String(place + 1));
  const buttons = labels.map(tabButton);
  const tabs = {
    chosen: Math.min(chosen, Math.max(0, nodes.length - 1)),
    node: el("div", { class: "tabs", role: "tablist", "aria-label": template(book, "player.panels") }, buttons),
    apply(narrow) {
      tabs.narrow = narrow;
      buttons.forEach((button, place) => selectTab(button, place === tabs.chosen));
      nodes.forEach((node, place) => set(node, columnRole(narrow, place, tabs.chosen)));
    },
  };
  const choose = (place) => {
    tabs.chosen = (place + buttons.length) % buttons.length;
    tabs.apply(tabs.narrow);
    onChoose();
  };
  buttons.forEach((button, place) => button.addEventListener("click", () => choose(place)));
  tabs.node.addEventListener("keydown", (event) => turnTabs(event, tabs, buttons, choose));
  return tabs;
}

function tabButton(label, place) {
  const name = `tab-${place}`;
  const role = { role: "tab", id: name, "aria-controls": `column-${place}`, "data-name": name };
  return el("button", { type: "button", ...role }, label);
}

const selectTab = (button, chosen) =>
  set(button, { "aria-selected": String(chosen), tabindex: chosen ? 0 : -1 });

const columnRole = (narrow, place, chosen) => ({
  role: narrow ? "tabpanel" : null,
  "aria-labelledby": narrow ? `tab-${place}` : null,
  hidden: narrow && place !== chosen,
});

/** Arrow keys move among tabs and do not reach the player, which would step. */
function turnTabs(event, tabs, buttons, choose) {
  const moves = { ArrowLeft: tabs.chosen - 1, ArrowRight: tabs.chosen + 1, Home: 0, End: buttons.length - 1 };
  const place = own(moves, event.key);
  if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  choose(place);
  buttons[tabs.chosen].focus();
}

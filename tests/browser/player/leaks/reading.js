/* Opens each question of a recording and reads what stands in the page meanwhile: for each spot of the drawing what its
   text and its names say, for each look and state the first element that has it. Before so many steps of each kind of
   question as are to be `compared` the walk is opened again, and once more where nothing of what follows is in the
   recording: what then reads otherwise. All comes and goes as JSON, many times as quick as handing over what it stands for. */
(written, words, lang, compared) => {
  const [recording, text] = [JSON.parse(written), JSON.parse(words)];
  const player = document.getElementById("host").shadowRoot.querySelector(".player");
  const press = (key) => player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  const NAMES = ["aria-label", "aria-valuetext", "aria-valuenow", "aria-description", "title", "alt"];
  const LOOKS = ["data-look", "aria-current", "aria-selected", "aria-pressed", "data-lit", "data-state"];
  /** The bar with the answers offered, and where one is: which merge, which place of it, which lines ran last. */
  const PAST = ".answers, .keys, .where";
  const RAN = ".panel[data-widget=code] li";
  const FULLY = { visibilityProperty: true, opacityProperty: true };
  const isOpen = () => !(player.querySelector(".answers")?.hidden ?? true);
  const ownText = ({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(" ").trim();

  const isSeen = (node) => /^(title|desc)$/.test(node.localName) || node.classList.contains("unseen") || node.checkVisibility(FULLY);

  /** All that is seen or heard, each element with the panel it stands in and its path from the player: by kind, and
      by number among what is seen of its kin. */
  function seenBelow(parent, panel, path = "", seen = []) {
    const kin = Object.groupBy(parent.children, (node) => (node.matches(PAST) ? "past" : isSeen(node) ? node.localName : "hidden"));
    for (const [kind, nodes] of Object.entries(kin)) nodes.forEach((node, index) => {
      if (kind === "past" || (kind === "hidden" && !node.checkVisibility({ opacityProperty: true }))) return;
      const spot = `${path}${kind}${nodes.length > 1 ? index : ""}`;
      const within = node.classList.contains("panel") ? node.dataset.widget : panel;
      if (kind !== "hidden" && !node.matches(RAN)) seen.push({ node, spot, panel: within });
      seenBelow(node, within, `${spot}/`, seen);
    });
    return seen;
  }
  const idsOf = (pair) => pair.split(",").map((index) => recording.tokens[Number(index)]?.id).join(",");
  /** What an element stands for: the answers that pointing at it would give. */
  const keysOf = ({ dataset: { pair, at, token, next } }, tokens) => {
    const keys = [];
    if (token && tokens.has(next)) keys.push(["pair", `${token},${tokens.get(next)}`]);
    else if (pair) keys.push(["pair", idsOf(pair)]);
    if (at) keys.push(["position", at]);
    return keys;
  };

  /** The first number that stands in an element, but for those of its tokens. */
  const numberIn = (node) =>
    /\d+/.exec([...node.querySelectorAll("*")].filter((each) => !each.matches("[data-token] *, .hex")).map(ownText).join(" "))?.[0];

  /** Of each panel, what has its least and its greatest number beside it: a table is read so. */
  function extremes(seen) {
    const spots = {};
    const least = {};
    const most = {};
    for (const { node, panel, keys } of seen) {
      const number = keys.length && panel ? numberIn(node) : undefined;
      if (number === undefined) continue;
      for (const [kind, key] of keys) {
        const spot = `${panel} ${node.localName}@${kind}`;
        if (!(least[spot] <= Number(number))) [least[spot], spots[`least of ${spot}`]] = [Number(number), key];
        if (!(most[spot] >= Number(number))) [most[spot], spots[`most of ${spot}`]] = [Number(number), key];
      }
    }
    return spots;
  }

  /** Each element that is seen or heard with what it says of itself and stands for. */
  function readElements() {
    const seen = seenBelow(player);
    const tokens = new Map(seen.flatMap(({ node: { dataset: { at, token } } }) => (at && token ? [[at, token]] : [])));
    const valued = (node, names) => names.filter((name) => node.hasAttribute(name)).map((name) => [name, node.getAttribute(name)]);
    return seen.map(({ node, spot, panel = "" }) => ({
      ...{ node, spot, panel, said: ownText(node), keys: keysOf(node, tokens), names: valued(node, NAMES) },
      looks: [...valued(node, LOOKS).map((each) => each.join("=")), ...Array.from(node.classList, (name) => `.${name}`)],
    }));
  }

  /** What each spot says, and which elements have each look. */
  function read() {
    const spots = {};
    const marked = {};
    const elements = readElements();
    for (const { spot, panel, said, keys, names, looks } of elements) {
      if (said) spots[spot] = said;
      for (const [name, value] of names) spots[`${spot}@${name}`] = value;
      spots[`${spot}@look`] = looks.join(" ");
      for (const [kind, key] of keys) spots[`${spot}@${kind}`] = key;
      for (const look of looks) {
        const group = (marked[`${panel} ${look}`] ??= { times: 0, pair: new Set(), position: new Set() });
        group.times += 1;
        for (const [kind, key] of keys) group[kind].add(key);
      }
    }
    for (const group of Object.values(marked)) Object.assign(group, { pair: [...group.pair], position: [...group.position] });
    return { spots: { ...spots, ...extremes(elements) }, marked, offered: offered() };
  }

  /** Each element in a line, whatever its number among its kin. */
  const readLines = () => readElements().map(({ panel, spot, said, names, looks, keys }) =>
    JSON.stringify([panel, spot.replace(/\d+/g, ""), said, names, looks, keys]));

  /** Show a step. A walk that is there already goes on to it. */
  function show(recording, step) {
    window.openings = (window.openings ?? 0) + 1;
    window.remount({ recording, text, lang, present: false, step, opening: window.openings });
    if (!player.dataset.leaksAsked) { press("q"); player.dataset.leaksAsked = "true"; }
  }
  const stepNow = () => Number(player.querySelector("[role=slider]").ariaValueNow);

  /** Where to open for the questions before a step, so that it is come to by a step, where that has no question. */
  const stepBefore = (step) => Math.max(0, step - (recording.steps[step - 1].questions?.length ? 1 : 2));

  /** What `look` gives of each question before a step. */
  function openEach(recording, step, look) {
    const opened = [];
    show(recording, stepBefore(step));
    while (!isOpen()) press("ArrowRight");
    while (isOpen()) {
      opened.push(look());
      for (let k = 0; k < 3; k++) press("ArrowRight");
      if (stepNow() >= step) break;
    }
    return opened;
  }

  /** The answers that tokens of the drawing can be picked for. */
  function offered() {
    const picks = [...player.querySelectorAll("[role=button][data-at][data-token]")].map(({ dataset }) => dataset);
    const tokens = new Map(picks.map(({ at, token }) => [at, token]));
    return picks.map(({ at, token, next }) => ({ pair: tokens.has(next) ? `${token},${tokens.get(next)}` : "", position: at }));
  }

  /** The recording as far as a step, at which nothing of it happens, with no answer to what is asked there. */
  function blind(step) {
    const asks = ({ name, ask, kind, choices, cells, veil, in: where }, borders) =>
      ({ name, ask, kind, choices, cells, veil, in: where, borders, right: ["none"], wrong: {}, other: ask });
    const nothing = (each, index) => ({
      ...each, say: recording.steps[0].say, marks: [], patch: {},
      questions: index === step ? each.questions.map((question) => asks(question, question.borders)) : [],
    });
    const steps = recording.steps.map((each, index) => (index < step ? { ...each, questions: [] } : nothing(each, index)));
    return { ...recording, id: `${recording.id}, blind at ${step}`, steps };
  }

  /** Before a step, what the walk and a blind one say otherwise. Both open here: a drawing may stand where an earlier step
      has left it, which is nothing of a later one. */
  function compare(step) {
    const [all, known] = [{ ...recording, id: `${recording.id}, opened at ${step}` }, blind(step)]
      .map((opened) => openEach(opened, step, readLines));
    return all.map((elements, question) => unlike(elements, known[question]));
  }

  /** What is read on one side only, each as often as it is. Kept elements stand in the order in which they came, which
      a walk that opens here cannot know; so the order is left to what tells by its place again and again. */
  function unlike(elements, others) {
    const more = new Map();
    for (const each of elements) more.set(each, (more.get(each) ?? 0) + 1);
    for (const each of others) more.set(each, (more.get(each) ?? 0) - 1);
    return [...more].filter(([, times]) => times);
  }

  /** The spots have long names, which are the same in every question: each is written once. */
  const numbers = new Map();
  const numberOf = (spot) => numbers.get(spot) ?? (numbers.set(spot, numbers.size), numbers.size - 1);
  const numbered = (spots) => Object.entries(spots).map(([spot, said]) => [numberOf(spot), said]);

  const asking = recording.steps.flatMap(({ questions = [] }, step) => (questions.length ? [step] : []));
  const namesAt = (step) => recording.steps[step].questions.map(({ name }) => name);
  /** Of each kind of question so many steps, spread over the walk. */
  const toCompare = new Set([...new Set(asking.flatMap(namesAt))].flatMap((name) => {
    const steps = asking.filter((step) => namesAt(step).includes(name));
    return Array.from({ length: compared }, (_, k) => steps[Math.floor(((k + 0.5) * steps.length) / compared)]);
  }));
  const readings = asking.map((step) => openEach(recording, step, read));
  const differences = asking.map((step) => (toCompare.has(step) ? compare(step) : []));
  const handed = readings.flatMap((ofStep, index) => ofStep.map(({ spots, marked, offered }, question) =>
    ({ spots: numbered(spots), marked, offered, unlike: differences[index][question] ?? null })));
  return JSON.stringify({ spots: [...numbers.keys()], readings: handed });
}

/* Goes through a recording, opens each of its questions and reads what stands in the page meanwhile: for each spot of
   the drawing what its text and its names say, for each look and state the first element that has it. Where it is to
   `compare`, each is opened again where nothing of what follows is in the recording: what then reads otherwise. */
(recording, text, lang, compare = false) => {
  const player = document.getElementById("host").shadowRoot.querySelector(".player");
  const press = (key) => player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  const NAMES = ["aria-label", "aria-valuetext", "aria-valuenow", "aria-description", "title", "alt"];
  const LOOKS = ["data-look", "aria-current", "aria-selected", "aria-pressed", "data-lit", "data-state"];
  /** The bar with the answers offered, and where one is: which merge, which place of it, which lines ran last. */
  const PAST = ".answers, .keys, .where";
  const RAN = ".panel[data-widget=code] li";
  const isOpen = () => !player.querySelector(".answers")?.hidden && player.querySelector(".answers") !== null;

  /** The path to each element from the player, by kind and by number among its kin. */
  function spotsBelow(parent, path = "", spots = new Map()) {
    const kinds = Object.groupBy(parent.children, ({ localName }) => localName);
    for (const [kind, kin] of Object.entries(kinds)) kin.forEach((node, index) => {
      const spot = `${path}${kind}${kin.length > 1 ? index : ""}`;
      spots.set(node, spot);
      spotsBelow(node, `${spot}/`, spots);
    });
    return spots;
  }
  const idsOf = (pair) => pair.split(",").map((index) => recording.tokens[Number(index)]?.id).join(",");
  /** What an element stands for: the answers that pointing at it would give. */
  const keysOf = (node, tokens) => {
    const { pair, at, token, next } = node.dataset;
    const keys = {};
    if (pair) keys.pair = idsOf(pair);
    if (at) keys.position = at;
    if (token && tokens.has(next)) keys.pair = `${token},${tokens.get(next)}`;
    return keys;
  };
  const ownText = (node) => [...node.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(" ").trim();

  /** Of each panel, what has its least and its greatest number beside it: a table is read so. */
  function extremes(nodes, tokens) {
    const spots = {};
    const least = {};
    const most = {};
    for (const node of nodes) {
      const number = /\d+/.exec([...node.querySelectorAll("*")].filter((each) => !each.matches("[data-token] *, .hex")).map(ownText).join(" "))?.[0];
      const panel = node.closest(".panel")?.dataset.widget;
      if (number === undefined || panel === undefined) continue;
      for (const [kind, key] of Object.entries(keysOf(node, tokens))) {
        const spot = `${panel} ${node.localName}@${kind}`;
        if (!(least[spot] <= Number(number))) [least[spot], spots[`least of ${spot}`]] = [Number(number), key];
        if (!(most[spot] >= Number(number))) [most[spot], spots[`most of ${spot}`]] = [Number(number), key];
      }
    }
    return spots;
  }

  function read() {
    const spots = {};
    const marked = {};
    const nodes = [...player.querySelectorAll("*")].filter((node) => !node.closest(PAST) && !node.matches(RAN) &&
      (node.classList.contains("unseen") || node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || /^(title|desc)$/.test(node.localName)));
    const paths = spotsBelow(player);
    const tokens = new Map(nodes.filter(({ dataset: { at, token } }) => at && token).map(({ dataset: { at, token } }) => [at, token]));
    for (const node of nodes) {
      const spot = paths.get(node);
      const said = ownText(node);
      if (said) spots[spot] = said;
      for (const name of NAMES) if (node.hasAttribute(name)) spots[`${spot}@${name}`] = node.getAttribute(name);
      const looks = [...LOOKS.filter((name) => node.hasAttribute(name)).map((name) => `${name}=${node.getAttribute(name)}`), ...[...node.classList].map((name) => `.${name}`)];
      spots[`${spot}@look`] = looks.join(" ");
      const keys = keysOf(node, tokens);
      for (const [kind, key] of Object.entries(keys)) spots[`${spot}@${kind}`] = key;
      const panel = node.closest(".panel")?.dataset.widget ?? "";
      for (const look of looks) {
        const group = (marked[`${panel} ${look}`] ??= { times: 0, pair: [], position: [] });
        group.times += 1;
        for (const [kind, key] of Object.entries(keys)) if (!group[kind].includes(key)) group[kind].push(key);
      }
    }
    return { spots: { ...spots, ...extremes(nodes, tokens) }, marked };
  }

  function mount(recording, step) {
    window.remount({ recording, text, lang, present: false, step });
    if (!player.dataset.leaksAsked) { press("q"); player.dataset.leaksAsked = "true"; }
  }

  /** The answers that tokens of the drawing can be picked for. */
  const offered = () => [...player.querySelectorAll("[role=button][data-at][data-token]")].map(({ dataset }) => {
    const next = player.querySelector(`[role=button][data-at="${dataset.next}"]`)?.dataset.token;
    return { pair: next === undefined ? "" : `${dataset.token},${next}`, position: dataset.at };
  });

  function walk() {
    const readings = [];
    const last = recording.steps.length - 1;
    mount(recording, 0);
    for (let moves = 0; moves < 20 * recording.steps.length; moves++) {
      if (isOpen()) {
        readings.push({ ...read(), offered: offered() });
        press("ArrowRight");
        press("ArrowRight");
      }
      press("ArrowRight");
      const step = Number(player.querySelector("[role=slider]")?.ariaValueNow);
      if (!isOpen() && step >= last) break;
    }
    return readings;
  }

  /** What is read of each question before a step. */
  function openEach(recording, step) {
    const opened = [];
    mount(recording, step - 1);
    press("ArrowRight");
    while (isOpen()) {
      opened.push(read().spots);
      press("ArrowRight");
      press("ArrowRight");
      press("ArrowRight");
      if (Number(player.querySelector("[role=slider]").ariaValueNow) >= step) break;
    }
    return opened;
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

  /** Room is kept for the whole walk, as every panel's height is: the lines under a tree, an empty line under a table. */
  const isRoom = (look) => /^((data-coming=\S* )?\.level|\.more)$/.test(look);

  /** By question, each spot that says something else where nothing follows. */
  function unlike(readings) {
    const steps = recording.steps.flatMap(({ questions = [] }, step) => (questions.length ? [step] : []));
    const [known, unknown] = [(step) => ({ ...recording, id: `${recording.id}, at ${step}` }), blind]
      .map((make) => steps.flatMap((step) => openEach(make(step), step)));
    return readings.map((_, index) => {
      const [spots, other] = [known[index] ?? {}, unknown[index] ?? { missing: true }];
      return [...new Set([...Object.keys(spots), ...Object.keys(other)])]
        .filter((spot) => spots[spot] !== other[spot] && !isRoom(spots[spot] ?? other[spot])).map((spot) => [spot, spots[spot] ?? null, other[spot] ?? null]);
    });
  }

  const readings = walk();
  const differences = compare ? unlike(readings) : readings.map(() => []);
  // Many times as quick as handing over what it stands for.
  return JSON.stringify(readings.map((reading, index) => ({ ...reading, unlike: differences[index] })));
}

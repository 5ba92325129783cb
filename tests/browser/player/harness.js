/* Tests of the player in one page. They draw with its modules, in a real layout, and ask the
   browser's driver (harness.py) for real keys, clicks and windows. */

import mountPlayer from "/bpe_lab/player/chrome/mount.js";

const host = document.getElementById("host");
const shadow = host.attachShadow({ mode: "open" });
const style = document.createElement("style");
style.textContent = await (await fetch("/player.css")).text();
shadow.append(style);
const home = location.href;
const FRAMES = 3; // without a change, until all is at rest

/** @type {{name: string, body: () => any}[]} */
let cases = [];
let walks = 0;
/** @type {(() => void) | undefined} */
let unmount;

/** What players have asked their page for, as `[name, value]`. */
export const sent = [];

export const test = (name, body) => cases.push({ name, body });

/** A value that Python makes: a recording with its texts, a catalogue (given.py).
    @returns {Promise<any>} */
export async function given(name, values = {}) {
  const response = await fetch(`/given/${name}`, { method: "POST", body: JSON.stringify(values) });
  if (!response.ok) throw new Error(`given ${name}: ${await response.text()}`);
  return response.json();
}

let send, reply;
const next = (answer) => new Promise((resolve) => {
  send = resolve;
  reply?.(answer);
});

/** Have the driver do something, and wait for what it answers.
    @returns {Promise<any>} */
export const drive = (...command) => new Promise((resolve) => {
  reply = resolve;
  send(command);
});

/** Real keys, one after another; what they set in motion has arrived. */
export async function press(...keys) {
  await drive("press", keys);
  arrive();
}

/** What is heard of each key outside: its name, and whether somebody has taken it. */
export async function heard(act) {
  const keys = [];
  const listen = (event) => keys.push([event.key, event.defaultPrevented]);
  addEventListener("keydown", listen);
  await act();
  removeEventListener("keydown", listen);
  return keys;
}

export const type = (text) => drive("type", text);
export const size = (width, height) => drive("size", width, height);
export const media = (options) => drive("media", options);

/** A real click in the middle of what `selector` finds: what covers it would get it.
    @param {string | Element} selector */
export const click = async (selector) => drive("mouse", "click", ...(await middle(selector)));
export const hover = async (selector) => drive("mouse", "move", ...(await middle(selector)));
export const away = () => drive("mouse", "move", 2, 2);

/** What a click on `selector` has the browser keep.
    @returns {Promise<{name: string, size: number, text: string, base64: string}>} */
export const download = async (selector) => drive("download", ...(await middle(selector)));

/** Where on the screen the middle of an element is, which is scrolled there and at rest. */
export async function middle(selector) {
  const node = typeof selector === "string" ? $(selector) : selector;
  if (!node) throw new Error(`not there: ${selector}`);
  node.scrollIntoView({ block: "nearest" });
  await rest();
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

export const $ = (selector) => shadow.querySelector(selector);
export const $$ = (selector) => [...shadow.querySelectorAll(selector)];
export const named = (name) => $(`.player [data-name="${name}"]`);
export const focused = () => shadow.activeElement;
/** A key as a script sends it: several of them in one go. */
export const sendKey = (key) => $(".player").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
export const isShown = (node) => Boolean(node?.checkVisibility({ visibilityProperty: true }));
export const texts = (selector) => $$(selector).map((node) => (node.innerText ?? node.textContent).trim());
export const boxes = (selector) => $$(selector).map((node) => node.getBoundingClientRect()).filter((box) => box.width);
export const step = () => Number($(".player [role=slider]").ariaValueNow);
export const say = () => $(".player .say:not(.sizer)").innerText;

/** A player of `data` in a walk that was never seen before, ready for keys.
    @param {any} data
    @param {{dark?: Record<string, string>, hall?: boolean, root?: string, query?: string}} [options]
      `hall`: the page's type as it presents; `root`: another size of it */
export async function mount(data, { dark, hall, root = hall ? "24px" : "", query = "" } = {}) {
  unmount?.();
  history.replaceState(null, "", home.split("?")[0] + query);
  document.documentElement.style.fontSize = root;
  for (const [name, value] of Object.entries(dark ?? {})) host.style.setProperty(name, value);
  shadow.replaceChildren(style, document.createElement("div"));
  show(data, false);
  await rest();
  $(".player:not([data-board])")?.focus();
}

/** The same player, with other data from its page: of the same walk, or of one never seen before. */
export function show(data, isSame = true) {
  if (!isSame) walks++;
  const recording = { ...data.recording, id: `${data.recording.id} ${walks}` };
  const parentElement = shadow.lastElementChild;
  const setTriggerValue = (name, value) => sent.push([name, value]);
  unmount = mountPlayer({ data: { ...data, recording }, parentElement, setTriggerValue });
  return { leave: unmount };
}

const frame = () => new Promise(requestAnimationFrame);
let quiet = 0;
const stir = () => (quiet = 0);
new MutationObserver(stir).observe(shadow, { attributes: true, characterData: true, childList: true, subtree: true });
for (const where of [shadow, document]) where.addEventListener("scroll", stir, true);

/** What moves is where it is going to; what moves for ever goes on. */
function arrive() {
  for (const each of shadow.getAnimations()) {
    if (each.playState !== "running" || each.effect?.getComputedTiming().endTime === Infinity) continue;
    each.finish();
    stir();
  }
}

/** Wait until nothing moves, changes or scrolls any more. */
export async function rest() {
  await document.fonts.ready;
  stir();
  const isAtRest = () => {
    arrive();
    return quiet++ === FRAMES;
  };
  await until(isAtRest, "rest");
}

/** Wait for `condition`, whose last value is returned; it fails after what no machine needs. */
export async function until(condition, why = String(condition)) {
  for (const begun = Date.now(); Date.now() - begun < 30_000; await frame()) {
    const value = condition();
    if (value) return value;
  }
  throw new Error(`never came: ${why}`);
}

/** Do `act`, and then at once, in their order, what timers are set to do meanwhile. */
export async function hurried(act) {
  const { setTimeout, clearTimeout } = window;
  const waiting = new Map();
  let [now, timers] = [0, 0];
  window.setTimeout = /** @type {any} */ ((done, time = 0, ...more) => {
    waiting.set(--timers, { due: now + time, done: () => done(...more) });
    return timers;
  });
  window.clearTimeout = (timer) => void (waiting.delete(timer) || clearTimeout(timer));
  try {
    await act();
    for (let turn = 0; waiting.size; turn++) {
      ok(turn < 1000, "timers without an end");
      const [timer, { due, done }] = [...waiting].reduce((one, other) => (other[1].due < one[1].due ? other : one));
      waiting.delete(timer);
      now = due;
      done();
    }
  } finally {
    Object.assign(window, { setTimeout, clearTimeout });
  }
}

/** A recording that cannot be drawn ends in a message, there or after `keys`; a whole one is drawn again. */
export function failing(broken, whole, ...keys) {
  show(broken, false);
  if (!$(".player .failed")) keys.forEach(sendKey);
  ok($(".player .failed"), `drawn in spite of ${JSON.stringify(broken.recording.id)}`);
  show(whole, false);
  ok(!$(".player .failed") && $(".player .panel"));
}

export function ok(value, why = "is not so") {
  if (!value) throw new Error(why);
}

export function equal(actual, expected, why = "") {
  const [is, not] = [actual, expected].map((value) => JSON.stringify(value) ?? "undefined");
  if (is !== not) throw new Error(`${why}\n  is       ${is}\n  expected ${not}`);
}

/** Numbers, or lists of them, that differ by at most `within`. */
export function near(actual, expected, within, why = "") {
  const [are, wanted] = [[actual].flat(), [expected].flat()];
  const far = are.length !== wanted.length || are.some((each, at) => !(Math.abs(each - wanted[at]) <= within));
  if (far) throw new Error(`${why}\n  is       ${are}\n  expected ${wanted} within ${within}`);
}

/** The words of an error, and where in which test or module it came from. */
const told = (error) => `${error?.message ?? error}\n${error?.stack?.split("\n").slice(1, 6).join("\n").replaceAll(location.origin, "") ?? ""}`;

async function runCase({ name, body }) {
  let fault = "";
  try {
    await body();
  } catch (error) {
    fault = told(error);
  }
  unmount?.();
  unmount = undefined;
  shadow.replaceChildren(style);
  host.removeAttribute("style");
  document.documentElement.removeAttribute("style");
  history.replaceState(null, "", home);
  localStorage.clear();
  sent.length = 0;
  const complaints = await drive("reset");
  return [name, [fault, ...complaints].filter(Boolean).join("\n")];
}

/** All cases of a module whose names hold `only`, one after another. */
async function run(module, only) {
  cases = [];
  await import(module);
  const results = [];
  for (const each of cases.filter(({ name }) => name.includes(only))) results.push(await runCase(each));
  return results;
}

Object.assign(window, {
  next,
  start(module, only) {
    const started = next(null);
    run(module, only).then((results) => send(["done", results]), (error) => send(["done", [["", told(error)]]]));
    return started;
  },
});

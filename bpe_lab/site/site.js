/* The page around a player where there is no server: its fields, which Python names and reads, and what is said while
   that loads. It opens with an answer that was computed when the site was built. */

import { openBook, plainText, textNodes } from "../player/core/book.js";
import { PAGE_THEME } from "../player/chrome/pages.js";
import { el, makeButton, set } from "../player/core/dom.js";

/** @import { Book, Text } from "../player/core/types.js" */
/** @typedef {{param: string, kind: string, label: any, value: string, options?: [string, any][], low?: number, high?: number,
      most?: number, help?: Text, among?: string, begun?: boolean}} Field
    @typedef {{recording: any, step: number | null, about: string, exercise: boolean, board?: Text, steps?: number, prelude?: number,
      counts?: Text[], onward?: Record<string, string>}} Walk
    @typedef {{says: Record<string, string>, form: Field[], walk: Walk | null, notices: Text[], problem: Text | null}} Answer */

const page = document.documentElement;
const PAGE = page.dataset.page ?? "";
const NAME = PAGE || "home";
const HERE = PAGE ? `${PAGE}/` : "./";
const TAGS = { en: "en", zh: "zh-CN" };
const OF_THE_READER = ["lang", "mode"]; // what stays in the address whatever is asked
const WISHES = ["another", "next_level"]; // what a player asks for
const RESTS = 600; // ms after which what is typed is asked for
const LONG = 10_000; // ms after which a pattern that runs on is ended
const SLOW = 1500; // ms after which a reader may end what takes long
const MB = 1_000_000;

const query = () => new URLSearchParams(location.search);
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

let language = preferred();
/** @type {Record<string, string>} */
let words = {};
/** @type {Book} */
let book;
/** @type {Answer | null} */
let answer = null;
let openings = 0;
let isReady = false;
let loading = 0; // bytes that have arrived
/** @type {((page: any) => void) | undefined} */
let mount;
/** @type {HTMLElement | undefined} */
let stage;

function preferred() {
  const asked = query().get("lang") ?? "";
  if (asked in TAGS) return asked;
  return Object.keys(TAGS).find((name) => navigator.language.toLowerCase().startsWith(name)) ?? "en";
}

/* Words */

/** @param {string} name */
async function speak(name) {
  language = name;
  words = await (await fetch(`texts/${NAME}.${name}.json`)).json();
  book = openBook({ tokens: [], goals: [] }, words, TAGS[name]);
  set(page, { lang: TAGS[name] });
  for (const node of document.querySelectorAll("[data-says]")) {
    const key = node.getAttribute("data-says") ?? "";
    if (node.tagName === "NAV") set(node, { "aria-label": words[key] });
    else node.textContent = plainText(book, [key]);
  }
  for (const node of document.querySelectorAll("[data-speaks]")) set(node, { "aria-pressed": String(node.getAttribute("data-speaks") === name) });
  for (const node of document.querySelectorAll("nav a, .ways a")) node.setAttribute("href", spoken(String(node.getAttribute("href")).split("?")[0]));
  if (!isReady && loading) drawLoading(loading);
  document.title = `${plainText(book, [`page.${NAME}`])} · BPE Lab`;
}

/** A page's address, in the language that the reader has chosen.
    @param {string} address
    @param {Record<string, string>} [says] */
function spoken(address, says = {}) {
  const chosen = query().get("lang");
  const search = new URLSearchParams(chosen ? { ...says, lang: chosen } : says);
  return search.size ? `${address}?${search}` : address;
}

/** What a field or an option is called: a text, or words as they stand. */
const named = (label) => (Array.isArray(label) ? plainText(book, /** @type {Text} */ (label)) : label);

/* The address, the same as the app's */

/** @param {Record<string, string>} says */
function writeAddress(says) {
  const kept = OF_THE_READER.filter((name) => query().has(name)).map((name) => [name, query().get(name)]);
  const search = new URLSearchParams(/** @type {any} */ ([...Object.entries(says), ...kept])).toString();
  history.replaceState(history.state, "", `${HERE}${search ? `?${search}` : ""}${location.hash}`);
}

/** @param {string} name
    @param {string} value  none: it is taken out */
function writeOne(name, value) {
  const search = query();
  if (value) search.set(name, value);
  else search.delete(name);
  history.replaceState(history.state, "", `${HERE}${search.size ? `?${search}` : ""}${location.hash}`);
}

/* The form */

/** Nodes by field, which stay while what they show changes.
    @type {Map<string, {node: HTMLElement, input: any, draw: (field: Field) => void}>} */
const fields = new Map();

function drawForm() {
  const form = byId("form");
  const drawn = (answer?.form ?? []).map((field) => ({ field, node: nodeOf(field) }));
  const rare = drawn.filter(({ field }) => field.among).map(({ node }) => node);
  const rows = drawn.filter(({ field }) => !field.among).map(({ node }) => node);
  if (rare.length) {
    const more = form.querySelector("details") ?? el("details", {}, el("summary", {}), el("div", { class: "more" }));
    /** @type {Element} */ (more.firstElementChild).textContent = words["input.options"];
    place(/** @type {Element} */ (more.lastElementChild), rare);
    rows.push(more);
  }
  place(form, rows);
}

/** Those nodes and no others, without moving one that the reader is in. */
function place(parent, nodes) {
  for (const child of [...parent.children]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, index) => parent.children[index] !== node && parent.insertBefore(node, parent.children[index] ?? null));
}

/** @param {Field} field */
function nodeOf(field) {
  const key = `${field.kind} ${field.param}`;
  if (!fields.has(key)) fields.set(key, (MAKERS[field.kind] ?? makeInput)(field));
  const made = /** @type {any} */ (fields.get(key));
  made.draw(field);
  return made.node;
}

/** A labelled control, whose changes are asked for. */
function labelled(kind, input) {
  const [name, help] = [el("span", {}), el("small", {})];
  const node = el("label", { "data-kind": kind }, name, input, help);
  return { node, input, write(field) {
    name.textContent = named(field.label);
    set(input, { title: field.help ? plainText(book, field.help) : null });
    if (input.value !== field.value && document.activeElement !== input) input.value = field.value;
  } };
}

const MAKERS = {
  choice(field) {
    const made = labelled("choice", el("select", { name: field.param }));
    made.input.addEventListener("change", () => change(field.param, made.input));
    return { ...made, draw(now) {
      made.input.replaceChildren(...(now.options ?? []).map(([value, label]) => el("option", { value }, named(label))));
      made.input.value = now.value;
      made.write(now);
    } };
  },
  text(field) {
    const made = labelled("text", el("textarea", { name: field.param, maxlength: field.most, spellcheck: "false" }));
    made.input.addEventListener("input", () => changeSoon(field.param, made.input, true));
    return { ...made, draw: made.write };
  },
  exercise() {
    const begin = makeButton({}, () => ask("begin"));
    const others = ["another", "leave"].map((name) => makeButton({ "data-name": name }, () => ask(name)));
    const node = el("div", { class: "exercise" }, begin, others);
    return { node, input: begin, draw(now) {
      begin.textContent = words["exercise.begin"];
      begin.hidden = Boolean(now.begun);
      for (const button of others) {
        button.textContent = words[`exercise.${button.dataset.name}`];
        button.hidden = !now.begun;
      }
    } };
  },
  rules() {
    const node = el("ul", { class: "rules" });
    return { node, input: node, draw: ({ label }) => node.replaceChildren(...label.map((rule) => el("li", {}, textNodes(book, rule)))) };
  },
};

/** A line or a number. */
function makeInput(field) {
  const isNumber = field.kind === "number";
  const made = labelled(field.kind, el("input", { name: field.param, inputmode: isNumber ? "numeric" : null, maxlength: field.most, autocapitalize: "off", spellcheck: "false" }));
  made.input.addEventListener("input", () => changeSoon(field.param, made.input));
  made.input.addEventListener("change", () => change(field.param, made.input));
  return { ...made, draw: made.write };
}

let resting = 0;
/** What was changed since Python was asked last.
    @type {Record<string, string>} */
let changes = {};
/** What was changed before that, and is asked now.
    @type {Record<string, string>} */
let sent = {};

/** Ask once the reader rests.
    @param {string} param
    @param {HTMLInputElement} input
    @param {boolean} [isTyped]  a text, which Python packs for the link */
function changeSoon(param, { value }, isTyped) {
  (isTyped ? typed : changes)[param] = value.toWellFormed();
  clearTimeout(resting);
  resting = setTimeout(ask, RESTS, param);
}

/** @param {string} param
    @param {HTMLInputElement} input */
function change(param, { value }) {
  changes[param] = value.toWellFormed();
  ask(param);
}

/* Python */

/** Texts as the reader typed them.
    @type {Record<string, string>} */
const typed = {};
/** @type {Worker | undefined} */
let python;
let asked = 0;
/** @type {{number: number, timers: number[]} | null} */
let working = null;
/** What is asked for next: the field that was changed last, or another wish.
    @type {string | null} */
let waiting = null;

/** Ask for what was answered last, with what the reader has changed since; at first for what the address says.
    @param {string} wish  the field that was changed last, or what else is wanted */
function ask(wish = "") {
  clearTimeout(resting);
  waiting = wish;
  send();
}

function send() {
  if (!isReady || working || waiting === null) return drawStatus();
  const number = ++asked;
  [sent, changes] = [changes, {}];
  const asks = { ...(answer?.says ?? Object.fromEntries(query())), ...sent };
  const isOwnPattern = [asks.split, asks.other].includes("custom");
  working = { number, timers: [setTimeout(drawStatus, SLOW, true), ...(isOwnPattern ? [setTimeout(end, LONG, "site.endless")] : [])] };
  python?.postMessage({ number, request: JSON.stringify({ page: NAME, query: asks, typed, start: words[PAGE ? "input.own_start" : "home.start"], ask: waiting }) });
  waiting = null;
  drawStatus();
}

function start() {
  isReady = false;
  python = new Worker("worker.js", { type: "module" });
  python.onmessage = ({ data }) => hear(data);
  python.onerror = () => drawStatus(false, "site.failed");
}

/** @param {{ready?: boolean, loaded?: number, number?: number, answer?: string, failed?: string}} data */
function hear(data) {
  if (data.failed) console.error(data.failed);
  if (data.loaded) return drawLoading(data.loaded);
  if (data.ready) {
    isReady = true;
    keep();
    return send();
  }
  if (data.number !== working?.number) return data.failed && drawStatus(false, "site.failed");
  rest();
  if (data.answer) show(JSON.parse(data.answer));
  send();
  if (data.failed) byId("notices").replaceChildren(el("p", { class: "problem" }, words["site.fault"]));
}

const isWaiting = () => working !== null || waiting !== null;

function rest() {
  working?.timers.forEach(clearTimeout);
  working = null;
}

/** End what Python does, with all of Python; another is started.
    @param {string} [key]  what is said of it */
function end(key = "site.ended") {
  python?.terminate();
  changes = { ...sent, ...changes };
  rest();
  start();
  byId("notices").replaceChildren(el("p", { class: "problem" }, words[key]));
}

/** @param {boolean} [isSlow]
    @param {string} [key] */
function drawStatus(isSlow = false, key = "") {
  const status = byId("status");
  if (key) status.replaceChildren(words[key]);
  else if (working && isSlow) status.replaceChildren(el("progress", {}), words["site.working"], " ", makeButton({}, () => end()), "");
  else if (working || (isReady && waiting === null)) status.replaceChildren();
  const button = status.querySelector("button");
  if (button) button.textContent = words["site.stop"];
  set(byId("walk"), { "data-waits": isWaiting() });
}

/** @param {number} loaded */
function drawLoading(loaded) {
  loading = loaded;
  const weight = Number(page.dataset.weight);
  const done = Math.min(loaded, weight);
  const values = { done: Math.round(done / MB), all: Math.round(weight / MB) };
  const bar = byId("status").querySelector("progress") ?? el("progress", {});
  set(bar, { max: weight, value: done });
  byId("status").replaceChildren(bar, plainText(book, ["site.loading", values]));
}

/** Keep the site for a time without a network; where the browser keeps nothing, all else goes on. */
function keep() {
  navigator.serviceWorker?.register("service-worker.js").catch(() => {});
}

/* What is shown */

/** @param {Answer} now */
function show(now) {
  answer = now;
  writeAddress(now.says);
  draw();
}

function draw() {
  if (!answer) return;
  drawForm();
  const { walk, notices, problem, says } = answer;
  byId("notices").replaceChildren(
    ...(problem ? [el("p", { class: "problem" }, textNodes(book, problem))] : []),
    ...notices.map((notice) => el("p", {}, textNodes(book, notice))),
  );
  set(byId("walk"), { "data-waits": isWaiting() });
  const lab = page.dataset.lab;
  byId("full").hidden = !lab;
  if (lab) set(byId("full").firstElementChild, { href: `${lab}/${PAGE}${Object.keys(says).length ? "?" : ""}${new URLSearchParams(says)}` });
  if (walk) drawWalk(walk);
  if (walk?.counts) {
    byId("counts").replaceChildren(walk.counts.map((count) => plainText(book, count)).join(" · "));
    set(byId("onward"), { href: spoken("train/", walk.onward) });
  }
}

/** @param {Walk} walk */
function drawWalk(walk) {
  const presents = query().get("mode") === "present";
  set(page, { "data-present": presents });
  const { recording, step, about, exercise, board } = walk;
  const opening = step === null ? {} : { opening: openings };
  mount?.({
    parentElement: stage,
    setTriggerValue: (name) => (name === "leave" ? present(false) : WISHES.includes(name) && ask(name)),
    data: {
      recording, text: words, lang: TAGS[language], present: presents, step: board ? null : step, page: NAME,
      file: ["bpe-lab", NAME, ...about.split(/[^\p{L}\p{N}]+/u)].filter(Boolean).join("-"), others: exercise, ...opening,
      ...(board ? { name: plainText(book, board), leads: true } : {}),
    },
  });
}

/** @param {boolean} isOn */
function present(isOn) {
  writeOne("mode", isOn ? "present" : "");
  draw();
  toPlayer();
}

/** Its keys are the reader's. */
const toPlayer = () => /** @type {HTMLElement | null | undefined} */ (stage?.querySelector(".player"))?.focus({ preventScroll: true });

/* The beginning */

/** The answer that was computed for what the address asks; none where it asks for more than a text. */
async function firstAnswer() {
  const choice = page.dataset.text ?? "";
  const others = [...query().keys()].filter((name) => ![choice, "lang", "mode", "step", "at"].includes(name));
  const found = others.length ? null : await fetch(`answers/${NAME}/${encodeURIComponent((PAGE ? query().get(choice) : language) ?? "first")}.json`);
  if (!found?.ok) return null;
  /** @type {Answer} */
  const first = await found.json();
  const step = query().get("step");
  const { walk } = first;
  if (walk && step && /^-?\d+$/.test(step)) walk.step = Math.min(Number(step) + (walk.prelude ?? 0), (walk.steps ?? 1) - 1);
  return first;
}

/** Where the player is drawn: apart, so that neither the page's styles nor its own reach the other. */
async function makeStage() {
  const styles = await (await fetch("styles.css")).text();
  const stage = el("div", {});
  byId("walk").attachShadow({ mode: "open" }).append(el("style", {}, styles), stage);
  return stage;
}

async function open() {
  document.head.prepend(el("style", { "data-page": true }, PAGE_THEME));
  const [module, first, made] = await Promise.all([import(new URL("player.js", document.baseURI).href), firstAnswer(), makeStage(), speak(language)]);
  for (const button of document.querySelectorAll("[data-speaks]")) button.addEventListener("click", async () => {
    const name = button.getAttribute("data-speaks") ?? "en";
    writeOne("lang", name);
    await speak(name);
    if (!PAGE && answer && !Object.keys(answer.says).length) answer = await firstAnswer();  // our sentence
    draw();
  });
  [mount, stage] = [module.default, made];
  document.getElementById("present")?.addEventListener("click", () => present(true));
  byId("form").addEventListener("submit", (event) => event.preventDefault());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  const moment = query().get("at");
  if (first) {
    answer = first;
    draw();
    if (query().get("mode") === "present") toPlayer();
  }
  start();
  if (first && !moment) return;
  if (moment) changes.at = moment;
  openings = 1;
  ask();
}

await open();

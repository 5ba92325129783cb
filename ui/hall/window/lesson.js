/* A lesson in the window that the hall sees: its keys, and what the lecturer's own window hears of it.

   The bar above the page is the server's (`ui/lecture/bar.py`); keys press its buttons. */

import { WANTED } from "../../../bpe_lab/player/chrome/address.js";
import { BEYOND } from "../../../bpe_lab/player/chrome/beyond.js";
import { FIELDS } from "../../../bpe_lab/player/chrome/hall.js";
import { own } from "../../../bpe_lab/player/core/dom.js";
import { ANSWERED } from "../../../bpe_lab/player/core/progress-store.js";
import { allPlaces, noteAnswered, notePlace, stateOf } from "../../progress/panel/lesson-places.js";

/** What windows of one browser say to each other: a scene, or the question which it is. */
export const CHANNEL = "bpe-lab:lesson";
export const WHICH = "which";
/** In a message of the lecturer's window: the scene whose answer the hall is to see, or no longer. */
export const ANSWER = "answer";
const SCENE = "bpe-lab:scene"; // by ui/lecture/bar.py: another scene stands on the page
const BAR = ".st-key-lesson";
const BAR_TO_COME = `${BAR}:not(:has(.st-key-lesson_next button))`;
const SCROLLED = "[data-testid=stMain]";
const HIDDEN_ANSWER = ".lesson-words details";
const QUESTION = ".asking-veil";
const RUNS = "[data-testid=stApp]:not([data-test-script-state=notRunning])"; // Streamlit 1.67
/** On buttons which a clicker's key presses by itself (`ui/page/presenting.py`). */
const STARTS = ".st-key-race_start kbd, .st-key-workshop_train kbd";
/** On buttons that cancel work under way: what it comes to is to be seen first. */
const WORKS = ":is([class*='st-key-race_cancel'], .st-key-workshop_cancel, [class*='st-key-compare_cancel']) button";
const PLAYERS = "[class*='_player']";
const WAYS = { PageDown: "next", PageUp: "back" };
const PATIENCE = 5000; // milliseconds until a press that led nowhere is forgotten, or a page that does not come

/** @param {() => boolean} presents */
export function openLesson(presents) {
  const channel = new BroadcastChannel(CHANNEL);
  let pressed = -PATIENCE;
  let here = "";
  let arrives = false; // another scene's page is being drawn, and may have a walk
  let arrived = 0; // since when

  function tell() {
    if (document.querySelector(BAR)) channel.postMessage(sceneHere());
  }

  function remember() {
    const { lesson, ...here } = sceneHere();
    if (lesson) notePlace(lesson, here);
    showPlaces();
  }

  /** One press, one scene: the next is not on the page yet. */
  function go(way) {
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`.st-key-lesson_${way} button:not(:disabled)`));
    if (!button || performance.now() - pressed < PATIENCE) return false;
    pressed = performance.now();
    button.click();
    return true;
  }

  function untilDrawn() {
    arrives = isBeingDrawn() && performance.now() - arrived < PATIENCE;
    document.documentElement.toggleAttribute("data-scene-arrives", arrives);
    if (arrives) setTimeout(untilDrawn, 30);
  }

  function arrive() {
    pressed = -PATIENCE;
    const before = here;
    here = nameOf(sceneHere());
    if (here !== before) document.querySelector(SCROLLED)?.scrollTo({ top: 0, behavior: "instant" });
    arrived = performance.now();
    untilDrawn();
    tell();
    remember();
  }

  channel.onmessage = ({ data }) => {
    const { lesson, scene } = sceneHere();
    if (data === WHICH) tell();
    else if (lesson && data?.lesson === lesson && data[ANSWER] === scene) showAnswer();
  };
  window.addEventListener(SCENE, arrive);
  if (sceneHere().lesson) arrive(); // this window's tools came after the bar
  window.addEventListener(ANSWERED, (/** @type {any} */ { detail }) => {
    noteAnswered(detail);
    showPlaces();
  });
  window.addEventListener("storage", showPlaces);
  showPlaces();
  window.addEventListener(BEYOND, (/** @type {any} */ { detail: { way, scene } }) => {
    // subtle: below the next scene's bar, the walk of the scene before stands for a moment. A walk of no scene stands
    // where the reader has left the scene's page.
    if (!scene || scene === nameOf(sceneHere())) go(way);
  });
  window.addEventListener("keydown", (event) => {
    const way = presents() && !arrives ? wayOf(event) : undefined;
    if (way && go(way)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest(BAR)) return;
    window.dispatchEvent(new Event(WANTED));
    if (target.closest(".st-key-lesson_notes button")) openNotes(event);
    // The keys belong to the walk again.
    if (presents() && event.isTrusted) setTimeout(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  }, true);
}

/** How far the reader is with each lesson stands on the document, for styles to read (`lesson_states` in `ui/lecture/bar.py`); with
    how many of its scenes answered, where one has seen them all. */
function showPlaces() {
  const { dataset, style } = document.documentElement;
  /** @type {Record<string, string[]>} */
  const names = { begun: [], partly: [], done: [] };
  for (const [name, place] of allPlaces()) {
    names[stateOf(place)].push(name);
    style.setProperty(`--answered-${name}`, `"${place.answered?.length ?? 0}"`);
  }
  dataset.lessonsBegun = names.begun.join(" ");
  dataset.lessonsPartly = names.partly.join(" ");
  dataset.lessonsDone = names.done.join(" ");
}

function showAnswer() {
  const answer = /** @type {HTMLDetailsElement | null} */ (document.querySelector(HIDDEN_ANSWER));
  if (answer) answer.open = !answer.open;
}

/** As walks name their scenes (`as_scene` in `ui/lecture/running.py`). */
const nameOf = ({ lesson, scene }) => `${lesson} ${scene}`;

const sceneHere = () => JSON.parse(document.documentElement.dataset.lesson ?? "{}");

/** Where a clicker's key leads from a page without a walk: nowhere while a question waits, work runs or a screen is left. */
function wayOf(event) {
  const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, defaultPrevented } = event;
  if (defaultPrevented || repeat || ctrlKey || altKey || metaKey || shiftKey) return undefined;
  if (event.composedPath()[0].matches?.(FIELDS) || document.querySelector(QUESTION) || hasWalk()) return undefined;
  const way = own(WAYS, key);
  return hasScreen(key) || (way === "next" && document.querySelector(`${STARTS}, ${WORKS}`)) ? undefined : way;
}

/** Whether the page has a walk, whose keys these are once the focus is its own. */
const hasWalk = () => [...document.querySelectorAll(PLAYERS)].some((place) => hasPlayer(place, ".player:not([data-board])"));

const hasPlayer = (place, which) => [...place.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot?.querySelector(which));

/** Whether the page's script runs, or the bar's buttons or a player are still to come. */
function isBeingDrawn() {
  const isToCome = (place) => !hasPlayer(place, ".player");
  return !!document.querySelector(`${RUNS}, ${BAR_TO_COME}`) || [...document.querySelectorAll(PLAYERS)].some(isToCome);
}

/** Whether a page of several screens has another one that way. Of scenes in a row on one page, the last goes through them. */
function hasScreen(key) {
  if (key === "PageDown" && sceneHere().stays) return false;
  const main = document.querySelector(`${SCROLLED}:has([class*='st-key-screen_'])`);
  if (!main) return false;
  const left = key === "PageDown" ? main.scrollHeight - main.clientHeight - main.scrollTop : main.scrollTop;
  return left > main.clientHeight / 2;
}

/** Beside this window, and without a message to the server from here. */
function openNotes(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
  window.open(new URL(`lessons?${sceneHere().notes}`, location.href), "bpe-lab-notes", "popup,width=960,height=760");
}

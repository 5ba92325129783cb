/* A lesson in the window that the hall sees: its keys, its answer, and what the lecturer's own window hears of it and
   presses in it.

   The bar above the page is the server's (`ui/lecture/bar.py`); keys press its buttons. */

import { WANTED } from "../../../bpe_lab/player/chrome/address.js";
import { BEYOND, FIELDS, STEPPED, WALK, lessonActOf } from "../../../bpe_lab/player/chrome/hall.js";
import { focusRests } from "../../../bpe_lab/player/core/focus.js";
import { own } from "../../../bpe_lab/player/core/dom.js";
import { ANSWERED } from "../../../bpe_lab/player/core/progress.js";
import { allPlaces, noteAnswered, notePlace, stateOf } from "../../progress/panel/lesson-places.js";

/** What windows of one browser say to each other: a scene, or the question which it is. */
export const CHANNEL = "bpe-lab:lesson";
export const WHICH = "which";
/** In a message of the lecturer's window: the scene whose answer the hall is to see, or no longer; a key pressed there;
    that it closes. In one of the hall's: the picture of the step to come. */
export const ANSWER = "answer";
export const PRESS = "press";
export const GONE = "gone";
export const TO_COME = "toCome";
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
const LIST = ".st-key-lesson_scene"; // of the scenes; who has chosen one lets go by itself
const WAYS = { PageDown: "next", PageUp: "back" };
const ARROWS = { ArrowRight: "PageDown", ArrowLeft: "PageUp" };
/** What takes an answer away that lies over the stage, and nothing else. */
const CLOSES = ["Escape", "PageUp", "ArrowLeft"];
const LEADS_ON = ["PageDown", "ArrowRight"];
const PATIENCE = 5000; // milliseconds until a press that led nowhere is forgotten, or a page that does not come
const RESTS = 250; // milliseconds after which a step is looked at, and the one to come may be painted

/** @param {() => boolean} presents
    @param {() => void} opensWindow  is told before the lecturer's own window opens */
export function openLesson(presents, opensWindow) {
  const channel = new BroadcastChannel(CHANNEL);
  let pressed = -PATIENCE;
  let here = "";
  let answered = ""; // the scene whose answer has been seen
  let arrives = false; // another scene's page is being drawn, and may have a walk
  let arrived = 0; // since when
  let hasNotes = false;
  /** Draws the step to come; none on a page without a walk.
      @type {(() => Promise<object | undefined>) | undefined} */
  let toCome = undefined;
  let painting = 0;

  function tell() {
    if (!document.querySelector(BAR)) return;
    channel.postMessage(sceneHere());
    paintSoon();
  }

  /** For the lecturer's window, once the hall has what it asked for. */
  function paintSoon() {
    clearTimeout(painting);
    if (hasNotes && presents()) painting = setTimeout(() => requestIdleCallback(paint, { timeout: RESTS }), RESTS);
  }

  async function paint() {
    if (arrives || document.hidden) return;
    const { lesson, scene } = sceneHere();
    const isAnswer = toCome && answered !== here && answerHere() !== null;
    const board = await toCome?.();
    channel.postMessage({ lesson, scene, [TO_COME]: board ?? (isAnswer ? { isAnswer } : null) });
  }

  function remember() {
    const { lesson, ...here } = sceneHere();
    if (lesson) notePlace(lesson, here);
    showPlaces();
  }

  const isUnderWay = () => performance.now() - pressed < PATIENCE;

  /** One press, one scene: the next is not on the page yet. */
  function go(way) {
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`.st-key-lesson_${way} button:not(:disabled)`));
    if (!button || isUnderWay()) return false;
    pressed = performance.now();
    button.click();
    return true;
  }

  /** Past all that a scene shows: to its answer, if nobody has seen it, and only then to the next one. */
  function goPast(way) {
    const answer = way === "next" && presents() && !isUnderWay() && answered !== here ? answerHere() : null;
    if (!answer) return go(way);
    answer.open = true;
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
    if (here !== before) {
      answered = "";
      toCome = undefined;
      document.querySelector(SCROLLED)?.scrollTo({ top: 0, behavior: "instant" });
    }
    arrived = performance.now();
    untilDrawn();
    tell();
    remember();
  }

  /** Keys of the lesson come before all others: below an answer nothing moves, and some letters are Streamlit's. */
  function takeKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isCovered(event) || !document.querySelector(BAR)) return;
    const answer = answerHere();
    if (presents() && answer?.open && [...CLOSES, ...LEADS_ON].includes(event.key)) {
      answer.open = false;
      if (CLOSES.includes(event.key)) return take(event);
    }
    const isMove = event.key in WAYS || event.key in ARROWS;
    if (presents() && isMove && (arrives || isUnderWay()) && !walkOf(here)) return take(event);
    const act = lessonActOf(event);
    const path = /** @type {Element[]} */ (event.composedPath());
    if (!act || path[0].matches?.(FIELDS) || !(presents() || path.some((node) => node.matches?.(WALK)))) return;
    take(event);
    if (event.repeat) return;
    if (act === "answer") showAnswer();
    else if (act === "notes") /** @type {HTMLElement | null} */ (document.querySelector(".st-key-lesson_notes button"))?.click();
    else go(act);
  }

  channel.onmessage = ({ data }) => {
    const { lesson, scene } = sceneHere();
    if (data === WHICH) {
      hasNotes = true;
      tell();
    } else if (!lesson || data?.lesson !== lesson) return;
    else if (data[GONE]) hasNotes = false;
    else if (data[ANSWER] === scene) showAnswer();
    else if (data[PRESS]) press(data[PRESS]);
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
    if (!scene || scene === nameOf(sceneHere())) goPast(way);
  });
  window.addEventListener(STEPPED, (/** @type {any} */ { detail }) => {
    toCome = detail;
    paintSoon();
  });
  window.addEventListener("keydown", takeKey, true);
  window.addEventListener("keydown", (event) => {
    if (!presents() || arrives) return;
    if (!isForPage(event)) return void (isOfClicker(event) && event.preventDefault());
    if (event.key in ARROWS) {
      event.preventDefault();
      press({ key: own(ARROWS, event.key) });
    } else if (scrollsOn(event.key) || goPast(own(WAYS, event.key))) event.preventDefault();
  });
  document.addEventListener("toggle", ({ target }) => {
    const answer = /** @type {HTMLDetailsElement} */ (target);
    if (!answer.matches(HIDDEN_ANSWER) || !answer.open) return;
    answered = here;
    paintSoon();
  }, true);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest(BAR)) return;
    window.dispatchEvent(new Event(WANTED));
    if (target.closest(".st-key-lesson_notes button")) {
      opensWindow();
      openNotes(event);
    } else if (presents() && target.closest(":is(.st-key-lesson_back, .st-key-lesson_next) button")) {
      const before = here;
      keepPicture(() => here !== before && !arrives);
    }
    // The keys belong to the walk again, but for those of the list that opens.
    if (presents() && event.isTrusted && !target.closest(LIST)) setTimeout(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
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

const answerHere = () => /** @type {HTMLDetailsElement | null} */ (document.querySelector(HIDDEN_ANSWER));

function showAnswer() {
  const answer = answerHere();
  if (answer) answer.open = !answer.open;
}

/** A key of the lecturer's window, as if it were pressed here: on the walk, if there is one, wherever the focus is.
    @param {{key: string, shiftKey?: boolean, repeat?: boolean}} pressed */
function press({ key, shiftKey = false, repeat = false }) {
  const on = walkHere() ?? document.body;
  on.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, repeat, bubbles: true, cancelable: true, composed: true }));
}

function take(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether a dialog lies over the page, whose keys these are: one of the hall's, or a walk's help. */
const isCovered = (event) =>
  document.querySelector("dialog[open]") !== null || event.composedPath().some((node) => node.localName === "dialog");

/** As walks name their scenes (`as_scene` in `ui/lecture/running.py`). */
const nameOf = ({ lesson, scene }) => `${lesson} ${scene}`;

const sceneHere = () => JSON.parse(document.documentElement.dataset.lesson ?? "{}");

/** Whether a clicker's key, or an arrow, is a page's without a walk: not on while a question waits or work runs. */
function isForPage(event) {
  const { key, ctrlKey, altKey, metaKey, shiftKey, repeat, defaultPrevented } = event;
  const isArrow = key in ARROWS;
  if (defaultPrevented || repeat || ctrlKey || altKey || metaKey || shiftKey || !(key in WAYS || isArrow)) return false;
  if (event.composedPath()[0].matches?.(FIELDS) || walkHere()) return false;
  if (isArrow) return pageRests();
  return !(key === "PageDown" && document.querySelector(`${QUESTION}, ${STARTS}, ${WORKS}`));
}

/** Whether the focus is on nothing that wants an arrow: around the page, on what scrolls it, or on a board. */
function pageRests() {
  const page = document.querySelector(SCROLLED), focused = document.activeElement;
  return focusRests(page) || focused === page || Boolean(focused?.shadowRoot?.querySelector(".player[data-board]"));
}

/** A clicker's key that is for nobody: the page does not scroll by it, away from what is under way. */
const isOfClicker = ({ key, target }) => key in WAYS && Boolean(sceneHere().lesson) && !target.matches?.(FIELDS) && !walkHere();

/** The page's walk, if it has one, whose keys these are once the focus is its own. */
const walkHere = () => [...document.querySelectorAll(PLAYERS)].map((place) => playerIn(place, ".player:not([data-board])")).find(Boolean);

/** The walk of a scene. Below the next one's bar, that of the scene before stands for a moment. */
const walkOf = (scene) => [...document.querySelectorAll(PLAYERS)].map((place) => playerIn(place, `.player[data-scene="${CSS.escape(scene)}"]`)).find(Boolean);

/** @returns {Element | undefined} */
function playerIn(place, which) {
  for (const { shadowRoot } of place.querySelectorAll("*")) {
    const player = shadowRoot?.querySelector(which);
    if (player) return player;
  }
  return undefined;
}

/** Whether the page's script runs, or the bar's buttons or a player are still to come. */
function isBeingDrawn() {
  const isToCome = (place) => !playerIn(place, ".player");
  return !!document.querySelector(`${RUNS}, ${BAR_TO_COME}`) || [...document.querySelectorAll(PLAYERS)].some(isToCome);
}

/** To another screen of a page that has several, if there is one that way. Of scenes in a row on one page, the last goes
    through them. */
function scrollsOn(key) {
  if (key === "PageDown" && sceneHere().stays) return false;
  const main = document.querySelector(`${SCROLLED}:has([class*='st-key-screen_'])`);
  if (!main) return false;
  const left = key === "PageDown" ? main.scrollHeight - main.clientHeight - main.scrollTop : main.scrollTop;
  if (left <= main.clientHeight / 2) return false;
  main.scrollBy({ top: key === "PageDown" ? main.clientHeight : -main.clientHeight, behavior: "smooth" });
  return true;
}

/** Beside this window, and without a message to the server from here. */
function openNotes(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
  window.open(new URL(`lessons?${sceneHere().notes}`, location.href), "bpe-lab-notes", "popup,width=960,height=760");
}

/* From scene to scene without a flash, and the lecture over the whole screen: what a browser does where it can. */

const MOST = 3500; // milliseconds: Chromium gives a picture up after four seconds
const LOOKS = 40; // from one look to the next
const CONTENT = "[data-testid=stMainBlockContainer] [data-testid=stElementContainer]:not(.st-key-lesson *, .st-key-corner *)";
const LEAST_CONTENT = 40; // pixels
const LOST_WITHIN = 2000; // milliseconds from a second window's opening until full screen is lost to it
const IN_HALL = "a[data-in-hall]";

/** The picture that stands is kept until the next one is whole; then one fades into the other (`ui/page/present.css`).
    subtle: meanwhile no frame is drawn, and what waits for one stands still; timers and messages go on. Streamlit says
    that its script has ended some time before all of it stands, so one looks twice.
    @param {() => boolean} isThere */
function keepPicture(isThere) {
  if (!document.startViewTransition || document.hidden) return;
  const until = performance.now() + MOST;
  const look = (done, was = false) => {
    const is = isThere() && hasContent();
    if ((was && is) || performance.now() > until) done();
    else setTimeout(look, LOOKS, done, is);
  };
  const change = document.startViewTransition(() => new Promise((done) => look(done)));
  for (const promise of [change.ready, change.finished]) promise.catch(() => {}); // a window that is hidden skips it
}

/** Whether anything stands on the page below the lesson's bar. */
const hasContent = () => [...document.querySelectorAll(CONTENT)].some((part) => part.getBoundingClientRect().height > LEAST_CONTENT);

/** From the press of a link into the hall on, until the lecturer leaves full screen or presenting.
    subtle: another window that opens takes full screen away, and each needs a press of its own; the next one, in
     whichever of the two windows, brings it back. The result is to be called as that window opens.
    @param {() => boolean} presents */
export function openFullScreen(presents) {
  const page = document.documentElement;
  let wanted = false;
  let notesOpened = -LOST_WITHIN;
  const fill = () => void page.requestFullscreen?.().catch(() => {});
  /** @param {{isTrusted: boolean, key?: string}} event */
  const fillAgain = ({ isTrusted, key }) => isTrusted && key !== "Escape" && wanted && presents() && !document.fullscreenElement && fill();
  document.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest(IN_HALL))) return;
    wanted = true;
    fill();
  }, true);
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) wanted &&= performance.now() - notesOpened < LOST_WITHIN;
  });
  window.addEventListener("keydown", fillAgain, true);
  window.addEventListener("pointerdown", fillAgain, true);
  window.addEventListener("message", ({ origin, data }) => origin === location.origin && data === FILL && fillAgain({ isTrusted: true }));
  new MutationObserver(() => {
    if (presents() || document.fullscreenElement !== page) return;
    wanted = false;
    void document.exitFullscreen();
  }).observe(page, { attributeFilter: ["data-presents"] });
  return () => (notesOpened = performance.now());
}

/** What the lecturer's window says to its opener with a press that may fill the screen. */
export const FILL = "bpe-lab:fill";

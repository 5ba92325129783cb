/* What the player's keys and buttons do, by name, and which key means what. */

import { own } from "../core/dom.js";
import { FIELDS, goBeyond } from "./hall.js";
import { SPEEDS } from "./walking.js";

const CHOICES = ["a", "b", "c", "d", "e"];
const PACE = new Set(["faster", "slower"]);
const ON_BOARDS = new Set(["full", "inputs", "help"]);

/** The actions of a player by the names that keys and buttons have for them. */
export function makeActions(player) {
  const { walking } = player;
  const beyond = (way) => goBeyond(way, walking.scene?.name);
  const byHand = (move) => () => {
    walking.pause();
    move();
  };
  /** What lies ahead is closed while a question is open whose answer it holds. */
  const ahead = (move) => byHand(() => walking.isAsking() || move());
  return {
    back: byHand(() => walking.back(walking.byGroup)),
    forward: byHand(() => walking.forward(walking.byGroup)),
    page_back: () => (walking.isBeforeAll ? beyond("back") : walking.pageBack()),
    page_forward: () => (walking.isDone ? beyond("next") : walking.pageForward()),
    page_group_forward: byHand(() => (walking.isDone ? beyond("next") : walking.forward(true))),
    start: byHand(() => walking.go(walking.routes.start)),
    first: byHand(() => walking.go(0)),
    last: ahead(() => walking.go(walking.routes.last)),
    group_back: byHand(() => walking.back(true)),
    group_forward: byHand(() => walking.forward(true)),
    previous_mark: byHand(() => walking.to(walking.routes.previousMarked(walking.step, walking.stops))),
    next_mark: ahead(() => walking.to(walking.routes.nextMarked(walking.step, walking.stops))),
    previous_place: byHand(() => walking.to(walking.routes.previousPlace(walking.step))),
    next_place: byHand(() => walking.nextPlace()),
    by_step: () => walking.moveBy(false),
    by_group: () => walking.moveBy(true),
    unit: () => walking.moveBy(!walking.byGroup),
    asking: () => walking.toggleAsking(),
    full: () => player.view.full.toggle(),
    help: byHand(() => player.view.help.open()),
    inputs: () => player.data.present && player.sheet.open(),
    leave: () => player.leave?.(),
    play: () => (walking.playing ? walking.pause() : walking.play()),
    faster: () => walking.setSpeed(Math.min(SPEEDS.length - 1, SPEEDS.indexOf(walking.speed) + 1)),
    slower: () => walking.setSpeed(Math.max(0, SPEEDS.indexOf(walking.speed) - 1)),
    speed: () => walking.setSpeed((SPEEDS.indexOf(walking.speed) + 1) % SPEEDS.length),
  };
}

/** What a letter does where letters are written on choices: presses the one that it names, or nothing any more.
    One press too many in an exercise adds no scene. */
export function choiceOf({ root, walking: { answering, exercise } }, { key, ctrlKey, altKey, metaKey }) {
  const index = CHOICES.indexOf(key.toLowerCase());
  if (index < 0 || ctrlKey || altKey || metaKey) return null;
  if (!answering.question?.choices) return exercise && index === 0 ? () => {} : null;
  const button = answering.isSettled ? null : root.querySelector(`.answer-choice-${index}`);
  return () => button?.click();
}

const OWN_ENTER = "a, button, input, summary, [role=slider]";
const OPEN_ANSWERS = ".answers:not(.result, [hidden])";
/** What leads on: from a question that is settled, or several picked tokens to their check; of an exercise, where it is
    begun, goes on, or is done. */
const LEADS_ON = [`${OPEN_ANSWERS} .answer-onward:not([data-out])`, `${OPEN_ANSWERS} .answer-check:not([disabled])`,
  ".said[data-exercise]:not(.sizer) > .reveal:not([hidden])", ".transport > .onward:not([hidden])", ".result:not([hidden]) > [data-leads]"].join();

/** What Enter does where nothing that has the focus takes it. */
export function onwardOf({ root }, { key, target, isComposing, ctrlKey, altKey, metaKey }) {
  if (key !== "Enter" || isComposing || ctrlKey || altKey || metaKey || target.closest?.(OWN_ENTER)) return null;
  const button = root.querySelector(LEADS_ON);
  return button && (() => button.click());
}

/** Keys that in a lesson do as a clicker does: past its end a scene would tell what the next one asks. */
const CLICKED = { back: "page_back", forward: "page_forward", group_forward: "page_group_forward" };

/** What a key does now. Escape closes what is open before it ends presenting; an open help leaves no
    other key to the walk. */
export function actionOf(player, event) {
  const { actions, data, isBoard, layers, presents, recording, view } = player;
  const name = isBoard && !presents ? undefined : keyAction(event);
  if (name === "escape") return layers.any() ? layers.closeLast : data.present && actions.leave;
  if (!recording) return undefined;
  const answer = choiceOf(player, event) ?? onwardOf(player, event);
  if (answer) return answer;
  if (!name) return undefined;
  if (name === "asking" && !player.walking.canAsk) return undefined;  // the page may ask by it
  if (PACE.has(name) && player.walking.answering.question) return undefined;  // its signs are the question's
  if (view.help?.isOpen()) return name === "help" ? layers.closeLast : undefined;
  if (isBoard) return ON_BOARDS.has(name) ? actions[name] : undefined;
  return actions[(player.walking.scene && own(CLICKED, name)) ?? name];
}

/** A board that does not lead its page takes two keys from wherever the focus is: F while the mouse is on it, or
    presenting, and Escape while one of its panels covers it. */
export function takeBoardKey({ data, layers, recording, root, view }, event) {
  if (!recording || event.defaultPrevented || event.composedPath()[0].matches?.(FIELDS)) return;
  const name = keyAction(event);
  if (name === "full" && (data.present || root.matches(":hover"))) view.full.toggle();
  else if (name === "escape" && layers.any()) layers.closeLast();
  else return;
  event.preventDefault();
}

/* The keyboard, while the focus is inside the player; presenting, also while it is nowhere. The arrows of a page's one
   walk, its answers' letters and the key of its questions work from there, too: nothing else on a page has a use for them. */

/** The action of a key, or nothing where the key belongs to a button, a field or to the browser. */
function keyAction(event) {
  const { key, shiftKey, target } = event;
  const typed = event.getModifierState?.("AltGraph");
  if (!typed && (event.ctrlKey || event.altKey || event.metaKey)) return undefined;
  if (key === "Escape") return "escape";
  if (target.closest?.("input:not([type=checkbox])")) return undefined;
  if (key === " ") return target.closest?.("button, input") ? undefined : "play";
  if (key === "ArrowLeft") return shiftKey ? "group_back" : "back";
  if (key === "ArrowRight") return shiftKey ? "group_forward" : "forward";
  if (key.toLowerCase() === "n") return shiftKey ? "previous_place" : "next_place";
  const onSlider = target.getAttribute?.("role") === "slider";
  return own(PLAIN_KEYS, key.toLowerCase()) ?? (onSlider ? own(SLIDER_KEYS, key) : undefined);
}

const SLIDER_KEYS = { ArrowUp: "forward", ArrowDown: "back" };

/** Keys by their lower case; the wide signs are what a Chinese keyboard types. */
const PLAIN_KEYS = {
  home: "first", end: "last", pageup: "page_back", pagedown: "page_forward",
  "+": "faster", "=": "faster", "-": "slower", "−": "slower",
  f: "full", g: "unit", i: "inputs", q: "asking", h: "help", "?": "help", "？": "help",
  "[": "previous_mark", "【": "previous_mark", "]": "next_mark", "】": "next_mark",
};

export const isWalkKey = ({ key }) => ["ArrowLeft", "ArrowRight", "q"].includes(key.length === 1 ? key.toLowerCase() : key);

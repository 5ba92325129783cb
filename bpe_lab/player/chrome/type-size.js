/* The size of the type while presenting: the largest at which the whole walk or board fits the window, chosen once
   for it and a window. The page multiplies its root's size by `--type`, and all that is measured in rem follows. */

import { remSize } from "../core/dom.js";
import { MEDIUM } from "../core/theme.js";

const NAME = "--type";
const TRIES = 3;
/** By how much a board's leading text is larger than the rest, where that leaves room: a hall reads the text first. */
const STAGE = "--stage";
const STAGE_SCALES = [2, 1.75, 1.5, 1.25];
/** What scrolls where it has too little room, at any step alike: the size must not hang on where a walk is opened.
    A shelf fills from step to step, and always scrolls in the end. */
const CUTTABLE = ".scroller:not(.shelf .scroller), .tree-box, .listing, .ledger .box, .rule-lanes, .switch button, .room > .panel";

/** `lay` lays out the player `root` for the type's present size.
    @param {HTMLElement} root
    @param {() => void} lay */
export function makeTypeSize(root, lay) {
  const page = document.documentElement;
  let chosen = "";
  function take(scale) {
    if (scale === 1) page.style.removeProperty(NAME);
    else page.style.setProperty(NAME, String(scale));
    lay();
  }
  /** Tried without the values beside code, which a line has at some steps only. */
  function largest(over) {
    if (page.style.getPropertyValue(NAME)) take(1);
    if (root.dataset.size !== "wide") return;
    let scale = firstScale({ ...heights(root, over), most: widest(root) });
    if (scale === 1) return;
    const cut = cutParts(root);
    for (let tries = TRIES; tries > 0 && scale > 1; tries--) {
      take(scale);
      const now = heights(root, over);
      if (root.dataset.size === "wide" && now.high <= now.room && cutParts(root) <= cut) return;
      scale = nextScale(scale, now);
    }
    take(1);
  }
  function fillStage(over) {
    root.style.removeProperty(STAGE);
    if (!root.hasAttribute("data-board") || root.dataset.size !== "wide" || !root.querySelector(".stage .flow")) return;
    const cut = cutParts(root);
    const texts = [...root.querySelectorAll(".stage .scroller")];
    const fits = (scale) => {
      root.style.setProperty(STAGE, String(scale));
      lay();
      const { high, room } = heights(root, over);
      return high <= room && cutParts(root) <= cut && !texts.some(isCut);
    };
    if (STAGE_SCALES.some(fits)) return;
    root.style.removeProperty(STAGE);
    lay();
  }
  return {
    /** For what is named `walk`, anew only where the window or the walk is another; `over`: rem that stay free at the
        foot. */
    choose(walk, over = 0) {
      const wanted = [walk, innerWidth, innerHeight].join(" ");
      if (wanted === chosen) return;
      chosen = wanted;
      root.dataset.sizing = "";
      largest(over);
      fillStage(over);
      delete root.dataset.sizing;
    },
    reset() {
      if (!chosen) return;
      chosen = "";
      page.style.removeProperty(NAME);
      root.style.removeProperty(STAGE);
    },
  };
}

/** How high it is without being stretched to the window, with what stands above it, and how high that may be: what
    the page has below it is read with it (`--below`, in rem). */
function heights(root, over) {
  root.style.minHeight = "0";
  const high = Math.max(0, root.getBoundingClientRect().top + scrolled(root)) + root.offsetHeight;
  root.style.minHeight = "";
  const below = parseFloat(getComputedStyle(root).getPropertyValue("--below")) || 0;
  return { high, room: innerHeight - (0.5 + below + over) * remSize() };
}

/** How far the page is scrolled, of which a board may be the first screen. */
const scrolled = (root) => root.getRootNode().host?.closest("[data-testid=stMain]")?.scrollTop ?? 0;

/** The scale from which on the player would not be wide any more, since its margins grow as well. */
const widest = (root) => innerWidth / (MEDIUM * remSize() + innerWidth - root.clientWidth);

const cutParts = (root) => [...root.querySelectorAll(CUTTABLE)].filter(isCut).length;

const isCut = (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;

/* How much larger than its least size a walk's type may be: by what it needs and what there is.
   Sizes are shares of the least one. */

const MOST = 1.6;
const LEAST_STEP = 0.03;  // less is not seen
const SPARE = 0.99;  // a font that comes later may need a little more

/** In hundredths; what is less than a step above the least size is that size. */
function rounded(scale) {
  const hundredths = Math.floor(scale * 100) / 100;
  return hundredths < 1 + LEAST_STEP ? 1 : hundredths;
}

/** The first size to try, where `high` of `room` is used at the least one; at `most` the widths would ask for
    another layout.
    @param {{high: number, room: number, most: number}} needs */
const firstScale = ({ high, room, most }) => rounded(Math.min(MOST, most, (SPARE * room) / high));

/** The next one, where `high` of `room` is used at `scale`, which is too large.
    @param {number} scale
    @param {{high: number, room: number}} needs */
const nextScale = (scale, { high, room }) =>
  rounded(Math.min(scale - LEAST_STEP, (scale * SPARE * room) / high));

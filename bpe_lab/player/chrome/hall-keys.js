/* The keys of the hall's tools and of a lesson; the wide signs are what a Chinese keyboard types. */

const TOOLS = new Map([[".", "blank"], ["。", "blank"], ["．", "blank"], ["b", "blank"], ["l", "laser"], ["s", "code"], ["a", "add"]]);

/** The tool that a key is for, or nothing.
    @param {{key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, isComposing?: boolean}} event */
export function toolOf({ key, ctrlKey, metaKey, altKey, isComposing }) {
  return ctrlKey || metaKey || altKey || isComposing ? undefined : TOOLS.get(key.toLowerCase());
}

/** Whether a key, in lower case, is the tool's: it takes its work back, too.
    @param {string} tool
    @returns {(key: string) => boolean} */
export const keyOf = (tool) => (key) => TOOLS.get(key) === tool;

const LESSON = new Map([["r", "answer"], ["o", "notes"], ["Shift+PageDown", "next"], ["Shift+PageUp", "back"]]);

/** What a key does in a lesson, wherever its walk stands, or nothing: `next` and `back` are scenes.
    @param {{key: string, shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, isComposing?: boolean}} event */
export function lessonActOf({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  return LESSON.get(shiftKey ? `Shift+${key}` : key.toLowerCase());
}

/** Whether the lecturer's window passes a key on to the hall: those of a clicker, and what leads through a lesson.
    @param {{key: string, shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, isComposing?: boolean}} event */
export function isForHall(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return false;
  const act = lessonActOf(event);
  return /^(Page(Up|Down)|Arrow(Left|Right)| )$/.test(key) || toolOf(event) === "blank" || (act !== undefined && act !== "notes");
}

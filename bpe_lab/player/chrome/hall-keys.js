/* The keys of the hall's tools; the wide signs are what a Chinese keyboard types. */

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

/* What a page may open or mount besides the player, in one module: its exports are named where a component or the
   front page loads it (`ui/serving/static_files.py`). */

import { FileNames } from "./file_names.js";
import { Keeper, Link, Note } from "./drafting/window/drafts.js";
import { Notes } from "./lecture/window/notes.js";
import { Again, Panel, noteAnswers } from "./progress/panel/panel.js";
import { mounting, read } from "../bpe_lab/player/core/mounted.js";

export { openTools } from "./hall/window/tools.js";

export const addedScene = mounting(({ parentElement, setTriggerValue }) => new Note(parentElement, () => setTriggerValue("open", true)));
export const draft = mounting(({ setTriggerValue }) => new Keeper((handed) => setTriggerValue("handed", handed)));
export const fileNames = mounting(({ setTriggerValue }) => new FileNames((names) => setTriggerValue("forgotten", names)));
export const lessonLink = mounting(({ parentElement }) => new Link(parentElement));
export const notes = mounting(({ parentElement }) => new Notes(parentElement));
export const progress = mounting(({ parentElement }) => new Panel(parentElement));
export const again = mounting(({ parentElement }) => new Again(parentElement));

/** @param {{data: Uint8Array}} page */
export const answers = ({ data }) => noteAnswers(read(data));

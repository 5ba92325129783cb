/* The functions that pages call: what says that a scene was added, what keeps the draft, and its link. */

import { mounting } from "../../../bpe_lab/player/core/mounted.js";
import { Keeper } from "./keeper.js";
import { Link } from "./link.js";
import { Note } from "./note.js";

export const note = mounting(({ parentElement, setTriggerValue }) => new Note(parentElement, () => setTriggerValue("open", true)));
export const keep = mounting(({ setTriggerValue }) => new Keeper((handed) => setTriggerValue("handed", handed)));
export const link = mounting(({ parentElement }) => new Link(parentElement));

/* The functions that pages call: the panel in an element, what stands first, and what notes marks. */

import { mounting, read } from "../../../bpe_lab/player/core/mounted.js";
import { Again } from "./again.js";
import { noteMarks } from "./marks.js";
import { Panel } from "./panel.js";

export default mounting(({ parentElement }, data) => new (data?.part === "again" ? Again : Panel)(parentElement));

/** @param {{data: Uint8Array}} page */
export const note = ({ data }) => noteMarks(read(data));

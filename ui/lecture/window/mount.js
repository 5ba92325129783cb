/* The one function that a page calls: a lesson's notes in an element. */

import { mounting } from "../../../bpe_lab/player/core/mounted.js";
import { Notes } from "./notes.js";

export default mounting(({ parentElement }) => new Notes(parentElement));

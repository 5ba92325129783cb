/* The widgets by the kind that a recording names: one file and one row each. */

/** @import { MakeView } from "../core/types.js" */

import { aligned } from "./aligned.js";
import { beads } from "./beads.js";
import { byteLanes } from "./byte-columns.js";
import { changes } from "./changes.js";
import { code } from "./code.js";
import { textFlow } from "./flow.js";
import { heap } from "./heap.js";
import { lattice } from "./lattice.js";
import { ledger } from "./ledger.js";
import { lens } from "./lens.js";
import { meters } from "./meters.js";
import { note } from "./note.js";
import { patternRows } from "./pattern.js";
import { strips } from "./race-strips.js";
import { ranks } from "./ranks.js";
import { ribbon } from "./ribbon.js";
import { lanes } from "./rule-lanes.js";
import { series } from "./series.js";
import { shelf } from "./shelf.js";
import { stateGrid } from "./state-grid.js";
import { table } from "./table.js";
import { tree } from "./tree.js";
import { versus } from "./versus.js";
import { words } from "./words.js";

/** @type {Record<string, MakeView>} */
export const WIDGETS = {
  ribbon,
  table,
  note,
  changes,
  shelf,
  ledger,
  heap,
  code,
  lens,
  tree,
  ranks,
  lanes,
  flow: textFlow,
  pattern: patternRows,
  bytes: byteLanes,
  versus,
  meters,
  series,
  strips,
  words,
  beads,
  aligned,
  lattice,
  states: stateGrid,
};

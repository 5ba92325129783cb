/* Reports to a learning platform by SCORM 1.2, where there is one; else it is silent. Every value comes from the
   reader's own browser: whoever wants to can forge it. */

/** @import { Marks } from "./marks.js" */
/** @import { Noted } from "../../../bpe_lab/player/chrome/answering.js" */

const FARTHEST = 100;  // frames up
const HUNDRED = 100;
const ENDED = ["completed", "passed", "failed"];

/** The platform's interface: in a frame around this one, or around the one that has opened this window.
    @param {Window} window
    @returns {any} */
export function findPlatform(window) {
  return aroundOf(window) ?? (window.opener ? aroundOf(window.opener) : undefined);
}

function aroundOf(frame) {
  try {
    for (let up = 0; up < FARTHEST; up++) {
      if (frame.API) return frame.API;
      if (frame.parent === frame) return undefined;
      frame = frame.parent;
    }
  } catch { /* a frame of somebody else's */ }
  return undefined;
}

/** Begin the session with what the platform still has of an earlier one; the function returned reports an answer.
    @param {any} api
    @param {Marks} marks
    @returns {(answer: Noted) => void} */
export function reportTo(api, marks) {
  const call = (name, ...values) => {
    try {
      return String(api[name](...values));
    } catch {
      return "";  // a platform that has gone away
    }
  };
  if (!api || call("LMSInitialize", "") !== "true") return () => {};
  const began = Date.now();
  const put = (name, value) => call("LMSSetValue", `cmi.${name}`, String(value));
  let status = call("LMSGetValue", "cmi.core.lesson_status");
  marks.read(call("LMSGetValue", "cmi.suspend_data"));
  const tell = () => {
    if (!ENDED.includes(status)) put("core.lesson_status", (status = marks.isDone ? "completed" : "incomplete"));
    if (marks.asked) putScore(put, Math.round((HUNDRED * HUNDRED * marks.right) / marks.asked) / HUNDRED);
    put("suspend_data", marks.written());
    call("LMSCommit", "");
  };
  tell();
  window.addEventListener("pagehide", () => {
    put("core.session_time", timeOf((Date.now() - began) / 1000));
    put("core.exit", "suspend");
    call("LMSFinish", "");
  }, { once: true });
  return (answer) => {
    putInteraction(put, Number(call("LMSGetValue", "cmi.interactions._count")) || 0, marks, answer);
    tell();
  };
}

function putScore(put, raw) {
  put("core.score.min", 0);
  put("core.score.max", HUNDRED);
  put("core.score.raw", raw);
}

/** One question and whether it was right at once; what was answered is not told. */
function putInteraction(put, number, marks, { recording, step, index, kind, isFirst, seconds }) {
  const name = `interactions.${number}`;
  put(`${name}.id`, `${kind}_${marks.nameOf(recording, step, index).replace(".", "_")}`);
  put(`${name}.type`, "performance");
  put(`${name}.result`, isFirst ? "correct" : "wrong");
  put(`${name}.latency`, timeOf(seconds));
}

/** `0001:02:03.45`, as SCORM 1.2 writes a time.
    @param {number} seconds */
export function timeOf(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${String(Math.min(hours, 9999)).padStart(4, "0")}:${String(minutes).padStart(2, "0")}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;
}

/* Python in a thread of its own: it loads while the page is read, and answers one request after the other. To end a
   request its page ends the whole thread. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOUSE = "/lab"; // where the lab's own modules lie
const BEGIN = `
import sys
sys.path.insert(0, "${HOUSE}")
from bpe_lab.site import regex_by_re
sys.modules["regex"] = regex_by_re
from bpe_lab.site.in_browser import answer
answer`;

/** Have the page know of every piece that arrives. */
function tellWhatLoads() {
  const ask = self.fetch;
  let loaded = 0;
  const counting = () => new TransformStream({
    transform(piece, out) {
      loaded += piece.byteLength;
      self.postMessage({ loaded });
      out.enqueue(piece);
    },
  });
  self.fetch = async (...asked) => {
    const { body, headers, status } = await ask(...asked);
    return new Response(body?.pipeThrough(counting()), { headers, status });
  };
}

async function begin() {
  tellWhatLoads();
  const lab = fetch("./python.zip").then((sent) => sent.arrayBuffer());
  const python = await loadPyodide();
  python.unpackArchive(await lab, "zip", { extractDir: HOUSE });
  return python.runPython(BEGIN);
}

const answering = begin();
answering.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: String(error) }));

self.onmessage = async ({ data: { number, request } }) => {
  try {
    self.postMessage({ number, answer: (await answering)(request) });
  } catch (error) {
    self.postMessage({ number, failed: String(error) });
  }
};

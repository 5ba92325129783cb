/* Requests on standard input, a list of JSON texts, answered by Python as a reader's browser has it; the answers on
   standard output. Arguments: the package of the interpreter, our archive. */

import { readFile } from "node:fs/promises";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [interpreter, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${interpreter}/pyodide.mjs`).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", { extractDir: "/lab" });
const answer = python.runPython(`
import sys
sys.path.insert(0, "/lab")
from bpe_lab.site import regex_by_re
sys.modules["regex"] = regex_by_re
from bpe_lab.site.in_browser import answer
answer`);
const requests = JSON.parse(await readFile("/dev/stdin", "utf-8"));
process.stdout.write(JSON.stringify(requests.map((request) => answer(request))));

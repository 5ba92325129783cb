/* Compile an archive of modules by the very Python that will import it: `node scripts/compiled.mjs PYODIDE ARCHIVE`.
   Compiling them was a third of what a reader waits for. Sources stay where walks show them or follow their lines. */

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [interpreter, archive] = process.argv.slice(2);
const COMPILE = `
import io, py_compile, zipfile
from pathlib import Path

HOUSE = Path("/lab")
READ = ("bpe_core/train/", "bpe_core/encode/", "bpe_core/pretokenize/")
THEN = (1980, 1, 1, 0, 0, 0)  # the same modules are the same archive
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as files:
    def add(name, path):
        entry = zipfile.ZipInfo(name, THEN)
        entry.compress_type = zipfile.ZIP_DEFLATED
        files.writestr(entry, path.read_bytes())

    for path in sorted(path for path in HOUSE.rglob("*") if path.is_file()):
        name = path.relative_to(HOUSE).as_posix()
        is_read = name.startswith(READ)
        if path.suffix != ".py" or is_read:
            add(name, path)
        if path.suffix == ".py":
            # Without docstrings, but for what is followed line by line.
            code = py_compile.compile(path, doraise=True, optimize=0 if is_read else 2, invalidation_mode=unchecked)
            beside = Path(code).relative_to(HOUSE).as_posix()
            add(beside if is_read else f"{name}c", Path(code))
packed.getvalue()`;

const { loadPyodide } = await import(pathToFileURL(`${interpreter}/pyodide.mjs`).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", { extractDir: "/lab" });
await writeFile(archive, python.runPython(COMPILE).toJs());
